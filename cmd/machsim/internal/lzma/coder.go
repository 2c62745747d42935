package lzma

import "math"

// prob is the probability that a decision is 0, in parts of probOne.
type prob uint16

const (
	probBits = 11
	probOne  = 1 << probBits
	adapt    = 5 // a probability moves by the 32nd part of what it is off
)

// decisions takes in what an operation is told by: it writes it, or says what it would cost.
type decisions interface {
	bit(p *prob, b uint32)
	even(value uint32, n int) // n bits that have no probability
}

// tree tells n bits of a value, the highest first, each with a probability of its own for what came before it.
func tree(to decisions, probs []prob, value uint32, n int) {
	at := uint32(1)
	for i := n - 1; i >= 0; i-- {
		b := value >> i & 1
		to.bit(&probs[at], b)
		at = at<<1 | b
	}
}

// reverse tells the lowest bit first.
func reverse(to decisions, probs []prob, value uint32, n int) {
	at := uint32(1)
	for range n {
		b := value & 1
		to.bit(&probs[at], b)
		at, value = at<<1|b, value>>1
	}
}

// writer is the range encoder: the decisions so far have narrowed an interval down to low and width.
type writer struct {
	out   []byte
	low   uint64
	width uint32
	cache byte // the last byte that is certain but for a carry
	held  int  // how many bytes a carry would change: cache, and as many of 0xff
}

func newWriter(out []byte) *writer { return &writer{out: out, width: math.MaxUint32, held: 1} }

func (w *writer) bit(p *prob, b uint32) {
	bound := w.width >> probBits * uint32(*p)
	if b == 0 {
		w.width = bound
		*p += (probOne - *p) >> adapt
	} else {
		w.low += uint64(bound)
		w.width -= bound
		*p -= *p >> adapt
	}
	w.normalize()
}

func (w *writer) even(value uint32, n int) {
	for i := n - 1; i >= 0; i-- {
		w.width >>= 1
		if value>>i&1 == 1 {
			w.low += uint64(w.width)
		}
		w.normalize()
	}
}

func (w *writer) normalize() {
	for w.width < 1<<24 {
		w.width <<= 8
		w.shift()
	}
}

// shift moves the highest byte of low out.
func (w *writer) shift() {
	if w.low < 0xff000000 || w.low > math.MaxUint32 {
		carry := byte(w.low >> 32)
		for ; w.held > 0; w.held-- {
			w.out = append(w.out, w.cache+carry)
			w.cache = 0xff
		}
		w.cache = byte(w.low >> 24)
	}
	w.held++
	w.low = w.low & 0x00ffffff << 8
}

func (w *writer) finish() []byte {
	for range 5 {
		w.shift()
	}
	return w.out
}

// price adds up what decisions would cost, in parts of a bit, and changes no probability.
type price uint32

const (
	bitPrice   = 64 // the price of a bit that has no probability
	priceShift = 4  // probabilities that differ by less have one price
)

var prices = func() (all [probOne >> priceShift]price) {
	for i := range all {
		p := (float64(i) + 0.5) * (1 << priceShift) / probOne
		all[i] = price(math.Round(-math.Log2(p) * bitPrice))
	}
	return all
}()

func priceOf(p prob, b uint32) price {
	if b == 1 {
		p = probOne - p
	}
	return prices[(p&(probOne-1))>>priceShift]
}

func (c *price) bit(p *prob, b uint32) { *c += priceOf(*p, b) }
func (c *price) even(_ uint32, n int)  { *c += price(n * bitPrice) }
