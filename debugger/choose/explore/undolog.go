package explore

// undoLog is what is noted of a run, by number. It can be taken back down to a step, so that the next run need not go
// through the steps again that both have in common.
type undoLog[T any] struct {
	all  []T
	past []was[T]
}

// was is what a number had before it was changed at a step.
type was[T any] struct {
	step   int
	number uint32
	value  T
}

// get returns what has been noted, the zero T for nothing.
func (n *undoLog[T]) get(number uint32) (value T) {
	if int(number) < len(n.all) {
		value = n.all[number]
	}
	return value
}

// set notes something at a step.
func (n *undoLog[T]) set(step int, number uint32, value T) {
	n.all = grown(n.all, number)
	n.past = append(n.past, was[T]{step, number, n.all[number]})
	n.all[number] = value
}

// back takes back what has been noted from a step on.
func (n *undoLog[T]) back(step int) {
	last := len(n.past) - 1
	for ; last >= 0 && n.past[last].step >= step; last-- {
		n.all[n.past[last].number] = n.past[last].value
	}
	n.past = n.past[:last+1]
}
