package diagram

// Fold says whether events that have nothing to do with other threads share rows.
type Fold uint8

const (
	// FoldLong folds when there are more than foldAbove events.
	FoldLong Fold = iota
	// FoldAlways folds always.
	FoldAlways
	// FoldNever gives each event a row.
	FoldNever
)

const (
	foldAbove = 250  // events that are shown without folding
	foldLeast = 3    // fewer events in a sequence are not folded
	gapLeast  = 1000 // the shortest gap between two rows that is shown, in microseconds
)

// Row is one line of the picture: an event, or several folded ones.
type Row struct {
	Events []int // indices in Diagram.Events
	Gap    int64 // virtual time that passed without an event before the row, in microseconds; 0 if little
}

// plain says whether an event can be folded: no arrow leads to it or from it.
func (e *Event) plain() bool { return e.Kind == Local && !e.linked && !e.Blocks }

// rows distributes the events over rows.
func (d *Diagram) rows(f Fold) {
	fold := f == FoldAlways || f == FoldLong && len(d.Events) > foldAbove
	for i := 0; i < len(d.Events); {
		n := 1
		if d.Events[i].silent {
			i++
			continue
		}
		if fold {
			n = d.sequence(i)
		}
		d.addRow(i, n)
		i += n
	}
}

// sequence returns the number of events from the i-th on that are folded; 1 if there is nothing to
// fold.
func (d *Diagram) sequence(i int) int {
	n := 0
	for i+n < len(d.Events) && d.Events[i+n].plain() && d.Events[i+n].Inside == d.Events[i].Inside &&
		(n == 0 || d.gap(i+n) == 0) {
		n++
	}
	if n < foldLeast {
		return 1
	}
	return n
}

func (d *Diagram) addRow(i, n int) {
	r := Row{Gap: d.gap(i)}
	for k := range n {
		r.Events = append(r.Events, i+k)
	}
	d.Rows = append(d.Rows, r)
}

// gap returns the time before the i-th event if it is long enough to be shown, else 0.
func (d *Diagram) gap(i int) int64 {
	if i == 0 || d.replay != nil || d.Events[i-1].silent {
		return 0
	}
	if us := d.Events[i].Time - d.Events[i-1].Time; us >= gapLeast {
		return us
	}
	return 0
}

// rowOf returns the row of an event of the run, or of the first shown event after it; len(d.Rows)
// if there is none.
func (d *Diagram) rowOf(event int) int {
	lo, hi := 0, len(d.Rows)
	for lo < hi {
		mid := (lo + hi) / 2
		events := d.Rows[mid].Events
		if d.Events[events[len(events)-1]].Index < event {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// folded counts the events that share rows.
func (d *Diagram) folded() (n int) {
	for _, r := range d.Rows {
		if len(r.Events) > 1 {
			n += len(r.Events)
		}
	}
	return n
}
