package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
)

// sweep makes all runs within bounds of preemptions and delays. A class of orders may have a run within them and others
// that are not, and so may what leads there: so nothing is left out because another order of the same is run. But where
// two beginnings of runs are the same but for orders that nobody can see, the same thread is at its turn, and the
// bounds leave as much, the same follows: that is run once.
type sweep struct {
	first
	bounds Bounds
	run    *run
	spots  []spot          // the present run, event by event
	fixed  int             // how many of its events are given
	asked  bool            // the next event was chosen
	next   spot            // so
	could  []way           // faults that could come before it
	hashes []uint64        // of events
	sums   []uint64        // of as many events
	seen   map[turn][]cost // what was left of the bounds where a run has come to what follows
	ended  map[uint64]bool // the classes of runs
}

// turn is where what follows is the same.
type turn struct {
	sum    uint64
	thread touch.Actor // took a step last
}

// cost is what of the bounds is used.
type cost struct{ preemptions, delays int }

// way is a step with what it costs, together with those before it.
type way struct {
	branch
	thread touch.Actor // that took a step last then
	cost   cost
}

// spot is an event of the present run, and what is to be run in its place.
type spot struct {
	way
	others []way
}

func newSweep(b Bounds) *sweep {
	return &sweep{bounds: b, seen: map[turn][]cost{}, ended: map[uint64]bool{}}
}

// fails has no fault come first, and each of them in other runs: they cost nothing.
func (w *sweep) fails(could []mishap) touch.Actor {
	w.could = w.could[:0]
	for _, c := range could {
		x := w.last()
		x.branch = branch{actor: c.actor}
		w.could = append(w.could, x)
	}
	return 0
}

// last is the last event's way.
func (w *sweep) last() way {
	if len(w.spots) == 0 {
		return way{}
	}
	return w.spots[len(w.spots)-1].way
}

// decide takes the option that costs least; what else the bounds allow is to be run later.
func (w *sweep) decide(_ int, options []option) int {
	ways := w.ways(options)
	least := 0
	for i := range ways {
		if ways[i].cost == w.last().cost {
			least = i
			break
		}
	}
	w.asked, w.next = true, spot{way: ways[least]}
	for i := range ways {
		switch {
		case i == least || w.run.idle:
		case w.within(ways[i].cost):
			w.next.others = append(w.next.others, ways[i])
		default:
			w.run.passed = true
		}
	}
	return least
}

// ways says what options cost. Without delays it is the turn of the thread that took the last step or, if that cannot
// go on, of the next one, in the order of their names.
func (w *sweep) ways(options []option) (all []way) {
	last := w.last()
	names := w.run.prints.Names
	first := max(slices.IndexFunc(options, func(o option) bool {
		return last.thread != 0 && names.Compare(o.actor, last.thread) >= 0
	}), 0)
	left := options[first].actor == last.thread && w.run.goesOn(options[first].of)
	for i, o := range options {
		x := way{branch{actor: o.actor}, last.thread, last.cost}
		x.cost.delays += (i - first + len(options)) % len(options)
		if o.of.Thread != 0 {
			if x.thread = o.actor; left && o.actor != last.thread {
				x.cost.preemptions++
			}
		}
		all = append(all, x)
	}
	return all
}

func (w *sweep) within(c cost) bool {
	preemptions, ok := w.bounds[Preemptions]
	if ok && c.preemptions > preemptions {
		return false
	}
	delays, ok := w.bounds[Delays]
	return !ok || c.delays <= delays
}

// taken notes an event. One that was not chosen costs nothing.
func (w *sweep) taken(position int, e *event) {
	if position < w.fixed {
		return
	}
	next := w.next
	if !w.asked || next.actor != e.actor {
		next = spot{way: w.last()}
		if next.branch = e.branch; e.thread {
			next.thread = e.actor
		}
	} else {
		w.asked = false
	}
	if !e.pause {
		next.others = append(next.others, w.could...)
		w.could = w.could[:0]
	}
	w.spots = append(w.spots, next)
}

// known says whether the run has come to where another has been that could do as much from there, and notes it.
func (w *sweep) known() bool {
	last := w.last()
	at := turn{w.sum(w.run.bounds.past), last.thread}
	for _, c := range w.seen[at] {
		if w.covers(c, last.cost) {
			return true
		}
	}
	w.seen[at] = append(w.seen[at], last.cost)
	return false
}

// covers says whether a cost leaves at least as much as another.
func (w *sweep) covers(c, other cost) bool {
	_, preemptions := w.bounds[Preemptions]
	_, delays := w.bounds[Delays]
	return (!preemptions || c.preemptions <= other.preemptions) && (!delays || c.delays <= other.delays)
}

// sum stands for the events so far with their order, as far as it can be seen: each hash tells what comes before its
// event, and the order in which the hashes are added makes no difference.
func (w *sweep) sum(o *order) uint64 {
	for i := len(w.hashes); i < len(o.stamps); i++ {
		w.hashes = append(w.hashes, o.sum(i, w.hashes))
		sum := w.hashes[i]
		if i > 0 {
			sum += w.sums[i-1]
		}
		w.sums = append(w.sums, sum)
	}
	if len(w.sums) == 0 {
		return 0
	}
	return w.sums[len(w.sums)-1]
}

// path returns the steps of the next run that are fixed.
func (w *sweep) path() (path []branch) {
	for i := range w.spots {
		path = append(path, w.spots[i].branch)
	}
	w.fixed, w.asked, w.could = len(path), false, w.could[:0]
	return path
}

// begun takes the run that is on its way, of which the first events are those of the one before.
func (w *sweep) begun(r *run) {
	w.run = r
	r.bounds.known = w.known
	n := min(len(r.events), len(w.hashes))
	w.hashes, w.sums = w.hashes[:n], w.sums[:n]
}

// end takes in the run that has ended. It says whether its class is new. The room of one that somebody may still make
// is not used again.
func (w *sweep) end(r *run, gone bool) (fresh bool) {
	if w.run = r; gone {
		w.run = nil
	}
	if r.lost {
		w.spots = w.spots[:min(len(w.spots), w.fixed)]
		return false
	}
	w.hashes, w.sums = w.hashes[:min(len(w.hashes), len(r.events))], w.sums[:min(len(w.sums), len(r.events))]
	w.spots = w.spots[:min(len(w.spots), len(r.events))]
	for i := max(w.fixed-1, 0); i < len(w.spots); i++ {
		w.values(i, r)
	}
	r.catchUp()
	sum := w.sum(r.bounds.past)
	fresh = r.bounds.cut != Known && !w.ended[sum]
	w.ended[sum] = w.ended[sum] || fresh
	return fresh
}

// values has the other values of an event's choices run, too, which were not given.
func (w *sweep) values(i int, r *run) {
	p, e := &w.spots[i], &r.events[i]
	given := 0
	if i < w.fixed {
		given = len(p.data)
	}
	for k := given; k < len(e.choices); k++ {
		for c := 1; c < e.choices[k]; c++ {
			x := p.way
			x.data = e.data[:k] + string([]byte{byte(c)})
			p.others = append(p.others, x)
		}
	}
	p.branch = e.branch
}

// back goes on to what is to be run next. It returns false when there is nothing.
func (w *sweep) back() bool {
	for n := len(w.spots); n > 0; n-- {
		if p := &w.spots[n-1]; len(p.others) > 0 {
			w.spots = w.spots[:n]
			*p = spot{p.others[0], p.others[1:]}
			return true
		}
	}
	return false
}

// swept begins the next run within bounds of orders.
func (s *Search) swept() *Attempt {
	if s.sweep == nil {
		s.sweep = newSweep(s.Bounds)
	}
	a := &Attempt{run: s.sweep.run, guide: guide{fixed: 1, blocked: -1}}
	a.begins(s, s.sweep.path(), s.sweep)
	s.sweep.begun(a.run)
	return a
}

// endSweep takes one in.
func (s *Search) endSweep(a *Attempt) {
	r := a.run
	fresh := s.sweep.end(r, a.unknown || a.gone.Load())
	if s.Fresh, s.failing = nil, nil; fresh {
		s.fails(r.bounds.past)
	}
	switch s.Passed = s.Passed || r.passed; {
	case r.lost:
		s.Lost++
	case !fresh:
		s.Known++
	default:
		s.count(r)
	}
	s.all = !s.sweep.back()
}
