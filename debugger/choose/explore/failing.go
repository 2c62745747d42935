package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
)

// The thread that fails in a run of a Search stops, and the others go on (kernel.Config.Survive). So all that the
// others can do is seen, and what a run comes to has nothing to do with who went first. Nothing depends on the step
// with which a thread failed: without it, and with all that comes before it, each failure is that of an ordinary run,
// which ends there. A program that fails in a way has as many ways to that as there are orders of what comes before.

// fall is how a thread has come to fail: the event, and what comes before it.
type fall struct {
	event int
	past  []int
	sum   uint64 // stands for all that, and its order
}

// fails notes the failures of the run that was taken in, in their order.
func (s *Search) fails(o *order) {
	s.failing = o.falls()
	s.first()
}

// first notes which failures are the first that were found of what comes before them.
func (s *Search) first() {
	s.Fresh = s.Fresh[:0]
	for _, w := range s.failing {
		if s.ways == nil {
			s.ways = map[uint64]bool{}
		}
		s.Fresh = append(s.Fresh, !s.ways[w.sum])
		s.ways[w.sum] = true
	}
}

// falls returns how threads have come to fail. A step with which one has failed comes before no other.
func (o *order) falls() (all []fall) {
	if !slices.ContainsFunc(o.events[:len(o.stamps)], func(e event) bool { return e.fails }) {
		return nil
	}
	x, at, sums := &order{}, make([]int, len(o.stamps)), []uint64(nil) // at is where each event is in x, plus 1
	for i, e := range o.events[:len(o.stamps)] {
		e.after = moved(e.after, at)
		x.events = append(x.events, e)
		x.add()
		n := len(x.stamps) - 1
		sums = append(sums, x.sum(n, sums))
		if at[i] = n + 1; !e.fails {
			continue
		}
		at[i] = 0
		w := fall{event: i, sum: sums[n]}
		for k := range i {
			if at[k] > 0 && x.within(at[k]-1, x.stamps[n].clock) {
				w.past = append(w.past, k)
			}
		}
		all = append(all, w)
		x.keep(n)
		x.events, sums = x.events[:n], sums[:n]
	}
	return all
}

// moved returns events where they are now, without those that are nowhere.
func moved(events, at []int) (all []int) {
	for _, i := range events {
		if at[i] > 0 {
			all = append(all, at[i]-1)
		}
	}
	return all
}

// sum stands for an event and all that comes before it. sums are those of the events before.
func (o *order) sum(i int, sums []uint64) uint64 {
	e, before := &o.events[i], uint64(0)
	for a, n := range o.stamps[i].clock {
		if touch.Actor(a) == e.actor {
			n--
		}
		if n > 0 {
			before += touch.Mix(uint64(a), sums[o.own[a][n-1]])
		}
	}
	h := touch.Mix(uint64(e.actor), before)
	for k := range len(e.data) {
		h = touch.Mix(h, uint64(e.data[k]))
	}
	return h
}

// KeepFailure is Keep for an ordinary run that ends with a failure of the run that was taken in last, by its number in
// State.Failures: the first is made up to there, and of any other what comes before it. It is Keep if there is none.
func (s *Search) KeepFailure(i int) func() Listener {
	if i >= len(s.failing) {
		return s.Keep()
	}
	w := &s.failing[i]
	path := s.run.alive(s.from, w.event)
	if i > 0 {
		path = nil
		for _, k := range w.past {
			if k >= s.from {
				path = append(path, s.run.events[k].branch)
			}
		}
	}
	return s.kept(append(path, s.run.events[w.event].branch))
}

// KeepUpTo is Keep for an ordinary run that has made the events of the run that was taken in last up to one, without
// those with which threads have failed, and goes on as it likes.
func (s *Search) KeepUpTo(event uint64) func() Listener {
	end := s.from
	if event < uint64(len(s.run.moments)) {
		end = s.run.moments[event].events
	}
	return s.kept(s.run.alive(s.from, min(end, len(s.run.events))))
}

// KeepAlive is Keep for an ordinary run that has made all events of the run that was taken in last in which no thread
// failed, before one does.
func (s *Search) KeepAlive() func() Listener {
	if len(s.failing) == 0 {
		return s.Keep()
	}
	path := s.run.alive(s.from, len(s.run.events))
	if n := len(s.run.events); n > 0 && s.run.events[n-1].pause {
		path = path[:len(path)-1] // time passes there, if nobody fails
	}
	for _, w := range s.failing {
		path = append(path, s.run.events[w.event].branch)
	}
	return s.kept(path)
}

// alive returns the steps of some events in which no thread failed.
func (r *run) alive(from, to int) (path []branch) {
	for i := from; i < to; i++ {
		if e := &r.events[i]; !e.fails {
			path = append(path, e.branch)
		}
	}
	return path
}
