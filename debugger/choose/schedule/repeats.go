package schedule

import (
	"math"
	"slices"
)

// Repeats says whether a Door that follows another schedule certainly makes the run again whose schedule s is: whenever
// it is asked who goes next, the same actor stands first. The other one has no steps that s has not, and the same
// choices and lines. It returns false if that is not known without the run.
func (s *Schedule) Repeats(to *Schedule) bool {
	if s.Faults() > 0 {
		return false
	}
	r := s.along(to)
	for i, x := range s.Steps {
		if x.Actor < 0 {
			continue
		}
		if offered := s.offered[i]; len(offered) > 1 && !r.chooses(i, offered) {
			return false
		}
		r.pass(i)
	}
	return true
}

// along goes along the steps of a run, and knows what another schedule says of them.
type along struct {
	*Schedule
	places []int   // by step: where the other schedule has it, -1 for nowhere
	lanes  [][]int // by actor: its steps that are still to come
	ways   [][]int // by actor: where the other schedule has steps of it that may still come
}

func (s *Schedule) along(to *Schedule) *along {
	r := &along{s, make([]int, len(s.Steps)), make([][]int, len(s.Actors)), make([][]int, len(s.Actors))}
	at := make(map[Step]int, len(to.Steps))
	for i, x := range to.Steps {
		if x.Actor >= 0 {
			at[x] = i
			r.ways[x.Actor] = append(r.ways[x.Actor], i)
		}
	}
	for i, x := range s.Steps {
		r.places[i] = -1
		if p, ok := at[x]; ok {
			r.places[i] = p
		}
		if x.Actor >= 0 {
			r.lanes[x.Actor] = append(r.lanes[x.Actor], i)
		}
	}
	return r
}

// chooses says whether the actor of a step stands first among those that are offered.
func (r *along) chooses(i int, offered []int) bool {
	x := r.Steps[i]
	first := r.place(x.Actor)
	return first != math.MaxInt && (!x.Packet || r.places[i] >= 0) && !slices.ContainsFunc(offered, func(k int) bool {
		return k >= 0 && k != x.Actor && r.place(k) < first
	})
}

// place is where an actor stands.
func (r *along) place(actor int) int {
	w := r.ways[actor]
	if len(r.lanes[actor]) > 0 {
		if at := r.places[r.lanes[actor][0]]; at >= 0 {
			for len(w) > 0 && w[0] < at {
				w = w[1:]
			}
			r.ways[actor] = w
		}
	}
	if len(w) == 0 {
		return math.MaxInt
	}
	return w[0]
}

// pass goes on behind a step.
func (r *along) pass(i int) {
	actor := r.Steps[i].Actor
	r.lanes[actor] = r.lanes[actor][1:]
	for w := r.ways[actor]; len(w) > 0 && w[0] <= r.places[i]; w = r.ways[actor] {
		r.ways[actor] = w[1:]
	}
}
