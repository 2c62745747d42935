package simtest

import (
	"context"
	"fmt"

	"machsim/debugger/study"
)

// Shrink makes a failing run smaller, as machsim shrink does: the smaller run fails in the same way, and is recorded
// beside the first. It takes up to some thousand runs. Each is held against the conditions, and the claims of
// [Linearizable], [Assert] and their like.
func Shrink() Option { return func(p *plan) { p.shrinks = true } }

// smaller records a smaller run than one in a file, and says how large both are.
func (p *plan) smaller(s *study.Study, run *study.Ran, path string) (string, error) {
	rec, err := s.Recorded(run, path)
	if err != nil {
		return "", err
	}
	x, err := rec.Shrink(context.Background(), study.Shrinking{Runs: mostRuns})
	if err != nil {
		return "", err
	}
	x.Run.Close()
	if !x.Smaller {
		return fmt.Sprintf("no smaller run was found: this one has %v", x.Before), nil
	}
	file, err := x.Save("")
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("made smaller, from %v to %v", x.Before, x.After)
	for _, q := range x.Params {
		text += fmt.Sprintf(", %s %s to %s", q.Name, q.Before, q.After)
	}
	if p.process.Package.Path == "" {
		return text + ": " + file, nil
	}
	return text + ": " + p.process.Command("debug", file), nil
}

// mostRuns is how many runs are made at most to make one smaller.
const mostRuns = 3000
