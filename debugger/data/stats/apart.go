package stats

import (
	"cmp"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Apart is two threads, or two tasks, that were never at work at the same time: of each event of one and each of the
// other one came before the other.
type Apart struct {
	Kind       string // "task" or "thread"
	One, Other string
}

// maxPairs is how many pairs of threads are looked at.
const maxPairs = 1 << 15

// Overlaps finds what never overlapped: tasks, and threads of one task. A Report that it could not finish is as it was.
func (r *Report) Overlaps(stop <-chan struct{}, s *session.Session) error {
	apart, left := []Apart(nil), 0
	threads := worked(s)
	tasks := map[[2]kernel.TaskID]bool{} // pairs that overlap
	pairs := 0
	for i, a := range threads {
		for _, b := range threads[i+1:] {
			one, other := taskOf(s, a), taskOf(s, b)
			if one != other && tasks[[2]kernel.TaskID{one, other}] {
				continue
			}
			if pairs++; pairs > maxPairs {
				left++
				tasks[[2]kernel.TaskID{one, other}] = true
				continue
			}
			if engine.Stopped(stop) {
				return session.ErrStopped
			}
			switch overlap := overlapping(s, s.LaneOf(a), s.LaneOf(b)); {
			case one != other:
				tasks[[2]kernel.TaskID{one, other}] = overlap
			case !overlap:
				apart = append(apart, Apart{"thread", s.ThreadName(a), s.ThreadName(b)})
			}
		}
	}
	for pair, overlap := range tasks {
		if !overlap {
			end := s.Final()
			apart = append(apart, Apart{"task", end.TaskName(pair[0]), end.TaskName(pair[1])})
		}
	}
	slices.SortFunc(apart, func(a, b Apart) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.One, b.One), cmp.Compare(a.Other, b.Other))
	})
	if engine.Stopped(stop) { // and the causal order may be none
		return session.ErrStopped
	}
	r.Apart, r.Left = apart, left
	return nil
}

// worked are the threads that have events, by task.
func worked(s *session.Session) (all []kernel.ThreadID) {
	for id := range s.Final().Threads.All {
		if lane := s.LaneOf(kernel.ThreadID(id)); lane >= 0 && s.LaneLen(lane) > 0 {
			all = append(all, kernel.ThreadID(id))
		}
	}
	slices.SortFunc(all, func(a, b kernel.ThreadID) int {
		return cmp.Or(cmp.Compare(taskOf(s, a), taskOf(s, b)), cmp.Compare(a, b))
	})
	return all
}

func taskOf(s *session.Session, id kernel.ThreadID) kernel.TaskID {
	return s.Final().Threads.At(uint32(id)).Task
}

// overlapping says whether there are events of two lanes of which neither came before the other. The first event of a
// that does not come before some event of b has to come after it, or they are concurrent; then it comes after all
// those events of b that come before it, and the search goes on behind these.
func overlapping(s *session.Session, a, b int) bool {
	for j := 0; j < s.LaneLen(b); {
		k := s.Precede(s.LaneEvent(b, j), a)
		if k >= s.LaneLen(a) {
			return false // all of a comes before the rest of b
		}
		next := s.Precede(s.LaneEvent(a, k), b)
		if next <= j {
			return true
		}
		j = next
	}
	return false
}
