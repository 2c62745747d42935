package lzma

import "math/bits"

const (
	contextBits = 4 // how many bits of the byte before choose the probabilities of a byte (lc)
	minLen      = 2
	maxLen      = 273
	states      = 12
	literals    = 7  // states below come after a byte, others after a copy
	slots       = 64 // of distances: two for each power of 2
	aligned     = 4  // the lowest bits of great distances, which have probabilities
	lenClasses  = 4  // of lengths, which choose the probabilities of a distance
)

// last says which operation is meant: a copy from a new distance, or one of these.
const (
	rep0 = iota // a copy from the distance that was used last; rep0+n from the one used n before
	rep1
	rep2
	rep3
	literal
	shortRep // one byte from the last distance
	fresh    // distance d is told as fresh+d; 0 is the byte before
)

// model has the probabilities of all decisions.
type model struct {
	isCopy, isRep, notRep0, notRep1, notRep2, isLong [states]prob
	bytes                                            [1 << contextBits][0x300]prob
	lengths                                          [2]lengths // of fresh copies, and of others
	slot                                             [lenClasses][slots]prob
	middle                                           [115]prob // for distances below 128
	align                                            [1 << aligned]prob
}

type lengths struct {
	notLow, notMiddle prob
	low, middle       [8]prob
	high              [256]prob
}

func newModel() *model {
	m := &model{}
	for _, all := range [][]prob{
		m.isCopy[:], m.isRep[:], m.notRep0[:], m.notRep1[:], m.notRep2[:], m.isLong[:], m.middle[:], m.align[:],
	} {
		even(all)
	}
	for i := range m.bytes {
		even(m.bytes[i][:])
	}
	for i := range m.slot {
		even(m.slot[i][:])
	}
	for i := range m.lengths {
		l := &m.lengths[i]
		l.notLow, l.notMiddle = probOne/2, probOne/2
		even(l.low[:])
		even(l.middle[:])
		even(l.high[:])
	}
	return m
}

func even(all []prob) {
	for i := range all {
		all[i] = probOne / 2
	}
}

// history is what the decisions of an operation depend on: what kinds came before, and from where was copied.
type history struct {
	state uint8
	reps  [4]uint32 // distances, the last one first; 0 is the byte before
}

// after returns the history after an operation.
func (h history) after(op uint32) history {
	was := h.state < literals
	pick := func(yes, no uint8) uint8 {
		if was {
			return yes
		}
		return no
	}
	switch op {
	case literal:
		h.state = [states]uint8{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5}[h.state]
	case shortRep:
		h.state = pick(9, 11)
	case rep0, rep1, rep2, rep3:
		h.state = pick(8, 11)
		d := h.reps[op]
		copy(h.reps[1:op+1], h.reps[:op])
		h.reps[0] = d
	default:
		h.state = pick(7, 10)
		h.reps = [4]uint32{op - fresh, h.reps[0], h.reps[1], h.reps[2]}
	}
	return h
}

// tellByte tells the byte at a place of the data, not that it is one.
func (m *model) tellByte(to decisions, h *history, data []byte, at int) {
	before := byte(0)
	if at > 0 {
		before = data[at-1]
	}
	probs, b := &m.bytes[before>>(8-contextBits)], uint32(data[at])
	if h.state < literals {
		tree(to, probs[:], b, 8)
		return
	}
	// What stands where the last copy would go on is a good guess, until a bit differs.
	guess := uint32(data[at-1-int(h.reps[0])])
	set := uint32(0x100)
	tree := uint32(1)
	for i := 7; i >= 0; i-- {
		bit, guessed := b>>i&1, guess>>i&1
		to.bit(&probs[set+(guessed<<8&set)+tree], bit)
		tree = tree<<1 | bit
		if bit != guessed {
			set = 0
		}
	}
}

// tellKind tells which operation comes, without its length, distance or byte.
func (m *model) tellKind(to decisions, state uint8, op uint32) {
	if op == literal {
		to.bit(&m.isCopy[state], 0)
		return
	}
	to.bit(&m.isCopy[state], 1)
	if op >= fresh {
		to.bit(&m.isRep[state], 0)
		return
	}
	to.bit(&m.isRep[state], 1)
	switch op {
	case rep0, shortRep:
		to.bit(&m.notRep0[state], 0)
		to.bit(&m.isLong[state], truth(op == rep0))
	case rep1:
		to.bit(&m.notRep0[state], 1)
		to.bit(&m.notRep1[state], 0)
	default:
		to.bit(&m.notRep0[state], 1)
		to.bit(&m.notRep1[state], 1)
		to.bit(&m.notRep2[state], truth(op == rep3))
	}
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func (l *lengths) tell(to decisions, n int) {
	v := uint32(n - minLen)
	to.bit(&l.notLow, truth(v >= 8))
	if v < 8 {
		tree(to, l.low[:], v, 3)
		return
	}
	to.bit(&l.notMiddle, truth(v >= 16))
	if v < 16 {
		tree(to, l.middle[:], v-8, 3)
		return
	}
	tree(to, l.high[:], v-16, 8)
}

// slotOf returns the two highest bits of a distance, and how many follow them.
func slotOf(d uint32) (slot uint32, rest int) {
	if d < 4 {
		return d, 0
	}
	rest = bits.Len32(d) - 2
	return uint32(rest+1)<<1 | d>>rest&1, rest
}

func classOf(n int) int { return min(n-minLen, lenClasses-1) }

// tellDistance tells a distance by its slot and the bits below.
func (m *model) tellDistance(to decisions, n int, d uint32) {
	slot, rest := slotOf(d)
	tree(to, m.slot[classOf(n)][:], slot, 6)
	m.tellRest(to, slot, rest, d)
}

func (m *model) tellRest(to decisions, slot uint32, rest int, d uint32) {
	switch {
	case slot < 4:
	case slot < 14:
		base := (2 | slot&1) << rest
		reverse(to, m.middle[base-slot:], d-base, rest)
	default:
		to.even(d>>aligned&(1<<(rest-aligned)-1), rest-aligned)
		reverse(to, m.align[:], d&(1<<aligned-1), aligned)
	}
}
