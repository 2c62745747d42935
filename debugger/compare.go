package debugger

import (
	"context"
	"errors"
	"maps"
	"slices"

	"machsim/debugger/event/trace"
)

// Comparison is two runs beside each other, from where they differ first in recorded order.
type Comparison struct {
	One, Other Run
	Same       int // how many events both begin with, in which the same was chosen as well
	// What comes after those, and the last few of them.
	OneRows, OtherRows []ComparedEvent
	// Threads has those that do something else, or more, in one of the runs; only the first events after
	// Same are looked at.
	Threads []ComparedThread
}

// ComparedEvent is an event of one of two runs.
type ComparedEvent struct {
	trace.Row
	Same bool // of both
}

// ComparedThread is what a thread does first that it does not do in the other run.
type ComparedThread struct {
	Thread     string
	Same       int    // its events after those of both runs that are alike in both
	One, Other string // the first that differ; "" if it does nothing more
}

// How many events of two runs are looked at: at a time, for what threads do, and how many are rows, before where the
// runs differ and after it.
const (
	comparedAtOnce = 256
	comparedInAll  = 2000
	rowsBefore     = 3
	rowsAfter      = 20
)

// Compare compares two runs, by their numbers. -1 stands for the present one, and for the one that the first was
// made from.
func (d *Debugger) Compare(ctx context.Context, one, other int) (*Comparison, error) {
	return ask(ctx, d, "compare", func(ctx context.Context) (*Comparison, error) {
		a, b, err := d.compared(one, other)
		if err != nil {
			return nil, err
		}
		x := &Comparison{One: d.row(a), Other: d.row(b)}
		if x.Same, err = sameEvents(ctx, a, b); err != nil {
			return nil, err
		}
		rows, err := bothRows(a, b, x.Same-rowsBefore, x.Same+comparedInAll)
		if err != nil {
			return nil, err
		}
		x.OneRows, x.OtherRows = x.rows(rows[0]), x.rows(rows[1])
		x.Threads = comparedThreads(x.after(rows[0]), x.after(rows[1]))
		return x, nil
	})
}

// compared finds the two runs.
func (d *Debugger) compared(one, other int) (a, b *run, err error) {
	if one < 0 {
		one = d.on.n
	}
	if a, err = d.numbered(one); err != nil {
		return nil, nil, err
	}
	if other >= 0 {
		b, err = d.numbered(other)
		return a, b, err
	}
	for b = a.parent; b != nil && b.closed(); b = b.parent {
	}
	if b == nil {
		return nil, nil, errors.New("this run was made from no other one: a fork can be compared with what it was made from")
	}
	return a, b, nil
}

// sameEvents is how many events two runs begin with that are the same, with all that was chosen in them.
func sameEvents(ctx context.Context, a, b *run) (same int, err error) {
	known := 0
	if a.parent == b || b.parent == a {
		known = childOf(a, b).sharesFirst()
	}
	for same = known; ; {
		rows, err := bothRows(a, b, same, same+comparedAtOnce)
		if err != nil || ctx.Err() != nil {
			return 0, errors.Join(err, ctx.Err())
		}
		n := alike(rows[0], rows[1])
		same += n
		if n < comparedAtOnce {
			return a.s.ChosenAlike(b.s, known, same), nil
		}
	}
}

// childOf is the one of two runs that was made from the other.
func childOf(a, b *run) *run {
	if a.parent == b {
		return a
	}
	return b
}

// sharesFirst is how many of its first events a fork has in common with its parent without being looked at.
func (r *run) sharesFirst() int {
	if r.s.Rec.Parent != nil && r.s.Rec.Parent.Reordered {
		return 0
	}
	return r.at
}

// bothRows are the events of two runs from one to before another, as far as there are any.
func bothRows(a, b *run, from, to int) (both [2][]trace.Row, err error) {
	for i, r := range []*run{a, b} {
		from, to := min(max(from, 0), r.s.Len()), min(to, r.s.Len())
		if both[i], err = r.s.Rows(from, to); err != nil {
			return both, err
		}
	}
	return both, nil
}

// alike is how many rows two lists begin with that say the same.
func alike(a, b []trace.Row) int {
	n := 0
	for n < min(len(a), len(b)) && a[n].Actor == b[n].Actor && a[n].Action == b[n].Action {
		n++
	}
	return n
}

// rows are the first of the events that are shown.
func (x *Comparison) rows(all []trace.Row) (rows []ComparedEvent) {
	for _, r := range all {
		if int(r.Event) <= x.Same+rowsAfter {
			rows = append(rows, ComparedEvent{r, int(r.Event) <= x.Same})
		}
	}
	return rows
}

// after are the rows behind what both runs have, by their actors.
func (x *Comparison) after(all []trace.Row) map[string][]trace.Row {
	by := map[string][]trace.Row{}
	for _, r := range all {
		if int(r.Event) > x.Same {
			by[r.Actor] = append(by[r.Actor], r)
		}
	}
	return by
}

// comparedThreads is what each thread does first that it does not do in the other run.
func comparedThreads(one, other map[string][]trace.Row) (all []ComparedThread) {
	actors := slices.Collect(maps.Keys(one))
	for a := range maps.Keys(other) {
		actors = append(actors, a)
	}
	slices.Sort(actors)
	for _, a := range slices.Compact(actors) {
		n := alike(one[a], other[a])
		t := ComparedThread{Thread: a, Same: n, One: actionAt(one[a], n), Other: actionAt(other[a], n)}
		if t.One != "" || t.Other != "" {
			all = append(all, t)
		}
	}
	return all
}

func actionAt(rows []trace.Row, i int) string {
	if i >= len(rows) {
		return ""
	}
	return rows[i].Action
}
