package check

import (
	"fmt"

	"machsim/debugger/present"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
)

// Together are all states in which the conditions of a conjunction hold at one time, by the spans in which each of them
// does: of two, Miller and Choi's set SCP, as far as it is of consistent states.
type Together struct {
	Conditions []string
	Rows       []Held
	Ordered    int  // rows in which some condition came about before another
	Unordered  int  // the others
	More       bool // there are more than were wanted
	Apart      int  // other pairs of spans of two conditions: one was over before the other began; -1 if it is not known
}

// Held is one span of each condition, all of which hold in one state.
type Held struct {
	Spans    []HeldSpan
	Order    []string         // of each two conditions, as 1 -> 2, 2 -> 1 or 1 || 2
	Position present.Position // the first state in which all hold
	Knows    *Knows           // of a simultaneous predicate; nil for a conjunction
}

// Knows is a stretch of a thread in which it knows that the conditions hold: they do in whatever state it can be in.
type Knows struct {
	Thread string
	Since  string // the event, or the position within a function, from which on it does
	Until  string // the next at which it does not; end if it does to the end
}

// HeldSpan is a span in which a condition holds.
type HeldSpan struct {
	Since  string   // the event, or the position within a function, after which it holds; start if always
	Until  string   // the one after which it does not; end if it holds to the end
	Values []string // of the variables in it, at first
}

// together lists the spans in which all conditions of a conjunction hold, most at most.
func (d In) together(p *detect.Predicate, most int) (*Together, error) {
	t, err := p.Together(most)
	if err != nil {
		return nil, err
	}
	x := &Together{More: t.More, Apart: t.Apart}
	for _, c := range t.Conditions {
		c.Plain = true
		x.Conditions = append(x.Conditions, c.String())
	}
	for _, r := range t.Rows {
		h := Held{Position: d.At(r.Position)}
		if k := r.Knows; k != nil {
			h.Knows = &Knows{k.Thread, d.when(k.Since), d.when(k.Until)}
		}
		for _, s := range r.Spans {
			h.Spans = append(h.Spans, HeldSpan{d.when(s.Since), d.when(s.Until), s.Values})
		}
		ordered := 0
		for _, o := range r.Order {
			h.Order = append(h.Order, orderOf(o))
			if o.Ordered {
				ordered = 1
			}
		}
		x.Rows = append(x.Rows, h)
		x.Ordered += ordered
		x.Unordered += 1 - ordered
	}
	return x, nil
}

// orderOf writes an order as predicates do.
func orderOf(o detect.Order) string {
	if o.Ordered {
		return fmt.Sprintf("%d -> %d", o.First+1, o.Second+1)
	}
	return fmt.Sprintf("%d || %d", o.First+1, o.Second+1)
}

// when writes an event, or a place between two calls, as a position.
func (d In) when(w predicate.When) string {
	switch {
	case w.Event == detect.FromStart:
		return "start"
	case w.Event == detect.ToEnd:
		return "end"
	case w.N > 0:
		return fmt.Sprintf("%d@%s:%d", w.Event+1, d.S.Final().ThreadName(w.Thread), w.N)
	}
	return fmt.Sprint(w.Event + 1)
}
