package tile

// Cone is what may have affected an event, and what it may have affected, by lane.
type Cone struct {
	Past   []int // the last event of each lane that comes before it, as people count; 0 if none does
	Future []int // the first one that comes after it; 0 if none does
}

// Cone returns the past and the future of an event. In its own lane these are its neighbours.
func (m *Map) Cone(event int) Cone {
	past, rest := m.s.Least(event), m.s.Greatest(event)
	c := Cone{make([]int, len(m.lanes)), make([]int, len(m.lanes))}
	own := m.s.LaneAt(event)
	for i := range m.lanes {
		before, after := int(past.Cut[i]), int(rest.Cut[i])
		if i == own {
			before, after = before-1, after+1
		}
		if before > 0 {
			c.Past[i] = m.s.LaneEvent(i, before-1) + 1
		}
		if after < len(m.lanes[i].events) {
			c.Future[i] = m.s.LaneEvent(i, after) + 1
		}
	}
	return c
}
