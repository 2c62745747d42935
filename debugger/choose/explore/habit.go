package explore

import "slices"

// habits are who uses what how often, as far as runs have shown.
type habits struct {
	most map[thing][]habit // in one run
	now  map[habit]int     // in this one
}

// habit is an actor's use of a thing.
type habit struct {
	thing thing
	actor actor
	mode  mode
	times int
}

// free says whether nobody else is known to use in this run yet what affects a step.
func (h *habits) free(a actor, uses footprint) bool {
	if uses.global() || len(h.most) == 0 {
		return false
	}
	for _, u := range uses {
		for _, x := range h.most[u.thing] {
			if x.actor != a && affects[x.mode][u.mode] && h.now[habit{u.thing, x.actor, x.mode, 0}] < x.times {
				return false
			}
		}
	}
	return true
}

// notes notes that an actor uses things.
func (h *habits) notes(a actor, uses footprint) {
	for _, u := range uses {
		if u.thing == world {
			continue
		}
		h.now[habit{u.thing, a, u.mode, 0}]++
	}
}

// learns takes in what a run has shown.
func (h *habits) learns() {
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
