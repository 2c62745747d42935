package rows

import "machsim/kernel"

// Mutex is a mutex.
type Mutex struct {
	Named
	Owner   string       // "" when it is free
	Where   kernel.Frame // where the owner locked it; zero if unknown
	Waiting []string     // in the order of the queue
	Freed   bool
}

// Mutexes lists all mutexes.
func Mutexes(st *kernel.State) []Mutex {
	var all []Mutex
	for _, n := range All(st, kernel.MutexObject) {
		m := st.Mutexes.At(n.ID)
		row := Mutex{Named: n, Waiting: waiters(st, m.Waiters), Freed: m.Freed}
		if m.Owner != 0 {
			row.Owner = st.ThreadName(m.Owner)
			if m.PC != 0 {
				row.Where = kernel.FrameAt(m.PC)
			}
		}
		all = append(all, row)
	}
	return all
}

// Condition is a condition.
type Condition struct {
	Named
	Waiting []string // in the order of the queue
	Freed   bool
}

// Conditions lists all conditions.
func Conditions(st *kernel.State) []Condition {
	var all []Condition
	for _, n := range All(st, kernel.ConditionObject) {
		c := st.Conditions.At(n.ID)
		all = append(all, Condition{n, waiters(st, c.Waiters), c.Freed})
	}
	return all
}
