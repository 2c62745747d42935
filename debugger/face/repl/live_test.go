package repl_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestGrew: what a live run writes is on the screen as it comes, and each line once: what came is not in the answer,
// and the rest is.
func TestGrew(t *testing.T) {
	p := &kernel.Program{Name: "lively", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for n := 1; ; n++ {
				if th.Yield(); n%1000 == 0 {
					th.Printf("line %d.", n/1000)
				}
			}
		})
	}}
	d, err := debugger.Open(t.Context(), debugger.Source{Run: runner.New(p, 0), Live: true, Limit: 1 << 50},
		debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var screen bytes.Buffer
	var halt context.CancelFunc
	prompt := repl.New(d, repl.Options{Out: &screen, Page: 1000,
		Begin: func() (context.Context, func()) {
			ctx, cancel := context.WithCancel(t.Context())
			halt = cancel
			return ctx, cancel
		},
		Grew: func(written []byte, g debugger.Growth) {
			if screen.Write(written); len(g.Wrote) > 0 {
				halt()
			}
		}})
	for range 2 {
		if err := prompt.Do("continue"); err != nil {
			t.Fatal(err)
		}
	}
	number := regexp.MustCompile(`line (\d+)\.`)
	missing := regexp.MustCompile(`\.\.\. (\d+) lines? before these`)
	next := 1
	for line := range strings.Lines(screen.String()) {
		if x := missing.FindStringSubmatch(line); x != nil {
			n := 0
			_, _ = fmt.Sscan(x[1], &n)
			next += n
		} else if x := number.FindStringSubmatch(line); x != nil && !strings.Contains(line, "did ") {
			if fmt.Sprint(next) != x[1] {
				t.Fatalf("line %d is missing, or there twice:\n%s", next, screen.String())
			}
			next++
		}
	}
	if next < 2 || strings.Count(screen.String(), "the run was halted here") != 2 {
		t.Errorf("the screen shows\n%s", screen.String())
	}
}

// TestCompleteLive: what there is so far is what a live run's names are completed to, at each moment; and looking for
// them makes no event.
func TestCompleteLive(t *testing.T) {
	d := open(t, debugger.Options{}, "philosophers", "--live", "--seed=7")
	p := repl.New(d, repl.Options{Out: new(bytes.Buffer)})
	for _, c := range []struct {
		events     int
		line, want string // the words, with spaces between them
	}{
		{0, "thread table.k", ""},
		{2, "break lock fork", "fork fork1"},
		{13, "thread table.k", "table.kant"},
		{13, "break lock fork", "fork fork1 fork2 fork3 fork4 fork5"},
		{41, "choose table.k", "table.kant"},
		{41, "choose table.l", "table.locke"},
		{41, "history mutex fork2", "fork2"},
	} {
		if m, err := d.Here(t.Context()); err != nil || m.Run.Events < c.events {
			if _, err := d.Step(t.Context(), debugger.Step{N: c.events - m.Run.Events}); err != nil {
				t.Fatal(err)
			}
		}
		if _, words := p.Complete(c.line); strings.Join(words, " ") != c.want {
			t.Errorf("after %d events, %q may become %q, and not %q", c.events, c.line, words, c.want)
		}
	}
	if m, err := d.Here(t.Context()); err != nil || m.Run.Events != 41 {
		t.Errorf("%+v, %v", m, err)
	}
}
