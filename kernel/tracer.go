package kernel

import "machsim/kernel/hook"

// Tracer listens to a run by the functions that are set. What no function listens to
// costs nothing.
type Tracer struct {
	// Step, when set, is told of every step once it is taken: who took it and, of a thread,
	// with which call and whether that is done. It is much cheaper than Event.
	Step func(s *State, a Actor, op Op, done bool)
	// Event, when set, is shown every event once its step is taken.
	Event func(*Event)
	// Before has events tell what only the state before them knew: what the names that they
	// mention stood for, the message in hand, the messages that moved. Whoever puts events into
	// words needs it.
	Before bool
	// Log, when set, is told all that is needed to take the steps again.
	Log Log
}

// And returns a Tracer that listens for both.
func (t Tracer) And(u Tracer) Tracer {
	t.Log = logBoth(t.Log, u.Log)
	t.Before = t.Before || u.Before
	t.Step, t.Event = stepBoth(t.Step, u.Step), eventBoth(t.Event, u.Event)
	return t
}

func stepBoth(f, g func(*State, Actor, Op, bool)) func(*State, Actor, Op, bool) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(s *State, a Actor, op Op, done bool) {
		f(s, a, op, done)
		g(s, a, op, done)
	}
}

func eventBoth(f, g func(*Event)) func(*Event) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(e *Event) {
		f(e)
		g(e)
	}
}

func logBoth(l, m Log) Log {
	switch {
	case l == nil:
		return m
	case m == nil:
		return l
	}
	return logs{l, m}
}

// Unlog has a Log be told nothing any more. It asks for that itself, in its Open.
func (m *Machine) Unlog(l Log) { m.cfg.Tracer.Log = without(m.cfg.Tracer.Log, l) }

// without returns what is left of a Log.
func without(of, l Log) Log {
	if of == l {
		return nil
	}
	if both, ok := of.(logs); ok {
		return logBoth(without(both.first, l), without(both.second, l))
	}
	return of
}

// logs is two Logs of one run.
type logs struct{ first, second Log }

func (l logs) Open(s *State)           { l.first.Open(s); l.second.Open(s) }
func (l logs) Fired(s *State, a Actor) { l.first.Fired(s, a); l.second.Fired(s, a) }
func (l logs) Begin(s *State, a Actor) { l.first.Begin(s, a); l.second.Begin(s, a) }
func (l logs) End(s *State, e Taken)   { l.first.End(s, e); l.second.End(s, e) }

// Hear has both listen that do.
func (l logs) Hear(id ThreadID, t *hook.Thread) {
	for _, one := range [...]Log{l.first, l.second} {
		if h, ok := one.(Hearer); ok {
			h.Hear(id, t)
		}
	}
}

// Restart tells both that want to know.
func (l logs) Restart(s *State, id ThreadID, remembers any) {
	for _, one := range [...]Log{l.first, l.second} {
		if r, ok := one.(Restarter); ok {
			r.Restart(s, id, remembers)
		}
	}
}

func (l logs) Glance(id ThreadID, v any) { l.first.Glance(id, v); l.second.Glance(id, v) }
