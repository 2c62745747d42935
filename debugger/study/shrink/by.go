package shrink

import (
	"math/rand/v2"
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/choose/strategy"
	"machsim/kernel"
)

// Strategy is the name of who made the choices of a run that was made smaller, in its recording.
const Strategy = "shrink"

// by is the strategy of one run, whose Door is there.
type by struct{ *schedule.Door }

func (b by) Begin(strategy.Run) kernel.Door { return b.Door }
func (b by) End(int, strategy.Ended)        {}

// restful is a Door that chooses who goes next at random, but mostly lets the same thread go on.
type restful struct {
	*kernel.Random
	rest int // it changes threads once in so many steps, as far as it can choose
	last kernel.Actor
}

// Choose chooses who goes next.
func (r *restful) Choose(p kernel.Point) int {
	c := r.Random.Choose(p)
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

// atRandom returns a Door for the n-th attempt to find a failure at random: another order of steps, and the choices of
// a schedule or ones that are near them, because a failure may need both to be rare. What it chooses follows from n and
// the schedule alone, so that to make an attempt again is of no use.
func atRandom(n int, to *schedule.Schedule) *schedule.Door {
	near := *to
	near.Choices = redrawn(to.Choices, n)
	return schedule.Like(&near, another(n))
}

// another returns who chooses the order of steps of the n-th attempt.
func another(n int) kernel.Door {
	seed := uint64(n)
	switch n % 5 {
	case 0:
		return &restful{Random: kernel.NewRandom(seed), rest: 16}
	case 1:
		return &restful{Random: kernel.NewRandom(seed), rest: 4}
	case 2:
		return strategy.Named("pos").New().Begin(strategy.Run{Seed: seed})
	case 3:
		return kernel.NewRandom(seed)
	}
	pct := strategy.Named("pct3").New()
	pct.(strategy.Counted).Count(&strategy.Counts{Events: 100 << (n / 5 % 5)})
	return pct.Begin(strategy.Run{Seed: seed})
}

// redrawn returns the choices of the n-th attempt: those that are given, of which none, some or all are drawn again, or
// the first option of all.
func redrawn(choices []schedule.Choice, n int) []schedule.Choice {
	part := []int{0, 10, 30, 100, 0}[n/5%5] // of 100
	all, first := slices.Clone(choices), n/5%5 == 4
	r := rand.New(rand.NewPCG(uint64(n), 0))
	for i := range all {
		if first {
			all[i].C = 0
		} else if r.IntN(100) < part {
			all[i].C = r.IntN(max(all[i].N, 1))
		}
	}
	return all
}
