package tile

// Pick returns the most important event of some lanes between two coordinates, the first if there are several; -1
// if there is none.
func (m *Map) Pick(a Axis, from, to int64, lanes []int) int {
	first, after := m.EventAt(a, from), m.EventAt(a, to)
	event, best := -1, Local
	for _, i := range lanes {
		lo, hi := m.s.InLane(i, first), m.s.InLane(i, after)
		if lo >= hi {
			continue
		}
		c := m.lanes[i].peak(lo, hi)
		at := m.s.LaneEvent(i, m.lanes[i].find(lo, hi, c))
		if event < 0 || c > best || c == best && at < event {
			event, best = at, c
		}
	}
	return event
}

// ClassOf returns the class of an event.
func (m *Map) ClassOf(event int) Class {
	lane := m.s.LaneAt(event)
	return Class(m.lanes[lane].events[m.s.InLane(lane, event)] & classBits)
}

// find returns the index of the first event of a class from index i on, before index j, where there is one.
func (l *lane) find(i, j int, c Class) int {
	for j-i > 1 {
		half := i + (j-i)/2
		if l.peak(i, half) == c {
			j = half
		} else {
			i = half
		}
	}
	return i
}

// Neighbour returns the event of some lanes that is so many of theirs after an event, or before it if by is negative:
// the last or the first one if there are fewer, the event itself if there is none.
func (m *Map) Neighbour(event, by int, lanes []int) int {
	to := m.next
	if by < 0 {
		to, by = m.previous, -by
	}
	for ; by > 0; by-- {
		at := to(event, lanes)
		if at == event {
			break
		}
		event = at
	}
	return event
}

// next returns the first event of some lanes after one, the event itself if there is none.
func (m *Map) next(event int, lanes []int) int {
	best := event
	for _, i := range lanes {
		if n := m.s.InLane(i, event+1); n < len(m.lanes[i].events) {
			if e := m.s.LaneEvent(i, n); best == event || e < best {
				best = e
			}
		}
	}
	return best
}

// previous returns the last event of some lanes before one, the event itself if there is none.
func (m *Map) previous(event int, lanes []int) int {
	best := event
	for _, i := range lanes {
		if n := m.s.InLane(i, event); n > 0 {
			if e := m.s.LaneEvent(i, n-1); best == event || e > best {
				best = e
			}
		}
	}
	return best
}
