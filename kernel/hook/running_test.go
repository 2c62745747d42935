package hook_test

import (
	"iter"
	"sync/atomic"
	"testing"

	"machsim/kernel/hook"
)

// TestOthersAreNotHeard: a thread has the functions of its own goroutine and of the coroutines that the program makes
// there. A goroutine that runs beside it has none, and neither have coroutines of that.
func TestOthersAreNotHeard(t *testing.T) {
	th := hook.NewThread()
	th.Here()
	th.Resume()
	defer th.Pause()
	beside := func(f func()) {
		done := make(chan struct{})
		go func() { defer close(done); f() }()
		<-done
	}
	coroutine := func(f func()) {
		next, stop := iter.Pull(func(yield func(int) bool) { f(); yield(1) })
		defer stop()
		next()
	}
	for _, c := range []struct {
		what string
		do   func()
		want uint64
	}{
		{"its own", func() { sum(1) }, 6},
		{"a coroutine", func() { coroutine(func() { sum(1) }) }, 12},
		{"a coroutine of a coroutine", func() { coroutine(func() { coroutine(func() { sum(1) }) }) }, 18},
		{"a goroutine", func() { beside(func() { sum(1) }) }, 18},
		{"a coroutine of a goroutine", func() { beside(func() { coroutine(func() { sum(1) }) }) }, 18},
	} {
		if c.do(); th.N != c.want {
			t.Errorf("%s: %d statements, want %d", c.what, th.N, c.want)
		}
	}
}

// TestBeforeItsOwn: until a thread has said which goroutine is its own, nobody else takes its place.
func TestBeforeItsOwn(t *testing.T) {
	th := hook.NewThread()
	th.Resume()
	defer th.Pause()
	if statements(6); th.N != 0 {
		t.Errorf("a goroutine that runs beside it has done %d of its statements", th.N)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 1000 {
			statements(6)
		}
	}()
	th.Here()
	for range 1000 {
		statements(6)
	}
	if <-done; th.N != 6000 || th.Frame != nil {
		t.Errorf("%d statements, want 6000", th.N)
	}
}

// TestLost: a thread that was given up stays at its next hook, also if nobody stops it there, and is not the one that
// runs any more.
func TestLost(t *testing.T) {
	th := hook.NewThread()
	th.Lost = &atomic.Bool{}
	th.Stop = 4
	th.Reached = func(t *hook.Thread) { t.Stop = hook.Never; t.Park() }
	next, _ := fed(th)
	next()
	th.Lost.Store(true)
	other := hook.NewThread()
	other.Resume()
	for range 3 {
		if !next() || th.N != 5 {
			t.Fatalf("a thread that was given up has gone on to statement %d", th.N)
		}
	}
	if hook.Running() != other {
		t.Error("a thread that was given up is heard, or the one that runs is not")
	}
	if other.Pause(); hook.Running() != nil {
		t.Error("a thread runs that does not")
	}
}
