package session

import (
	"cmp"
	"slices"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// LastShown calls visit with the last watched values of each thread that has ended at the present
// position, in the order in which they ended. It runs the programs again for that. The values are
// valid only until visit returns, because threads that share variables change them later.
func (s *Session) LastShown(visit func([]kernel.Variable)) error {
	if !s.someEnded() {
		return nil
	}
	ends := s.ends()
	if len(ends) == 0 {
		return nil
	}
	threads := s.log().engine.Threads()
	defer threads.Close()
	at, next := s.log().cuts.Start(), s.First()
	for _, e := range ends {
		for ; next < e.Event; next++ {
			if s.Holds(next) {
				at[s.log().tape.Lane(next)]++
			}
		}
		if err := threads.To(graph.At(at)); err != nil {
			return err
		}
		if all := threads.Variables(e.Thread); len(all) > 0 {
			visit(all)
		}
	}
	return nil
}

// someEnded says whether a thread has ended at the present position.
func (s *Session) someEnded() bool {
	st := s.State()
	for id := range st.Threads.All {
		if st.Threads.At(id).Status == kernel.Ended {
			return true
		}
	}
	return false
}

// ends returns the ends of the threads that have ended at the present position, in recorded order:
// each thread with the event, its own or another's, that ended it.
func (s *Session) ends() (all []tape.End) {
	by := map[kernel.ThreadID]int{}
	s.log().tape.Ends(func(e tape.End) { by[e.Thread] = e.Event })
	for id := range s.State().Threads.All {
		thread := kernel.ThreadID(id)
		lane := s.log().tape.LaneOf(thread)
		if s.State().Threads.At(id).Status != kernel.Ended || lane < 0 {
			continue
		}
		event, ok := by[thread]
		if l := &s.log().tape.Lanes[lane]; !ok && l.Len() > 0 {
			event, ok = l.Event(l.Len()-1), true
		}
		if !ok || event < s.First() {
			continue // what it showed is before the window
		}
		all = append(all, tape.End{Event: event, Thread: thread})
	}
	slices.SortFunc(all, func(a, b tape.End) int { return cmp.Compare(a.Event, b.Event) })
	return all
}
