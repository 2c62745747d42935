package temporal

import "slices"

// register is what an operator of the past has to know of the positions so far.
type register struct {
	// times are when the right side held, of those that still count: the latest if the interval begins at 0.
	times []int64
	bits  uint64 // of a Previously and of operators without an interval: 1 if it held; of a Match: its states
	value bool   // of the operator, at the present position
	open  bool   // what was before the first position may make it hold; that was at began
	began int64
}

// begin begins in the midst of a run: what is against the formula may have held before.
func (r *register) begin(m *Monitor, n *node) {
	if r.open = n.against; n.timed {
		r.began = m.at.Clock(n.clock)
	}
}

// remember brings the registers to the present position. The registers of what is within an operator come first.
func (m *Monitor) remember(first bool) {
	for i, n := range m.p.past {
		r := &m.registers[i]
		if first && m.p.midway {
			r.begin(m, n)
		}
		switch n.op {
		case Once:
			m.since(n, r, true, m.holds(n.kids[0], None))
		case Since:
			m.since(n, r, m.holds(n.kids[0], None), m.holds(n.kids[1], None))
		case Previously:
			m.previously(n, r)
		case Match:
			if first {
				r.bits = n.pattern.initial
			}
			r.bits = n.pattern.next(r.bits, func(atom int) bool { return m.at.Atom(atom, None) == True })
			r.value = r.bits&n.pattern.accept != 0 && !m.p.midway || r.open
		}
	}
}

// since updates the register of left since right.
func (m *Monitor) since(n *node, r *register, left, right bool) {
	if !n.timed {
		r.open = r.open && left
		r.value = right || left && r.bits == 1 || r.open
		r.bits = 0
		if r.value {
			r.bits = 1
		}
		return
	}
	now := m.at.Clock(n.clock)
	if !left {
		r.times, r.open = r.times[:0], false
	}
	if right {
		if n.from == 0 {
			r.times = r.times[:0]
		}
		if k := len(r.times); k == 0 || r.times[k-1] != now {
			r.times = append(r.times, now)
		}
	}
	old := 0
	for old < len(r.times) && now-r.times[old] > n.to {
		old++
	}
	r.times = slices.Delete(r.times, 0, old)
	r.value = len(r.times) > 0 && now-r.times[0] >= n.from || r.open && now-r.began <= n.to
}

func (m *Monitor) previously(n *node, r *register) {
	now := int64(0)
	if n.timed {
		now = m.at.Clock(n.clock)
	}
	r.value = r.bits == 1 && (!n.timed || now-r.times[0] >= n.from && now-r.times[0] <= n.to) || r.open
	r.bits, r.open = 0, false
	if m.holds(n.kids[0], None) {
		r.bits = 1
	}
	if n.timed {
		r.times = append(r.times[:0], now)
	}
}

// holds says whether a part that does not look ahead holds at the present position.
func (m *Monitor) holds(n *node, since int) bool {
	switch n.op {
	case Atom:
		t := m.at.Atom(n.atom, since)
		return t == True || n.weak && t == Unknown
	case Not:
		return !m.holds(n.kids[0], since)
	case And, Or:
		for _, k := range n.kids {
			if m.holds(k, since) == (n.op == Or) {
				return n.op == Or
			}
		}
		return n.op == And
	}
	return m.registers[n.register].value
}
