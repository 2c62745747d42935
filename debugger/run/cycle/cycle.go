package cycle

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/kernel"
)

// Cycle is a stretch of a run after which the state is what it was before.
type Cycle struct {
	From, To uint64 // its first event and its last one
	Since    uint64 // the event after which the state came first, as far as the run was looked at
	Times    int    // how often it came back since, each time after everybody who could go had had a turn
	Prints   bool   // something is written to the console in the cycle
	Turns    []Turn // what is done in the cycle

	// Livelock says that the programs, too, are after the cycle what they were before it: with the same choices it goes on
	// for ever. If not, Why is what keeps this from being known, "" if it is not so.
	Livelock bool
	Why      string
	Looked   bool // somebody has looked at the programs
}

// Turn is what a thread does in a cycle.
type Turn struct {
	Thread string
	Calls  []string // in order, with source lines, where they are known
}

// Threads are the names of those that have turns.
func (c *Cycle) Threads() (names []string) {
	for _, t := range c.Turns {
		names = append(names, t.Thread)
	}
	return names
}

// fewest is how often a state has to come back.
const fewest = 3

// Cycle returns the shortest cycle of the state that came back most often, nil if none did.
func (w *Watch) Cycle() *Cycle {
	at := map[uint64][]int{}
	var order []uint64
	for i := range w.moments {
		sum := w.moments[i].state
		if at[sum] == nil {
			order = append(order, sum)
		}
		at[sum] = append(at[sum], i)
	}
	var best []int
	f := w.fairness()
	for _, sum := range order {
		if len(at[sum]) > max(len(best), fewest) {
			if back := f.fair(at[sum]); len(back) > max(len(best), fewest) {
				best = back
			}
		}
	}
	if best == nil {
		return nil
	}
	return w.tell(best)
}

// tell describes the shortest of the cycles between some moments.
func (w *Watch) tell(back []int) *Cycle {
	shortest := 1
	for i := 2; i < len(back); i++ {
		if back[i]-back[i-1] < back[shortest]-back[shortest-1] {
			shortest = i
		}
	}
	c := w.between(back[shortest-1], back[shortest])
	c.Since, c.Times = w.moments[back[0]].event, len(back)-1
	return c
}

// between describes what is done after one moment up to another.
func (w *Watch) between(a, b int) *Cycle {
	c := &Cycle{From: w.moments[a+1].event, To: w.moments[b].event, Since: w.moments[a].event, Times: 1}
	turns := map[string]*Turn{}
	for i := a + 1; i <= b; i++ {
		m := &w.moments[i]
		c.Prints = c.Prints || m.op == kernel.OpPrint
		name := cmp.Or(m.name, "the wires")
		t := turns[name]
		if t == nil {
			t = &Turn{Thread: name}
			turns[name] = t
		}
		if n, text := len(t.Calls), m.text(); n == 0 || t.Calls[n-1] != text {
			t.Calls = append(t.Calls, text)
		}
	}
	for _, t := range turns {
		c.Turns = append(c.Turns, *t)
	}
	slices.SortFunc(c.Turns, func(a, b Turn) int { return cmp.Compare(a.Thread, b.Thread) })
	return c
}

// text is what is done in a step.
func (m *moment) text() string {
	switch {
	case m.actor.Thread == 0:
		return "a packet arrives"
	case m.pc == 0:
		return m.op.String()
	}
	return fmt.Sprintf("%s (%s)", m.op, kernel.FrameAt(m.pc))
}
