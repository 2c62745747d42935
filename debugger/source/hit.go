package source

import (
	"cmp"
	"errors"
	"slices"

	"machsim/debugger/engine"
	"machsim/debugger/goexpr"
	"machsim/debugger/graph"
	"machsim/debugger/text"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Hit is a statement to which a thread comes in the run.
type Hit struct {
	Thread kernel.ThreadID
	N      uint64 // of the statement
	Event  int    // the thread's last one before it
}

// Position is where the thread stands before the statement: after the event in recorded order.
func (s *Source) Position(h Hit) graph.Position {
	return graph.Position{Cut: s.graph.First(h.Event + 1), Thread: h.Thread, N: h.N}
}

// Found is what a search has found.
type Found struct {
	Hits []Hit // in recorded order
	// Unknown is the first mistake in a condition that could not be evaluated, nil if there is none. Such a statement
	// is no hit.
	Unknown *text.Mistake
	Tested  int // how often the condition was evaluated
}

// Hits are the times that threads come to a target, in the whole run. Only those count at which a condition holds; it
// may be nil. Only those of some threads count, unless none are given.
func (s *Source) Hits(t *Target, threads []kernel.ThreadID, condition *goexpr.Expr, call Call) (*Found, error) {
	f := &Found{}
	var failed error
	stays := map[kernel.ThreadID]*stay{}
	err := s.walk(func(id kernel.ThreadID, th *hook.Thread) {
		if len(threads) > 0 && !slices.Contains(threads, id) {
			return
		}
		at := stays[id]
		if at == nil {
			at = &stay{}
			stays[id] = at
		}
		starts := at.moves(th.Frame)
		if !t.holds(th.Frame) || !starts && !t.exact || failed != nil {
			return
		}
		holds := true
		if condition != nil {
			holds, failed = f.test(condition, &view{th.Frame, call})
		}
		if holds {
			f.Hits = append(f.Hits, Hit{Thread: id, N: th.N})
		}
	}, nil)
	if err == nil {
		err = failed
	}
	if err == nil {
		err = arrange(s, f.Hits, func(h *Hit) *Hit { return h }, Hit.compare)
	}
	return f, err
}

// stay is the line on which a thread is.
type stay struct {
	serial uint64
	line   int32
}

// moves notes where a thread is, and says whether it has come to another line, or to another activation.
func (s *stay) moves(f *hook.Frame) bool {
	was := *s
	s.serial, s.line = f.Serial, f.Stmt().Line
	return *s != was
}

// test evaluates a condition. The error is that of a condition that has no truth value.
func (f *Found) test(condition *goexpr.Expr, scope goexpr.Scope) (bool, error) {
	f.Tested++
	v, err := condition.Value(scope)
	if err != nil {
		if m := (*text.Mistake)(nil); f.Unknown == nil && errors.As(err, &m) {
			f.Unknown = m
		}
		return false, nil
	}
	b, ok := v.Bool()
	if !ok {
		return false, text.NewMistake("condition", condition.String(), 0,
			"this is of type %s, and a condition is true or false", v.Type())
	}
	return b, nil
}

// walk makes the whole run again, and tells of each statement of each thread, and of each arrival at a call if arrived
// is not nil.
func (s *Source) walk(statement, arrived func(kernel.ThreadID, *hook.Thread)) error {
	x, err := s.indexed()
	if err != nil {
		return err
	}
	threads, venture := map[kernel.ThreadID]*hook.Thread{}, s.wanderer()
	begun := func(id kernel.ThreadID, t *hook.Thread) {
		threads[id] = t
		switch {
		case id == 0:
		case id == venture:
			t.Stop, t.Reached = 0, upTo(x.all(s.tape.LaneOf(id))+firstEndless, func(t *hook.Thread) { statement(id, t) })
		default:
			t.Stop, t.Reached = 0, func(t *hook.Thread) { statement(id, t) }
		}
	}
	look := func(_ engine.View, id kernel.ThreadID, event int) {
		if arrived != nil && s.tape.Lane(event) == s.tape.LaneOf(id) {
			arrived(id, threads[id])
		}
	}
	return s.engine.Walk(engine.Walk{Listen: begun, Stop: s.stop(), Look: look, Venture: venture})
}

// firstEndless is how many statements of a thread that goes on without end are found: the first ones.
const firstEndless = 10_000

// upTo listens up to a statement, and parks the thread there.
func upTo(last uint64, statement func(*hook.Thread)) func(*hook.Thread) {
	return func(t *hook.Thread) {
		if t.N <= last {
			statement(t)
			return
		}
		t.Stop = hook.Never
		t.Park()
	}
}

// wanderer is the thread that goes on without end at the end of the run, 0 if none does.
func (s *Source) wanderer() kernel.ThreadID {
	for i := range s.tape.Lanes {
		if l := &s.tape.Lanes[i]; l.Thread != 0 && l.Runnable(l.Len()) < l.Completed(l.Len()) {
			return l.Thread
		}
	}
	return 0
}

// arrange fills in the events of what was found, and sorts it as it is in the run.
func arrange[T any](s *Source, all []T, hit func(*T) *Hit, compare func(a, b T) int) error {
	x, err := s.indexed()
	if err != nil {
		return err
	}
	for i := range all {
		h := hit(&all[i])
		h.Event = s.event(x, s.tape.LaneOf(h.Thread), h.N)
	}
	slices.SortStableFunc(all, compare)
	return nil
}

// compare says which of two hits the recorded run comes to first.
func (h Hit) compare(o Hit) int { return cmp.Or(cmp.Compare(h.Event, o.Event), cmp.Compare(h.N, o.N)) }
