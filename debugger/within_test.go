package debugger_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// lazily begins a live run of a thread that computes between its calls, in a function with hooks, until it is told that
// it has done so for long enough. Whenever it begins to, busy is called.
func lazily(t *testing.T, enough *atomic.Bool, busy func()) (*debugger.Debugger, *kernel.Program) {
	t.Helper()
	p := &kernel.Program{Name: "lazily", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "one", func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			for range 3 {
				th.Yield()
				n++
				busy()
				hooked.Compute(func() bool {
					runtime.Gosched()
					return !enough.Load()
				})
			}
		})
		b.Task(b.Host("h"), "other", func(th *kernel.Thread) {
			for range 100 {
				th.Yield()
			}
		})
	}}
	run := runner.New(p, 1)
	run.LoopLimit = 200 * time.Millisecond
	d, err := debugger.Open(t.Context(), debugger.Source{Run: run, Live: true}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	return d, p
}

// TestLiveComputes: a run is halted while a thread computes, and says where. One may halt it again, go back, and look;
// the time does not count; and it goes on from there, by a motion or in another way.
func TestLiveComputes(t *testing.T) {
	var enough atomic.Bool
	var cancel context.CancelFunc
	d, p := lazily(t, &enough, func() { cancel() })
	halts := func() *debugger.Motion {
		var c context.Context
		c, cancel = context.WithCancel(t.Context())
		m, err := d.Continue(c, false)
		must(t, err)
		return m
	}
	_, err := d.SetFocus(t.Context(), "other")
	must(t, err)
	m := halts()
	x, at := m.Here.Computing, m.Here.Position
	if x == nil || x.Thread != "one.1" || x.Event != at.Events()+1 || !strings.HasPrefix(x.Source, "compute.go:") ||
		m.Stands != "the run was halted here: "+x.Text || m.Focus.Thread != x.Thread {
		t.Fatalf("%+v, %+v", m, x)
	}
	all, err := d.Threads(t.Context())
	must(t, err)
	if all[0].State != "runs" || all[0].Source != x.Source || !all[0].WentOn || value(t, d, "n") != "1" {
		t.Errorf("%+v, n = %s", all[0], value(t, d, "n"))
	}
	stack, err := d.Frames(t.Context(), "one")
	if err != nil || stack[0].Func != "hooked.Compute" {
		t.Errorf("%+v, %v", stack, err)
	}
	replays(t, d, p)
	c, stop := context.WithCancel(t.Context())
	stop()
	if m, err := d.Continue(c, false); err == nil && (!m.Here.Position.Equal(at) || m.Here.Computing == nil) {
		t.Errorf("halted again: %+v, %v", m, err)
	}
	_, err = d.Step(t.Context(), debugger.Step{Back: true})
	must(t, err)
	if h, err := d.Here(t.Context()); err != nil || h.Computing != nil {
		t.Errorf("an event back: %+v, %v", h, err)
	}
	goTo(t, d, "end")
	if h, err := d.Here(t.Context()); err != nil || h.Computing == nil {
		t.Errorf("at the end again: %+v, %v", h, err)
	}
	time.Sleep(300 * time.Millisecond) // more than it may compute
	enough.Store(true)
	cancel = func() {}
	if m, err = d.Continue(t.Context(), false); err != nil || !m.Here.AtEnd || m.Here.Ended != "OK" {
		t.Errorf("in the end: %+v, %v", m, err)
	}
	replays(t, d, p)
}

// TestLiveComputesAgain: what is done to others there has the thread make its event once more, by a machine of its own,
// which can be halted likewise.
func TestLiveComputesAgain(t *testing.T) {
	var enough atomic.Bool
	var cancel context.CancelFunc
	d, p := lazily(t, &enough, func() { cancel() })
	for range 2 {
		c, stop := context.WithCancel(t.Context())
		cancel = stop
		m, err := d.Continue(c, false)
		if err != nil || m.Here.Computing == nil {
			t.Fatalf("%+v, %v", m, err)
		}
		_, _ = d.Fork(t.Context(), debugger.Fork{Change: debugger.Kill{Name: "other.1"}}) // the first time
	}
	replays(t, d, p)
}

// TestLiveComputesKilled: what is done where a run was halted so is done before the event that the thread has done, and
// it is let go.
func TestLiveComputesKilled(t *testing.T) {
	var enough atomic.Bool
	c, cancel := context.WithCancel(t.Context())
	d, p := lazily(t, &enough, cancel)
	m, err := d.Continue(c, false)
	if err != nil || m.Here.Computing == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	r, err := d.Fork(t.Context(), debugger.Fork{Change: debugger.Kill{Name: "one.1"}})
	if err != nil || r.Number != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if m, err = d.Continue(t.Context(), false); err != nil || m.Here.Ended != "OK" {
		t.Errorf("in the end: %+v, %v", m, err)
	}
	replays(t, d, p)
}
