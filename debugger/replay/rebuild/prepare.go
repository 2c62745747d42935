package rebuild

import (
	"slices"
	"sort"
	"time"

	"machsim/debugger/record/watch"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
)

// What Prepare does.
const (
	fewCalls = 4_000                 // run again in no time
	pulse    = 3 * time.Millisecond  // how long it runs programs between looks at the channel that stops it
	grace    = 20 * time.Millisecond // after which what runs then is given up
)

// coming is a copy of the programs that Prepare brings to a position, and goes on with when it is called again.
type coming struct {
	r        *Threads
	at, upto int // events
	window   int // the event from which on it remembers what it shows; upto for never
	stride   int // how many events take a pulse
}

// Prepare makes copies of the programs for motions to come, from a position: one there, one that remembers what it
// shows before that, and others on the way to the end of the run. It returns when there are enough, or soon after stop
// is closed.
func (r *Threads) Prepare(from graph.Position, stop <-chan struct{}) {
	late, done := make(chan struct{}), make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-stop:
		case <-done:
			return
		}
		select {
		case <-time.After(grace):
			close(late)
		case <-done:
		}
	}()
	for r.keeps() && !engine.Stopped(stop) {
		if r.coming == nil && !r.plans(r.largest(), from) || !r.bring(stop, late) {
			return
		}
	}
}

// plans begins with a copy, if one is missing.
func (r *Threads) plans(family int, from graph.Position) bool {
	if family < 0 {
		return false
	}
	if upto, ok := r.absent(family, from); ok {
		r.begin(upto, upto)
		return true
	}
	if r.foresees(family, from) {
		return true
	}
	upto, ok := r.gap(family)
	if ok {
		r.begin(upto, upto)
	}
	return ok
}

// begin begins with a copy.
func (r *Threads) begin(window, upto int) {
	c := r.plan.threads()
	c.listen = r.listen
	r.coming = &coming{r: c, window: window, upto: upto, stride: 64}
}

// foresees begins with a copy that remembers what it shows before a position, if that is a beginning of the recorded
// order and nobody remembers it.
func (r *Threads) foresees(family int, from graph.Position) bool {
	cuts := graph.Cuts{Tape: r.plan.t}
	if !cuts.Beginning(from.Cut) {
		return false
	}
	here := cuts.Missing(from.Cut)
	first := sort.Search(here, func(n int) bool { return r.remembered(family, n) })
	window := 0
	for _, k := range r.plan.families[family] {
		window = max(window, r.recent(k, cuts.First(first)))
	}
	if here-first > (first-window)/2 || !r.begun(r.plan.families[family], cuts.First(first)) {
		return false
	}
	r.begin(window, first)
	return true
}

// remembered says whether a family can be shown without running anything after so many events.
func (r *Threads) remembered(family, events int) bool {
	at := graph.At(r.plan.t.Counts(events))
	if _, ok := r.toRecall(family, at); ok {
		return true
	}
	return slices.ContainsFunc(r.spares[family], func(s spare) bool { return s.window && r.recallable(family, s, at) })
}

// bring brings the copy that is coming to its position, and keeps it; false if it does not come there now.
func (r *Threads) bring(stop, late <-chan struct{}) bool {
	c := r.coming
	c.r.stop = late
	for c.at < c.upto {
		watch.GiveWay()
		if engine.Stopped(stop) {
			return false
		}
		if !c.run() {
			c.r.Close()
			r.coming = nil
			return false
		}
	}
	r.coming = nil
	for family, h := range c.r.homes {
		if h != nil {
			r.adopt(family, spare{h, c.r.cuts[family], c.window < c.upto})
		}
	}
	return true
}

// adopt keeps a spare that has come. Only one remembers what it showed.
func (r *Threads) adopt(family int, s spare) {
	for i, other := range r.spares[family] {
		if s.window && other.window {
			r.spares[family][i] = r.plain(family, other)
		}
	}
	r.save(family, s)
}

// run runs a copy on for about a pulse; false if it cannot.
func (c *coming) run() bool {
	to, start := min(c.at+c.stride, c.upto), time.Now()
	switch {
	case c.at < c.window:
		to = min(to, c.window)
	case c.at == c.window:
		for family := range c.r.homes {
			c.r.since[family] = c.window
		}
	}
	if c.r.to(graph.At(c.r.plan.t.Counts(to))) != nil {
		return false
	}
	c.at = to
	if took := time.Since(start); took < pulse/2 {
		c.stride *= 2
	} else if took > pulse {
		c.stride = max(1, c.stride/2)
	}
	return true
}

// largest returns the family that completes most calls; -1 if none completes many.
func (r *Threads) largest() (family int) {
	family, most := -1, fewCalls
	for i := range r.homes {
		if n := r.calls(i); n > most {
			family, most = i, n
		}
	}
	return family
}

// absent returns the event at which a position is, if the way there is long from where a family stands.
func (r *Threads) absent(family int, from graph.Position) (upto int, ok bool) {
	at, all := r.done(family, from.Cut), r.stands(family)
	n, _ := slices.BinarySearch(all, at+1)
	return r.eventOf(family, at), at-all[n-1] > fewCalls+r.calls(family)/mostSpares
}

// gap returns the event in the middle of the widest gap between the places where a family stands, if a copy there is
// worth it.
func (r *Threads) gap(family int) (upto int, ok bool) {
	all := r.stands(family)
	before, gap := 0, 0
	for n := 1; n < len(all); n++ {
		if all[n]-all[n-1] > gap {
			before, gap = all[n-1], all[n]-all[n-1]
		}
	}
	if gap < fewCalls {
		return 0, false
	}
	if s := r.spares[family]; len(s) >= r.room() && r.saved(family, s, r.least(family, s)) > gap*gap/8 {
		return 0, false
	}
	return r.eventOf(family, before+gap/2), true
}

// stands returns how many calls a family has completed where it stands, in each copy, and at both ends of the run.
func (r *Threads) stands(family int) []int {
	all := []int{r.done(family, r.plan.t.Counts(r.plan.t.First())), r.calls(family)}
	if h := r.homes[family]; h != nil {
		all = append(all, r.progress(h, family))
	}
	for _, s := range r.spares[family] {
		all = append(all, r.progress(s.h, family))
	}
	slices.Sort(all)
	return all
}

// done returns how many calls the threads of a family complete in a cut.
func (r *Threads) done(family int, cut []uint32) (n int) {
	for _, k := range r.plan.families[family] {
		for _, id := range k.threads {
			lane := r.plan.t.LaneOf(id)
			n += r.plan.t.Lanes[lane].Completed(int(cut[lane]))
		}
	}
	return n
}

// eventOf returns the number of events up to which a family completes so many calls.
func (r *Threads) eventOf(family, calls int) int {
	t := r.plan.t
	return sort.Search(t.Len(), func(n int) bool { return r.done(family, t.Counts(n)) >= calls })
}
