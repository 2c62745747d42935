package watch_test

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record/watch"
	"machsim/kernel"
)

const limit = 100 * time.Millisecond

// release lets what a test has left behind come back.
type release chan struct{}

func (c release) spin() {
	for {
		select {
		case <-c:
			return
		default:
			continue
		}
	}
}

// What does not come back is given up, with the reason, and the line.
func TestGivesUp(t *testing.T) {
	over := make(release)
	defer close(over)
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	for _, c := range []struct {
		name  string
		f     func()
		waits string
	}{
		{"receives", func() { <-over }, "chan receive"},
		{"selects nothing", func() { select {} }, "select (no cases)"},
		{"locks", func() { mu.Lock(); defer mu.Unlock() }, "sync.Mutex.Lock"},
		{"sleeps", func() { time.Sleep(time.Hour) }, "sleep"},
		{"waits for a group", func() { var g sync.WaitGroup; g.Add(1); g.Wait() }, "sync.WaitGroup.Wait"},
		{"dozes", func() {
			for {
				time.Sleep(time.Millisecond)
				select {
				case <-over:
					return
				default:
					continue
				}
			}
		}, "sleep"},
		{"computes", over.spin, ""}, // to the end of the test, so it comes last
	} {
		t.Run(c.name, func(t *testing.T) {
			l := watch.Call(limit, c.f)
			if l == nil || l.Waits != c.waits || l.Depth > 0 || l.Thread != 0 {
				t.Fatalf("%+v", l)
			}
			if !strings.HasPrefix(l.At(), "dog_test.go:") {
				t.Errorf("at %s", l.At())
			}
		})
	}
}

// What takes its time is not given up before it has used as much of a processor: neither one
// that waits and then goes on, nor one that shares the processors with many.
func TestIsPatient(t *testing.T) {
	if l := watch.Call(limit, func() { time.Sleep(limit / 4) }); l != nil {
		t.Errorf("%+v", l)
	}
	var wait sync.WaitGroup
	over := make(chan struct{})
	for range 8 * runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					continue
				}
			}
		})
	}
	n := 0
	l := watch.Call(2*time.Second, func() {
		for range 10_000_000 { // some 10 ms
			n++
			runtime.KeepAlive(n)
		}
	})
	close(over)
	wait.Wait()
	if l != nil {
		t.Errorf("%+v", l)
	}
}

// A panic comes to the caller.
func TestPanics(t *testing.T) {
	defer func() {
		if v := recover(); v != "oh" {
			t.Errorf("%v", v)
		}
	}()
	watch.Call(limit, func() { panic("oh") })
}

// A thread that calls itself without end is found while it is parked in a kernel call, and another runs.
func TestFindsParked(t *testing.T) {
	var heartbeat kernel.Heartbeat
	var over atomic.Bool
	var down func(th *kernel.Thread, n int) int
	down = func(th *kernel.Thread, n int) int {
		if n == 20_000 {
			th.Sleep(1)
			return n
		}
		return down(th, n+1) + n
	}
	d := watch.New(&heartbeat, watch.Limit{})
	defer d.End()
	p := &kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "idle", func(th *kernel.Thread) {
			for !over.Load() {
				th.Yield()
			}
		})
		b.Task(b.Host("a"), "deep", func(th *kernel.Thread) { down(th, 0); over.Store(true) })
		b.Task(b.Host("a"), "looks", func(th *kernel.Thread) {
			th.Yield()
			l := d.Deepest()
			if l == nil || l.Thread != 2 || len(l.Cycle) != 1 || l.Depth < 20_000 {
				t.Errorf("%+v", l)
			}
		})
	}}
	m, err := kernel.New(p, kernel.Config{Door: kernel.First{}, Heartbeat: &heartbeat})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	heartbeat.Carry(func() { m.Run() })
}
