package detect_test

import (
	"fmt"
	"slices"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/ipc"
	"machsim/kernel"
)

// naive knows all consistent cuts of a run, and what the threads show in each, by rebuilding
// them there.
type naive struct {
	g      *graph.Graph
	cuts   []graph.Cut
	index  map[string]int
	values []map[string]int // by cut: thread, dot, variable
}

// newNaive enumerates the cuts; nil if there are more than limit.
func newNaive(g *graph.Graph, limit int) (*naive, error) {
	n := &naive{g: g, index: map[string]int{}}
	threads := rebuild.New(g.Tape)
	defer threads.Close()
	if err := n.add(threads, g.Start(), nil); err != nil {
		return nil, err
	}
	for i := 0; i < len(n.cuts); i++ {
		if len(n.cuts) > limit {
			return nil, nil
		}
		for lane := range n.cuts[i] {
			next := n.cuts[i].Clone()
			next[lane]++
			if _, known := n.index[fmt.Sprint(next)]; !known && g.Consistent(next) {
				if err := n.add(threads, next, n.values[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	return n, nil
}

// add adds a cut. What threads have shown that are no more is as it was in a cut before.
func (n *naive) add(threads *rebuild.Threads, c graph.Cut, before map[string]int) error {
	if err := threads.To(graph.At(c)); err != nil {
		return err
	}
	values := map[string]int{}
	for k, v := range before {
		values[k] = v
	}
	for id := range n.g.Tape.End.Threads.All {
		for _, v := range threads.Variables(kernel.ThreadID(id)) {
			values[n.g.Tape.End.ThreadName(kernel.ThreadID(id))+"."+v.Name] = v.Value.(int)
		}
	}
	n.index[fmt.Sprint(c)] = len(n.cuts)
	n.cuts, n.values = append(n.cuts, c), append(n.values, values)
	return nil
}

// condition is a predicate as it is typed, and as the tests see it.
type condition struct {
	text  string
	holds func(n *naive, cut int) bool
	visit func(n *naive, cut int) int // of a place: which visit to it this is
}

// those are the cuts in which a condition holds.
func (n *naive) those(c condition) []bool {
	all := make([]bool, len(n.cuts))
	for i := range all {
		all[i] = c.holds(n, i)
	}
	return all
}

// extreme is the cut of some that is within all others or, with up, that holds all others; nil
// if there are none, or no such one.
func (n *naive) extreme(some func(int) bool, up bool) graph.Cut {
	var c graph.Cut
	for i, d := range n.cuts {
		if !some(i) {
			continue
		}
		if c == nil {
			c = d.Clone()
		}
		for lane := range c {
			if (d[lane] > c[lane]) == up {
				c[lane] = d[lane]
			}
		}
	}
	if i, ok := n.index[fmt.Sprint(c)]; c != nil && (!ok || !some(i)) {
		return nil
	}
	return c
}

// avoidable says whether a way from the first cut to the last exists that no cut of some is
// on.
func (n *naive) avoidable(some []bool) bool {
	if some[0] {
		return false
	}
	seen := map[int]bool{0: true}
	next := []int{0}
	all := n.index[fmt.Sprint(n.g.All())]
	for len(next) > 0 {
		i := next[0]
		next = next[1:]
		if i == all {
			return true
		}
		for lane := range n.cuts[i] {
			c := n.cuts[i].Clone()
			c[lane]++
			if j, ok := n.index[fmt.Sprint(c)]; ok && !some[j] && !seen[j] {
				seen[j] = true
				next = append(next, j)
			}
		}
	}
	return false
}

// between says whether some cut holds cut i and is within cut j.
func (n *naive) between(i, j int, some func(int) bool) bool {
	return slices.ContainsFunc(n.cuts, func(c graph.Cut) bool {
		return n.cuts[i].Within(c) && c.Within(n.cuts[j]) && some(n.index[fmt.Sprint(c)])
	})
}

// place is a place that a thread can stand at.
type place int

const (
	beforeSend place = iota // about to make a call that sends, or in the middle of it
	afterSend               // such a call is done, and nothing after it
	inCall                  // in the middle of any call
)

// calling says whether a thread stands at a place.
func (n *naive) calling(cut, lane int, at place) bool {
	done := int(n.cuts[cut][lane])
	l := &n.g.Tape.Lanes[lane]
	if done == 0 {
		return false
	}
	k := l.Completed(done)
	switch {
	case at == inCall:
		return done > l.DoneBy(k-1)
	case at == afterSend && done > l.DoneBy(k-1):
		return false
	case at == afterSend:
		k--
	}
	c, _, ok := n.g.Tape.Call(lane, k)
	return ok && c.Opt&ipc.MACH_SEND_MSG != 0
}
