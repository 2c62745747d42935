package past

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"machsim/debugger/event/trace"
	"machsim/debugger/present"
)

// Run is one of the runs: the recording that was opened, or a fork that was made here.
type Run struct {
	Number  int    // 0 is the recording
	Name    string // as people call it: "fork 1"
	Present bool   // the position is in it
	Events  int
	Ended   string // how it ended
	Open    bool   // it is made meanwhile, and may have more events
	Within  string // what is known of it: "in this recording", "so far", "in this window", "since the horizon"
	Since   int    // the first event of it that is known, if that is not the first of all; else 0
	Hash    uint64 // of its last state
	Seed    uint64 // that chose, of a fork from where it began
	File    string // where its recording is, "" if it is in no file

	// Of a fork:
	Parent    string // the name of what it was made from
	At        int    // how many events it has in common with that
	Reordered bool   // these are not the first ones
	Change    string // that was made, or who was chosen to go next; "" for neither
	Next      string // the thread that was chosen, "" for none
	Along     bool   // it went on as its parent as far as that fitted
}

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

// Compare compares two runs that are known to have so many first events in common.
func Compare(ctx context.Context, a, b *present.Run, known int) (x *Comparison, err error) {
	x = &Comparison{}
	if x.Same, err = SameEvents(ctx, a, b, known); err != nil {
		return nil, err
	}
	rows, err := bothRows(a, b, x.Same-rowsBefore, x.Same+comparedInAll)
	if err != nil {
		return nil, err
	}
	x.OneRows, x.OtherRows = x.rows(rows[0]), x.rows(rows[1])
	x.Threads = comparedThreads(x.after(rows[0]), x.after(rows[1]))
	return x, nil
}

// SameEvents is how many events two runs begin with that are the same, with all that was chosen in them.
func SameEvents(ctx context.Context, a, b *present.Run, known int) (same int, err error) {
	if n := max(a.S.First(), b.S.First()); known < n {
		return 0, fmt.Errorf("runs are compared from their start, and of one the first %d events are not there", n)
	}
	for same = known; ; {
		rows, err := bothRows(a, b, same, same+comparedAtOnce)
		if err != nil || ctx.Err() != nil {
			return 0, errors.Join(err, ctx.Err())
		}
		n := alike(rows[0], rows[1])
		same += n
		if n < comparedAtOnce {
			return a.S.ChosenAlike(b.S, known, same), nil
		}
	}
}

// bothRows are the events of two runs from one to before another, as far as there are any.
func bothRows(a, b *present.Run, from, to int) (both [2][]trace.Row, err error) {
	for i, r := range []*present.Run{a, b} {
		from, to := min(max(from, 0), r.S.Len()), min(to, r.S.Len())
		if both[i], err = r.S.Rows(from, to); err != nil {
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
	actors := slices.AppendSeq(slices.Collect(maps.Keys(one)), maps.Keys(other))
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
