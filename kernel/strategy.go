package kernel

import "math/bits"

// Random chooses uniformly from a seed (SplitMix64). It is the
// strategy of ordinary runs. Input, when set, gives its lines.
type Random struct {
	state uint64
	Lines func() (string, bool)
}

// NewRandom returns a Random; the same seed gives the same choices everywhere.
func NewRandom(seed uint64) *Random {
	return &Random{state: mix(seed, 0x9e3779b97f4a7c15)}
}

// Choose returns a uniformly distributed number below p.N.
func (r *Random) Choose(p Point) int {
	if p.Kind == PointPredicate {
		return 0 // Random knows no predicate
	}
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	hi, _ := bits.Mul64(z, uint64(p.N))
	return int(hi)
}

// Input reads from Lines.
func (r *Random) Input() (string, bool) {
	if r.Lines == nil {
		return "", false
	}
	return r.Lines()
}

// First always takes the first option: the thread with the lowest id runs until
// it blocks. It has no outside input.
type First struct{}

// Choose returns 0.
func (First) Choose(Point) int { return 0 }

// Input returns no line: there is no console input.
func (First) Input() (string, bool) { return "", false }

// mix2 folds a and b into the hash h with one multiplication.
func mix2(h, a, b uint64) uint64 {
	hi, lo := bits.Mul64(h^a, b^0x9fb21c651e98df25)
	return bits.RotateLeft64(hi^lo^h, 23) + a
}

// mix folds x into the hash h.
func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9fb21c651e98df25)
	return bits.RotateLeft64(hi^lo, 23) + x
}
