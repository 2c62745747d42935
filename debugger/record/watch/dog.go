package watch

import (
	"sync/atomic"
	"time"

	"machsim/kernel"
)

// Usual is how much processor time program code may take between two kernel calls.
const Usual = 2 * time.Second

// How a Dog looks.
const (
	looks     = 20                    // during the limit, at least
	leastTick = time.Millisecond      // from look to look
	mostTick  = 50 * time.Millisecond // likewise
	steady    = 3                     // looks at which code waits in the same place
)

// deepStack is by how many bytes the stacks may grow beyond what their number explains, before it
// is seen whether the code calls itself without end; and so about how large a stack may become.
const deepStack = 64 << 20

// deepCalls is how many calls deep a goroutine has to be then.
const deepCalls = 10_000

// Limit is what program code may take between two kernel calls.
type Limit struct {
	Time time.Duration // of a processor; 0 for the usual
	Deep bool          // it may call itself as deep as Go lets it
}

func (l Limit) orUsual() time.Duration {
	if l.Time <= 0 {
		return Usual
	}
	return l.Time
}

// overflowing is how much code is there that calls itself without end, was given up, and has not come back.
var overflowing atomic.Int64

// Overflowing says that code which calls itself without end was given up and goes on. Go has no way to end
// it, and ends the process when the stack is a gigabyte. Code that makes kernel calls on the way gets a
// moment to come to its next one, where it stays.
func Overflowing() bool {
	for range looks {
		if overflowing.Load() == 0 {
			return false
		}
		time.Sleep(leastTick)
	}
	return true
}

// Dog looks after the program code of one Heartbeat. It is used by one goroutine at a time.
type Dog struct {
	heartbeat *kernel.Heartbeat
	limit     Limit

	progress kernel.Progress
	last     reading       // at the last look
	base     reading       // when it was last seen that no stack is deep
	used     time.Duration // processor time since
	count    int           // looks since
	next     int           // the look at which the stacks are dumped
	place    string        // where the code waited at the last dump
	same     int           // dumps at which it waited there
	deep     atomic.Bool   // the code was given up for its depth
}

// New returns a Dog that looks after the code of a Heartbeat. It has a claim to the process's time from
// now on; End gives that back.
func New(p *kernel.Heartbeat, limit Limit) *Dog {
	limit.Time = limit.orUsual()
	claims.Add(1)
	d := &Dog{heartbeat: p, limit: limit}
	d.base = read()
	d.again(p.Look(), d.base)
	return d
}

// End gives the claim back. It is to be called when the code has come back for good, also after it
// was given up: until then it may go on computing.
func (d *Dog) End() {
	claims.Add(-1)
	if d.deep.Load() {
		overflowing.Add(-1)
	}
}

// Tick is how long to wait between two looks.
func (d *Dog) Tick() time.Duration { return Tick(d.limit) }

// Tick is how long to wait between two looks at code with this limit.
func Tick(limit Limit) time.Duration { return min(max(limit.orUsual()/looks, leastTick), mostTick) }

// enough is how many looks code may wait outside of the kernel.
func (d *Dog) enough() int { return max(looks, int(d.limit.Time/d.Tick())) }

// again begins to count anew, as the code has got somewhere.
func (d *Dog) again(b kernel.Progress, now reading) {
	d.progress, d.last = b, now
	d.used, d.count, d.next, d.place, d.same = 0, 0, d.enough(), "", 0
}

// Look has a look. It returns what the code is doing when it is to be given up, else nil.
func (d *Dog) Look() *Loop {
	l := d.look()
	if l != nil && l.Depth > 0 {
		overflowing.Add(1)
		d.deep.Store(true)
	}
	return l
}

func (d *Dog) look() *Loop {
	b, now := d.heartbeat.Look(), read()
	grown := now.grown(d.base)
	if grown < 0 || grown >= deepStack {
		d.base = now // should the growth be another's
	}
	if grown >= deepStack && !d.limit.Deep {
		if l := d.overflow(); l != nil {
			return l
		}
	}
	if b != d.progress || !b.Inside {
		d.again(b, now)
		return nil
	}
	d.count++
	d.used = max(0, d.used+now.since(d.last, d.Tick()))
	d.last = now
	if d.used < d.limit.Time && d.count < d.next {
		return nil
	}
	return d.dump()
}

// overflow sees whether the code calls itself without end. It may make kernel calls on the way.
func (d *Dog) overflow() *Loop {
	g, id := deepest(goroutines(), d.heartbeat)
	if g.depth() < deepCalls {
		return nil
	}
	l := d.loop(g)
	l.Thread, l.Waits = id, ""
	return l
}

// dump finds out what the code is doing, and whether that is reason to give it up.
func (d *Dog) dump() *Loop {
	all := goroutines()
	g, ok := running(all, d.heartbeat)
	if !ok || d.heartbeat.Look() != d.progress {
		d.next = d.count + 1
		return nil // it was just coming back
	}
	if waits := g.waits(); waits != "" {
		d.next = d.count + 1
		if d.place != g.frames() {
			d.place, d.same = g.frames(), 0
		}
		d.same++
		if d.count < d.enough() || d.same < steady || d.used < d.limit.Time && helped(all) {
			return nil
		}
		return d.loop(g)
	}
	d.place, d.same = "", 0
	if d.used >= d.limit.Time {
		return d.loop(g)
	}
	d.next = max(d.next, 2*d.count)
	return nil
}

// Where says what the code is doing now.
func (d *Dog) Where() *Loop {
	g, _ := running(goroutines(), d.heartbeat)
	return d.loop(g)
}

// loop says what a goroutine is doing.
func (d *Dog) loop(g goroutine) *Loop {
	l := &Loop{Thread: d.heartbeat.Look().Thread, Waits: g.waits(), Unwinds: g.unwinds(), Limit: d.limit.Time,
		Frames: ProgramFrames(g.stack)}
	if n := g.depth(); n >= deepCalls {
		l.Depth, l.Cycle = n, cycle(l.Frames)
		l.Frames = append(l.Cycle[:len(l.Cycle):len(l.Cycle)], outermost(l.Frames, l.Cycle)...)
	}
	return l
}

// outermost are the calls by which a cycle of calls was come to.
func outermost(frames, cycle []kernel.Frame) []kernel.Frame {
	in := map[string]bool{}
	for _, f := range cycle {
		in[f.Func] = true
	}
	i := len(frames)
	for i > 0 && !in[frames[i-1].Func] {
		i--
	}
	return frames[i:]
}

// Do calls f, which runs program code of a Heartbeat, on a goroutine of its own, and waits for its
// end. A Loop says that it was given up: then f goes on all by itself, and nothing that it uses
// is to be touched any more. A panic of f is one of the caller's.
func Do(p *kernel.Heartbeat, limit Limit, f func()) *Loop {
	d := New(p, limit)
	done := make(chan any, 1)
	go func() {
		defer d.End()
		var v any = Exited{}
		defer func() { done <- v }()
		defer func() {
			if r := recover(); r != nil {
				v = r
			}
		}()
		p.Carry(f)
		v = nil
	}()
	tick := time.NewTicker(d.Tick())
	defer tick.Stop()
	for {
		select {
		case v := <-done:
			if v != nil {
				panic(v)
			}
			return nil
		case <-tick.C:
			if l := d.Look(); l != nil {
				p.GiveUp()
				return l
			}
		}
	}
}

// Exited is what Do panics with when f has called runtime.Goexit.
type Exited struct{}

func (Exited) String() string { return "runtime.Goexit was called" }

// Call calls f as Do does, where f calls nothing but methods of a program's values: all of
// its time counts.
func Call(limit time.Duration, f func()) *Loop {
	p := &kernel.Heartbeat{}
	return Do(p, Limit{Time: limit}, func() {
		p.Enter()
		f()
	})
}
