package repl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/test/hostile"
)

// hostilePrompt is a Prompt on a run of the program whose every name and text misleads.
func hostilePrompt(t *testing.T, o Options, write func(string, []byte) error) *Prompt {
	t.Helper()
	run := runner.New(&hostile.Program, 7)
	run.Lines = true
	from := debugger.Source{Run: run}
	d, err := debugger.Open(context.Background(), from, debugger.Options{Write: write})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return New(d, o)
}

// Whatever a program calls its things, and says, none of it comes out of any command of the
// prompt as it is: with the arguments that completion offers, in any combination, with what
// was offered typed wrongly, and at any position.
func TestHostileAnswers(t *testing.T) {
	var out strings.Builder
	write := func(path string, data []byte) error {
		if strings.HasSuffix(path, ".svg") {
			return hostile.Check(string(data))
		}
		return nil
	}
	p := hostilePrompt(t, Options{Out: &out, Page: 1000}, write)
	r := rand.New(rand.NewPCG(1, 2))
	lines := append(hostileLines(p, r), "output all", "start", "continue", "trace number if thread-start",
		"diagram -o x.svg", "info", "forks", "save f.rec", "set shown.V[0] y",
		"query select 1 as \"\x1b]0;title\x07\"")
	for _, width := range []int{0, 60} {
		p.o.Width = width
		for _, line := range lines {
			out.Reset()
			_ = p.Do(line)
			if err := hostile.Check(p.Prompt() + "\n" + out.String()); err != nil {
				t.Errorf("%q: %v", line, err)
			}
			if forks, _ := p.d.Forks(context.Background()); len(forks) > 5 {
				p.d.Close()
				p = hostilePrompt(t, Options{Out: &out, Page: 1000, Width: width}, write)
			}
		}
	}
	if len(lines) < 100 {
		t.Errorf("only %d lines were typed", len(lines))
	}
}

// hostileLines are lines for all commands but quit.
func hostileLines(p *Prompt, r *rand.Rand) []string {
	var all []string
	events, _ := p.total()
	typed := strings.ReplaceAll(hostile.Text("x"), "\n", " ")
	for i := range Commands {
		c := &Commands[i]
		if c.Name == "quit" {
			continue
		}
		all = append(all, fmt.Sprint("goto ", r.IntN(events)), c.Name)
		if c.most == 0 {
			continue
		}
		all = append(all, c.Name+" "+typed, c.Name+` "`+typed+`"`, c.Name+" 12", c.Name+" all")
		var words []string
		if c.words != nil {
			words = c.words(p)
		}
		for range min(6, len(words)) {
			w := words[r.IntN(len(words))]
			all = append(all, c.Name+" "+w, c.Name+" "+w+" "+words[r.IntN(len(words))], c.Name+" "+w+"x",
				c.Name+" "+w[:len(w)/2])
		}
	}
	return all
}

// What completion offers is printable.
func TestHostileCompletion(t *testing.T) {
	p := hostilePrompt(t, Options{Out: &strings.Builder{}}, nil)
	for i := range Commands {
		_, words := p.Complete(Commands[i].Name + " ")
		for _, w := range words {
			if err := hostile.Check(w); err != nil || strings.Contains(w, "\n") {
				t.Errorf("%s %q: %v", Commands[i].Name, w, err)
			}
		}
	}
}
