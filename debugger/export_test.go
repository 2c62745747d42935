package debugger

import (
	"reflect"

	"machsim/debugger/session"
	"machsim/debugger/values"
	"machsim/kernel"
)

// SessionOf is the run that a Debugger is in.
func SessionOf(d *Debugger) *session.Session { return d.s() }

// NearestHits is, for each breakpoint, which of its places at statements is nearest on the way on, and back, how many
// the position has come to, and how many it is at; NaiveHits, the same by a look at each place.
func NearestHits(d *Debugger) (all [][4]int) {
	for _, p := range d.stops().Points().List {
		at := 0
		for id := range d.s().State().Threads.All {
			if d.stops().StandsAtLine(p.Statements, kernel.ThreadID(id)) {
				at++
			}
		}
		all = append(all, [4]int{d.stops().NearestHit(p.Statements, false), d.stops().NearestHit(p.Statements, true),
			d.stops().SofarLines(p.Statements), at})
	}
	return all
}

func NaiveHits(d *Debugger) (all [][4]int) {
	for _, p := range d.stops().Points().List {
		x := [4]int{-1, -1, 0, 0}
		at := map[kernel.ThreadID]bool{}
		for k := range p.Statements.Hits {
			stands := d.stops().StandsOn(p.Statements, k)
			if at[p.Statements.Hits[k].Thread] = at[p.Statements.Hits[k].Thread] || stands; d.stops().Past(p.Statements, k) {
				x[2]++
				if !stands {
					x[1] = k
				}
			} else if x[0] < 0 {
				x[0] = k
			}
		}
		for _, is := range at {
			if is {
				x[3]++
			}
		}
		all = append(all, x)
	}
	return all
}

// PartsOf are the parts of a value that an expression has: their names and expressions.
func PartsOf(v reflect.Value, of string) (all [][2]string) {
	for _, p := range values.PartsOf(v, of) {
		all = append(all, [2]string{p.Name, p.Expression})
	}
	return all
}
