package strategy

import "machsim/kernel"

// chance makes the choices that a strategy leaves to chance, and passes the input on.
type chance struct{ *kernel.Random }

func newChance(r Run) chance {
	d := kernel.NewRandom(r.Seed)
	d.Lines = r.Input
	return chance{d}
}

// below returns a number from 0 to n-1.
func (c chance) below(n int) int {
	if n <= 1 {
		return 0
	}
	return c.Choose(kernel.Point{Kind: kernel.PointRandom, N: n})
}

// priority returns a number that another one hardly equals.
func (c chance) priority() int64 { return int64(c.below(1 << 62)) }

// weighed returns an index of weights, each with a chance in proportion to its weight; they are above 0.
func (c chance) weighed(weights []int64) int {
	sum := int64(0)
	for _, w := range weights {
		sum += w
	}
	at := int64(c.below(int(sum)))
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}
