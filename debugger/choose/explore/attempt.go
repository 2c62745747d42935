package explore

import (
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
)

// leaf is a run that is to be made. What comes of it is a function of nothing else.
type leaf struct {
	path  []branch // the steps that are fixed; the last one is new, the others were made before
	sleep []asleep // before the last one
	next  []branch // what is to follow, as long as it does
}

// Attempt is a run of a Search: its Door, and its Log.
type Attempt struct {
	*run
	leaf   leaf
	guide  guide
	Came   any  // what came of it, for whoever makes the run
	ended  bool // and may have its turn
	wasted bool // it will have no turn

	unknown bool // nobody knows what it did: it was given up
}

// end completes what is noted of a run that has ended.
func (a *Attempt) end() { a.run.ended() }

// leave is end for a run that was given up. What it has noted is read only if nobody can be writing it.
func (a *Attempt) leave(still func() bool) {
	if a.gone.Store(true); still() {
		a.end()
		return
	}
	lost := newRun(a.prints.Names.Again(), a.from, a.leaf.path, first{}, a.free, nil)
	lost.lost, lost.rest = true, slices.Clone(a.leaf.path)
	a.run, a.unknown = lost, true
}

// guide is the decider of a run: it follows a leaf, and takes the first then that does not sleep.
type guide struct {
	fixed   int // how many steps are, with those that come before the path
	from    int
	next    []branch
	sleep   []asleep
	slept   [][]asleep // before each event behind the path
	blocked int        // the position at which all that could go on slept, -1 for none
}

// attempt begins to make a run.
func (s *Search) attempt(l leaf) *Attempt {
	var a *Attempt
	if n := len(s.spare); n > 0 {
		a, s.spare = s.spare[n-1], s.spare[:n-1]
		l.path, l.next = append(a.leaf.path[:0], l.path...), append(a.leaf.next[:0], l.next...)
	} else {
		a = &Attempt{}
		l.path, l.next = slices.Clone(l.path), slices.Clone(l.next)
	}
	a.leaf, a.Came, a.ended, a.wasted = l, nil, false, false
	a.guide = guide{fixed: s.from + len(l.path), from: s.from, next: l.next, sleep: l.sleep, slept: a.guide.slept[:0],
		blocked: -1}
	a.begins(s, l.path, &a.guide)
	a.ranks = s.ranks
	return a
}

// begins begins a run of a search that goes along a path, and then as a decider says; or the last run once more, from
// where it went another way.
func (a *Attempt) begins(s *Search, path []branch, by decider) {
	if a.run == nil {
		a.run = newRun(s.names.Names(), s.from, path, by, s.FreeTimers, s.Bounds)
	} else {
		a.prints.Names.Learns = a.prints.Names.Learns[:0]
		a.restart(path, a.common(path))
	}
	a.weak, a.prints.Ending = s.Weak, s.KeepGoing
}

// common returns how many events a run has in common with the one that follows a path: all but the last of that are no
// new ones.
func (r *run) common(path []branch) int {
	n := r.from
	for n < len(r.events) && n-r.from < len(path)-1 && alike(r.events[n].branch, path[n-r.from]) {
		n++
	}
	return n
}

// alike says whether two steps are the same: a choice that is not said is the first option.
func alike(a, b branch) bool {
	said := func(b branch) string { return strings.TrimRight(b.data, "\x00") }
	return a.actor == b.actor && (a.data == b.data || said(a) == said(b))
}

// wants returns who is to follow.
func (g *guide) wants() touch.Actor {
	if len(g.next) > 0 {
		return g.next[0].actor
	}
	return 0
}

// decide chooses what is to follow, or else the first that does not sleep.
func (g *guide) decide(_ int, options []option) int {
	if want := g.wants(); want != 0 {
		if i := slices.IndexFunc(options, func(o option) bool { return o.actor == want }); i >= 0 {
			return i
		}
	}
	// Where all sleep, what follows has been run. The run goes on all the same, for the kernel needs a choice, and pass
	// notes where that was.
	return max(slices.IndexFunc(options, func(o option) bool { return !g.sleeps(o.actor) }), 0)
}

func (g *guide) sleeps(a touch.Actor) bool {
	return slices.ContainsFunc(g.sleep, func(q asleep) bool { return q.actor == a })
}

// taken notes a step: from the last of the path on it is new.
func (g *guide) taken(position int, e *event) {
	if position < max(g.fixed-1, g.from) {
		return
	}
	if position >= g.fixed {
		g.pass(position, e)
	}
	// What an event does not affect can as well come before it, and so has been run there: it sleeps on. The list is
	// copied, for slept has it as it was.
	wakes := func(q asleep) bool { return q.actor == e.actor || touch.Affect(q.uses, e.uses) }
	if slices.ContainsFunc(g.sleep, wakes) {
		g.sleep = slices.DeleteFunc(slices.Clone(g.sleep), wakes)
	}
}

// touched wakes those whom what a step has used besides affects.
func (g *guide) touched(position int, uses touch.Footprint) {
	wakes := func(q asleep) bool { return touch.Affect(q.uses, uses) }
	if position >= max(g.fixed-1, g.from) && slices.ContainsFunc(g.sleep, wakes) {
		g.sleep = slices.DeleteFunc(slices.Clone(g.sleep), wakes)
	}
}

// pass notes a step behind the path.
func (g *guide) pass(position int, e *event) {
	if g.sleeps(e.actor) && g.blocked < 0 {
		g.blocked = position
	}
	g.slept = append(g.slept[:position-g.fixed], g.sleep)
	if g.wants() == e.actor {
		e.data, g.next = g.next[0].data, g.next[1:]
	} else {
		g.next = nil
	}
}

// leaf returns the run that begins with what is run before a place now, and a step there.
func (s *Search) leaf(at int, n *node, sleep []asleep) leaf {
	l := leaf{path: s.path[:0], sleep: sleep, next: s.next[:0]}
	for i := range s.places[:at] {
		l.path = append(l.path, s.places[i].now.branch)
	}
	l.path = append(l.path, n.branch)
	for {
		for _, id := range n.rest {
			l.next = append(l.next, s.order.steps.all[id].branch)
		}
		if len(n.children) == 0 {
			break
		}
		n = n.children[0]
		l.next = append(l.next, n.branch)
	}
	s.path, s.next = l.path, l.next
	return l
}

// present returns the run whose turn it is.
func (s *Search) present() leaf {
	n := len(s.places)
	if n == 0 {
		return leaf{}
	}
	p := &s.places[n-1]
	return s.leaf(n-1, p.tree.children[0], p.sleep)
}
