package rows

import (
	"cmp"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Reason is one line of the answer to why a thread does not go on.
type Reason struct {
	Depth int // 0 for the thread itself, 1 for threads that could end its wait, and so on
	waitfor.Explanation
	Told bool // its own reasons are listed above
}

// Why explains why a thread does not go on: what it waits for, or what comes first in the
// recording. It then does the same for each thread that could end the wait or has to come first,
// and so on. Threads that can go on are listed first. Where any one of several threads could end a
// wait, threads already explained are left out. cycle has the names of the threads that wait for
// each other in a ring, if there is one.
func (x Places) Why(id kernel.ThreadID) (reasons []Reason, cycle []string) {
	w := &why{Places: x, places: x.Where(), told: map[kernel.ThreadID]bool{}}
	w.tell(id, 0)
	ring := waitfor.Cycle(waitfor.Of(x.at.State()))
	if !slices.ContainsFunc(ring, func(t kernel.ThreadID) bool { return w.told[t] }) {
		return w.reasons, nil
	}
	return w.reasons, text.Each(ring, x.at.State().ThreadName)
}

// maxReasons limits an answer: a longer one would not be read.
const maxReasons = 500

// why collects reasons.
type why struct {
	Places
	places  []Place // in order of the threads
	told    map[kernel.ThreadID]bool
	reasons []Reason
}

// place returns the place of a thread; nil if it has ended or does not exist.
func (w *why) place(id kernel.ThreadID) *Place {
	i, ok := slices.BinarySearchFunc(w.places, id,
		func(p Place, id kernel.ThreadID) int { return cmp.Compare(p.Thread, id) })
	if !ok || w.places[i].Hold == Ended {
		return nil
	}
	return &w.places[i]
}

func (w *why) tell(id kernel.ThreadID, depth int) {
	p := w.place(id)
	if p == nil || len(w.reasons) == maxReasons {
		return
	}
	w.reasons = append(w.reasons, Reason{depth, w.Explain(p), w.told[id]})
	if w.told[id] {
		return
	}
	w.told[id] = true
	before := w.before(p)
	for _, other := range before {
		w.tell(other, depth+1)
	}
	for _, other := range w.wakers(p) {
		if !slices.Contains(before, other) && (!w.told[other] || p.Row.Definite()) {
			w.tell(other, depth+1)
		}
	}
}

// before returns the threads with events that have to come first.
func (w *why) before(p *Place) (all []kernel.ThreadID) {
	if p.Hold != HeldBack && p.Hold != WouldWait {
		return nil
	}
	for _, e := range p.Lacks {
		if id, _ := w.at.ActorOf(e); id != 0 && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// wakers returns the threads that could end a wait.
func (w *why) wakers(p *Place) []kernel.ThreadID {
	r := &p.Row
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
		all = append(all, w.at.State().Tasks.At(uint32(t)).Threads...)
	}
	all = slices.DeleteFunc(all, func(t kernel.ThreadID) bool { return t == r.Thread })
	slices.Sort(all)
	all = slices.Compact(all)
	slices.SortStableFunc(all, func(a, b kernel.ThreadID) int { return cmp.Compare(w.rank(a), w.rank(b)) })
	return all
}

// rank orders threads that can go on before those that cannot.
func (w *why) rank(id kernel.ThreadID) int {
	if p := w.place(id); p != nil && (p.Hold == Free || p.Hold == AtEnd) {
		return 0
	}
	return 1
}
