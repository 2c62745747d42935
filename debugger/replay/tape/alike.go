package tape

import "machsim/kernel"

// ChosenAlike returns how many events two runs begin with in which the same was chosen, where from is known to be such
// a number and to is one of events that look the same. A choice need not be seen in the event that it is made in: how
// long a packet takes is seen when it arrives.
func (t *Tape) ChosenAlike(other *Tape, from, to int) int {
	for e := from; e < to; e++ {
		if !chosenAlike(t.Choices(e), other.Choices(e)) {
			return e
		}
	}
	return to
}

// chosenAlike compares choices but for those that the events tell: who goes next, and that no fault came about.
func chosenAlike(a, b []Choice) bool {
	for {
		a, b = afterTold(a), afterTold(b)
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

func afterTold(all []Choice) []Choice {
	for len(all) > 0 {
		switch c := all[0]; {
		case c.Kind == kernel.PointNext, c.Kind == kernel.PointPredicate, c.Kind == kernel.PointFault && c.C == 0:
			all = all[1:]
		default:
			return all
		}
	}
	return nil
}
