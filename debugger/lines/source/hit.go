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

// Search is what Hits looks for: the times that threads come to a Target.
type Search struct {
	Target    *Target
	Threads   []kernel.ThreadID // that count; nil for all
	Condition *eval.Expr        // that has to hold; nil for none
	Shows     []*eval.Expr      // of which each hit has the values
}

// Found is what a search has found.
type Found struct {
	Hits  []Hit      // in recorded order
	Shown [][]string // hit by hit, the values of what the search shows; nil if it shows nothing
	// Unknown is the first mistake in a condition that could not be evaluated, nil if there is none. Such a statement
	// is no hit.
	Unknown *text.Mistake
	Tested  int   // how often the condition was evaluated
	Err     error // that of a condition that has no truth value

	of        Search
	condition *statements
	shows     []*statements
}

// Hits makes the whole run again, once, and says for each search when threads come to its target.
func (s *Source) Hits(call Call, searches ...Search) (all []*Found, err error) {
	all = text.Each(searches, func(x Search) *Found { return newFound(x, call) })
	at, stays := indexOf(searches), map[kernel.ThreadID]*stay{}
	leave := leavings(all)
	var arrived func(*walker)
	if leave != nil {
		arrived = func(w *walker) {
			for _, l := range leave {
				if l.moves(w.id, w.Frame) {
					l.found.counts(w, Hit{Thread: w.id, N: AtCall, Event: w.event})
				}
			}
		}
	}
	err = s.walk(func(w *walker) {
		for _, l := range leave {
			if l.moves(w.id, w.Frame) {
				l.found.counts(w, w.hit())
			}
		}
		is := stays[w.id]
		if is == nil {
			is = &stay{}
			stays[w.id] = is
		}
		starts := is.moves(w.Frame)
		if of := at[w.Frame.Package()]; of != nil {
			for _, i := range of[w.Frame.StmtIndex()] {
				all[i].comes(w, starts)
			}
		}
	}, arrived)
	for _, f := range all {
		f.sort()
	}
	return all, err
}

// indexOf says of each statement which searches are about it.
func indexOf(searches []Search) map[*hook.Package][][]int {
	at := map[*hook.Package][][]int{}
	for i, x := range searches {
		for p, set := range x.Target.set {
			if at[p] == nil {
				at[p] = make([][]int, len(p.Stmts))
			}
			for stmt, is := range set {
				if is {
					at[p][stmt] = append(at[p][stmt], i)
				}
			}
		}
	}
	return at
}

func newFound(x Search, call Call) *Found {
	f := &Found{of: x}
	at := func(e *eval.Expr) *statements { return &statements{e, call, map[*hook.Stmt]*bound{}} }
	if x.Condition != nil {
		f.condition = at(x.Condition)
	}
	for _, e := range x.Shows {
		f.shows = append(f.shows, at(e))
	}
	return f
}

// comes is told that a thread comes to a statement of the target; starts says that it comes to its line.
func (f *Found) comes(w *walker, starts bool) {
	t := f.of.Target
	if !starts && !t.exact && !t.all {
		return
	}
	hit := w.hit()
	hit.Stays = !starts && !t.exact
	f.counts(w, hit)
}

// counts is told of a hit, which counts if it is one of a thread that counts, and if the condition holds there.
func (f *Found) counts(w *walker, hit Hit) {
	if len(f.of.Threads) > 0 && !slices.Contains(f.of.Threads, w.id) || f.Err != nil {
		return
	}
	holds := true
	if f.condition != nil {
		holds, f.Err = f.test(w.Frame)
	}
	if !holds {
		return
	}
	f.Hits = append(f.Hits, hit)
	if f.shows != nil {
		f.Shown = append(f.Shown, f.show(w.Frame))
	}
}

// show are the values of what the search shows; what has none says why.
func (f *Found) show(frame *hook.Frame) (all []string) {
	for _, e := range f.shows {
		b, err := e.in(frame)
		var v eval.Value
		if err == nil {
			v, err = b.Value()
		}
		switch {
		case err != nil:
			all = append(all, "("+err.Error()+")")
		case v.Reflect().IsValid():
			all = append(all, text.Reflected(v.Reflect()))
		default:
			all = append(all, v.String())
		}
	}
	return all
}

// sort puts the hits into recorded order.
func (f *Found) sort() {
	order := make([]int, len(f.Hits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return f.Hits[a].Compare(f.Hits[b]) })
	hits, shown := f.Hits, f.Shown
	f.Hits, f.Shown = nil, nil
	for _, i := range order {
		f.Hits = append(f.Hits, hits[i])
		if shown != nil {
			f.Shown = append(f.Shown, shown[i])
		}
	}
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
