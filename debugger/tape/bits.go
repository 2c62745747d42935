package tape

import "math/bits"

// Bits is a sequence of bits that grows at its end, and can be Cut as a List can.
type Bits struct {
	n     int
	words List[uint64]
	sums  List[uint32] // by word: how many bits are set before it
}

const wordBits = 64

// Len returns the number of bits.
func (b *Bits) Len() int { return b.n }

// Add adds a bit.
func (b *Bits) Add(set bool) {
	if b.n%wordBits == 0 {
		b.sums.Add(uint32(b.Count(b.n)))
		b.words.Add(0)
	}
	if b.n++; set {
		b.Set()
	}
}

// Set sets the last bit.
func (b *Bits) Set() { *b.words.last() |= 1 << ((b.n - 1) % wordBits) }

// At returns a bit.
func (b *Bits) At(i int) bool { return b.words.At(i/wordBits)>>(i%wordBits)&1 != 0 }

// Count returns how many of the first n bits are set.
func (b *Bits) Count(n int) int {
	if n == 0 {
		return 0
	}
	i := (n - 1) / wordBits
	first := b.words.At(i) << (wordBits - 1 - uint(n-1)%wordBits)
	return int(b.sums.At(i)) + bits.OnesCount64(first)
}

// Find returns which bit is the k-th that is set, from 0.
func (b *Bits) Find(k int) int {
	i := b.sums.Search(func(before uint32) bool { return int(before) > k }) - 1
	word := b.words.At(i)
	for range k - int(b.sums.At(i)) {
		word &= word - 1
	}
	return i*wordBits + bits.TrailingZeros64(word)
}

// Cut returns the first n bits, to which others can be added. The sequence must not grow any more.
func (b *Bits) Cut(n int) Bits {
	c := Bits{n, b.words.Cut(n / wordBits), b.sums.Cut(n / wordBits)}
	if some := n % wordBits; some > 0 {
		c.words.Add(b.words.At(n/wordBits) & (1<<some - 1))
		c.sums.Add(b.sums.At(n / wordBits))
	}
	return c
}

// Trim gives back memory that no bit needs.
func (b *Bits) Trim() {
	b.words.Trim()
	b.sums.Trim()
}
