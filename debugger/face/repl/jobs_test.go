package repl_test

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/run/runner"
)

// waits is a value whose String method comes back when it is let.
type waits struct{ let *atomic.Bool }

func (w waits) String() string {
	for !w.let.Load() {
		time.Sleep(time.Millisecond)
	}
	return "it is there"
}

// TestJobs lets commands go on beside the prompt: one is joined, one is given up, and the answer of one is shown before
// that of the next command. Meanwhile what needs the run is refused.
func TestJobs(t *testing.T) {
	var let atomic.Bool
	p, out := showing(t, waits{&let}, time.Minute)
	mustDo(t, p, "set patience 20ms")
	said := func(line string, wants ...string) {
		t.Helper()
		out.Reset()
		_ = p.Do(line)
		says(t, out.String(), wants...)
	}
	said("print x", "print x goes on beside the prompt, as job 1")
	said("jobs", "job 1, for 0s: print x")
	said("where", "job 1 is at work, print x: join waits for it, cancel gives it up")
	said("join 2", "there is no job 2; the last one was 1")
	let.Store(true)
	said("join", "job 1, print x:", "it is there")
	said("join", "job 1 has ended")
	let.Store(false)
	said("print x", "as job 2")
	said("cancel", "job 2, print x:", "interrupted; ")
	let.Store(true)
	mustDo(t, p, "set patience off")
	mustDo(t, p, "where")
	let.Store(false)
	mustDo(t, p, "set patience 20ms")
	said("print x", "as job 3")
	let.Store(true)
	out.Reset()
	for !strings.Contains(out.String(), "no command goes on beside the prompt") {
		_ = p.Do("jobs")
		time.Sleep(time.Millisecond)
	}
	says(t, out.String(), "job 3, print x:", "it is there")
}

// company is a session that several share.
type company struct{ moves string }

func (c *company) Who() []repl.Guest {
	return []repl.Guest{{Name: "anna", Face: "prompt", Moves: c.moves == "anna", Here: true},
		{Name: "ben", Face: "page", Moves: c.moves == "ben"}, {Name: "cleo", Face: "editor", Looks: true}}
}

func (c *company) Give(name string) error { c.moves = name; return nil }
func (c *company) Take() error            { c.moves = "anna"; return nil }

// TestCompany asks who is in a session, and lets another one move.
func TestCompany(t *testing.T) {
	c, out := &company{"anna"}, &bytes.Buffer{}
	d, err := debugger.Open(context.Background(), debugger.Source{Run: runner.New(find("bank"), 9)}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	p := repl.New(d, repl.Options{Out: out, Begin: func() (context.Context, func()) {
		return repl.InCompany(context.Background(), c), func() {}
	}})
	for _, line := range []string{"give ben", "who", "take"} {
		mustDo(t, p, line)
	}
	says(t, out.String(), "ben moves from now on\n", "anna  prompt, looks  (you)\nben  page, moves\n",
		"cleo  editor, looks, and has to be let move\n", "you move from now on\n")
}
