// Package touch says what an event of a run uses, which things of whom, and under which names these are the same in all
// runs: [Footprints] finds it before the event is taken, [Affect] says whether the order of two matters.
package touch

import "slices"

// Mode is how an event uses a thing.
type Mode uint8

const (
	Read      Mode = iota // asks
	Write                 // asks and changes, or tries without waiting
	Acquire               // takes what only one can have; the event before that gave it back makes that possible
	Release               // gives that back
	Send                  // puts a message into a queue; the event that made room makes that possible
	Receive               // takes one out; the event that sent it makes that possible
	partRead              // reads one of all variables of a type
	partWrite             // writes to one of them
	add                   // changes it so that the order of such changes does not matter
	NumModes
)

// Needs says whether an event that uses a thing so cannot be without what others leave of it.
func (m Mode) Needs() bool { return m == Acquire || m == Receive || m == Send }

// Affects says of two uses of one thing by different actors whether their order matters, beyond what makes one of them
// possible.
var Affects = func() (table [NumModes][NumModes]bool) {
	both := func(a, b Mode) { table[a][b], table[b][a] = true, true }
	for m := range NumModes {
		both(Write, m)
	}
	both(Read, partWrite)
	both(Read, Acquire)
	both(Read, Release)
	both(Read, Send)
	both(Read, Receive)
	both(Acquire, Acquire)
	both(Send, Send)
	both(Receive, Receive)
	for m := range add {
		both(add, m)
	}
	return table
}()

// Use is what an event does with a thing.
type Use struct {
	Thing Thing
	Mode  Mode
}

// Footprint is all that an event uses, found before it is taken.
type Footprint []Use

// Affect says whether the order of two events matters by what they use.
func Affect(a, b Footprint) bool {
	for _, u := range a {
		for _, v := range b {
			switch {
			case u.Thing == v.Thing && Affects[u.Mode][v.Mode]:
				return true
			case u.Thing == World && u.Mode == Write, v.Thing == World && v.Mode == Write:
				return true
			}
		}
	}
	return false
}

// Everything is what an event uses of which nothing is known.
var Everything = Footprint{{World, Write}}

func (f Footprint) Everything() bool { return f[0] == Everything[0] }

// Meddles says whether an event may change what others would do, or end their waits, though it does not use everything.
func (f Footprint) Meddles() bool { return f.Has(meddling) }

func (f Footprint) Has(t Thing) bool {
	return slices.ContainsFunc(f, func(u Use) bool { return u.Thing == t })
}

// Global says whether an event affects all others.
func (f Footprint) Global() bool {
	return slices.ContainsFunc(f, func(u Use) bool { return u.Thing == World && u.Mode != Read })
}

// Shares says whether one of two events changes what the other uses, too.
func (f Footprint) Shares(g Footprint) bool {
	if f.Global() || g.Global() {
		return true
	}
	return slices.ContainsFunc(f, func(u Use) bool {
		return u.Thing != World && slices.ContainsFunc(g, func(v Use) bool {
			return u.Thing == v.Thing && (u.Mode != Read || v.Mode != Read)
		})
	})
}

// Changes says whether an event may change what another is: it changes something that this uses, or nothing is known
// of that but that it uses everything.
func (f Footprint) Changes(g Footprint) bool {
	return len(g) == 1 || slices.ContainsFunc(f, func(u Use) bool {
		return u.Thing != World && u.Mode != Read && g.Has(u.Thing)
	})
}

// Writes says whether something is written.
func (f Footprint) Writes() bool {
	return slices.ContainsFunc(f, func(u Use) bool { return u.Mode != Read && u.Mode != partRead })
}

// Instead returns uses that have become others by what made some of some others, before that.
func (f Footprint) Instead(made, of Footprint) Footprint {
	switch {
	case slices.Equal(made, of):
		return f
	case slices.Equal(f, made):
		return of
	}
	uses := Footprint{{World, Read}}
	for _, all := range []Footprint{f, of} {
		for _, u := range all {
			if slices.Contains(made, u) && !slices.Contains(of, u) {
				continue
			}
			if u == Everything[0] {
				uses[0] = u
			}
			uses = uses.With(Footprint{u})
		}
	}
	return uses
}

// With adds uses that are not there yet.
func (f Footprint) With(uses Footprint) Footprint {
	for _, u := range uses {
		if !slices.Contains(f, u) {
			f = append(f, u)
		}
	}
	return f
}
