package kernel_test

import (
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// ticker is a program that sends itself messages.
func ticker(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		box, m := th.NewPort("box"), ipc.NewMessage(1, 2, "three")
		for {
			_ = th.Send(box, m)
			_, _ = th.Receive(box)
		}
	})
}

// traced runs the ticker for some steps under a tracer.
func traced(tb testing.TB, steps uint64, tr kernel.Tracer) {
	tb.Helper()
	m, err := kernel.New(&kernel.Program{Name: "ticker", Main: ticker}, kernel.Config{
		Seed: 1, MaxSteps: steps, Tracer: tr,
	})
	if err != nil {
		tb.Fatal(err)
	}
	defer m.Close()
	m.Run()
}

// Whoever does not ask for what was before the events is not told: not what the names that they mention
// stood for, nor their messages. Events take no memory, because the record is used again.
func TestTracerPaysForWhatItAsks(t *testing.T) {
	const steps = 4000
	told := 0
	cost := func(tr kernel.Tracer) float64 {
		told = 0
		return testing.AllocsPerRun(3, func() { traced(t, steps, tr) }) / steps
	}
	look := func(e *kernel.Event) {
		if _, known := e.Before(e.Target(), e.Call.Name); known || e.Msg != nil {
			told++
		}
	}
	none, plain := cost(kernel.Tracer{}), cost(kernel.Tracer{Event: look})
	if told != 0 {
		t.Errorf("%d events told what was before, and nobody had asked", told)
	}
	before := cost(kernel.Tracer{Event: look, Before: true})
	if told < steps {
		t.Errorf("%d events told what was before", told)
	}
	if plain > none+0.05 || before > plain+0.05 {
		t.Errorf("allocations a step: %.2f, with events %.2f, with what was before %.2f", none, plain, before)
	}
}

// Tracers that are joined hear all the same, in their order, beside a Log.
func TestTracersTogether(t *testing.T) {
	heard := ""
	hear := func(what string) kernel.Tracer {
		return kernel.Tracer{
			Step:  func(*kernel.State, kernel.Actor, kernel.Op, bool) { heard += what },
			Event: func(e *kernel.Event) { heard += what },
		}
	}
	log := &counting{}
	one := hear("a").And(kernel.Tracer{}).And(hear("b")).And(kernel.Tracer{Log: log})
	traced(t, 2, one)
	if heard != "abababab" || log.begun != 2 || log.ended != 2 {
		t.Errorf("heard %q, and the log %+v", heard, log)
	}
	if one.Before || !one.And(kernel.Tracer{Before: true}).Before {
		t.Error("nobody asked for what was before, or nobody heard of it")
	}
}

// counting is a Log that counts.
type counting struct{ begun, ended int }

func (c *counting) Open(*kernel.State)                {}
func (c *counting) Fired(*kernel.State, kernel.Actor) {}
func (c *counting) Begin(*kernel.State, kernel.Actor) { c.begun++ }
func (c *counting) End(*kernel.State, kernel.Taken)   { c.ended++ }
func (c *counting) Glance(id kernel.ThreadID, v any)  {}

// latecomer is a Log that need not hear of the first three steps.
type latecomer struct {
	counting
	opened []uint64 // the steps before each call of Open
}

func (l *latecomer) Since() uint64        { return 3 }
func (l *latecomer) Open(s *kernel.State) { l.opened = append(l.opened, s.Steps) }

// A Log that comes late is told of the steps from there on, and beside another one of all.
func TestTracerComesLate(t *testing.T) {
	late, both := &latecomer{}, &latecomer{}
	traced(t, 5, kernel.Tracer{Log: late})
	if !slices.Equal(late.opened, []uint64{3, 4}) || late.begun != 2 || late.ended != 2 {
		t.Errorf("it was told of %+v", late)
	}
	traced(t, 5, kernel.Tracer{Log: both}.And(kernel.Tracer{Log: &counting{}}))
	if both.begun != 5 {
		t.Errorf("beside another it was told of %+v", both)
	}
}

// leaver is a Log that wants to be told nothing any more after two steps.
type leaver struct {
	counting
	m *kernel.Machine
}

func (l *leaver) Open(*kernel.State) {
	if l.ended == 2 {
		l.m.Unlog(l)
	}
}

// A Log that has heard enough is told nothing any more, and others of the run go on.
func TestUnlog(t *testing.T) {
	for _, others := range [][]kernel.Log{nil, {&counting{}}, {&counting{}, &counting{}}} {
		l := &leaver{}
		tr := kernel.Tracer{}
		for i, o := range append(others, nil) {
			if i == len(others)/2 {
				tr = tr.And(kernel.Tracer{Log: l})
			}
			tr = tr.And(kernel.Tracer{Log: o})
		}
		m := kernel.Must(kernel.New(&kernel.Program{Name: "ticker", Main: ticker}, kernel.Config{MaxSteps: 5, Tracer: tr}))
		l.m = m
		m.Run()
		m.Close()
		if l.begun != 2 || l.ended != 2 {
			t.Errorf("it was told of %+v beside %d", l.counting, len(others))
		}
		for _, o := range others {
			if c := o.(*counting); c.begun != 5 || c.ended != 5 {
				t.Errorf("the other was told of %+v", c)
			}
		}
	}
}
