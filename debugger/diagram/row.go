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
	gapLeast  = 1000 // microseconds that have to pass between two rows to be told of
)

// Row is what is drawn at one height: an event, or several that are folded.
type Row struct {
	Events []int // indices in Diagram.Events
	Gap    int64 // virtual time that passed without an event before the row, in microseconds; 0 if little
}

// plain says that an event can be folded: nothing leads to it or from it.
func (e *Event) plain() bool { return e.Kind == Local && !e.linked && !e.Blocks }

// rows puts the events into rows.
func (d *Diagram) rows(f Fold) {
	fold := f == FoldAlways || f == FoldLong && len(d.Events) > foldAbove
	for i := 0; i < len(d.Events); {
		n := 1
		if fold {
			n = d.sequence(i)
		}
		d.addRow(i, n)
		i += n
	}
}

// sequence is how many events from the i-th on are folded, 1 for none.
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

// gap is the time that passed before the i-th event, if it is worth a word.
func (d *Diagram) gap(i int) int64 {
	if i == 0 {
		return 0
	}
	if us := d.Events[i].Time - d.Events[i-1].Time; us >= gapLeast {
		return us
	}
	return 0
}

// rowOf is the row of an event of the run, or of the first shown one after it;
// len(d.Rows) if there is none.
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

// folded counts the events that are in rows with others.
func (d *Diagram) folded() (n int) {
	for _, r := range d.Rows {
		if len(r.Events) > 1 {
			n += len(r.Events)
		}
	}
	return n
}
