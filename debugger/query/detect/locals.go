package detect

import (
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/query/predicate"
	"machsim/kernel"
)

// Local is a condition of a simultaneous predicate: of one process, which can tell others whether it holds.
type Local struct {
	Thread kernel.ThreadID
	Text   string
	Place  bool // it is where its thread is, and not what it shows
	spans  []predicate.Span
}

// Locals are the conditions of a simultaneous predicate; none if the run never comes to one of them.
func (p *Predicate) Locals() (all []Local) {
	conditions, ok := p.conditions()
	if !ok || p.Form != Simultaneous {
		return nil
	}
	return text.Each(conditions, func(l *predicate.Atom) Local { return Local{l.Thread, l.Text, l.OfPlace(), l.Spans} })
}

// Before says whether the condition holds when its thread takes an event.
func (l *Local) Before(event int) bool {
	return slices.ContainsFunc(l.spans, func(s predicate.Span) bool { return s.Lo < event && event <= s.Hi })
}

// After says whether it holds when its thread has taken an event.
func (l *Local) After(event int) bool { return l.Before(event + 1) }

// Knows is the stretch of events in which a thread knows a simultaneous predicate at one of them.
func (p *Predicate) Knows(thread kernel.ThreadID, event int) (since, until int, ok bool) {
	for _, k := range p.knows {
		if k.thread == thread && k.since <= event && event < k.until {
			return k.since, k.until, true
		}
	}
	return 0, 0, false
}
