package shrink

import (
	"cmp"
	"math"

	"machsim/debugger/choose/schedule"
)

// promising says whether it is worth a run to make the best one's steps in another order, or without some of them: by
// the causal order it would be smaller. With equal it may have as many switches, because events come the other way
// round that affect each other, and nobody knows what follows. In the end, what would be as good or has one switch more
// is tried as well, for the causal order does not foresee which thread gets what when the order of two is another one.
func (s *shrinker) promising(steps []schedule.Step, equal bool) bool {
	if s.over() {
		return false
	}
	o := s.order()
	if o == nil {
		return true
	}
	z, ok := o.foresee(steps)
	switch {
	case !ok:
		return true
	case equal:
		return z.Switches <= s.best.size.Switches
	case s.thorough:
		return z.Switches <= s.best.size.Switches+1
	}
	return cmp.Or(cmp.Compare(z.Switches, s.best.size.Switches), cmp.Compare(z.Events, s.best.size.Events)) < 0
}

// foresee returns the size of the run that an order of steps would lead to, if the causal order stayed what it is but
// for the events that come the other way round: a step goes when it stands first among those that are possible. It
// returns false if that is not known.
func (o *order) foresee(list []schedule.Step) (z Size, ok bool) {
	f := o.foreseeing(list)
	if f == nil {
		return Size{}, false
	}
	last := -1
	for left := len(o.steps); left > 0; left-- {
		i := f.next(last)
		if i < 0 {
			return Size{}, false
		}
		if f.take(i); f.gone[i] {
			continue
		}
		if z.Events++; last >= 0 && o.steps[i].Actor != o.steps[last].Actor {
			z.Switches++
		}
		last = i
	}
	return z, true
}

// foreseeing is a run that is foreseen.
type foreseeing struct {
	*order
	places []int  // by step: where the list has it, or the actor's next one that it has
	gone   []bool // a wait that the list has not: the call is made when it need not wait
	done   []bool
	took   []int // by lane
	coming
}

// foreseeing puts the steps to their places, nil if edits or faults are missing.
func (o *order) foreseeing(list []schedule.Step) *foreseeing {
	n := len(o.steps)
	f := &foreseeing{o, make([]int, n), make([]bool, n), make([]bool, n), make([]int, len(o.lanes)), o.coming(nil)}
	at := make(map[schedule.Step]int, len(list))
	var outside []int // edits and faults
	for i, x := range list {
		if at[x] = i; x.Actor < 0 {
			outside = append(outside, i)
		}
	}
	if len(outside) != len(o.lanes[0]) {
		return nil
	}
	for k, i := range o.lanes[0] {
		f.places[i] = outside[k]
	}
	for _, lane := range o.lanes[1:] {
		place := math.MaxInt
		for k := len(lane) - 1; k >= 0; k-- {
			i := lane[k]
			p, listed := at[o.steps[i]]
			if listed {
				place = p
			}
			f.places[i] = place
			f.gone[i] = !listed && !o.steps[i].Done && k+1 < len(lane) && o.stretch[lane[k+1]] == o.stretch[i]
		}
	}
	return f
}

// next returns the step that goes after another one, -1 if none is possible.
func (f *foreseeing) next(last int) int {
	best := -1
	for lane, all := range f.lanes {
		if f.took[lane] == len(all) {
			continue
		}
		i := all[f.took[lane]]
		switch {
		case best >= 0 && (f.places[i] > f.places[best] ||
			f.places[i] == f.places[best] && (last < 0 || f.steps[i].Actor != f.steps[last].Actor)):
		case f.possible(i):
			best = i
		}
	}
	return best
}

// take takes a step.
func (f *foreseeing) take(i int) {
	f.done[i] = true
	f.took[f.steps[i].Actor+1]++
	f.came(f.stretch[i])
}

// possible says whether all is done that makes a step possible.
func (f *foreseeing) possible(i int) bool {
	for k, b := range f.before[i] {
		if !f.done[b] && f.enables(i, k) {
			return false
		}
	}
	return f.stretch[i] <= f.now
}
