package rebuild

import (
	"slices"
	"sort"
	"time"

	"machsim/debugger/graph"
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
	stride   int // how many events take a pulse
}

// Prepare makes copies of the programs for motions to come, from a position: one there, and others on the way to the
// end of the run. It returns when there are enough, or soon after stop is closed.
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
	for r.keeps() && !closed(stop) {
		if r.coming == nil && !r.plans(from) || !r.bring(stop, late) {
			return
		}
	}
}

// plans begins with a copy, if one is needed.
func (r *Threads) plans(from graph.Position) bool {
	family := r.largest()
	if family < 0 {
		return false
	}
	upto, ok := r.missing(family, from)
	if ok {
		c := r.plan.threads()
		c.oblivious, c.listen = true, r.listen
		r.coming = &coming{r: c, upto: upto, stride: 64}
	}
	return ok
}

// bring brings the copy that is coming to its position, and keeps it; false if it does not come there now.
func (r *Threads) bring(stop, late <-chan struct{}) bool {
	c := r.coming
	c.r.stop = late
	for c.at < c.upto {
		if closed(stop) {
			return false
		}
		if !c.run() {
			r.coming = nil
			return false
		}
	}
	r.coming = nil
	for family, h := range c.r.homes {
		if h != nil {
			r.save(family, spare{h, c.r.cuts[family]})
		}
	}
	return true
}

// run runs a copy on for about a pulse; false if it cannot.
func (c *coming) run() bool {
	to, start := min(c.at+c.stride, c.upto), time.Now()
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

// missing returns the event up to which a copy is missing most: that of a position, or in the middle of the widest gap
// between those that are there.
func (r *Threads) missing(family int, from graph.Position) (upto int, ok bool) {
	at, all := r.done(family, from.Cut), r.stands(family)
	if n, _ := slices.BinarySearch(all, at+1); at-all[n-1] > fewCalls+r.calls(family)/mostSpares {
		return r.eventOf(family, at), true
	}
	before, gap := 0, 0
	for n := 1; n < len(all); n++ {
		if all[n]-all[n-1] > gap {
			before, gap = all[n-1], all[n]-all[n-1]
		}
	}
	if gap < fewCalls {
		return 0, false
	}
	if all := r.spares[family]; len(all) >= r.room() && r.saved(family, all, r.least(family, all)) > gap*gap/8 {
		return 0, false
	}
	return r.eventOf(family, before+gap/2), true
}

// stands returns how many calls a family has completed where it stands, in each copy, and at both ends of the run.
func (r *Threads) stands(family int) []int {
	all := []int{0, r.calls(family)}
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
