package tile

// Window is a part of a run, divided into bins.
type Window struct {
	Axis Axis    // recorded, folded or time; "" is recorded
	From int64   // where the first bin begins
	Step int64   // the width of a bin
	Bins int     // how many bins there are
	Rows [][]int // the lanes of each row
}

// Tile returns the marks of a window, by row and bin.
func (m *Map) Tile(w Window) [][]Mark {
	bounds := m.bounds(&w)
	all := make([][]Mark, len(w.Rows))
	for i, row := range w.Rows {
		all[i] = m.row(row, bounds)
	}
	return all
}

// bin is what is known of a bin.
type bin struct {
	n    int
	best Class
	life life
}

// row returns the marks of some lanes together.
func (m *Map) row(lanes []int, bounds []int) []Mark {
	bins := make([]bin, len(bounds)-1)
	for _, i := range lanes {
		m.add(i, bounds, bins)
	}
	marks := make([]Mark, len(bins))
	for i, b := range bins {
		marks[i] = markOf(b.n, b.best, b.life)
	}
	return marks
}

// add adds a lane to the bins of a row.
func (m *Map) add(i int, bounds []int, bins []bin) {
	l := &m.lanes[i]
	thread := m.s.ThreadIn(i) != 0
	from := m.s.InLane(i, bounds[0])
	for k := range bins {
		to := m.advance(i, from, bounds[k+1])
		b := &bins[k]
		if to > from {
			b.n += to - from
			b.best = max(b.best, l.peak(from, to))
			from = to
		} else if thread && bounds[k] < bounds[k+1] {
			b.life = max(b.life, l.state(bounds[k], from))
		}
	}
}

// advance returns how many events of a lane come before an event of the run; n of them are known to. It goes by
// steps that double.
func (m *Map) advance(i, n, event int) int {
	all, step := len(m.lanes[i].events), 1
	for n+step <= all && m.s.LaneEvent(i, n+step-1) < event {
		n += step
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if n+step <= all && m.s.LaneEvent(i, n+step-1) < event {
			n += step
		}
	}
	return n
}
