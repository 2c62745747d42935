// Package temporal holds formulas about the positions of a run one after the other, and monitors for them: what has
// once been, what holds since, what has to come, each perhaps within an interval of time or of events, and regular
// expressions over events. What the atoms of a formula are, and where the positions come from, its users say
// (package detect does, for the language of package lang).
//
//	p := temporal.Compile(formula)
//	m := p.Start(letter)              // at the first position
//	m.Step(letter)                    // at each further one
//	m.Refuted, m.Truth(), m.End(true) // what is known by now
//
// Positions. A run of n events has n+1 positions, from 0: before all events, and after each. A [Letter] says what
// holds at a position. A condition may lack values: then it is Unknown, neither true nor false. An operator says what
// it takes Unknown for: what has to be seen (Once, Eventually, the right of Since and Until, both of LeadsTo) is not
// there, and what has to hold all the time (Always, the left of Since and Until) is not broken.
//
// Past and future. The past is kept in registers, each of which takes a constant time a position (and one number for
// each candidate within an interval that does not begin at 0). The future is what is still to be fulfilled
// (a residual): each position takes the formula of the positions before it to that of those after it. Within an
// operator of the past there is none of the future; what is refuted or fulfilled by now stays so.
//
// At the end of a complete run nothing more can come: what is still owed is refuted. At the end of one that was cut
// short it is not decided.
package temporal
