package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// receipts is a search of one run of each class by receipt: two runs are the same if every receive gets the same
// message from the same send, and every look at a queue the same answer. Receives from one queue by several threads
// keep their order.
//
// Between receives there is nothing to choose: what threads do there, sends included, touches nothing that others do at
// the same time, or the search is barred (bars.go). So in each run all goes on until everybody stands before a receive;
// then the first of them is made, with what comes to it. That is a crossing: of the queue, who is the next to receive
// from it, and what does he get? What else could be the answer is seen in the runs that follow from this one: a send to
// that queue, or somebody else who receives from it, that does not come after this receive. An answer is told from
// others by all that comes before it. So of the classes that go on from a crossing each has one answer, and the
// answers share no class; and each leads to at least one, so no run is made in vain.
//
// None is missed. Take a class whose answer at a crossing is s, and all that comes before s. With the receive of the
// crossing made instead, by whom it was made first, it gets what lies in the queue then, which is s itself or has less
// before it than s. So that answer is found, or was the first one; and what follows from it has s, which nobody has
// received. Whoever follows the argument finds what it needs of the queues in bars.go: room for each message whose
// sender goes on.
type receipts struct {
	first
	run       *run
	deeds     []touch.Deed // of the run, event by event, those included at the end that only began to wait
	path      []branch
	answer    uint64 // what was to come of the crossing from which the path goes on; 0 for the first run, and choices
	crossings []crossing
	chart     chart
	ended     map[uint64]bool // the classes of runs
	stuck     map[uint64]bool // sends that waited for room to the end, and were not seen to be made in any run so far
	made      map[uint64]bool // of those whose sends could have waited: that were made, and nothing came after
}

// crossing is a position of the present run from which others go on.
type crossing struct {
	queue touch.Thing // which is received from; 0 where it is a choice of data
	past  []int32     // by actor: how many of its events come before what was decided up to here
	known map[uint64]bool
	todo  []route
}

// route is a run to be made: the first steps, and the answer that they have in them.
type route struct {
	path   []branch
	answer uint64
}

func newReceipts() *receipts {
	return &receipts{ended: map[uint64]bool{}, stuck: map[uint64]bool{}, made: map[uint64]bool{}}
}

// wants has the thread go on that took the last step, up to where it receives.
func (c *receipts) wants() touch.Actor {
	r := c.run
	if n := len(r.events); n > 0 && r.events[n-1].thread && !r.idle {
		a := r.events[n-1].actor
		if id := r.prints.Names.IDs.Get(uint32(a)); r.state.Ready.Has(uint32(id)) &&
			r.prints.Deed(r.state, kernel.Actor{Thread: id}).Takes == 0 {
			return a
		}
	}
	return 0
}

// decide takes the first that does not receive, or else the first.
func (c *receipts) decide(_ int, options []option) int {
	if c.run.idle {
		return 0
	}
	return max(slices.IndexFunc(options, func(o option) bool {
		return o.actor != touch.Clock && c.run.prints.Deed(c.run.state, o.of).Takes == 0
	}), 0)
}

// taken notes what an event does with messages.
func (c *receipts) taken(position int, e *event) {
	c.deeds = c.deeds[:position]
	if e.pause || e.actor == touch.Clock {
		c.deeds = append(c.deeds, touch.Deed{})
		return
	}
	c.deeds = append(c.deeds, c.run.deed(e))
}

// end takes in the run that has ended. It says whether its class is new, and what stands in the way of going on.
func (c *receipts) end(r *run) (fresh bool, bar string) {
	x := &c.chart
	x.draw(r, c.deeds)
	if bar = x.bar(c); bar != "" {
		return true, bar
	}
	if c.answer != 0 && !slices.Contains(x.answers, c.answer) {
		r.lost = true
		return false, ""
	}
	c.cross(r)
	for i := range c.crossings {
		x.discover(&c.crossings[i])
	}
	fresh = !c.ended[x.sum]
	c.ended[x.sum] = true
	return fresh, ""
}

// cross makes crossings of what was decided behind the path.
func (c *receipts) cross(r *run) {
	x := &c.chart
	past := []int32(nil)
	for i := range r.events[:x.n] {
		e := &r.events[i]
		given := 0
		if i < len(c.path) {
			given = len(c.path[i].data)
		}
		if i >= len(c.path) && c.deeds[i].Takes != 0 {
			c.crossings = append(c.crossings, crossing{queue: c.deeds[i].Takes, past: slices.Clone(past),
				known: map[uint64]bool{x.answers[i]: true}})
		}
		if len(e.choices) > given && i >= len(c.path)-1 {
			c.crossings = append(c.crossings, crossing{todo: x.values(i, given, past)})
		}
		if c.deeds[i].Takes != 0 || len(e.choices) > 0 {
			past = join(past, x.clocks[i])
		}
	}
}

// back goes on to what is to be run next. It returns false when there is nothing.
func (c *receipts) back() bool {
	for n := len(c.crossings); n > 0; n-- {
		if x := &c.crossings[n-1]; len(x.todo) > 0 {
			c.crossings = c.crossings[:n]
			c.path, c.answer = x.todo[0].path, x.todo[0].answer
			x.todo = x.todo[1:]
			return true
		}
	}
	c.crossings = nil
	return false
}

// received begins the next run of a search by receipt.
func (s *Search) received() *Attempt {
	if s.receipts == nil {
		s.receipts = newReceipts()
	}
	c := s.receipts
	a := &Attempt{run: c.run, guide: guide{fixed: 1, blocked: -1}}
	a.begins(s, c.path, c)
	c.run = a.run // which is on its way
	return a
}

// endReceived takes one in.
func (s *Search) endReceived(a *Attempt) {
	c, r := s.receipts, a.run
	if a.unknown || a.gone.Load() {
		c.run = nil
	}
	s.Fresh, s.failing = nil, nil
	fresh := false
	if !r.lost {
		fresh, s.Barred = c.end(r)
	}
	switch {
	case r.lost:
		s.Lost++
	case !fresh:
		s.Redundant++
	default:
		s.failing = c.chart.falls()
		s.first()
		s.count(r)
	}
	if s.all = !c.back(); s.all && s.Barred == "" && len(c.stuck) > 0 {
		s.Barred = "a send that waited for room to the end of each run, so that nobody knows what follows it"
	}
	s.all = s.all || s.Barred != ""
}

// falls returns how threads have come to fail.
func (x *chart) falls() (all []fall) {
	for i := range x.events[:x.n] {
		if !x.events[i].fails {
			continue
		}
		w := fall{event: i, sum: x.sums[i]}
		for k := range i {
			if !x.events[k].fails && x.within(int32(k), x.clocks[i]) {
				w.past = append(w.past, k)
			}
		}
		all = append(all, w)
	}
	return all
}
