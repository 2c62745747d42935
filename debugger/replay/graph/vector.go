package graph

// vector is the clock of an event while compute works on it.
type vector struct {
	g       *Graph
	own     int      // the column of the event
	base    uint32   // the clock of the event before it in the column
	other   uint32   // the clock of the last event that after added
	recent  []recent // rows of some columns as a whole
	counts  []uint32 // the clock, which is in recent; nil: it is base
	changed bool     // it is another than base
}

// recent is the last row of a column as a whole.
type recent struct {
	column int // -1 for none
	counts []uint32
}

// recentNumbers is how many numbers recent rows have, at most, if a row has not more than a few.
const recentNumbers = 1 << 18

func newVector(g *Graph) *vector {
	columns := g.clocks.room()
	v := &vector{g: g, recent: make([]recent, min(columns, max(recentNumbers/columns, 4)))}
	for i := range v.recent {
		v.recent[i].column = -1
	}
	return v
}

func (v *vector) begin(column int) {
	v.own, v.base, v.counts = column, v.g.clocks.of[column].last(), nil
	if r := v.recent[column%len(v.recent)]; r.column == column {
		v.counts = r.counts
	}
}

// after adds an event that comes before. If the clock counts it already, it also counts all
// events before it, and nothing changes.
func (v *vector) after(from int) {
	c, n := v.g.stamp(from)
	if c == v.own || v.get(c) >= n {
		return
	}
	v.load()
	v.other = v.g.rowOf(from)
	if r := v.recent[c%len(v.recent)]; r.column == c && v.other == v.g.clocks.of[c].last() {
		for i, n := range r.counts {
			if n > v.counts[i] {
				v.raise(i, n)
			}
		}
	} else {
		v.g.clocks.whole.rises(v.other, v.counts, v.raise)
	}
	if n > v.counts[c] {
		v.raise(c, n)
	}
}

// get returns the number of a column.
func (v *vector) get(column int) uint32 {
	if v.counts == nil {
		return v.g.clocks.whole.get(v.base, column)
	}
	return v.counts[column]
}

// load makes the clock one of the recent rows.
func (v *vector) load() {
	if v.counts != nil {
		return
	}
	r := &v.recent[v.own%len(v.recent)]
	if r.column = v.own; r.counts == nil {
		r.counts = make([]uint32, v.g.clocks.room())
	}
	v.g.clocks.whole.load(v.base, r.counts)
	v.counts = r.counts
}

// raise sets the number of a column, but for the own one, which is 0.
func (v *vector) raise(column int, n uint32) {
	if column == v.own {
		return
	}
	v.counts[column], v.changed = n, true
}

// end makes it the clock of an event.
func (v *vector) end(event int) {
	c := &v.g.clocks.of[v.own]
	news := v.changed
	if v.changed = false; news {
		c.rows.Add(v.g.clocks.whole.store(v.counts, v.base, v.other))
	}
	switch {
	case v.g.serial == nil || !v.g.serial[v.own]:
		c.news.Add(news)
	case news:
		c.changed.Add(uint32(event - v.g.Tape.First()))
	}
}
