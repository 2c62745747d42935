package session

import "machsim/kernel"

// Mutex is a mutex at the present position.
type Mutex struct {
	Named
	Owner   string       // "" when it is free
	Where   kernel.Frame // where the owner locked it; zero if unknown
	Waiting []string     // in the order of the queue
	Freed   bool
}

// Mutexes lists all mutexes.
func (s *Session) Mutexes() []Mutex {
	st := s.State()
	var all []Mutex
	for _, n := range s.Named(kernel.MutexObject) {
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

// Condition is a condition at the present position.
type Condition struct {
	Named
	Waiting []string // in the order of the queue
	Freed   bool
}

// Conditions lists all conditions.
func (s *Session) Conditions() []Condition {
	st := s.State()
	var all []Condition
	for _, n := range s.Named(kernel.ConditionObject) {
		c := st.Conditions.At(n.ID)
		all = append(all, Condition{n, waiters(st, c.Waiters), c.Freed})
	}
	return all
}
