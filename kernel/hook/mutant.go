package hook

import (
	"strconv"
	"sync/atomic"
)

// Mutants of a program stand in one executable with it; each is switched on by its number, from 1. Their guards call
// Mutant, which notes whether a run came there.

var mutants struct {
	chosen  int
	reached []atomic.Bool // by number; nil in an executable without mutants
}

// Mutate says how many mutants there are, and which is chosen; "" or 0 for none. Each package that has some says so,
// when it is initialised.
func Mutate(n int, chosen string) bool {
	if mutants.reached == nil {
		mutants.chosen, _ = strconv.Atoi(chosen)
		mutants.reached = make([]atomic.Bool, n+1)
	}
	return true
}

// Mutant says whether a mutant is chosen.
func Mutant(number int) bool {
	mutants.reached[number].Store(true)
	return number == mutants.chosen
}

// MutantsReached are the numbers of the mutants whose places this process came to. ok is false in an executable without
// mutants.
func MutantsReached() (all []int, ok bool) {
	for i := range mutants.reached {
		if mutants.reached[i].Load() {
			all = append(all, i)
		}
	}
	return all, mutants.reached != nil
}
