package stats

import (
	"cmp"
	"slices"

	"machsim/kernel"
)

// mutexes reports on the mutexes that threads have taken. A thread that waited for a condition waited for that, and not
// for the mutex.
func (q *query) mutexes() {
	all := make([]MutexUse, len(q.f.Mutexes.Objects))
	for i := range q.f.Mutexes.All {
		h := &q.f.Mutexes.All[i]
		m, by := &all[h.Mutex], q.value(h.Taken, "thread").Text()
		m.Taken++
		if c, _ := q.s.CallOf(int(h.Taken) - 1); h.Waited() && c.Op.Class() == kernel.ClassLock {
			m.waitedFor(q.time(h.Taken)-q.time(h.Asked), by, int(h.Taken))
		}
		until := cmp.Or(h.Released, uint64(q.s.Len()))
		m.heldFor(q.time(until)-q.time(h.Taken), by, int(until))
	}
	q.f.Mutexes.Waiting(func(id kernel.ThreadID, mutex uint32, asked uint64) {
		all[mutex].waitedFor(q.x.Time-q.time(asked), q.s.ThreadName(id), 0)
	})
	for i := range all {
		if m := &all[i]; m.Taken > 0 || m.Waited > 0 {
			m.Mutex = q.f.Mutexes.Objects[i].Text
			q.x.Mutexes = append(q.x.Mutexes, *m)
		}
	}
	slices.SortFunc(q.x.Mutexes, func(a, b MutexUse) int {
		return cmp.Or(cmp.Compare(b.WaitTime, a.WaitTime), b.Taken-a.Taken, cmp.Compare(a.Mutex, b.Mutex))
	})
}

// waitedFor notes how long a thread waited for the mutex; at is 0 if it never got it.
func (m *MutexUse) waitedFor(took int64, by string, at int) {
	m.Waited++
	m.WaitTime += took
	if m.By == "" || took > m.LongestWait {
		m.LongestWait, m.By, m.At = took, by, at
	}
}

// heldFor notes how long a thread held the mutex, up to an event.
func (m *MutexUse) heldFor(took int64, by string, at int) {
	m.Held += took
	if m.HeldAt == 0 || took > m.LongestHeld {
		m.LongestHeld, m.Holder, m.HeldAt = took, by, at
	}
}
