package repl_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Values whose String methods do not do what they should.
type (
	locked struct{ mu *sync.Mutex }
	deep   struct{ over *atomic.Bool }
	wild   struct{}
)

func (l locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return "unlocked"
}

func (d deep) String() string {
	if d.over.Load() {
		return ""
	}
	for range 1000 { // so that it is seen long before the stack is as large as Go allows
		d.over.Load()
	}
	return d.with([64]int{})
}

// with makes the stack grow by its argument.
func (d deep) with(_ [64]int) string { return d.String() }

func (wild) String() string { panic("oh") }

// showing opens a run of a program that shows x. The limit is that of its methods.
func showing(t *testing.T, x any, limit time.Duration) (*repl.Prompt, *bytes.Buffer) {
	t.Helper()
	p := &kernel.Program{Name: "showing", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			n := 7
			th.Watch("x", &x)
			th.Watch("n", &n)
			th.Yield()
			th.Check(false, "stop")
		})
	}}
	o := debugger.Options{LoopLimit: limit}
	d, err := debugger.Open(context.Background(), debugger.Source{Run: runner.New(p, 0)}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	out := &bytes.Buffer{}
	return repl.New(d, repl.Options{Out: out}), out
}

// A method that does not come back, or panics, is told in place of its value; the session goes on.
func TestPrintMethods(t *testing.T) {
	mu := new(sync.Mutex)
	mu.Lock()
	defer mu.Unlock()
	for _, c := range []struct {
		x    any
		want string
	}{
		{locked{mu},
			"(its own method waits outside of the kernel (sync.Mutex.Lock), for more than 100ms, at methods_test.go:"},
		{wild{}, "(its String method panics: oh)"},
	} {
		p, out := showing(t, c.x, 100*time.Millisecond)
		mustDo(t, p, "print")
		if !strings.Contains(out.String(), c.want) || !strings.Contains(out.String(), "main.1  n         7\n") {
			t.Errorf("%s\nwant %s", out, c.want)
		}
		out.Reset()
		mustDo(t, p, "goto 1")
		mustDo(t, p, "goto end")
		mustDo(t, p, "print n")
		if !strings.Contains(out.String(), "main.1  n         7\n") {
			t.Errorf("afterwards: %s", out)
		}
	}
}

// So it is with the value of an expression of Go.
func TestPrintExpressionMethods(t *testing.T) {
	d, err := debugger.Open(context.Background(), debugger.Source{Run: runner.New(hooked.Program, 0)},
		debugger.Options{LoopLimit: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	out := &bytes.Buffer{}
	p := repl.New(d, repl.Options{Out: out})
	for _, line := range []string{"start", "step two.1", "print endless(1)", "print amount"} {
		mustDo(t, p, line)
	}
	says(t, out.String(), "endless(1) is (its own method waits outside of the kernel", "amount is 100")
}

// What has failed does not go on, and that is said.
func TestStepAfterFailure(t *testing.T) {
	p, _ := showing(t, 1, time.Minute)
	err := p.Do("event main.1")
	if err == nil || !strings.Contains(err.Error(), "at the end of the run it has failed: check failed: stop") {
		t.Error(err)
	}
}

// One that calls itself without end is told too, and ends the session.
func TestPrintDeepMethod(t *testing.T) {
	over := new(atomic.Bool)
	defer over.Store(true)
	p, out := showing(t, deep{over}, time.Minute)
	lines := repl.Script(strings.NewReader("print\nprint n\n"), out)
	if failed := p.Run(lines, true); !failed {
		t.Error("nothing failed")
	}
	over.Store(true)
	for debugger.Overflowing() { // other sessions of this process would end as well
		time.Sleep(time.Millisecond)
	}
	said := out.String()
	if !strings.Contains(said, "repl_test.deep.String (methods_test.go:") ||
		!strings.Contains(said, "the session ends here") ||
		strings.Contains(said, "print n") {
		t.Errorf("%s", said)
	}
}
