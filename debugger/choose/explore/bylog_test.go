package explore

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
	"machsim/test/testrun"
)

// logged is a run that keeps whose its steps were.
type logged struct {
	*run
	who []touch.Actor
}

func (l *logged) Begin(s *kernel.State, a kernel.Actor) {
	l.run.Begin(s, a)
	l.who = append(l.who, l.prints.Names.Of(s, a))
}

// ByLog makes all runs of a program that was compared, and tells them apart by the order that follows from what the
// kernel has logged of their accesses. It returns how many classes there are so, how many of these the search has
// found, and how many of the search's classes have runs of several.
func ByLog(p *kernel.Program, c *Comparison) (all, found, joined int) {
	n := c.Search.names.Again()
	by := map[string]map[string]bool{} // by class of the search: the others
	w := &everyWay{todo: [][]branch{nil}}
	for len(w.todo) > 0 {
		path := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.so, w.fixed = slices.Clone(path), len(path)
		l := &logged{run: newRun(n.Waiting(n.Waits), 0, path, w, false, nil)}
		d := &chance{Door: l}
		ran(p, Begun{}, d, l, l.prints.Names)
		l.ended()
		class := classOf(l.run)
		if by[class] == nil {
			by[class] = map[string]bool{}
		}
		by[class][classByLog(p, d, l.who)] = true
		w.choices(l.run)
	}
	whole, reached := map[string]bool{}, map[string]bool{}
	for class, some := range by {
		if len(some) > 1 {
			joined++
		}
		for x := range some {
			whole[x] = true
			if c.Classes[class] > 0 {
				reached[x] = true
			}
		}
	}
	return len(whole), len(reached), joined
}

// classByLog makes a run once more, and tells it from others by what comes before each of its steps.
func classByLog(p *kernel.Program, d *chance, who []touch.Actor) string {
	g := testrun.Graph(p, kernel.Config{Door: &begun{d, d.answers, math.MaxInt}, StepTime: kernel.Timeless, Survive: true})
	clocks, last, own := make([][]int32, len(who)), map[touch.Actor]int{}, map[touch.Actor]int32{}
	var text []string
	g.Causes(func(step int, causes []int) {
		a := who[step]
		var clock []int32
		if own[a] > 0 {
			causes = append(slices.Clone(causes), last[a])
		}
		for _, c := range causes {
			clock = join(clock, clocks[c])
		}
		last[a] = step
		own[a]++
		clock = numbered.Grown(clock, a)
		clock[a] = own[a]
		clocks[step] = clock
		line := fmt.Sprint(a)
		for b, n := range clock {
			if n > 0 {
				line += fmt.Sprintf(" %d:%d", b, n)
			}
		}
		text = append(text, line)
	})
	slices.Sort(text)
	return strings.Join(text, "\n")
}
