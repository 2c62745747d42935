package tape

import "machsim/kernel"

// A log may begin at a horizon, after the first so many events of a run. Of these it has what the programs need to be
// run again up to there, and nothing that tells of the events themselves: the results of the calls, the order in which
// calls were completed, and who made whom.

// earlier is what a lane was before the log.
type earlier struct {
	some  bool // it had events
	fired bool // a timer of it has fired
	calls int  // how many calls its thread had completed
	amid  bool // the thread has taken a step of the call at which it stands
	ops   int  // of how many calls, from its birth on, the operations are known in place of the fingerprints

	serves  *serving // nil if its thread has not come to its Serve
	restart *restart // where its program began anew; nil if that was its birth
}

// passed is calls that a thread has completed before the log, one after the other, with nothing of another thread of
// its task between.
type passed struct {
	event int // that completed the first
	lane  uint32
	calls uint32
}

// Begun says whether the lane has events up to its n-th, before the log or in it.
func (l *Lane) Begun(n int) bool { return n > 0 || l.earlier.some }

// Amid says whether the lane's thread is in the middle of a call where the log begins.
func (l *Lane) Amid() bool { return l.earlier.amid }

// Earlier returns how many calls were completed before the log.
func (l *Lane) Earlier() int { return l.earlier.calls }

// Passed visits the calls that were completed before the log, those of each task in order. The event is the one that
// completed the call, or an earlier one: between the two no other thread of the task has done anything.
func (t *Tape) Passed(visit func(event, lane int)) {
	for i := range t.passed.Len() {
		p := t.passed.At(i)
		for range p.calls {
			visit(p.event, int(p.lane))
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
func (k *Builder) From(event int) {
	if k.from = event; event > k.t.First() {
		k.t.Start = nil // that of a Picture, which is of the past
	}
}

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
	if a.Thread == 0 {
		k.counts(0, 0)
		return
	}
	if k.counts(s.Threads.At(uint32(a.Thread)).Call.Op, k.completed(k.last)); !k.collects {
		k.begins(s, a.Thread)
	}
}

// counts counts an event of the past, of the last lane: op is its operation, and call the number of its thread's call.
func (k *Builder) counts(op kernel.Op, call int) {
	l := &k.t.Lanes[k.last]
	l.earlier.some, l.earlier.amid, k.undone = true, true, true
	k.t.events.first++
	switch {
	case l.Edits && !l.Faults:
		k.t.edited = append(k.t.edited, k.t.Len()-1)
		for _, at := range k.stretches {
			at.over = true
		}
	case l.Thread != 0 && makes(op):
		k.asking(l, call)
	}
}

// makes says whether a call may make threads: that of a host's restart makes those of its servers.
func makes(op kernel.Op) bool {
	return op.Class() == kernel.ClassMakeTask || op.Class() == kernel.ClassMakeThread || op == kernel.OpHostRestart
}

// asking notes the call by which a thread may make others.
func (k *Builder) asking(l *Lane, call int) {
	if k.asks == nil {
		k.asks = map[uint64]kernel.Asked{}
	}
	if k.t.asked == nil {
		k.t.asked = map[kernel.ThreadID]kernel.Asked{}
	}
	k.asks[uint64(k.t.Len())] = kernel.Asked{Thread: l.Thread, Call: call}
}

// bears notes who asked for a thread that was made, if that was in the past.
func (k *Builder) bears(id kernel.ThreadID) {
	event := uint64(k.t.Asker(id)) + 1
	if by, ok := k.asks[event]; ok {
		k.t.asked[id] = by
		if k.past() { // else it is so in other runs that begin alike, too
			delete(k.asks, event)
		}
	}
}

// passed notes that a call was completed in the past, by an event.
func (k *Builder) passed(s *kernel.State, l *Lane, event int) {
	l.earlier.amid = false
	at := k.stretchOf(s, l)
	if at.number > 0 && !at.over {
		if p := k.t.passed.ref(at.number - 1); p.lane == k.last {
			p.calls++
			return
		}
	}
	k.t.passed.Add(passed{event, k.last, 1})
	*at = stretch{number: k.t.passed.Len()}
}

// stretchOf returns that of a thread's task. The threads of a task have the same.
func (k *Builder) stretchOf(s *kernel.State, l *Lane) *stretch {
	g := k.gatheredOf(int(k.last))
	if g.stretch == nil {
		task := s.Threads.At(uint32(l.Thread)).Task
		if k.stretches[task] == nil {
			if k.stretches == nil {
				k.stretches = map[kernel.TaskID]*stretch{}
			}
			k.stretches[task] = new(stretch)
		}
		g.stretch = k.stretches[task]
	}
	return g.stretch
}

// stretch is the last one of a task's calls in Tape.passed: its number there, from 1. It is over when something else
// was done to the task: a thread of it was ended, or a variable may have been set.
type stretch struct {
	number int
	over   bool
}

// disturbed notes that something was done to a task from outside.
func (k *Builder) disturbed(task kernel.TaskID) {
	if at := k.stretches[task]; at != nil {
		at.over = true
	}
}

// horizon begins the log, in state s.
func (k *Builder) horizon(s *kernel.State) {
	for i := range k.t.Lanes {
		l := &k.t.Lanes[i]
		l.first = k.from
		if l.earlier.calls = l.results.Len(); l.Thread != 0 && !k.gatheredOf(i).inCall {
			l.calls.drop()
		}
	}
	k.t.passed.Trim()
	k.t.asks = k.asks
	k.before, k.foresee, k.whole = k.before+k.from, k.foresee+k.from, k.whole+k.from
	k.t.Start = s.Freeze()
}
