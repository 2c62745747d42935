package session

import (
	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// openThreads creates the programs' threads. If the program was built with hooks, they can stop at
// statements.
func (s *Session) openThreads(l *log) {
	if e, ok := l.engine.(engine.Hearing); ok {
		if src, err := source.New(l.tape, s.order, e); err == nil {
			src.Stop = func() <-chan struct{} { return s.Stop }
			l.source, l.threads = src, src
			return
		}
	}
	l.threads = l.engine.Threads()
}

// Statements calls f with the run at the level of statements: source.ErrPlain if the program was
// built without hooks. If threads of a task turn out to share variables without a lock, it
// serializes their events and calls f again: the position may grow then (Options.Grown).
func (s *Session) Statements(f func(*source.Source) error) error {
	if s.log().source == nil {
		return source.ErrPlain
	}
	return s.serializing(func() error { return f(s.log().source) })
}

// stated is Statements for what has an answer.
func stated[T any](s *Session, f func(*source.Source) (T, error)) (answer T, err error) {
	if s.log().source == nil {
		return answer, source.ErrPlain
	}
	return serialized(s, func() (T, error) { return f(s.log().source) })
}

// HasStatements says whether the program was built with hooks.
func (s *Session) HasStatements() bool {
	if s.Early() {
		return source.Hooked(s.Program)
	}
	return s.log().source != nil
}

// Others returns two functions that move the other threads while one is stepped by statements: past
// when it does an event, without when it undoes one. They work as Past and Before, except that in
// the thread's own task no thread goes beyond the event: the thread has not finished what it does
// after it.
func (s *Session) Others(m Mode) (past, without func(from graph.Cut, event int) graph.Cut) {
	if m == Pessimistic {
		past = func(from graph.Cut, event int) graph.Cut { return s.order().Grow(from, event) }
		without = func(from graph.Cut, event int) graph.Cut { return s.order().Shrink(from, event) }
		return past, without
	}
	past = func(from graph.Cut, event int) graph.Cut {
		cut := s.order().Grow(from, event)
		return s.withoutTask(s.Past(event, m).Cut, cut, event)
	}
	without = func(_ graph.Cut, event int) graph.Cut {
		lane := s.log().tape.Lane(event)
		cut := s.order().Greatest(event)
		if n := int(cut[lane]); n > 0 {
			last := s.log().tape.Lanes[lane].Event(n - 1)
			return s.withoutTask(cut, s.order().Least(last), last)
		}
		return cut
	}
	return past, without
}

// withoutTask removes from a cut what threads of an event's task do after it. least is the least
// cut that holds the event.
func (s *Session) withoutTask(cut, least graph.Cut, event int) graph.Cut {
	t := s.log().tape
	own := t.Lane(event)
	task := t.TaskOf(t.Lanes[own].Thread)
	cut = cut.Clone()
	for lane := range cut {
		l := &t.Lanes[lane]
		if lane == own || l.Thread == 0 || t.TaskOf(l.Thread) != task {
			continue
		}
		for cut[lane] > least[lane] && s.order().Before(event, l.Event(int(cut[lane])-1)) {
			s.order().Lower(cut, l.Event(int(cut[lane])-1))
		}
	}
	return cut
}

// Frames returns the activations of a thread's functions, innermost first, at the present position.
func (s *Session) Frames(id kernel.ThreadID) ([]source.Frame, error) {
	return stated(s, func(src *source.Source) ([]source.Frame, error) {
		if err := src.Bring(id, s.log().at); err != nil {
			return nil, err
		}
		return src.Frames(id), nil
	})
}

// Races returns the races of the run: source.ErrPlain if the program was built without hooks.
func (s *Session) Races() ([]race.Race, error) {
	e, ok := s.log().engine.(engine.Hearing)
	switch {
	case !ok || !s.HasStatements():
		return nil, source.ErrPlain
	case s.races != nil:
		return *s.races, nil
	}
	all, err := race.Find(s.order(), e, s.Stop)
	if err == nil {
		s.races = &all
	}
	return all, err
}
