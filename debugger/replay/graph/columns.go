package graph

import "machsim/kernel"

// columns are what clocks have a number for: a lane, or all lanes of a serialized task together. Of a lane the number
// is how many of its events come before; of a serialized task, all of whose events come one after the other, how many
// events of the log there are up to the last of these that comes before.
type columns struct {
	of     []uint32 // by lane: its column, the first lane of a serialized task; nil if each lane is one
	serial []bool   // by column: it is a serialized task; nil likewise
}

func (g *Graph) newColumns() (c columns) {
	if len(g.shared) == 0 {
		return c
	}
	c.of, c.serial = make([]uint32, len(g.Tape.Lanes)), make([]bool, len(g.Tape.Lanes))
	first := map[kernel.TaskID]uint32{}
	for lane := range c.of {
		c.of[lane] = uint32(lane)
		task := g.taskOf(lane)
		if !g.shared[task] {
			continue
		}
		if n, ok := first[task]; ok {
			c.of[lane] = n
		} else {
			first[task], c.serial[lane] = uint32(lane), true
		}
	}
	return c
}

// column returns the column of a lane.
func (c *columns) column(lane int) int {
	if c.of == nil {
		return lane
	}
	return int(c.of[lane])
}

// stamp returns the column of an event, and the least number there of the clocks of events that come after it.
func (g *Graph) stamp(event int) (column int, n uint32) {
	column = g.column(g.Tape.Lane(event))
	if g.serial != nil && g.serial[column] {
		return column, uint32(event-g.Tape.First()) + 1
	}
	return column, uint32(g.Tape.Nth(event)) + 1
}

// limits returns by column the greatest number there of the clock of an event in a cut that is consistent.
func (g *Graph) limits(c Cut) []uint32 {
	if g.serial == nil {
		return c
	}
	most := make([]uint32, len(c))
	for lane, n := range c {
		if column := g.column(lane); !g.serial[column] {
			most[column] = n
		}
	}
	for lane, n := range c {
		column, l := g.column(lane), &g.Tape.Lanes[lane]
		if !g.serial[column] {
			continue
		}
		if lane == column {
			most[column] = uint32(g.Tape.Len() - g.Tape.First())
		}
		if int(n) < l.Len() {
			most[column] = min(most[column], uint32(l.Event(int(n))-g.Tape.First()))
		}
	}
	return most
}
