package debugger

import (
	"cmp"
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
// the wait, and why that one does not, and so on. Those that can go on come first, and where
// any of several could end a wait, those that were told of above are left out. cycle has the names of the threads that
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

// maxReasons is how long an answer can be: nobody reads a longer one.
const maxReasons = 500

// why collects reasons.
type why struct {
	s       *kernel.State
	rows    []waitfor.Row // in order of the threads
	told    map[kernel.ThreadID]bool
	reasons []Reason
}

// row is that of a thread, nil if it has ended.
func (w *why) row(id kernel.ThreadID) *waitfor.Row {
	i, ok := slices.BinarySearchFunc(w.rows, id, func(r waitfor.Row, id kernel.ThreadID) int { return cmp.Compare(r.Thread, id) })
	if !ok {
		return nil
	}
	return &w.rows[i]
}

func (w *why) tell(id kernel.ThreadID, depth int) {
	r := w.row(id)
	if r == nil || len(w.reasons) == maxReasons {
		return
	}
	w.reasons = append(w.reasons, Reason{depth, waitfor.Explain(w.s, r), w.told[id]})
	if w.told[id] {
		return
	}
	w.told[id] = true
	for _, other := range w.wakers(r) {
		if !w.told[other] || r.Definite() {
			w.tell(other, depth+1)
		}
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
	all = slices.Compact(all)
	slices.SortStableFunc(all, func(a, b kernel.ThreadID) int { return cmp.Compare(w.rank(a), w.rank(b)) })
	return all
}

// rank puts threads that can go on before those that wait.
func (w *why) rank(id kernel.ThreadID) int {
	if r := w.row(id); r != nil && r.Reason == waitfor.Ready {
		return 0
	}
	return 1
}
