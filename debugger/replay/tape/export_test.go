package tape

import "machsim/kernel"

// Stretches returns how many entries a log has for the calls that each thread had completed before it.
func Stretches(t *Tape) map[kernel.ThreadID]int {
	n := map[kernel.ThreadID]int{}
	for i := range t.passed.Len() {
		n[t.Lanes[t.passed.At(i).lane].Thread]++
	}
	return n
}
