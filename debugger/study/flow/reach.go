package flow

import "slices"

// Analysis is what follows from a graph. Sets are by node.
type Analysis struct {
	*Graph
	Reach []Set // the nodes that one leads to in its process: itself, if it is in a loop
	Dom   []Set // those on all ways to it, itself too; nothing of a node that no way leads to
	PDom  []Set // those on all ways from it to the end of its process, itself too
	Pre   []Set // the sends of which a node may know by messages
	Post1 []Set // the sends after which the node certainly comes
	Post2 []Set // the receives before which the node certainly was

	from     [][]int // by node: those that it may come next to
	released []Set   // as Post2, but that each time a process sends on it has received once more
}

// Analyse computes what follows from the graph, which must not change after that.
func (g *Graph) Analyse() *Analysis {
	a := &Analysis{Graph: g, from: make([][]int, len(g.Nodes))}
	for n := range g.Nodes {
		for _, m := range g.Nodes[n].Next {
			a.from[m] = append(a.from[m], n)
		}
		a.Reach = append(a.Reach, a.after(n))
	}
	a.Dom, a.PDom = a.dominators(), a.postdominators()
	a.Pre = a.pre()
	a.Post1, a.Post2, a.released = a.post1(), a.post2(), a.receives(a.between)
	return a
}

// after are the nodes to which a way leads from a node on which some are not passed: the way may end at these.
func (a *Analysis) after(n int, unless ...int) Set {
	s := newSet(len(a.Nodes))
	todo := []int{n}
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range a.Nodes[last].Next {
			if !s.Has(m) {
				if s.add(m); !slices.Contains(unless, m) {
					todo = append(todo, m)
				}
			}
		}
	}
	return s
}

// between says whether a node is passed between any two times that another is, and before the first.
func (a *Analysis) between(n, each int) bool {
	return a.Dom[each].Has(n) && n != each && a.separates(n, each)
}

// separates says whether a node is passed between any two times that another is.
func (a *Analysis) separates(n, each int) bool { return !a.after(each, n).Has(each) }

// dominators are the nodes on all ways to each node.
func (a *Analysis) dominators() []Set {
	dom := make([]Set, len(a.Nodes))
	for p := range a.Processes {
		enter := a.Processes[p].Enter
		a.narrow(dom, p, enter, func(n int) []int { return a.from[n] }, a.Reach[enter])
	}
	return dom
}

// postdominators are the nodes on all ways from each to the end of its process.
func (a *Analysis) postdominators() []Set {
	pdom := make([]Set, len(a.Nodes))
	for p := range a.Processes {
		exit, ends := a.Processes[p].Exit, a.ends(p)
		ahead := func(n int) []int {
			if ends.Has(n) {
				return append(a.Nodes[n].Next[:len(a.Nodes[n].Next):len(a.Nodes[n].Next)], exit)
			}
			return a.Nodes[n].Next
		}
		a.narrow(pdom, p, exit, ahead, a.own(p))
	}
	return pdom
}

// narrow finds, for the nodes of a process that are among some, the nodes on all ways from one: by the sets of those
// before it, until nothing changes.
func (a *Analysis) narrow(sets []Set, process, from int, before func(int) []int, some Set) {
	all := a.of(process)
	for _, n := range all {
		sets[n] = newSet(len(a.Nodes))
		if n != from && some.Has(n) {
			sets[n].join(a.own(process), nil)
		}
	}
	sets[from].add(from)
	for again := true; again; {
		again = false
		for _, n := range all {
			if n == from || !some.Has(n) {
				continue
			}
			for _, m := range before(n) {
				if m == from || some.Has(m) {
					s := sets[m].clone()
					s.add(n)
					again = sets[n].meet(s) || again
				}
			}
		}
	}
}

// ends are the nodes from which an edge leads back to the head of a loop that has no way out, and those from which
// none leads anywhere.
func (a *Analysis) ends(process int) Set {
	s, exit := newSet(len(a.Nodes)), a.Processes[process].Exit
	open := newSet(len(a.Nodes)) // those on the way that is followed
	seen := newSet(len(a.Nodes))
	var follow func(n int)
	follow = func(n int) {
		seen.add(n)
		open.add(n)
		for _, m := range a.Nodes[n].Next {
			if open.Has(m) && !a.Reach[n].Has(exit) {
				s.add(n)
			}
			if !seen.Has(m) {
				follow(m)
			}
		}
		open.remove(n)
		if n != exit && len(a.Nodes[n].Next) == 0 {
			s.add(n)
		}
	}
	follow(a.Processes[process].Enter)
	return s
}
