package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
)

// Missing says what the search has not found; "" for nothing. It may have found some twice, or given runs up because
// they would have been of a class that it had: a send to a port that has died uses everything, and what befalls a
// packet makes steps of one packet differ.
func (c *Comparison) Missing() string {
	all := *c
	all.Search = &Search{Classes: len(c.Classes), Lost: c.Search.Lost}
	return all.Wrong()
}

// fails takes each of the faults that could come, one way after the other.
func (w *everyWay) fails(could []mishap) touch.Actor {
	for i := range could {
		w.todo = append(w.todo, append(slices.Clone(w.so), branch{actor: could[i].actor}))
	}
	return 0
}
