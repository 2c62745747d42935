package rebuild_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/test/testrun"
)

// stubborn is a program that is taken down while it behaves well, and does not any more when it
// is run again.
func stubborn(bad *atomic.Bool, inMain bool, body func(th *kernel.Thread, wait func())) *kernel.Program {
	wait := func() {
		if bad.Load() {
			select {}
		}
	}
	return &kernel.Program{Name: "stubborn", Main: func(b *kernel.Boot) {
		if inMain {
			wait()
		}
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) { body(th, wait) })
	}}
}

// A program that does not come back when it is run again is given up, with a word on where it is;
// when it behaves again, all is as before.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		name   string
		inMain bool
		body   func(th *kernel.Thread, wait func())
		want   string // of the error; "" for none
	}{
		{"body", false, func(th *kernel.Thread, wait func()) { th.Yield(); wait(); th.Yield() },
			"run again, main.1 waits outside of the kernel (select (no cases)), for more than 50ms (lost_test.go:"},
		{"deferred, at an end that was recorded", false, func(th *kernel.Thread, wait func()) {
			id := th.CThreads().Fork("kid", func(th *kernel.Thread) { defer wait(); th.Yield() })
			th.CThreads().Join(id)
			th.Yield()
		}, "run again, main.kid waits outside of the kernel"},
		{"main", true, func(th *kernel.Thread, _ func()) { th.Yield(); th.Yield() },
			"run again, Main waits outside of the kernel"},
		{"deferred, at an end of no event", false,
			func(th *kernel.Thread, wait func()) { defer wait(); th.Yield(); th.Yield() }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var bad atomic.Bool
			tp := testrun.Take(stubborn(&bad, c.inMain, c.body), kernel.Config{Seed: 1}, nil)
			tp.Limit = 50 * time.Millisecond
			threads := rebuild.New(tp)
			defer threads.Close()
			middle := tp.Counts(tp.Len() - 2)
			bad.Store(true)
			err := threads.To(graph.At(middle))
			if err == nil {
				err = threads.To(graph.At(tp.Counts(1))) // back again: the threads are let go
			}
			var lost *rebuild.Lost
			if errors.As(err, &lost) != (c.want != "") || c.want != "" && !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			bad.Store(false)
			if err := threads.To(graph.At(middle)); err != nil {
				t.Error(err)
			}
			if err := threads.To(graph.At(tp.Counts(0))); err != nil {
				t.Error(err)
			}
		})
	}
}

// A method of a value that ends the goroutine which calls it is told as that.
func TestExitedLook(t *testing.T) {
	p := &kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Yield(); th.Yield() })
	}}
	tp := testrun.Take(p, kernel.Config{}, nil)
	err := rebuild.Engine{Tape: tp}.Walk(engine.Walk{Look: func(engine.View, kernel.ThreadID, int) { runtime.Goexit() }})
	if err == nil || !strings.Contains(err.Error(), "a method of a value that main.1 shows calls runtime.Goexit") ||
		strings.Contains(err.Error(), "deterministic") {
		t.Errorf("%v", err)
	}
}

// TestRenamed sees a program run again whose first thread gave itself a name, that Main knows nothing of.
func TestRenamed(t *testing.T) {
	tp := testrun.Take(&kernel.Program{Name: "renamed", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			th.CThreads().SetName(th.ID(), "hume")
			th.Yield()
		})
	}}, kernel.Config{Seed: 1}, nil)
	threads := rebuild.New(tp)
	defer threads.Close()
	if err := threads.To(graph.At(tp.Counts(tp.Len() - 1))); err != nil {
		t.Error(err)
	}
}
