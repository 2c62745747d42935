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

// Choose returns a uniformly distributed number below p.N. But it lets a fault come before one step of faultEvery only,
// and befall one packet of mishapEvery.
func (r *Random) Choose(p Point) int {
	switch p.Kind {
	case PointPredicate:
		return 0 // Random knows no predicate
	case PointFault:
		return r.rarely(faultEvery, p.N)
	case PointPacket, PointDisk:
		return r.rarely(mishapEvery, p.N)
	case PointProbe:
		return bit(r.below(MaxRate) < int(p.state.Threads.At(uint32(p.Thread)).Sleeps))
	}
	return r.below(p.N)
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

const (
	faultEvery  = 256
	mishapEvery = 16
)

// rarely returns a number below n: 0 but for one time of every.
func (r *Random) rarely(every, n int) int {
	if r.below(every) > 0 {
		return 0
	}
	return 1 + r.below(n-1)
}

// below returns a uniformly distributed number below n.
func (r *Random) below(n int) int {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	hi, _ := bits.Mul64(z, uint64(n))
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
