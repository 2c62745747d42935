package shrink

import (
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/event/text"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

// order is the causal order of a run's steps.
type order struct {
	steps  []schedule.Step
	before [][]int // by step: those of other actors that come immediately before it, in order
	kinds  [][]graph.Kind
	lanes  [][]int // by actor: its steps, in order
	fixed  int     // how many steps stay where they are

	// By step: its stretch of the run. Time passes only when nobody can go, and so all steps of a stretch come before
	// those of the next one; with timers that may fire at any moment, there is one stretch.
	stretch []int
}

// newOrder reads the order of a run off its tape, which has the same steps as its schedule.
func newOrder(s *schedule.Schedule, t *tape.Tape, g *graph.Graph, stretches []int) *order {
	n := len(s.Steps)
	o := &order{steps: s.Steps, before: make([][]int, n), kinds: make([][]graph.Kind, n),
		lanes: make([][]int, len(s.Actors)+1), stretch: stretches}
	for i, x := range s.Steps {
		o.lanes[x.Actor+1] = append(o.lanes[x.Actor+1], i)
		if i < t.Len() {
			g.Into(i, func(e graph.Edge) {
				o.before[i] = append(o.before[i], e.From)
				o.kinds[i] = append(o.kinds[i], e.Kind)
			})
		}
	}
	o.joinWaits()
	return o
}

// joinWaits lets a call that had to wait come after all that it waited for: then it need not wait, and is made in one
// step. That cannot be where what it waited for came of its own beginning, as an answer does, or after time has passed.
func (o *order) joinWaits() {
	for _, lane := range o.lanes {
		for k, i := range lane {
			for j := k + 1; j < len(lane) && o.steps[lane[j]].Part > 0; j++ {
				for _, b := range o.before[lane[j]] {
					if o.stretch[b] == o.stretch[i] && (b < i || !o.past([]int{b}, anyway)[i]) {
						o.before[i] = append(o.before[i], b)
					}
				}
			}
		}
	}
}

// past returns which steps come before some, or are among them, by those that come immediately before a step for which
// through is true: it is asked of the k-th of step i.
func (o *order) past(of []int, through func(i, k int) bool) map[int]bool {
	in := map[int]bool{}
	for todo := slices.Clone(of); len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if in[i] {
			continue
		}
		in[i] = true
		if p := o.previous(i); p >= 0 {
			todo = append(todo, p)
		}
		for k, b := range o.before[i] {
			if through(i, k) {
				todo = append(todo, b)
			}
		}
	}
	return in
}

// needed returns the steps that come before one, and those that are taken before time passes to where it is.
func (o *order) needed(of int) map[int]bool {
	in := o.past([]int{of}, anyway)
	for i, n := range o.stretch {
		if n < o.stretch[of] {
			in[i] = true
		}
	}
	return in
}

// anyway takes every step that comes before another.
func anyway(int, int) bool { return true }

// previous returns the step of the same actor before one, -1 if that is its first.
func (o *order) previous(i int) int {
	lane := o.lanes[o.steps[i].Actor+1]
	if k, _ := slices.BinarySearch(lane, i); k > 0 {
		return lane[k-1]
	}
	return -1
}

// straight returns the steps of a set, nil for all, in an order that the causal order allows, with few switches: each
// actor goes on as long as all is done that comes before its next step.
func (o *order) straight(in map[int]bool) []schedule.Step {
	best := o.line(in, 0)
	for rule := 1; rule < rules; rule++ {
		if l := o.line(in, rule); switches(o.steps, l) < switches(o.steps, best) {
			best = l
		}
	}
	return text.Each(best, func(at int) schedule.Step { return o.steps[at] })
}

// rules is how many ways there are to choose who goes on: those that are named below, and arbitrary ones.
const rules = 64

const (
	ruleFirst  = iota // the one whose step came first in the run
	ruleLong          // the one that gets farthest
	ruleLowest        // the one with the lowest number
)

func switches(steps []schedule.Step, line []int) (n int) {
	for i := 1; i < len(line); i++ {
		if steps[line[i]].Actor != steps[line[i-1]].Actor {
			n++
		}
	}
	return n
}

// lining is a line of steps that is being made.
type lining struct {
	*order
	in   map[int]bool
	done []bool
	next []int // by lane
	coming
	line []int
	rule int
	seed uint64
}

// line orders steps by a rule.
func (o *order) line(in map[int]bool, rule int) []int {
	l := &lining{order: o, in: in, done: make([]bool, len(o.steps)), next: make([]int, len(o.lanes)), rule: rule,
		seed: uint64(rule) * 0x9e3779b97f4a7c15, coming: o.coming(in)}
	for i := range o.fixed {
		l.add(i, o.steps[i].Actor+1)
	}
	for {
		lane := l.choose()
		if lane < 0 {
			return l.line
		}
		for _, i := range l.run(lane) {
			l.add(i, lane)
		}
	}
}

func (l *lining) add(i, lane int) {
	l.done[i] = true
	l.line = append(l.line, i)
	l.next[lane]++
	l.came(l.stretch[i])
}

// coming is what is still to come of a run.
type coming struct {
	left []int // by stretch: how many steps
	now  int   // the first stretch of which there are some
}

// came takes a step of a stretch out.
func (c *coming) came(stretch int) {
	c.left[stretch]--
	for c.now < len(c.left)-1 && c.left[c.now] == 0 {
		c.now++
	}
}

// coming returns that of a set of steps, nil for all, before the first of them.
func (o *order) coming(in map[int]bool) coming {
	all := make([]int, 1)
	for i, n := range o.stretch {
		for n >= len(all) {
			all = append(all, 0)
		}
		if in == nil || in[i] {
			all[n]++
		}
	}
	return coming{left: all}
}

// run returns the steps of a lane that can be taken without a switch.
func (l *lining) run(lane int) (all []int) {
	for k := l.next[lane]; k < len(l.lanes[lane]); k++ {
		i := l.lanes[lane][k]
		if l.in != nil && !l.in[i] || l.stretch[i] > l.now || !l.ready(i, all) {
			break
		}
		all = append(all, i)
	}
	return all
}

// ready says whether all is done that comes before a step, once some others are.
func (l *lining) ready(i int, others []int) bool {
	return !slices.ContainsFunc(l.before[i], func(b int) bool {
		return !l.done[b] && (l.in == nil || l.in[b]) && !slices.Contains(others, b)
	})
}

// choose returns the lane that goes on, -1 if none can.
func (l *lining) choose() int {
	best, most := -1, 0
	for lane := range l.lanes {
		n := l.worth(lane)
		if n > most {
			best, most = lane, n
		}
	}
	return best
}

// worth says how much a rule speaks for a lane, 0 if that cannot go on.
func (l *lining) worth(lane int) int {
	all := l.run(lane)
	switch {
	case len(all) == 0:
		return 0
	case l.rule == ruleFirst:
		return len(l.steps) - all[0]
	case l.rule == ruleLong:
		return len(all)
	case l.rule == ruleLowest:
		return len(l.lanes) - lane
	}
	l.seed = l.seed*6364136223846793005 + 1442695040888963407
	return 1 + int(l.seed>>40)
}
