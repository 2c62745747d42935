package repl_test

import (
	"context"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/record"
)

// slow is a Prompt that gets stuck when it writes a picture or names a fork, until release is
// closed. Just then its command is given up.
type slow struct {
	*repl.Prompt
	d       *debugger.Debugger
	ctx     context.Context
	stop    func()
	release chan struct{}
}

func newSlow(t *testing.T) (*slow, func() string) {
	p := &slow{release: make(chan struct{}), ctx: context.Background()}
	p.d = open(t, debugger.Options{
		Write:    func(string, []byte) error { p.stuck(); return nil },
		ForkFile: func(*record.Parent, string, uint64) string { p.stuck(); return "a fork" },
	}, "philosophers", "--seed=26")
	var out interface{ String() string }
	p.Prompt, out = promptOn(t, p.d, repl.Options{Begin: func() (context.Context, func()) { return p.ctx, func() {} }})
	return p, out.String
}

func (p *slow) stuck() {
	p.stop()
	<-p.release
}

// interrupted obeys a line that is given up.
func (p *slow) interrupted(line string) error {
	p.ctx, p.stop = context.WithCancel(context.Background())
	if p.d.Busy() {
		p.stop() // it waits for the one before, and does not come to get stuck
	}
	return p.Do(line)
}

// TestGivenUp gives up a command that does not notice it: the prompt is back although the
// command is still stuck, and what was given up does not count when it ends.
func TestGivenUp(t *testing.T) {
	p, said := newSlow(t)
	mustDo(t, p.Prompt, "goto 60")
	for _, c := range []struct{ line, want string }{
		{"diagram -o x.svg", "interrupted; the position is what it was"},
		{"event", `machsim is still busy with "diagram -o x.svg", which you gave up`},
	} {
		if err := p.interrupted(c.line); err == nil || !strings.Contains(said(), c.want) {
			t.Errorf("%s: %v\n%s", c.line, err, said())
		}
		if !p.d.Busy() || p.Prompt.Prompt() != "(machsim 60) " {
			t.Errorf("%s: busy %t at %s", c.line, p.d.Busy(), p.Prompt.Prompt())
		}
	}
	if head, words := p.Complete("st"); head != "" || words != nil {
		t.Errorf("completes %q with %v", head, words)
	}
	close(p.release)
	p.ctx = context.Background()
	mustDo(t, p.Prompt, "event")
	if p.d.Busy() || p.Prompt.Prompt() != "(machsim 61) " || strings.Contains(said(), "drawn in") {
		t.Errorf("busy %t at %s\n%s", p.d.Busy(), p.Prompt.Prompt(), said())
	}
}

// TestGivenUpQuit leaves while a command that was given up is still at work.
func TestGivenUpQuit(t *testing.T) {
	p, said := newSlow(t)
	if err := p.interrupted("diagram -o x.svg"); err == nil {
		t.Fatal(said())
	}
	p.ctx = context.Background()
	if p.Run(repl.Script(strings.NewReader("quit\nwhere\n"), &strings.Builder{}), false) || !p.d.Busy() {
		t.Errorf("busy %t\n%s", p.d.Busy(), said())
	}
	close(p.release)
	mustDo(t, p.Prompt, "where")
}

// TestGivenUpFork gives up a fork that is there in the end all the same: it does not count.
func TestGivenUpFork(t *testing.T) {
	p, said := newSlow(t)
	mustDo(t, p.Prompt, "goto 60")
	if err := p.interrupted("run"); err == nil || !p.d.Busy() {
		t.Fatalf("busy %t: %v\n%s", p.d.Busy(), err, said())
	}
	close(p.release)
	p.ctx = context.Background()
	mustDo(t, p.Prompt, "forks")
	if !strings.Contains(said(), "there are no forks yet") || p.Prompt.Prompt() != "(machsim 60) " {
		t.Errorf("at %s\n%s", p.Prompt.Prompt(), said())
	}
}
