package record

import (
	"encoding/binary"
	"math/bits"
)

// packer packs choices into words in mixed radix: a choice c of n adds c times the
// product of the numbers of options of those before it. A word is full when the product
// no longer fits into 64 bits. So a choice takes about log2(n) bits.
type packer struct {
	word, product uint64
	words         []uint64
	count         uint64
}

func (p *packer) reset() { p.word, p.product, p.words, p.count = 0, 1, p.words[:0], 0 }

// add packs a choice c of n, n > 1.
func (p *packer) add(c, n uint64) {
	p.count++
	over, product := bits.Mul64(p.product, n)
	if over != 0 {
		p.words = append(p.words, p.word)
		p.word, p.product = c, n
		return
	}
	p.word += c * p.product
	p.product = product
}

// append appends the words to b, without the zero bytes at their end.
func (p *packer) append(b []byte) []byte {
	start := len(b)
	for _, w := range p.words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	if p.product > 1 {
		b = binary.LittleEndian.AppendUint64(b, p.word)
	}
	for len(b) > start && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

// unpacker reads what a packer has packed.
type unpacker struct {
	word, product uint64
	b             []byte // words not begun
	count         uint64 // choices left
	begun         bool
}

func newUnpacker(b []byte, count uint64) unpacker { return unpacker{product: 1, b: b, count: count} }

// next returns the next choice, of n. It returns false if there is none, or, with some
// left, if those before it were packed with other numbers of options.
func (u *unpacker) next(n uint64) (uint64, bool) {
	if u.count == 0 {
		return 0, false
	}
	over, product := bits.Mul64(u.product, n)
	if over != 0 || !u.begun {
		if u.word != 0 {
			return 0, false
		}
		u.fill()
		product = n
	}
	u.product = product
	u.count--
	c := u.word % n
	u.word /= n
	return c, true
}

// fill begins the next word.
func (u *unpacker) fill() {
	u.begun = true
	if len(u.b) >= 8 {
		u.word, u.b = binary.LittleEndian.Uint64(u.b), u.b[8:]
		return
	}
	var last [8]byte
	copy(last[:], u.b)
	u.word, u.b = binary.LittleEndian.Uint64(last[:]), nil
}

// empty says whether everything was read, and consisted of choices.
func (u *unpacker) empty() bool { return u.count == 0 && u.word == 0 && len(u.b) == 0 }
