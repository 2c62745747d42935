package detect

import (
	"fmt"
	"strings"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Found is a position that satisfies a predicate, with the reasons.
type Found struct {
	graph.Position
	Reasons []Reason

	// Order says of each two conditions of a conjunction in which order they came to hold, or that they
	// did so concurrently (Miller and Choi 3.5). It is empty for fewer than two, or more than MaxOrdered.
	Order []Order

	// Minimal lists all minimal positions, if there are several: each satisfies the predicate and holds
	// no other one that does.
	Minimal []graph.Cut

	// Note says what else there is to know, "" for nothing.
	Note string
}

// Reason says why a predicate is true: a condition, and since when it holds.
type Reason struct {
	Thread kernel.ThreadID // 0 for packets, or if there is no single one
	Name   string          // of the thread
	What   string          // the condition, in full
	Values []string        // the variables in it, as "kant.1.holding is 2"
	Event  int             // by which it came to hold, from 1; 0 if it held from the start
	// Within, unless N is 0, is the thread that made it hold at a statement, after the event, and the number of its next
	// statement then.
	Within graph.Stand
	Plain  bool   // What says all there is to say
	By     string // the name of that thread
	Begins string // where what is known begins, in words
}

// since sets the event by which a condition came to hold.
func (x *Reason) since(r *Run, event int) {
	if x.Begins = r.begins(); event == predicate.Always {
		return
	}
	w := r.When(event)
	if x.Event = w.Event + 1; w.N > 0 {
		x.Within, x.By = graph.Stand{Thread: w.Thread, N: w.N}, r.ThreadName(w.Thread)
	}
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
	switch {
	case r.Plain:
	case r.Event == 0:
		fmt.Fprintf(&w, " from %s", r.Begins)
	case r.Within.N > 0:
		fmt.Fprintf(&w, " since %d@%s:%d", r.Event, r.By, r.Within.N)
	default:
		fmt.Fprintf(&w, " since event %d", r.Event)
	}
	return w.String()
}

// Order says in which order two conditions of a conjunction came to hold at a position.
type Order struct {
	First, Second int // numbers in Reasons
	Ordered       bool
}

// reason returns the Reason for a condition in its i-th span.
func (r *Run) reason(l *predicate.Atom, i int) Reason {
	x := r.blank(l)
	x.since(r, l.Spans[i].Lo)
	if i < len(l.Was) {
		for k, v := range l.Was[i] {
			x.Values = append(x.Values, l.Vars[k].Text+" is "+v.Quoted())
		}
	}
	return x
}

// blank returns a Reason without values.
func (r *Run) blank(l *predicate.Atom) Reason {
	x := Reason{Thread: l.Thread, What: l.Text}
	if l.Thread != 0 {
		x.Name = r.ThreadName(l.Thread)
	}
	return x
}

// found returns a position in which the conditions of a conjunction hold.
func (r *Run) found(conjunction []*predicate.Atom, c graph.Cut) *Found {
	f := &Found{Position: graph.At(c)}
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

// MaxOrdered is the greatest number of conditions that are compared with each other.
const MaxOrdered = 16

// orders compares each two of the events by which conditions came to hold.
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

// maxLines is the greatest number of reasons that are printed.
const maxLines = 100

// Lines describes a position that was found: why it satisfies the predicate, in which order the
// conditions came to hold, and the Note.
func (f *Found) Lines() (all []string) {
	for i, r := range f.Reasons {
		if i == maxLines && len(f.Reasons) > maxLines+1 {
			all = append(all, fmt.Sprintf("and %d more", len(f.Reasons)-i))
			break
		}
		if len(f.Reasons) > 1 {
			all = append(all, fmt.Sprintf("%d. %s", i+1, r))
		} else {
			all = append(all, r.String())
		}
	}
	for _, o := range f.Order {
		if o.Ordered {
			all = append(all, fmt.Sprintf("ordered: %d came about before %d", o.First+1, o.Second+1))
		} else {
			all = append(all, fmt.Sprintf("unordered: neither of %d and %d came about before the other", o.First+1, o.Second+1))
		}
	}
	if n := len(f.Minimal); n > 1 {
		all = append(all, fmt.Sprintf("%d minimal states satisfy it; "+
			"this is the one that the recorded run comes to first", n))
	}
	if f.Note != "" {
		all = append(all, f.Note)
	}
	return all
}
