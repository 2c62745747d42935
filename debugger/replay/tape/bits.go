package tape

import "math/bits"

// Bits is a sequence of bits that grows at its end, and can be Cut as a List can.
type Bits struct {
	n     int
	words List[word]
}

// word is some bits.
type word struct {
	bits   uint64
	before uint32 // how many are set in earlier words
}

const wordBits = 64

// Len returns the number of bits.
func (b *Bits) Len() int { return b.n }

// Add adds a bit.
func (b *Bits) Add(set bool) {
	if b.n%wordBits == 0 {
		b.words.Add(word{before: uint32(b.Count(b.n))})
	}
	if b.n++; set {
		b.set()
	}
}

// set sets the last bit.
func (b *Bits) set() { b.words.last().bits |= 1 << ((b.n - 1) % wordBits) }

// At returns a bit.
func (b *Bits) At(i int) bool { return b.words.At(i/wordBits).bits>>(i%wordBits)&1 != 0 }

// Count returns how many of the first n bits are set.
func (b *Bits) Count(n int) int {
	if n == 0 {
		return 0
	}
	w := b.words.At((n - 1) / wordBits)
	return int(w.before) + bits.OnesCount64(w.bits<<(wordBits-1-uint(n-1)%wordBits))
}

// Find returns which bit is the k-th that is set, from 0.
func (b *Bits) Find(k int) int {
	i := b.words.Search(func(w word) bool { return int(w.before) > k }) - 1
	w := b.words.At(i)
	for range k - int(w.before) {
		w.bits &= w.bits - 1
	}
	return i*wordBits + bits.TrailingZeros64(w.bits)
}

// Next returns which bit, from one on, is the first that is set; Len if there is none.
func (b *Bits) Next(i int) int {
	for ; i < b.n; i = (i/wordBits + 1) * wordBits {
		if w := b.words.At(i/wordBits).bits >> (i % wordBits); w != 0 {
			return min(i+bits.TrailingZeros64(w), b.n) // others may have added bits to the word
		}
	}
	return b.n
}

// Cut returns the first n bits, to which others can be added. The sequence must not grow any more.
func (b *Bits) Cut(n int) Bits {
	c := Bits{n, b.words.Cut(n / wordBits)}
	if some := n % wordBits; some > 0 {
		w := b.words.At(n / wordBits)
		w.bits &= 1<<some - 1
		c.words.Add(w)
	}
	return c
}

// Trim gives back memory that no bit needs.
func (b *Bits) Trim() { b.words.Trim() }
