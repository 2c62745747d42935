package tape

import "machsim/kernel"

// A log may begin at a horizon, after the first so many events of a run. Of these it has what the programs need to be
// run again up to there, and nothing that tells of the events themselves: the results of the calls, the order in which
// calls were completed, and who made whom.

// earlier is what a lane was before the log.
type earlier struct {
	some  bool // it had events
	calls int  // how many calls its thread had completed
	amid  bool // the thread has taken a step of the call at which it stands
}

// passed is a call that was completed before the log.
type passed struct{ event, lane uint32 }

// Begun says whether the lane has events up to its n-th, before the log or in it.
func (l *Lane) Begun(n int) bool { return n > 0 || l.earlier.some }

// Amid says whether the lane's thread is in the middle of a call where the log begins.
func (l *Lane) Amid() bool { return l.earlier.amid }

// Earlier returns how many calls were completed before the log.
func (l *Lane) Earlier() int { return l.earlier.calls }

// Passed visits the calls that were completed before the log, in order; of a task that had a single thread, by the
// event before the log.
func (t *Tape) Passed(visit func(event, lane int)) {
	known := make([]bool, len(t.Lanes))
	for i := range t.passed.Len() {
		p := t.passed.At(i)
		known[p.lane] = true
		visit(int(p.event), int(p.lane))
	}
	for lane := range t.Lanes {
		for range t.Lanes[lane].earlier.calls {
			if !known[lane] {
				visit(t.First()-1, lane)
			}
		}
	}
}

// CompletedBy returns the event that completed the k-th call of a lane; the one before the log if that was earlier.
func (t *Tape) CompletedBy(lane, k int) int {
	l := &t.Lanes[lane]
	if k < l.earlier.calls {
		return t.First() - 1
	}
	return l.Event(l.DoneBy(k) - 1)
}

// From has the log begin after the first so many events of the run. It must be called before the run begins.
func (k *Builder) From(event int) { k.from = event }

// past says whether the run has not come to the events of the log.
func (k *Builder) past() bool { return k.from > 0 && k.t.Start == nil }

// due says whether the last event is not completed yet.
func (k *Builder) due() bool {
	if k.past() {
		return k.undone
	}
	return k.t.First()+k.t.notes.Len() < k.t.Len()
}

// note writes what is noted of the last event.
func (k *Builder) note() {
	if k.undone = false; k.past() {
		return
	}
	w := writer{k.t.notes.begin()}
	w.notes(k.values.Allocated, k.values.Arrived, k.accesses.Accesses[k.steps:])
	k.t.notes.end(w.b)
}

// pass counts an event of the past, which is about to be taken.
func (k *Builder) pass(s *kernel.State, a kernel.Actor) {
	l := &k.t.Lanes[k.last]
	l.earlier.some, l.earlier.amid, k.undone = true, true, true
	k.t.events.first++
	switch {
	case l.Edits && !l.Faults:
		k.t.edited = append(k.t.edited, uint32(k.t.Len()-1))
	case a.Thread != 0:
		k.begins(s, a.Thread)
		switch s.Threads.At(uint32(a.Thread)).Call.Op.Class() {
		case kernel.ClassMakeTask, kernel.ClassMakeThread:
			k.asking(l)
		}
	}
}

// asking notes the call by which a thread may make others.
func (k *Builder) asking(l *Lane) {
	if k.asks == nil {
		k.asks, k.t.asked = map[uint64]kernel.Asked{}, map[kernel.ThreadID]kernel.Asked{}
	}
	k.asks[uint64(k.t.Len())] = kernel.Asked{Thread: l.Thread, Call: l.results.Len()}
}

// bears notes who asked for a thread that was made, if that was in the past.
func (k *Builder) bears(id kernel.ThreadID) {
	if by, ok := k.asks[uint64(k.t.Asker(id))+1]; ok {
		k.t.asked[id] = by
	}
}

// passed notes that a call was completed in the past, by an event.
func (k *Builder) passed(l *Lane, event int) {
	l.earlier.amid = false
	k.t.passed.Add(passed{uint32(event), k.last})
}

// together are those of the calls completed in the past whose order may matter: of tasks that have several threads. All
// others are in the order of their thread.
func (k *Builder) together(s *kernel.State) (some List[passed]) {
	threads := map[kernel.TaskID]int{}
	for id := range s.Threads.All {
		threads[s.Threads.At(id).Task]++
	}
	for i := range k.t.passed.Len() {
		p := k.t.passed.At(i)
		if threads[s.Threads.At(uint32(k.t.Lanes[p.lane].Thread)).Task] > 1 {
			some.Add(p)
		}
	}
	some.Trim()
	return some
}

// horizon begins the log, in state s.
func (k *Builder) horizon(s *kernel.State) {
	for i := range k.t.Lanes {
		l := &k.t.Lanes[i]
		if l.earlier.calls = l.results.Len(); l.Thread != 0 && !k.inCall[l.Thread] {
			l.calls.drop()
		}
	}
	k.t.passed = k.together(s)
	k.before, k.foresee, k.whole = k.before+k.from, k.foresee+k.from, k.whole+k.from
	k.t.Start = s.Freeze()
}
