package temporal

import "math/bits"

// Pattern is a regular expression over events: of all positions those count at which the atom of one of its parts is
// true, and a position may fit several.
type Pattern struct {
	Op   PatternOp
	Kids []*Pattern
	Atom int // of a Single
}

// PatternOp is what a Pattern is.
type PatternOp uint8

// The sorts of patterns.
const (
	Single   PatternOp = iota // an event
	Sequence                  // kids, one after the other
	Either                    // one of the kids
	Repeat                    // kid 0, any number of times
	Several                   // kid 0, once or more
	Optional                  // kid 0, or nothing
)

// MaxEvents is the greatest number of events that a pattern may name.
const MaxEvents = 63

// Len is the number of events that a pattern names.
func (p *Pattern) Len() (n int) {
	if p.Op == Single {
		return 1
	}
	for _, k := range p.Kids {
		n += k.Len()
	}
	return n
}

// automaton is Glushkov's for a pattern: its states are the events that the pattern names, by number, and one before
// all of them. A set of states is a word of bits.
type automaton struct {
	atoms   []int    // by state
	follow  []uint64 // by state: those that may come next
	accept  uint64   // states in which the events so far are as the pattern says
	initial uint64   // the state before all others
}

// span is what a part of a pattern begins and ends with, and whether it may be empty.
type span struct {
	first, last uint64
	empty       bool
}

func (p *Pattern) automaton() *automaton {
	a := &automaton{}
	s := a.add(p)
	a.initial = 1 << len(a.atoms)
	a.follow = append(a.follow, s.first)
	if a.accept = s.last; s.empty {
		a.accept |= a.initial
	}
	return a
}

func (a *automaton) add(p *Pattern) span {
	switch p.Op {
	case Single:
		bit := uint64(1) << len(a.atoms)
		a.atoms, a.follow = append(a.atoms, p.Atom), append(a.follow, 0)
		return span{bit, bit, false}
	case Sequence:
		return a.sequence(p.Kids)
	case Either:
		var s span
		for _, k := range p.Kids {
			t := a.add(k)
			s = span{s.first | t.first, s.last | t.last, s.empty || t.empty}
		}
		return s
	}
	s := a.add(p.Kids[0])
	if p.Op != Optional {
		a.link(s.last, s.first)
	}
	s.empty = s.empty || p.Op != Several
	return s
}

func (a *automaton) sequence(kids []*Pattern) span {
	s := span{empty: true}
	for _, k := range kids {
		t := a.add(k)
		a.link(s.last, t.first)
		if s.empty {
			s.first |= t.first
		}
		if t.empty {
			t.last |= s.last
		}
		s = span{s.first, t.last, s.empty && t.empty}
	}
	return s
}

// link lets some states follow others.
func (a *automaton) link(from, to uint64) {
	for ; from != 0; from &= from - 1 {
		a.follow[bits.TrailingZeros64(from)] |= to
	}
}

// next returns the states after a position at which some atoms are true; those before it if none of the pattern's is.
// No state is left if the events can go on in no way that the pattern allows.
func (a *automaton) next(states uint64, is func(atom int) bool) uint64 {
	seen, next := uint64(0), uint64(0)
	for i, atom := range a.atoms {
		if is(atom) {
			seen |= 1 << i
		}
	}
	if seen == 0 {
		return states
	}
	for ; states != 0; states &= states - 1 {
		next |= a.follow[bits.TrailingZeros64(states)]
	}
	return next & seen
}
