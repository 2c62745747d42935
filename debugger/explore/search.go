package explore

import (
	"slices"
	"strings"

	"machsim/kernel"
)

// asleep is a step whose runs have all been made: until an event affects it, it is not taken.
type asleep struct {
	actor actor
	uses  footprint
}

// place is a position of the present run.
type place struct {
	sleep []asleep
	tree  *node    // what is to be run here: the first child is what has been run last
	done  []branch // what has been run here of the first child's actor
}

// Search explores a program.
type Search struct {
	names  *names
	from   int     // the position from which on runs differ
	places []place // by position, from that one on
	all    bool    // there are no more runs
	anew   bool    // the next run is the first
	order  order   // of the events of the run that has ended last
	races  []race  // in it

	// Of the run that is on its way, or has ended last:
	run     *run
	path    []branch // the steps that are fixed
	fixed   int      // how many steps are, with those that come before
	sleep   []asleep
	at      *node // in the tree that the run follows; nil outside of it
	blocked int   // the position at which all that could go on slept, -1 for none

	FreeTimers bool // timers fire at any moment; else when nobody can go

	Classes   int  // runs that were made, each of another class
	Redundant int  // runs that went on in a way that had been run
	Lost      int  // runs that did not follow their path
	Timed     bool // in some run time passed, or the program looked at the clock
}

// NewSearch returns a Search that has made no run.
func NewSearch() *Search { return &Search{names: newNames()} }

// From returns a Search of the runs that begin with the same n events. Whoever makes the runs takes these events: the
// Door that Begin returns is to be asked only when they have been taken, as a record.Follow up to event n does, and is
// the Log from the first event on. It is a mistake if they are not the same in each run.
//
// The classes are those of what can follow: one run is made of each, and judged by whoever makes it. If Begin has
// returned nil, and Lost is 0, there are Classes of them, and what all their runs come to is certain after the n
// events, as far as a whole Search is exact: see Timed. A thread that waits after them keeps its place in the queue.
// If n is more than the events of the runs, there is one class.
func From(n int) *Search {
	s := NewSearch()
	s.from = n
	return s
}

// Listener is the Door of a run, and has to be its Log, too.
type Listener interface {
	kernel.Door
	kernel.Log
}

// Begin begins the next run; nil if there are no more.
func (s *Search) Begin() Listener {
	if s.all {
		return nil
	}
	path := s.begin()
	if s.run == nil || s.anew {
		s.anew = false
		s.run = newRun(s.names, s.from, path, s, s.FreeTimers)
		return s.run
	}
	s.order.keep(s.fixed - 1)
	s.run.restart(path, s.fixed-1)
	return s.run
}

// Again begins the last run once more.
func (s *Search) Again() Listener { return s.Keep()() }

// Keep keeps the last run: what it returns begins that one once more, when no run is on its way.
func (s *Search) Keep() func() Listener {
	var path []branch
	for i := s.from; i < len(s.run.events); i++ {
		path = append(path, s.run.events[i].branch)
	}
	path = append(path, s.run.rest...)
	waits := s.run.prints.names.waits
	return func() Listener { return newRun(s.names.waiting(waits), s.from, path, first{}, s.FreeTimers) }
}

// first takes the first option.
type first struct{}

func (first) wants() actor             { return 0 }
func (first) decide(int, []option) int { return 0 }
func (first) taken(int, *event)        {}

// End takes in the run that has begun last, and has ended. It must not have been closed so that its state is gone.
func (s *Search) End() {
	r := s.run
	r.ended()
	s.Timed = s.Timed || r.timed
	if s.names.learned() {
		s.restart()
		return
	}
	switch {
	case r.lost:
		s.Lost++
	case s.blocked >= 0:
		s.Redundant++
	default:
		s.Classes++
	}
	s.places = s.places[:min(len(s.places), max(len(r.events)-s.from, 0))]
	if !r.lost {
		s.reverse(r)
	}
	s.all = !s.back(r)
}

// restart begins the search anew, as runs have other steps now: what was made before does not count.
func (s *Search) restart() {
	s.names, s.places = s.names.names(), nil
	s.order.keep(0)
	s.races = s.races[:0]
	s.Classes, s.Redundant, s.Lost = 0, 0, 0
	s.anew = true
}

// begin returns the steps of the next run that are fixed: the last one is new, the others were made before.
func (s *Search) begin() []branch {
	path := s.path[:0]
	for i := range s.places {
		path = append(path, s.places[i].tree.children[0].branch)
	}
	s.fixed, s.blocked, s.sleep, s.at = s.from+len(path), -1, nil, &node{}
	if n := len(s.places); n > 0 {
		s.sleep, s.at = s.places[n-1].sleep, s.places[n-1].tree
	}
	s.path = path
	return path
}

// wants returns what the tree has.
func (s *Search) wants() actor {
	if next := s.at.next(&s.order.steps); len(next) > 0 {
		return next[0].actor
	}
	return 0
}

// decide chooses what the tree has, or else the first that does not sleep.
func (s *Search) decide(_ int, options []option) int {
	if want := s.wants(); want != 0 {
		if i := slices.IndexFunc(options, func(o option) bool { return o.actor == want }); i >= 0 {
			return i
		}
	}
	return max(slices.IndexFunc(options, func(o option) bool { return !s.sleeps(o.actor) }), 0)
}

func (s *Search) sleeps(a actor) bool {
	return slices.ContainsFunc(s.sleep, func(q asleep) bool { return q.actor == a })
}

// taken notes a step: from the last of the path on it is new.
func (s *Search) taken(position int, e *event) {
	if position < max(s.fixed-1, s.from) {
		return
	}
	if position >= s.fixed {
		if s.sleeps(e.actor) && s.blocked < 0 {
			s.blocked = position
		}
		tree := s.at
		if next := tree.next(&s.order.steps); len(next) == 0 || next[0].actor != e.actor {
			tree = &node{children: []*node{{step: step{e.branch, e.uses}}}}
		}
		e.data = tree.children[0].data
		s.places = append(s.places, place{sleep: s.sleep, tree: tree})
	}
	s.at = s.places[position-s.from].tree.children[0]
	wakes := func(q asleep) bool { return q.actor == e.actor || affect(q.uses, e.uses) }
	if slices.ContainsFunc(s.sleep, wakes) {
		s.sleep = slices.DeleteFunc(slices.Clone(s.sleep), wakes)
	}
}

// reverse finds the races of the new events of a run, and has each run the other way round, too.
func (s *Search) reverse(r *run) {
	o := &s.order
	s.races = s.races[:0]
	o.events, o.rests = r.events, o.rests[:0]
	find := func(e *event, at int) {
		o.races(e, at, func(x race) {
			if x.first >= s.from {
				s.races = append(s.races, x)
			}
		})
	}
	for i := len(o.stamps); i < len(r.events) && i != s.blocked; i++ {
		switch e := &r.events[i]; {
		case i < s.fixed-1:
		case e.pause:
			for k := range e.calls {
				find(&e.calls[k], len(r.events))
			}
		default:
			find(e, i)
		}
		o.add()
		for k := range r.events[i].cut {
			s.cut(&r.events[i].cut[k], i)
		}
	}
	for i := max(s.fixed-1, s.from); i < len(o.stamps); i++ {
		s.stopped(r, i)
	}
	for i := range s.races {
		if x := &s.races[i]; !x.next.waits || o.events[x.first].hindered(x.next) {
			s.plan(x)
		}
	}
}

// cut has a call that an event has made impossible come before it.
func (s *Search) cut(call *event, at int) {
	s.order.races(call, len(s.order.events), func(x race) {
		if x.first == at {
			s.races = append(s.races, x)
		}
	})
}

// hindered says whether a call that could not be completed could have been before e.
func (e *event) hindered(call *event) bool {
	if e.uses.everything() {
		return !slices.Contains(e.stuck, call.actor)
	}
	for _, u := range e.uses {
		for _, v := range call.uses {
			if u.thing == v.thing && e.took == v.mode && e.took != read {
				return true
			}
		}
	}
	return false
}

// plan has a race run the other way round: what does not come after its first event, and then the other.
func (s *Search) plan(x *race) {
	if x.next.uses.optional() && s.order.directly(x) && x.first > s.from && s.order.events[x.first-1].pause {
		x = &race{first: x.first - 1, next: x.next, at: x.at, last: -1, end: x.first}
	}
	p := &s.places[x.first-s.from]
	for i := range p.sleep {
		if s.order.begins(x, &p.sleep[i]) {
			return
		}
	}
	p.tree.insert(s.order.sequence(x), &s.order.steps)
}

// back gives up the last places at which nothing is to be run any more. It returns false when none is left.
func (s *Search) back(r *run) bool {
	for n := len(s.places); n > 0; n = len(s.places) {
		p := &s.places[n-1]
		e := &r.events[s.from+n-1]
		taken := !r.lost && e.actor == p.tree.children[0].actor
		if len(p.tree.children) > 1 || taken && len(e.ways) > 0 {
			p.leave(e, taken)
		} else {
			p.tree = &none
		}
		if len(p.tree.children) > 0 {
			return true
		}
		s.places = s.places[:n-1]
	}
	return false
}

// none is the tree of a place at which nothing is to be run any more.
var none node

// leave goes on to what is to be run next. taken says whether e is what was to be run last.
func (p *place) leave(e *event, taken bool) {
	if taken {
		p.finish(e)
	} else {
		p.tree = &node{children: slices.Clip(p.tree.children[1:])}
	}
}

// finish notes that a step has been run with all that follows it. The same step with other choices is next; when there
// is none, the step sleeps.
func (p *place) finish(e *event) {
	p.done = append(p.done, e.branch)
	others := slices.Clone(p.tree.children[1:])
	for k := len(e.ways) - 1; k >= 0; k-- {
		for c := range e.ways[k] {
			data := e.data[:k] + string([]byte{byte(c)})
			if !p.has(e.actor, data, others) {
				others = slices.Insert(others, 0, &node{step: step{branch{e.actor, data}, e.uses}})
			}
		}
	}
	p.tree = &node{children: others}
	i := slices.IndexFunc(others, func(n *node) bool { return n.actor == e.actor })
	if i < 0 {
		p.sleep = append(slices.Clone(p.sleep), asleep{e.actor, e.uses})
		p.done = nil
		return
	}
	n := others[i]
	p.tree.children = slices.Insert(slices.Delete(others, i, i+1), 0, n)
}

// has says whether choices have been run, or are to be run.
func (p *place) has(a actor, data string, others []*node) bool {
	begins := func(b branch) bool { return b.actor == a && strings.HasPrefix(b.data, data) }
	return slices.ContainsFunc(p.done, begins) ||
		slices.ContainsFunc(others, func(n *node) bool { return begins(n.branch) })
}
