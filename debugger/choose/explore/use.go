package explore

import "slices"

// mode is how an event uses a thing.
type mode uint8

const (
	read      mode = iota // asks
	write                 // asks and changes, or tries without waiting
	acquire               // takes what only one can have; the event before that gave it back makes that possible
	release               // gives that back
	send                  // puts a message into a queue; the event that made room makes that possible
	receive               // takes one out; the event that sent it makes that possible
	partRead              // reads one of all variables of a type
	partWrite             // writes to one of them
	add                   // changes it so that the order of such changes does not matter
	numModes
)

// needs says whether an event that uses a thing so cannot be without what others leave of it.
func (m mode) needs() bool { return m == acquire || m == receive || m == send }

// affects says of two uses of one thing by different actors whether their order matters, beyond what makes one of them
// possible.
var affects = func() (table [numModes][numModes]bool) {
	both := func(a, b mode) { table[a][b], table[b][a] = true, true }
	for m := range numModes {
		both(write, m)
	}
	both(read, partWrite)
	both(read, acquire)
	both(read, release)
	both(read, send)
	both(read, receive)
	both(acquire, acquire)
	both(send, send)
	both(receive, receive)
	for m := range add {
		both(add, m)
	}
	return table
}()

// use is what an event does with a thing.
type use struct {
	thing thing
	mode  mode
}

// footprint is all that an event uses, found before it is taken.
type footprint []use

// affect says whether the order of two events matters by what they use.
func affect(a, b footprint) bool {
	for _, u := range a {
		for _, v := range b {
			switch {
			case u.thing == v.thing && affects[u.mode][v.mode]:
				return true
			case u.thing == world && u.mode == write, v.thing == world && v.mode == write:
				return true
			}
		}
	}
	return false
}

var everything = footprint{{world, write}}

func (f footprint) everything() bool { return f[0] == everything[0] }

// meddles says whether an event may change what others would do, or end their waits, though it does not use everything.
func (f footprint) meddles() bool { return f.has(meddling) }

func (f footprint) has(t thing) bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.thing == t })
}

// global says whether an event affects all others.
func (f footprint) global() bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.thing == world && u.mode != read })
}

// shares says whether one of two events changes what the other uses, too.
func (f footprint) shares(g footprint) bool {
	if f.global() || g.global() {
		return true
	}
	return slices.ContainsFunc(f, func(u use) bool {
		return u.thing != world && slices.ContainsFunc(g, func(v use) bool {
			return u.thing == v.thing && (u.mode != read || v.mode != read)
		})
	})
}

// changes says whether an event may change what another is: it changes something that this uses, or nothing is known
// of that but that it uses everything.
func (f footprint) changes(g footprint) bool {
	return len(g) == 1 || slices.ContainsFunc(f, func(u use) bool {
		return u.thing != world && u.mode != read && g.has(u.thing)
	})
}

// writes says whether something is written.
func (f footprint) writes() bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.mode != read && u.mode != partRead })
}

// instead returns uses that have become others by what made some of some others, before that.
func (f footprint) instead(made, of footprint) footprint {
	switch {
	case slices.Equal(made, of):
		return f
	case slices.Equal(f, made):
		return of
	}
	uses := footprint{{world, read}}
	for _, all := range []footprint{f, of} {
		for _, u := range all {
			if slices.Contains(made, u) && !slices.Contains(of, u) {
				continue
			}
			if u == everything[0] {
				uses[0] = u
			}
			uses = uses.with(footprint{u})
		}
	}
	return uses
}

// with adds uses that are not there yet.
func (f footprint) with(uses footprint) footprint {
	for _, u := range uses {
		if !slices.Contains(f, u) {
			f = append(f, u)
		}
	}
	return f
}
