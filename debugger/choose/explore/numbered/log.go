package numbered

// Log is what is noted of a run, by number. It can be taken back down to a step, so that the next run need not go
// through the steps again that both have in common.
type Log[T any] struct {
	all  []T
	past []was[T]
}

// was is what a number had before it was changed at a step.
type was[T any] struct {
	step   int
	number uint32
	value  T
}

// Get returns what has been noted, the zero T for nothing.
func (n *Log[T]) Get(number uint32) (value T) {
	if int(number) < len(n.all) {
		value = n.all[number]
	}
	return value
}

// Set notes something at a step.
func (n *Log[T]) Set(step int, number uint32, value T) {
	n.all = Grown(n.all, number)
	n.past = append(n.past, was[T]{step, number, n.all[number]})
	n.all[number] = value
}

// Back takes back what has been noted from a step on.
func (n *Log[T]) Back(step int) {
	last := len(n.past) - 1
	for ; last >= 0 && n.past[last].step >= step; last-- {
		n.all[n.past[last].number] = n.past[last].value
	}
	n.past = n.past[:last+1]
}
