package session

import (
	"cmp"
	"slices"

	"machsim/debugger/graph"
	"machsim/debugger/tape"
	"machsim/kernel"
)

// LastShown calls visit with the last watched values of each thread that has ended at the present
// position, in the order in which they ended. It runs the programs again for that. The values are
// valid only until visit returns, because threads that share variables change them later.
func (s *Session) LastShown(visit func([]kernel.Variable)) error {
	ends := s.ends()
	if len(ends) == 0 {
		return nil
	}
	threads := s.engine.Threads()
	defer threads.Close()
	at, next := s.cuts.Start(), 0
	for _, e := range ends {
		for ; next < e.Event; next++ {
			if s.Holds(next) {
				at[s.tape.Lane(next)]++
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

// ends returns the ends of the threads that have ended at the present position, in recorded order:
// each thread with the event, its own or another's, that ended it.
func (s *Session) ends() (all []tape.End) {
	by := map[kernel.ThreadID]int{}
	s.tape.Ends(func(e tape.End) { by[e.Thread] = e.Event })
	for id := range s.State().Threads.All {
		thread := kernel.ThreadID(id)
		lane := s.tape.LaneOf(thread)
		if s.State().Threads.At(id).Status != kernel.Ended || lane < 0 {
			continue
		}
		event, ok := by[thread]
		if l := &s.tape.Lanes[lane]; !ok {
			event = l.Event(l.Len() - 1)
		}
		all = append(all, tape.End{Event: event, Thread: thread})
	}
	slices.SortFunc(all, func(a, b tape.End) int { return cmp.Compare(a.Event, b.Event) })
	return all
}
