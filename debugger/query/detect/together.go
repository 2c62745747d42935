package detect

import (
	"sort"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Together are all states in which the conditions of a conjunction hold at one time, by the spans of the conditions:
// for two of them the set SCP of Miller and Choi (3.5), as far as it is of consistent states, not point by point but
// pair of spans by pair of spans. Each is ordered, if one of the two came about before the other, or unordered.
type Together struct {
	Conditions []Reason // only what they are
	Rows       []Holding
	More       bool // there are more than were wanted
	// Apart, of two conditions, is how many other pairs of spans there are: in no consistent state do both hold,
	// because one was over before the other began. It is -1 if it is not known.
	Apart int
}

// Holding is one span of each condition, all of which hold in one state.
type Holding struct {
	Spans    []HoldingSpan
	Order    []Order        // as in Found
	Position graph.Position // the least state in which they do
	Knows    *Knows         // of a simultaneous predicate
}

// Knows is a stretch of a process in which it knows that the conditions hold: whatever the others do, they do.
type Knows struct {
	Thread       string
	Since, Until predicate.When // its event from which on it does, and the next at which it does not; or ToEnd
}

// HoldingSpan is a span in which a condition holds.
type HoldingSpan struct {
	Since, Until predicate.When // the events by which it came to hold and ceased to; FromStart and ToEnd
	Values       []string       // the variables in it at first, as in a Reason
}

// What stands in the place of events.
const (
	FromStart = predicate.Always
	ToEnd     = predicate.Never
)

// Together lists the spans in which all conditions of a conjunction hold, at most so many; of a simultaneous predicate,
// those in which somebody knows that they do.
func (p *Predicate) Together(most int) (t *Together, err error) {
	defer predicate.Caught(&err)
	if p.Form == Simultaneous {
		return p.allKnown(most), nil
	}
	if err := p.Conjunction(); err != nil || len(p.disjuncts) == 0 {
		return &Together{Apart: -1}, err
	}
	s := &meetings{r: p.r, conditions: p.disjuncts[0], most: most, Together: &Together{Apart: -1}}
	s.name()
	s.meet(nil)
	if len(s.conditions) == 2 && !s.More {
		s.Apart = len(s.conditions[0].Spans)*len(s.conditions[1].Spans) - len(s.Rows)
	}
	return s.Together, nil
}

// meetings finds them.
type meetings struct {
	*Together
	r          *Run
	conditions []*predicate.Atom
	most       int
}

// name says what the conditions are.
func (s *meetings) name() {
	for _, l := range s.conditions {
		s.Conditions = append(s.Conditions, s.r.blank(l))
	}
}

// meet adds all ways to go on from spans of the first conditions, of which each two hold at one time. Then all do:
// the least state that holds the beginnings of some spans holds the end of one only if a beginning comes after it.
func (s *meetings) meet(chosen []int) {
	s.r.Tick()
	k := len(chosen)
	if k == len(s.conditions) {
		s.add(chosen)
		return
	}
	from, to := 0, len(s.conditions[k].Spans)
	for i, n := range chosen {
		lo, hi := s.meeting(s.conditions[k].Spans, s.conditions[i].Spans[n])
		from, to = max(from, lo), min(to, hi)
	}
	for n := from; n < to && !s.More; n++ {
		s.meet(append(chosen[:k:k], n))
	}
}

// meeting returns those of a chain of spans that hold at one time with another span, from one to before another: they
// are not over when that begins, and have begun before it is over.
func (s *meetings) meeting(spans []predicate.Span, with predicate.Span) (from, to int) {
	from = sort.Search(len(spans), func(i int) bool { return !s.ended(spans[i].Hi, with.Lo) })
	to = sort.Search(len(spans), func(i int) bool { return s.ended(with.Hi, spans[i].Lo) })
	return from, to
}

// ended says whether a span that ends with an event is over in all states in which one that begins with another has
// begun.
func (s *meetings) ended(hi, lo int) bool { return hi == lo || predicate.Precedes(s.r.Graph, hi, lo) }

// add adds a span of each condition.
func (s *meetings) add(chosen []int) {
	if len(s.Rows) == s.most {
		s.More = true
		return
	}
	x, since, c := Holding{}, []int(nil), s.r.Graph.Start()
	for i, n := range chosen {
		l := s.conditions[i]
		span := l.Spans[n]
		since = append(since, span.Lo)
		x.Spans = append(x.Spans, HoldingSpan{s.when(span.Lo), s.when(span.Hi), s.r.reason(l, n).Values})
		if span.Lo != predicate.Always {
			s.r.Graph.Raise(c, span.Lo)
		}
	}
	x.Order, x.Position = s.r.orders(since), s.r.Position(c, graph.Position{})
	s.Rows = append(s.Rows, x)
}

// when is when an event takes place, which may be always or never.
func (s *meetings) when(event int) predicate.When {
	if event == predicate.Always || event == predicate.Never {
		return predicate.When{Event: event}
	}
	return s.r.When(event)
}
