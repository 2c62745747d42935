package temporal

import "slices"

// Op is what a Formula is.
type Op uint8

// The operators. An interval says how far from the present position the kid, or the right one of two, has to hold.
const (
	Atom       Op = iota // Atom
	Not                  // not kid 0
	And                  // all kids
	Or                   // one of the kids
	Once                 // kid 0 holds here or held before
	Previously           // kid 0 held at the position before this one
	Since                // kid 1 held, here or before, and kid 0 at all positions after that up to here
	Match                // the events so far are as Pattern says
	Eventually           // kid 0 holds here or later
	Always               // kid 0 holds here and later
	Until                // kid 1 holds, here or later, and kid 0 at all positions before that from here on
	LeadsTo              // here and later, whenever kid 0 holds, kid 1 holds then or later
)

// Formula is a formula about the positions of a run.
type Formula struct {
	Op      Op
	Kids    []*Formula
	Atom    int
	Within  *Interval // nil for all positions
	Pattern *Pattern  // of a Match
	// Binds says of a LeadsTo that the atoms of kid 1 depend on the event of kid 0 (Letter.Atom).
	Binds bool
}

// Interval is from From to To on a clock, both included.
type Interval struct {
	Clock    int // for Letter.Clock
	From, To int64
}

// Truth is what is known of a condition.
type Truth int8

// What can be known.
const (
	False Truth = iota - 1
	Unknown
	True
)

// Letter says what holds at a position.
type Letter interface {
	// Atom is the truth of an atom. since is the event that the atom depends on, as the kid 1 of a LeadsTo that
	// binds; None for no such event.
	Atom(n, since int) Truth
	// Clock is what a clock shows. It never goes back.
	Clock(n int) int64
	// Event is the event after which the position is.
	Event() int
}

// None is no event.
const None = -1

// IsTimed says whether what a formula says depends on clocks, or on single positions, and not only on the order of
// what changes.
func (f *Formula) IsTimed() bool {
	return f.any(func(f *Formula) bool { return f.Op == Previously || f.Within != nil })
}

// CountsPositions says whether what a formula says depends on single positions, or on a clock that counts them.
func (f *Formula) CountsPositions(clock int) bool {
	return f.any(func(f *Formula) bool { return f.Op == Previously || f.Within != nil && f.Within.Clock == clock })
}

func (f *Formula) any(is func(*Formula) bool) bool {
	return is(f) || slices.ContainsFunc(f.Kids, func(k *Formula) bool { return k.any(is) })
}
