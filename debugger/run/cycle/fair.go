package cycle

import "machsim/kernel"

// fairness knows who could go, and who went, at each moment of a run. Actors are numbered, so that one look at many
// stretches of the run takes no memory, and as many steps as there were actors who could go.
type fairness struct {
	went  []int32   // by moment
	ready [][]int32 // by moment: who could go after it

	// Of the stretch at hand, by actor: the number of the last stretch in which it went, or could go and did not.
	stretch   int
	gone, due []int
}

func (w *Watch) fairness() *fairness {
	if w.turns != nil && len(w.turns.went) == len(w.moments) {
		return w.turns
	}
	f, numbers := &fairness{}, map[kernel.Actor]int32{}
	number := func(a kernel.Actor) int32 {
		n, ok := numbers[a]
		if !ok {
			n = int32(len(numbers))
			numbers[a] = n
		}
		return n
	}
	for i := range w.moments {
		m := &w.moments[i]
		ready := make([]int32, len(m.ready))
		for k, a := range m.ready {
			ready[k] = number(a)
		}
		f.went, f.ready = append(f.went, number(m.actor)), append(f.ready, ready)
	}
	f.gone, f.due = make([]int, len(numbers)), make([]int, len(numbers))
	w.turns = f
	return f
}

// fair returns those of the moments of a state between which everybody who could go has had a turn.
func (f *fairness) fair(all []int) (back []int) {
	back = all[:1:1]
	next, waiting := 1, 0
	f.stretch++
	for i := all[0] + 1; next < len(all); i++ {
		for _, a := range f.ready[i-1] {
			if f.gone[a] != f.stretch && f.due[a] != f.stretch {
				f.due[a] = f.stretch
				waiting++
			}
		}
		if a := f.went[i]; f.gone[a] != f.stretch {
			f.gone[a] = f.stretch
			if f.due[a] == f.stretch {
				waiting--
			}
		}
		if i != all[next] {
			continue
		}
		if next++; waiting == 0 {
			back = append(back, i)
			f.stretch++
		}
	}
	return back
}
