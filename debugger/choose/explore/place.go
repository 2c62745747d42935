package explore

import (
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
)

// place is a position of the present run.
type place struct {
	sleep []asleep
	tree  *node      // what is to be run here: the first child is what has been run last, or is next; nil if that is all
	now   came       // that child, as far as it is known
	done  []branch   // what has been run here of its actor
	ahead []*Attempt // what has been begun here before its turn, and the run whose turn it is if it begins here
	known bool       // there is nothing else that could be
}

// came is a step as it was run.
type came struct {
	step
	choices []int // how many options each of its choices had
}

// cameOf returns the step of an event.
func cameOf(n *touch.Numbers, e *event) came {
	return came{step{e.branch, n.Lasting(e.uses, e.newest, e.found)}, e.choices}
}

// planted returns the tree of a place. As long as nothing but what has been run there is to be run, none is made: the
// step is in the rest of a node of an earlier place, or in none if nobody has planned it.
func (s *Search) planted(at int) *node {
	p := &s.places[at]
	if p.tree == nil {
		p.tree = s.planned(at)
	}
	if p.tree == nil {
		p.tree = &node{children: []*node{{step: p.now.step}}}
	}
	return p.tree
}

// planned returns the node whose first child is the step at a place that has no tree; nil if nobody has planned it.
func (s *Search) planned(at int) *node {
	from := at - 1
	for from >= 0 && s.places[from].tree == nil {
		from--
	}
	if from < 0 {
		return nil
	}
	n, k := s.places[from].tree.children[0], at-from-1
	for ; k > len(n.rest) && len(n.children) > 0; n = n.children[0] {
		k -= len(n.rest) + 1
	}
	switch {
	case k < len(n.rest):
		s.split(n, k, at)
	case k > len(n.rest) || len(n.children) == 0:
		return nil
	}
	return n
}

// leave goes on to what is to be run next. taken says whether what was to be run last was.
func (p *place) leave(taken bool) {
	if taken {
		p.finish(&p.now)
	} else {
		p.tree = &node{children: slices.Clip(p.tree.children[1:])}
	}
	p.known = false
	if len(p.tree.children) > 0 {
		p.now = came{step: p.tree.children[0].step}
	}
}

// finish notes that a step has been run with all that follows it. The same step with other choices is next; when there
// is none, the step sleeps.
func (p *place) finish(e *came) {
	p.done = append(slices.Clip(p.done), e.branch)
	others := slices.Clone(p.tree.children[1:])
	for k := len(e.choices) - 1; k >= 0; k-- {
		for c := range e.choices[k] {
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
func (p *place) has(a touch.Actor, data string, others []*node) bool {
	begins := func(b branch) bool { return b.actor == a && strings.HasPrefix(b.data, data) }
	return slices.ContainsFunc(p.done, begins) ||
		slices.ContainsFunc(others, func(n *node) bool { return begins(n.branch) })
}

// begun returns the run that has been begun at a place with a step, nil for none.
func (p *place) begun(b branch) *Attempt {
	i := slices.IndexFunc(p.ahead, func(a *Attempt) bool { return a.leaf.path[len(a.leaf.path)-1] == b })
	if i < 0 {
		return nil
	}
	return p.ahead[i]
}

// foreseen returns the step that is to be run first of those that have not been begun, and what sleeps then, as far as
// is known now; nil if there is none.
func (p *place) foreseen(at int, n *touch.Numbers) (*node, []asleep) {
	for q := *p; ; {
		if a := q.begun(q.tree.children[0].branch); a != nil && a.ended && len(a.events) > at {
			q.now = cameOf(n, &a.events[at])
		}
		q.leave(true)
		if len(q.tree.children) == 0 {
			p.known = true
			return nil, nil
		}
		if next := q.tree.children[0]; q.begun(next.branch) == nil {
			return next, q.sleep
		}
	}
}
