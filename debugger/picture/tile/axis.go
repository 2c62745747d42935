package tile

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// Axis is what a diagram has along its longer side.
type Axis uint8

// The axes.
const (
	Recorded Axis = iota // the events in recorded order, from 0
	Folded               // the same without most of the events of which nothing came: polling
	Virtual              // virtual time in microseconds
	numAxes
)

var axisNames = [numAxes]string{"recorded", "folded", "time"}

func (a Axis) String() string { return axisNames[a] }

// UnmarshalText reads the name of an axis; "" is that of the first.
func (a *Axis) UnmarshalText(name []byte) error {
	i := slices.Index(axisNames[:], cmp.Or(string(name), axisNames[0]))
	if *a = Axis(max(i, 0)); i < 0 {
		return fmt.Errorf("there is no axis %q: there are recorded, folded and time", name)
	}
	return nil
}

// Extent returns where an axis begins, and where it ends: after the last event.
func (m *Map) Extent(a Axis) (from, to int64) {
	n := m.s.Len()
	switch {
	case a == Folded:
		return 0, m.Where(a, n)
	case a != Virtual:
		return int64(m.s.First()), m.Where(a, n)
	case n == 0:
		return 0, 0
	}
	return m.s.TimeOf(m.s.First()), m.s.TimeOf(n-1) + 1
}

// Where returns the coordinate of an event; that of the end for the length of the run. An event that is folded is
// where the next one is that is not.
func (m *Map) Where(a Axis, event int) int64 {
	switch a {
	case Folded:
		kept := m.folded()
		return int64(sort.Search(len(kept), func(i int) bool { return m.s.First()+int(kept[i]) >= event }))
	case Virtual:
		if event >= m.s.Len() {
			_, to := m.Extent(a)
			return to
		}
		return m.s.TimeOf(event)
	}
	return int64(event)
}

// EventAt returns the first event that is not before a coordinate; the length of the run if there is none.
func (m *Map) EventAt(a Axis, x int64) int {
	n := m.s.Len()
	switch a {
	case Folded:
		if kept := m.folded(); x < int64(len(kept)) {
			return m.s.First() + int(kept[max(x, 0)])
		}
		return n
	case Virtual:
		first := m.s.First()
		return first + sort.Search(n-first, func(i int) bool { return m.s.TimeOf(first+i) >= x })
	}
	return int(min(max(x, int64(m.s.First())), int64(n)))
}

// folded returns the events of the axis Folded: all but those of a thread of which nothing came, unless they are
// the first or the last of such a row of them.
func (m *Map) folded() []uint32 {
	if m.kept != nil {
		return m.kept
	}
	first, next := m.s.First(), make([]int, len(m.lanes))
	m.kept = make([]uint32, 0, (m.s.Len()-first)/2)
	for event := first; event < m.s.Len(); event++ {
		i := m.s.LaneAt(event)
		if !m.lanes[i].folds(next[i]) {
			m.kept = append(m.kept, uint32(event-first))
		}
		next[i]++
	}
	return m.kept
}

// folds says whether an event of the lane is in the middle of a row of quiet ones.
func (l *lane) folds(n int) bool {
	return n > 0 && n+1 < len(l.events) && l.events[n-1]&l.events[n]&l.events[n+1]&quietBit != 0
}

// bounds returns the events with which the bins of a window begin, and the one after the last.
func (m *Map) bounds(w *Window) []int {
	all := make([]int, w.Bins+1)
	for i := range all {
		all[i] = m.EventAt(w.Axis, w.From+int64(i)*w.Step)
	}
	return all
}
