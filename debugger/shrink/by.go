package shrink

import (
	"machsim/debugger/schedule"
	"machsim/debugger/strategy"
	"machsim/kernel"
)

// Strategy is the name of who made the choices of a run that was made smaller, in its recording.
const Strategy = "shrink"

// by is the strategy of one run, whose Door is there.
type by struct{ *schedule.Door }

func (b by) Begin(strategy.Run) kernel.Door { return b.Door }
func (b by) End(int, strategy.Ended)        {}

// restful is a Door that chooses at random, but mostly lets the same thread go on.
type restful struct {
	*kernel.Random
	rest int  // it changes threads once in so many steps, as far as it can choose
	zero bool // it takes the first option of all other choices
	last kernel.Actor
}

// Choose chooses who goes next.
func (r *restful) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext && r.zero {
		return 0
	}
	c := r.Random.Choose(p)
	if p.Kind != kernel.PointNext {
		return c
	}
	if i := p.State().OptionOf(r.last); i < p.N && p.Option(i) == r.last && r.stays() {
		c = i
	}
	r.last = p.Option(c)
	return c
}

// stays draws whether the thread goes on that has gone last.
func (r *restful) stays() bool {
	return r.rest > 1 && r.Random.Choose(kernel.Point{Kind: kernel.PointRandom, N: r.rest}) > 0
}

// atRandom returns a Door for the n-th attempt to find a failure at random; its input is that of a schedule. What it
// chooses follows from n alone, so that to make an attempt again is of no use.
func atRandom(n int, lines []string) *schedule.Door {
	input := func() (string, bool) {
		if len(lines) == 0 {
			return "", false
		}
		line := lines[0]
		lines = lines[1:]
		return line, true
	}
	if n%2 == 0 {
		pct := strategy.Named("pct3").New()
		pct.(strategy.Counted).Count(&strategy.Counts{Events: 100 << (n / 2 % 5)})
		return schedule.Note(pct.Begin(strategy.Run{Seed: uint64(n), Input: input}))
	}
	r := kernel.NewRandom(uint64(n))
	r.Lines = input
	return schedule.Note(&restful{Random: r, rest: 1 << (n / 2 % 6), zero: n%4 == 3})
}
