package runner

import (
	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// Divergence is the first event at which two runs of the same program, with the same
// seed, differ.
type Divergence struct {
	Event         uint64
	First, Second *trace.Row // what each did; nil if that run had ended
	Hidden        bool       // the two look alike: they differ in what is not shown
}

// Verified is what comparing two runs has found.
type Verified struct {
	First, Second *Run
	Divergence    *Divergence // nil: the same, event by event
}

// Close lets go of the threads of both runs.
func (v Verified) Close() {
	v.First.Close()
	v.Second.Close()
}

// Verify makes two runs at once, which take turns event by event, and compares each
// event as it happens. At the first that differs both are stopped. They may be replays.
func Verify(o Options) Verified {
	first, second := o.Setup(), o.Setup()
	if r := first.replay; r != nil {
		second.replay = r.Again()
	}
	stop := make(chan struct{})
	a, b := newTwin(first, stop), newTwin(second, stop)
	var diff *Divergence
	for {
		x, y := a.step(), b.step()
		if a.limited() || b.limited() {
			break // a limit is none of the program's doing
		}
		if diff = compare(x, y); diff != nil || x == nil {
			break
		}
	}
	close(stop)
	return Verified{First: a.end(), Second: b.end(), Divergence: diff}
}

// Limited is the first of the runs that was given up at a limit, nil if none was: then nothing
// is known of what would have come.
func (v Verified) Limited() *Run {
	switch {
	case v.First.limit():
		return v.First
	case v.Second.limit():
		return v.Second
	}
	return nil
}

// twin is one of two runs that take turns.
type twin struct {
	events chan *kernel.Event // what it did, while it waits to be told to go on
	goOn   chan bool
	done   chan *Run
	run    *Run
	start  func()
	waits  bool // in its observer
}

func newTwin(o *Setup, stop <-chan struct{}) *twin {
	t := &twin{events: make(chan *kernel.Event), goOn: make(chan bool), done: make(chan *Run, 1)}
	user := o.Stop
	o.Lines = true
	o.Tracer = kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		select {
		case t.events <- e:
			<-t.goOn
		case <-stop:
		}
	}}
	o.Stop = either(user, stop)
	t.start = func() { go func() { t.done <- do(o) }() }
	return t
}

// either returns a channel that is closed when one of two is.
func either(a, b <-chan struct{}) <-chan struct{} {
	if a == nil {
		return b
	}
	c := make(chan struct{})
	go func() {
		defer close(c)
		select {
		case <-a:
		case <-b:
		}
	}()
	return c
}

// limited says that the run was given up at a limit.
func (t *twin) limited() bool {
	return t.run != nil && t.run.limit()
}

// step lets the run go on to its next event, which stays valid until the next step;
// nil when the run has ended.
func (t *twin) step() *kernel.Event {
	switch {
	case t.run != nil:
		return nil
	case t.start != nil:
		t.start()
		t.start = nil
	case t.waits:
		t.goOn <- true
	}
	t.waits = false
	select {
	case e := <-t.events:
		t.waits = true
		return e
	case t.run = <-t.done:
		return nil
	}
}

// end waits for the run's end.
func (t *twin) end() *Run {
	if t.waits {
		t.goOn <- true
	}
	if t.run == nil {
		t.run = <-t.done
	}
	return t.run
}

// compare returns how two events differ, nil when they are the same.
func compare(x, y *kernel.Event) *Divergence {
	switch {
	case x == nil && y == nil:
		return nil
	case x == nil || y == nil:
		return &Divergence{Event: number(x, y), First: row(x), Second: row(y)}
	case same(x, y):
		return nil
	}
	d := &Divergence{Event: x.Step, First: row(x), Second: row(y)}
	d.Hidden = *d.First == *d.Second
	return d
}

func number(x, y *kernel.Event) uint64 {
	if x != nil {
		return x.Step
	}
	return y.Step
}

func row(e *kernel.Event) *trace.Row {
	if e == nil {
		return nil
	}
	r := trace.Of(event.Of(e))
	return &r
}

// same compares two events: who did what, where, and how it went. The running hash
// stands for what the calls said and got.
func same(x, y *kernel.Event) bool {
	if x.Step != y.Step || x.Time != y.Time || x.Actor != y.Actor || x.State.Hash != y.State.Hash ||
		x.Done != y.Done || x.Ended != y.Ended || x.About != y.About || x.Wait != y.Wait || x.Phase != y.Phase {
		return false
	}
	if x.Call == nil || y.Call == nil {
		return x.Call == y.Call
	}
	return sameCall(x.Call, y.Call) && sameAnswer(x, y)
}

func sameCall(x, y *kernel.Call) bool {
	return x.Op == y.Op && x.PC == y.PC && x.Opt == y.Opt && x.Flag == y.Flag && x.Disp == y.Disp && x.Text == y.Text &&
		x.Name == y.Name && x.Name2 == y.Name2 && x.Name3 == y.Name3 && x.N == y.N && x.N2 == y.N2 && x.N3 == y.N3
}

func sameAnswer(x, y *kernel.Event) bool {
	if !x.Done {
		return true
	}
	a, b := x.Result, y.Result
	return a.Code == b.Code && a.Name == b.Name && a.N == b.N && a.Text == b.Text && sameMessage(a.Msg, b.Msg)
}

func sameMessage(a, b *ipc.Message) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.String() == b.String()
}
