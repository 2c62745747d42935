package simtest

import (
	"fmt"
	"os"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/debugger/study/shrink"
)

// Shrink makes a failing run smaller, as machsim shrink does: the smaller run fails in the same way, and is recorded
// beside the first. It takes up to some thousand runs. Each is held against the conditions, and the claims of
// [Linearizable], [Assert] and their like.
func Shrink() Option { return func(p *plan) { p.shrinks = true } }

// smaller records a smaller run than that in a file, and says how large both are.
func (p *plan) smaller(b *strings.Builder, path string) {
	text, err := p.shrunk(path)
	if err != nil {
		text = fmt.Sprintf("no smaller run: %v", err)
	}
	fmt.Fprintf(b, "  %s\n", text)
}

func (p *plan) shrunk(path string) (string, error) {
	rec, err := record.Open(path)
	if err != nil {
		return "", err
	}
	r, err := study.New(p.options, p.claims).Shrink(rec, shrink.Options{Runs: mostRuns, Check: p.check})
	if err != nil {
		return "", err
	}
	r.Run.Close()
	if !r.Smaller {
		return fmt.Sprintf("no smaller run was found: this one has %v", r.Before), nil
	}
	file := record.Beside(path, "shrunk")
	if err := os.WriteFile(file, r.Recording, 0o666); err != nil {
		return "", err
	}
	text := fmt.Sprintf("made smaller, from %v to %v", r.Before, r.After)
	for _, q := range r.Params {
		text += fmt.Sprintf(", %s %s to %s", q.Name, q.Before, q.After)
	}
	if p.options.Package.Path == "" {
		return text + ": " + file, nil
	}
	return text + ": " + commandline.Open("debug", file, false), nil
}

// mostRuns is how many runs are made at most to make one smaller.
const mostRuns = 3000
