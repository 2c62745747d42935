package debugger

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"machsim/debugger/event/text"
	"machsim/debugger/session"
	"machsim/debugger/stops"
	"machsim/debugger/values"
)

// patience is how long a method whose context has ended may take to notice that. With what comes
// before and after it, its caller is back within a tenth of a second.
const patience = 50 * time.Millisecond

// Interrupted is the error of a method whose context has ended. All is what it was.
type Interrupted struct {
	What string // what has come of it: "the position is what it was"
}

func (e *Interrupted) Error() string { return "interrupted; " + e.What }

// unmoved is the error of a motion that was given up.
var unmoved = &Interrupted{"the position is what it was"}

// Until returns a context that ends when a channel is closed; nil never is.
func Until(stop <-chan struct{}) context.Context { return until{context.Background(), stop} }

type until struct {
	context.Context
	stop <-chan struct{}
}

func (u until) Done() <-chan struct{} { return u.stop }

func (u until) Err() error {
	select {
	case <-u.stop:
		return context.Canceled
	default:
		return nil
	}
}

// Busy is the error of a method that cannot begin because another one, which was given up, has
// not ended.
type Busy struct {
	What string // the other one
}

func (e *Busy) Error() string {
	return fmt.Sprintf("machsim is still busy with %q, which you gave up: wait for it", e.What)
}

// Busy says whether a method is at work. One that was given up may be, for some time.
func (d *Debugger) Busy() bool { return len(d.gate) > 0 }

// Do runs a command that is made of several methods as if it were one: nothing comes between
// them, and if f returns an error, or ctx ends, everything is what it was before. The methods are
// called with the context that f is given. What names the command for the error of others that
// have to wait for it.
//
// When ctx ends and f does not return soon, Do leaves it behind and returns an *Interrupted error.
// The methods of the Debugger wait until f returns; a method whose own context ends while it
// waits returns a *Busy error. A panic in f is a fault of machsim's own, and becomes an error.
func (d *Debugger) Do(ctx context.Context, what string, f func(context.Context) error) error {
	if t, ok := ctx.Value(d).(*turn); ok && !t.isOver() { // it is part of another
		return d.attempt(ctx, what, d.wayBack(), f)
	}
	d.progress.begin()
	defer d.progress.end()
	looks := PersonOf(ctx).MayNot()
	if looks == nil {
		d.hurry()
	}
	if err := d.begin(ctx, what); err != nil {
		return err
	}
	if d.looks, d.tasks = looks, nil; looks != nil {
		d.tasks = PersonOf(ctx).Tasks
		var done func()
		ctx, done = d.givesWay(ctx)
		defer done()
	}
	d.setStop(ctx.Done())
	t := &turn{ended: make(chan struct{}), back: d.wayBack()}
	inner := context.WithValue(ctx, d, t)
	go func() {
		defer d.end(t)
		t.err = fmt.Errorf("%q has ended the goroutine that it ran in", what)
		if t.err = d.attempt(inner, what, t.back, d.looking(f)); t.err == nil {
			d.keep()
		}
	}()
	return t.wait(ctx)
}

// turn is a method, or a command of several, at work.
type turn struct {
	back  func()
	stays atomic.Bool // it ends by itself soon after its context has
	ended chan struct{}
	err   error // valid when it has ended

	mu   sync.Mutex
	left bool // its caller does not wait any more
	over bool
}

// isOver says whether the turn has ended; its context may have outlived it.
func (t *turn) isOver() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}

// begin waits until no other method is at work.
func (d *Debugger) begin(ctx context.Context, what string) error {
	select {
	case d.gate <- struct{}{}:
	default:
		if err := d.queue(ctx); err != nil {
			return err
		}
	}
	if err := d.opening.err; err != nil { // that has ended, for it had the gate
		<-d.gate
		return err
	}
	d.words.Lock()
	d.doing = what
	d.words.Unlock()
	return d.roused(ctx)
}

// roused waits until the idle work has ended.
func (d *Debugger) roused(ctx context.Context) error {
	ended := d.rouse()
	select {
	case <-ended:
		return nil
	case <-time.After(patience):
	}
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		<-d.gate
		return &Busy{"getting ready for motions"}
	}
}

// queue waits for the method at work.
func (d *Debugger) queue(ctx context.Context) error {
	select {
	case d.gate <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	select {
	case d.gate <- struct{}{}:
		return nil
	case <-time.After(patience):
	}
	if d.opening.isOn() {
		return &Interrupted{"the recording is still being opened"}
	}
	d.words.Lock()
	defer d.words.Unlock()
	return &Busy{d.doing}
}

// end lets the next method begin. What was left behind has not happened.
func (d *Debugger) end(t *turn) {
	t.mu.Lock()
	t.over = true
	left := t.left
	t.mu.Unlock()
	if left {
		t.back()
		d.changed = true // it may have been written down
		d.Notices()      // nobody hears them
	}
	for _, f := range d.commit {
		if t.err == nil && !left {
			f()
		}
	}
	d.commit = nil
	d.tellChange()
	d.rest()
	<-d.gate
	close(t.ended)
}

// wait waits for a turn to end, but not much longer than its context.
func (t *turn) wait(ctx context.Context) error {
	select {
	case <-t.ended:
		return t.err
	case <-ctx.Done():
	}
	select {
	case <-t.ended:
		return t.err
	case <-time.After(patience):
	}
	if t.stays.Load() {
		<-t.ended
		return t.err
	}
	t.mu.Lock()
	t.left = !t.over
	t.mu.Unlock()
	if !t.left {
		<-t.ended
		return t.err
	}
	return unmoved
}

// attempt calls f, and goes back if it fails.
func (d *Debugger) attempt(ctx context.Context, what string, back func(), f func(context.Context) error) (err error) {
	returned := false
	defer func() {
		v := recover()
		if m, ok := v.(session.Missing); ok {
			v, err = nil, m.Err
		}
		if v != nil {
			err = fmt.Errorf("machsim itself is at fault in %q, and the position is what it was: %v\n%s",
				what, v, debug.Stack())
		}
		if isStopped(err) || errors.Is(err, context.Canceled) { // maybe by whoever answers the queries of a guest
			err = &Interrupted{"all is what it was"}
		}
		if err != nil || !returned {
			back()
		}
	}()
	err = f(ctx)
	returned = true
	return err
}

// state is what methods may change, and what is as it was if they fail. Each run has a place of
// its own, too.
type state struct {
	on          *run   // the present run
	runs        []*run // the recording, and the forks by their numbers
	mode        Mode
	servers     bool // answers tell of name servers
	set         stops.Set
	queries     []NamedQuery       // never written to: a change is another slice
	displays    []Display          // likewise; without what they show
	threadNames []ThreadName       // likewise
	lets        []values.KeptValue // likewise
	broken      []string           // the claims of a live run that are told to be broken; never written to, either
	keeper
}

// wayBack returns what makes everything what it is now.
func (d *Debugger) wayBack() (back func()) {
	was, commits := d.state, len(d.commit)
	was.runs = slices.Clone(was.runs)
	breakpoints, globals := copies(was.set.Points.List), copies(was.set.Globals.List)
	stands := text.Each(was.runs, d.stand)
	return func() {
		for _, r := range d.runs[len(was.runs):] {
			r.close()
		}
		d.state, d.commit = was, d.commit[:commits]
		restore(d.set.Points.List, breakpoints)
		restore(d.set.Globals.List, globals)
		for _, stand := range stands {
			stand()
		}
	}
}

// stand returns what lets a run be left where it is now. What it has dropped meanwhile stays so: with it goes what was
// put down there, and one who stood there stands where the run begins.
func (d *Debugger) stand(r *run) func() {
	if r.Closed() {
		return func() {}
	}
	place, marks, s := r.Place, r.marks, r.S
	if s.Early() {
		return func() {
			if r.Place, r.marks = place, marks; !s.Early() {
				_ = s.MoveTo(s.End())
			}
		}
	}
	at, first, now := s.Position(), s.First(), s.Follow()
	return func() {
		r.Place, r.marks = place, marks
		if s.First() > first {
			r.Left, _ = now(place.Left)
			r.marks, _ = marks.still(now)
			d.forget(r)
		}
		at, ok := now(at)
		if !ok {
			at = s.Start()
		}
		_ = s.MoveTo(s.Consistent(at)) // which costs nothing where it is
		r.Moved()
	}
}

// copies are what some pointers point to.
func copies[T any](list []*T) (all []T) {
	return text.Each(list, func(x *T) T { return *x })
}

// restore gives back what copies has copied.
func restore[T any](list []*T, was []T) {
	for i, x := range list {
		*x = was[i]
	}
}

// setStop says what ends the method that begins.
func (d *Debugger) setStop(stop <-chan struct{}) {
	d.stop = stop
	for _, r := range d.runs {
		if !r.Closed() {
			r.S.Stop = stop
		}
	}
}
