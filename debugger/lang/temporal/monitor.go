package temporal

import (
	"encoding/binary"
	"slices"
)

// Monitor holds a formula against a run, position by position.
type Monitor struct {
	// Refuted is what has been refuted so far: each once, in order.
	Refuted []Refuted

	p         *Program
	registers []register
	todo      []*residual // all of it has to hold from the next position on
	spare     []*residual // room for the next todo
	fresh     []int       // those of todo that the present position has brought
	at        Letter      // the present position
}

// Refuted is a position that refutes a formula.
type Refuted struct {
	At   int   // the event after which it does; None if the run ended
	Owed []int // the events after which something had to come, or hold; None stands for the start
}

// Start returns a monitor at the first position of a run.
func (p *Program) Start(l Letter) *Monitor {
	m := &Monitor{p: p, registers: make([]register, len(p.past)), at: l}
	m.remember(true)
	if p.future {
		m.todo = m.conjuncts(p.root, nil)
		m.fulfil()
	}
	return m
}

// conjuncts adds the parts of a formula that all have to hold.
func (m *Monitor) conjuncts(n *node, all []*residual) []*residual {
	if n.op != And {
		return append(all, m.begin(n, None))
	}
	for _, k := range n.kids {
		all = m.conjuncts(k, all)
	}
	return all
}

// Step takes the next position into account.
func (m *Monitor) Step(l Letter) {
	m.at = l
	m.remember(false)
	if len(m.todo) > 0 {
		m.fulfil()
	}
}

// fulfil takes the present position into account in what has to hold. What holds always goes on after it was refuted.
func (m *Monitor) fulfil() {
	before := m.todo
	m.todo, m.fresh = m.spare[:0], m.fresh[:0]
	defer func() { m.spare = before }()
	for _, r := range before {
		switch {
		case r == yes || r == no:
			m.add(r, r)
		case r.op == LeadsTo:
			m.add(m.answers(r), r)
			m.todo = append(m.todo, r)
		case r.op == Always:
			in, over := m.inside(r)
			if over {
				continue
			}
			if in {
				m.add(m.progress(r.n.kids[0], r.since), r)
			}
			m.todo = append(m.todo, r)
		default:
			m.add(m.step(r), r)
		}
	}
}

// add adds what is left of an obligation.
func (m *Monitor) add(left, of *residual) {
	switch {
	case left == yes:
	case left == no:
		x := Refuted{At: m.at.Event(), Owed: of.owed}
		if of.op == Always || of.op == LeadsTo {
			x.Owed = []int{x.At}
		}
		m.Refuted = append(m.Refuted, x)
	case left.op == And:
		for _, k := range left.kids {
			m.owe(k, k == of)
		}
	default:
		m.owe(left, left == of)
	}
}

// owe adds an obligation, unless an equal one is there. Those that were there before, and stay as they are, differ from
// each other; so many that are open cost no comparison of each with each.
func (m *Monitor) owe(r *residual, before bool) {
	if !before {
		n := len(m.todo)
		if m.todo = with(m.todo, r); len(m.todo) > n {
			m.fresh = append(m.fresh, n)
		}
		return
	}
	for _, i := range m.fresh {
		if m.todo[i].equal(r) {
			m.todo[i] = m.todo[i].joined(r)
			return
		}
	}
	m.todo = append(m.todo, r)
}

// Truth is what is known at the present position: of a formula that does not look ahead, whether it holds here; of any
// other, whether it is refuted or fulfilled by now.
func (m *Monitor) Truth() Truth {
	switch {
	case !m.p.future:
		return truth(m.holds(m.p.root, None))
	case len(m.Refuted) > 0:
		return False
	case len(m.todo) == 0:
		return True
	}
	return Unknown
}

func truth(holds bool) Truth {
	if holds {
		return True
	}
	return False
}

// Stays says whether a formula that looks back stays what it is at the present position, at all that may follow.
func (m *Monitor) Stays() bool { return m.stays(m.p.root) }

func (m *Monitor) stays(n *node) bool {
	holds := m.holds(n, None)
	switch n.op {
	case Once:
		return holds && !n.timed
	case Not:
		return m.stays(n.kids[0])
	case And, Or:
		one := holds == (n.op == Or) // part suffices for that; else each has to stay
		as := func(k *node) bool { return (m.holds(k, None) == holds && m.stays(k)) == one }
		return slices.ContainsFunc(n.kids, as) == one
	}
	return false
}

// End is the verdict at the end of the run, and what is owed then. If the run is not complete, what is still open is
// Unknown.
func (m *Monitor) End(complete bool) (t Truth, owed []Refuted) {
	for _, r := range m.todo {
		if !r.end() {
			owed = append(owed, Refuted{None, r.owed})
		}
	}
	t = m.Truth()
	if t == Unknown && complete {
		t = truth(len(owed) == 0)
	}
	return t, owed
}

// Clone returns a copy that goes another way.
func (m *Monitor) Clone() *Monitor {
	c := *m
	c.registers = slices.Clone(m.registers)
	for i := range c.registers {
		c.registers[i].times = slices.Clone(m.registers[i].times)
	}
	c.todo, c.spare, c.fresh, c.Refuted = slices.Clone(m.todo), nil, nil, slices.Clip(m.Refuted)
	return &c
}

// AppendKey appends what tells the state of a monitor from others of the same formula: monitors with equal keys at
// positions with equal clocks do the same from there on.
func (m *Monitor) AppendKey(key []byte) []byte {
	for i := range m.registers {
		r := &m.registers[i]
		key = binary.AppendUvarint(key, r.bits)
		key = append(key, byte(truth(r.value))) // which the bits of a Previously do not tell
		key = binary.AppendUvarint(key, uint64(len(r.times)))
		for _, t := range r.times {
			key = binary.AppendVarint(key, t)
		}
	}
	key = append(key, byte(min(len(m.Refuted), 1)))
	todo := make([]string, 0, len(m.todo))
	for _, r := range m.todo {
		todo = append(todo, string(m.p.key(nil, r)))
	}
	slices.Sort(todo)
	for _, k := range todo {
		key = append(key, k...)
	}
	return key
}

// key appends what a residual asks for.
func (p *Program) key(key []byte, r *residual) []byte {
	key = append(key, byte(r.op), byte(len(r.kids)))
	if r.op > Or {
		key = binary.AppendVarint(key, int64(r.n.number))
		key = binary.AppendVarint(key, int64(r.since))
		key = binary.AppendVarint(key, r.from)
		key = binary.AppendVarint(key, r.to)
	}
	if r == yes {
		key = append(key, 1)
	}
	for _, k := range r.kids {
		key = p.key(key, k)
	}
	return key
}
