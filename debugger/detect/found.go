package detect

import (
	"fmt"
	"strings"

	"machsim/debugger/graph"
	"machsim/debugger/predicate"
	"machsim/kernel"
)

// Found is a position that a predicate speaks of.
type Found struct {
	Cut     graph.Cut
	Reasons []Reason

	// Order is how the conditions of a conjunction came to hold there: in which order, or in
	// none (Miller and Choi 3.5). It is empty if there are fewer than two, or more than MaxOrdered.
	Order []Order

	// Minimal are the least positions of which each satisfies the predicate and holds no
	// other that does, if there is more than this one.
	Minimal []graph.Cut

	// Note is what else has to be said, "" if nothing.
	Note string
}

// Reason is why a predicate is true: a condition, and since when it holds.
type Reason struct {
	Thread kernel.ThreadID // 0 for packets, or if there is no single one
	Name   string          // of the thread
	What   string          // the condition, in full
	Values []string        // the variables in it, as "kant.1.holding is 2"
	Event  int             // by which it came to hold, from 1; 0 if it held from the start
}

// String is a sentence.
func (r Reason) String() string {
	var w strings.Builder
	if r.Name != "" && !strings.HasPrefix(r.What, r.Name+".") {
		fmt.Fprintf(&w, "%s: ", r.Name)
	}
	w.WriteString(r.What)
	if len(r.Values) > 0 {
		fmt.Fprintf(&w, " (%s)", strings.Join(r.Values, ", "))
	}
	if r.Event == 0 {
		w.WriteString(" from the start")
	} else {
		fmt.Fprintf(&w, " since event %d", r.Event)
	}
	return w.String()
}

// Order is how two conditions of a conjunction came to hold at a position.
type Order struct {
	First, Second int // numbers in Reasons
	Ordered       bool
}

// reason is why a condition holds in its i-th span.
func (r *Run) reason(l *predicate.Atom, i int) Reason {
	x := r.blank(l)
	x.Event = l.Spans[i].Lo + 1
	if i < len(l.Was) {
		for k, v := range l.Was[i] {
			x.Values = append(x.Values, l.Vars[k].Text+" is "+v.String())
		}
	}
	return x
}

// blank is a reason without values.
func (r *Run) blank(l *predicate.Atom) Reason {
	x := Reason{Thread: l.Thread, What: l.Text}
	if l.Thread != 0 {
		x.Name = r.ThreadName(l.Thread)
	}
	return x
}

// found is a position in which some conditions hold.
func (r *Run) found(conjunction []*predicate.Atom, c graph.Cut) *Found {
	f := &Found{Cut: c}
	var since []int
	for _, l := range conjunction {
		if i := predicate.In(r.Graph, l.Spans, c); i >= 0 {
			f.Reasons = append(f.Reasons, r.reason(l, i))
			since = append(since, l.Spans[i].Lo)
		}
	}
	f.Order = r.orders(since)
	return f
}

// MaxOrdered is of how many conditions each two are compared.
const MaxOrdered = 16

// orders compares events by which conditions came to hold, each two.
func (r *Run) orders(since []int) (all []Order) {
	if len(since) > MaxOrdered {
		return nil
	}
	for i := range since {
		for j := range since[:i] {
			switch {
			case predicate.Precedes(r.Graph, since[j], since[i]):
				all = append(all, Order{j, i, true})
			case predicate.Precedes(r.Graph, since[i], since[j]):
				all = append(all, Order{i, j, true})
			default:
				all = append(all, Order{j, i, false})
			}
		}
	}
	return all
}
