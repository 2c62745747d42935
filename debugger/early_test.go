package debugger_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/test/testrun"
)

// gated is a program whose first call comes when the gate opens.
func gated(gate <-chan struct{}, calls int) *kernel.Program {
	return &kernel.Program{Name: "gated", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "one", func(th *kernel.Thread) {
			<-gate
			for n := range calls {
				th.Label(fmt.Sprint(n))
			}
		})
	}}
}

// late opens a recording of a gated program early, and returns the gate, which is closed, and what was told.
func late(t *testing.T, recorded, calls int) (d *debugger.Debugger, gate chan struct{}, told chan debugger.Work) {
	t.Helper()
	open := make(chan struct{})
	close(open)
	rec := testrun.Record(gated(open, recorded), kernel.Config{Seed: 1})
	gate, told = make(chan struct{}), make(chan debugger.Work, 1000)
	d, err := debugger.Open(ctx, debugger.Source{Recording: rec, Program: gated(gate, calls)}, debugger.Options{
		Early: time.Nanosecond, LoopLimit: time.Hour,
		Progress: func(w debugger.Work, _, _ uint64) { told <- w },
	})
	must(t, err)
	t.Cleanup(d.Close)
	if d.Opening() != rec || d.Opened() != nil || !d.Busy() {
		t.Error("it is open already")
	}
	return d, gate, told
}

// TestEarly calls methods while a recording is still being opened: they wait for that, and can be interrupted.
func TestEarly(t *testing.T) {
	d, gate, told := late(t, 10_000, 10_000)
	soon, end := context.WithTimeout(ctx, time.Millisecond)
	defer end()
	var interrupted *debugger.Interrupted
	if _, err := d.Here(soon); !errors.As(err, &interrupted) || d.Opening() == nil {
		t.Error(err)
	}
	time.AfterFunc(time.Millisecond, func() { close(gate) })
	if h, err := d.Here(ctx); err != nil || !h.AtEnd || d.Opening() != nil || d.Opened() != nil {
		t.Errorf("%+v, %v", h, err)
	}
	if last := lastOf(told); last != 0 {
		t.Errorf("it is not told that %d has ended", last)
	}
}

// TestToldOfRunning sees that a method tells how far the programs are that it runs again.
func TestToldOfRunning(t *testing.T) {
	d, gate, told := late(t, 10_000, 10_000)
	close(gate)
	_, err := d.Variables(ctx, debugger.Plain)
	must(t, err)
	running, last := false, debugger.Work(0)
	for len(told) > 0 {
		last = <-told
		running = running || last == debugger.Running
	}
	if !running || last != 0 {
		t.Errorf("told of running: %t, and then of %d", running, last)
	}
}

// TestEarlyUntold sees that nobody is told of an opening that nobody waits for.
func TestEarlyUntold(t *testing.T) {
	d, gate, told := late(t, 10_000, 10_000)
	lastOf(told) // of Open
	close(gate)
	for d.Opening() != nil {
		time.Sleep(time.Millisecond)
	}
	if last := lastOf(told); last != 0 {
		t.Errorf("%d was told", last)
	}
}

// lastOf returns what was told last, 0 if nothing was.
func lastOf(told chan debugger.Work) (last debugger.Work) {
	for len(told) > 0 {
		last = <-told
	}
	return last
}

// TestEarlyUnfit sees that methods say why a recording could not be opened after all.
func TestEarlyUnfit(t *testing.T) {
	d, gate, _ := late(t, 10, 9)
	close(gate)
	var unfit *debugger.Unfit
	if _, err := d.Here(ctx); !errors.As(err, &unfit) || !errors.As(d.Opened(), &unfit) || d.Opening() != nil {
		t.Errorf("%v, %v", err, d.Opened())
	}
}

// TestEarlyClose gives an opening up.
func TestEarlyClose(t *testing.T) {
	d, gate, _ := late(t, 10, 10)
	d.Close()
	close(gate)
	if _, err := d.Here(ctx); err == nil || d.Opened() == nil {
		t.Errorf("%v, %v", err, d.Opened())
	}
}
