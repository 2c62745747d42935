package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// habits are who uses what how often, as far as runs have shown.
type habits struct {
	most  map[touch.Thing][]habit // in one run
	now   map[habit]int           // in this one
	done  []int                   // by actor: how many steps it has taken in this one
	steps [][]touch.Footprint     // by actor: what each of its steps has used in all runs so far; nil where that differs
}

// habit is an actor's use of a thing.
type habit struct {
	thing touch.Thing
	actor touch.Actor
	mode  touch.Mode
	times int
}

// usual returns what an actor's next step has used in all runs so far; nil if that is not known.
func (h *habits) usual(a touch.Actor) touch.Footprint {
	steps, k := numbered.At(h.steps, a), 0
	if int(a) < len(h.done) {
		k = h.done[a]
	}
	if k >= len(steps) {
		return nil
	}
	return steps[k]
}

// free says whether nobody else is known to use in this run yet what affects a step.
func (h *habits) free(a touch.Actor, uses touch.Footprint) bool {
	if uses.Global() || len(h.most) == 0 {
		return false
	}
	for _, u := range uses {
		for _, x := range h.most[u.Thing] {
			if x.actor != a && touch.Affects[x.mode][u.Mode] && h.now[habit{u.Thing, x.actor, x.mode, 0}] < x.times {
				return false
			}
		}
	}
	return true
}

// notes notes a step.
func (h *habits) notes(e *event) {
	h.done = numbered.Grown(h.done, e.actor)
	h.done[e.actor]++
	for _, u := range e.uses {
		if u.Thing != touch.World {
			h.now[habit{u.Thing, e.actor, u.Mode, 0}]++
		}
	}
}

// learns takes in what a run has shown.
func (h *habits) learns(events []event) {
	clear(h.done)
	for i := range events {
		e := &events[i]
		if e.pause {
			continue
		}
		h.done, h.steps = numbered.Grown(h.done, e.actor), numbered.Grown(h.steps, e.actor)
		if k := h.done[e.actor]; k == len(h.steps[e.actor]) {
			h.steps[e.actor] = append(h.steps[e.actor], e.uses)
		} else if !slices.Equal(h.steps[e.actor][k], e.uses) {
			h.steps[e.actor][k] = nil
		}
		h.done[e.actor]++
	}
	clear(h.done)
	for x, n := range h.now {
		all := h.most[x.thing]
		i := slices.IndexFunc(all, func(y habit) bool { return y.actor == x.actor && y.mode == x.mode })
		if i < 0 {
			x.times = n
			h.most[x.thing] = append(all, x)
		} else {
			all[i].times = max(all[i].times, n)
		}
	}
	clear(h.now)
}
