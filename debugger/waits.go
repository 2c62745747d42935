package debugger

import (
	"slices"

	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// Waiting is a thread that does not go on by itself: a row of the blocked or of the
// suspended table (Krawczuk 3.5).
type Waiting struct {
	waitfor.Explanation
	Host  string
	Since int64 // virtual time at which the wait began, in microseconds
	Idle  bool  // a server that waits for requests
}

// Blocked is the blocked table: the threads that wait in a call.
func (s *Session) Blocked() []Waiting {
	return s.waiting(func(r *waitfor.Row) bool { return r.Reason != waitfor.Ready && r.Reason != waitfor.Suspended })
}

// Suspended is the suspended table: the threads that were suspended, or whose task was.
func (s *Session) Suspended() []Waiting {
	return s.waiting(func(r *waitfor.Row) bool { return r.Suspended })
}

func (s *Session) waiting(which func(*waitfor.Row) bool) []Waiting {
	st := s.State()
	var all []Waiting
	for _, r := range waitfor.Of(st) {
		if which(&r) {
			host := st.HostName(st.Tasks.At(uint32(r.Task)).Host)
			all = append(all, Waiting{waitfor.Explain(st, &r), host, st.Threads.At(uint32(r.Thread)).Wait.Since, r.Idle})
		}
	}
	return all
}

// Reason is a line of an answer to why a thread does not go on.
type Reason struct {
	Depth int // 0 the thread itself, 1 who could end its wait, and so on
	waitfor.Explanation
	Told bool // it was told of above: its own reasons are there
}

// Why tells why a thread does not go on: what it waits for, then each thread that could end
// the wait, and why that one does not, and so on. cycle has the names of the threads that
// wait for each other in a ring, if one is told of.
func (s *Session) Why(id kernel.ThreadID) (reasons []Reason, cycle []string) {
	w := &why{s: s.State(), rows: waitfor.Of(s.State()), told: map[kernel.ThreadID]bool{}}
	w.tell(id, 0)
	ring := waitfor.Cycle(w.rows)
	if !slices.ContainsFunc(ring, func(t kernel.ThreadID) bool { return w.told[t] }) {
		return w.reasons, nil
	}
	for _, t := range ring {
		cycle = append(cycle, w.s.ThreadName(t))
	}
	return w.reasons, cycle
}

// why collects reasons.
type why struct {
	s       *kernel.State
	rows    []waitfor.Row // in order of the threads
	told    map[kernel.ThreadID]bool
	reasons []Reason
}

func (w *why) tell(id kernel.ThreadID, depth int) {
	i, ok := slices.BinarySearchFunc(w.rows, id, func(r waitfor.Row, id kernel.ThreadID) int { return int(r.Thread) - int(id) })
	if !ok {
		return
	}
	r := &w.rows[i]
	w.reasons = append(w.reasons, Reason{depth, waitfor.Explain(w.s, r), w.told[id]})
	if w.told[id] {
		return
	}
	w.told[id] = true
	for _, other := range w.wakers(r) {
		w.tell(other, depth+1)
	}
}

// wakers are the threads that could end a wait.
func (w *why) wakers(r *waitfor.Row) []kernel.ThreadID {
	switch {
	case r.Reason == waitfor.Ready || r.Idle:
		return nil
	case r.On != 0:
		return []kernel.ThreadID{r.On}
	}
	all := slices.Clone(r.Threads)
	tasks := r.Tasks
	if r.Reason == waitfor.Alone || r.Reason == waitfor.Condition {
		tasks = append(slices.Clone(tasks), r.Task)
	}
	for _, t := range tasks {
		all = append(all, w.s.Tasks.At(uint32(t)).Threads...)
	}
	all = slices.DeleteFunc(all, func(t kernel.ThreadID) bool { return t == r.Thread })
	slices.Sort(all)
	return slices.Compact(all)
}
