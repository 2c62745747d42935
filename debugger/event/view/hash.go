package view

import (
	"math/bits"

	"machsim/kernel"
)

// Hash returns a fingerprint of a state's View: states with equal Views have equal hashes, on every
// machine. It does not build a View. Objects go by the names that they were given, which a state says itself.
func Hash(s *kernel.State) uint64 {
	h := &hasher{}
	newWriter(s.AsGiven(), h).all()
	return h.sum
}

// hasher is the sink that computes a fingerprint. It hashes the length and the kind of each part
// too, so that no two rows give the same bytes.
type hasher struct{ sum uint64 }

// What goes into a hash.
const (
	hashObject = iota + 1
	hashField
	hashList
)

func (h *hasher) object(k Kind, l label) {
	h.number(hashObject)
	h.text(string(k))
	h.text(l.path)
	h.text(l.name)
}

func (h *hasher) field(name, value string, _ bool) {
	h.number(hashField)
	h.text(name)
	h.text(value)
}

func (h *hasher) list(name, _ string, items []string, _ bool) {
	h.number(hashList)
	h.text(name)
	h.number(uint64(len(items)))
	for _, it := range items {
		h.text(it)
	}
}

func (h *hasher) number(x uint64) {
	hi, lo := bits.Mul64(h.sum^x^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	h.sum = bits.RotateLeft64(hi^lo, 29) + x
}

func (h *hasher) text(s string) {
	h.number(uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		h.number(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
	}
	if len(s) > 0 {
		rest := uint64(0)
		for i := range len(s) {
			rest |= uint64(s[i]) << (8 * i)
		}
		h.number(rest)
	}
}
