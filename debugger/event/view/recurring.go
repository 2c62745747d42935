package view

import (
	"slices"

	"machsim/kernel"
)

// Recurring returns a fingerprint of what can come back in a run: of a state without the clock, the console, and the
// counters that only grow, such as sequence numbers, the processor time of threads and the numbers of things made.
// Timers count by the time that is left.
func Recurring(s *kernel.State) uint64 {
	h := &recurring{}
	w := newWriter(s, h)
	w.recurs, w.timers = true, w.timerTexts(s.Now)
	w.all()
	return h.sum
}

// recurring is the sink that leaves out what only grows.
type recurring struct {
	hasher
	skip bool // the object at hand
}

// grows are the names of fields that only grow, or say when something was.
var grows = []string{cpuTime, cpuOfEnded, madeSoFar, nextSequence, sendRightsMade, waitsSince, suspendedSince,
	writtenAt}

func (r *recurring) object(k Kind, l label) {
	if r.skip = k == Clock; !r.skip {
		r.hasher.object(k, l)
	}
}

func (r *recurring) field(name, value string, minor bool) {
	if !r.skip && !slices.Contains(grows, name) {
		r.hasher.field(name, value, minor)
	}
}

func (r *recurring) list(name, unit string, items []string, minor bool) {
	if !r.skip && !slices.Contains(grows, name) {
		r.hasher.list(name, unit, items, minor)
	}
}
