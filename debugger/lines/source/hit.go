package source

import (
	"cmp"
	"errors"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Hit is a statement to which a thread comes in the run.
type Hit struct {
	Thread kernel.ThreadID
	N      uint64 // of the statement; AtCall: it is none
	Event  int    // the thread's last one before it
	Stays  bool   // of a Target throughout its lines: the thread was on the line already
}

// Position is where the thread stands before the statement, or at its call: after the event in recorded order.
func (s *Source) Position(h Hit) graph.Position {
	p := graph.At(graph.Cuts{Tape: s.tape}.First(h.Event + 1))
	if h.N != AtCall {
		p.Thread, p.N = h.Thread, h.N
	}
	return p
}

// Found is what a search has found.
type Found struct {
	Hits []Hit // in recorded order
	// Unknown is the first mistake in a condition that could not be evaluated, nil if there is none. Such a statement
	// is no hit.
	Unknown *text.Mistake
	Tested  int // how often the condition was evaluated

	condition *statements
}

// Hits are the times that threads come to a target, in the whole run. Only those count at which a condition holds; it
// may be nil. Only those of some threads count, unless none are given.
func (s *Source) Hits(t *Target, threads []kernel.ThreadID, condition *eval.Expr, call Call) (*Found, error) {
	f := &Found{}
	if condition != nil {
		f.condition = &statements{condition, call, map[*hook.Stmt]*bound{}}
	}
	var failed error
	stays := map[kernel.ThreadID]*stay{}
	err := s.walk(func(w *walker) {
		if len(threads) > 0 && !slices.Contains(threads, w.id) {
			return
		}
		at := stays[w.id]
		if at == nil {
			at = &stay{}
			stays[w.id] = at
		}
		starts := at.moves(w.Frame)
		if !t.holds(w.Frame) || !starts && !t.exact && !t.all || failed != nil {
			return
		}
		holds := true
		if condition != nil {
			holds, failed = f.test(w.Frame)
		}
		if holds {
			hit := w.hit()
			hit.Stays = !starts && !t.exact
			f.Hits = append(f.Hits, hit)
		}
	}, nil)
	if err == nil {
		err = failed
	}
	slices.SortStableFunc(f.Hits, Hit.Compare)
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
func (f *Found) test(frame *hook.Frame) (bool, error) {
	f.Tested++
	b, err := f.condition.in(frame)
	if err == nil {
		if is, ok := b.Bool(); ok {
			return is, nil
		}
		var v eval.Value
		if v, err = b.Value(); err == nil {
			return false, text.NewMistake("condition", f.condition.String(), 0,
				"this is of type %s, and a condition is true or false", v.Type())
		}
	}
	if m := (*text.Mistake)(nil); f.Unknown == nil && errors.As(err, &m) {
		f.Unknown = m
	}
	return false, nil
}

// Compare says which of two hits the recorded run comes to first.
func (h Hit) Compare(o Hit) int { return cmp.Or(cmp.Compare(h.Event, o.Event), cmp.Compare(h.N, o.N)) }
