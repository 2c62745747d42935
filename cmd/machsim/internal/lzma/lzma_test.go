package lzma

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/test/effort"
)

// unpacker is a second, plain implementation of the format, by its specification.
type unpacker struct {
	in          []byte
	width, code uint32
	m           *model
	out         []byte
}

func (u *unpacker) normalize() {
	if u.width < 1<<24 {
		u.width, u.code, u.in = u.width<<8, u.code<<8|uint32(u.in[0]), u.in[1:]
	}
}

func (u *unpacker) bit(p *prob) uint32 {
	bound := u.width >> 11 * uint32(*p)
	b := uint32(0)
	if u.code < bound {
		u.width, *p = bound, *p+(2048-*p)>>5
	} else {
		u.width, u.code, *p, b = u.width-bound, u.code-bound, *p-*p>>5, 1
	}
	u.normalize()
	return b
}

func (u *unpacker) tree(probs []prob, n int) uint32 {
	at := uint32(1)
	for range n {
		at = at<<1 | u.bit(&probs[at])
	}
	return at - 1<<n
}

func (u *unpacker) reverse(probs []prob, n int) (v uint32) {
	at := uint32(1)
	for i := range n {
		b := u.bit(&probs[at])
		at, v = at<<1|b, v|b<<i
	}
	return v
}

func (u *unpacker) length(l *lengths) int {
	if u.bit(&l.notLow) == 0 {
		return 2 + int(u.tree(l.low[:], 3))
	}
	if u.bit(&l.notMiddle) == 0 {
		return 10 + int(u.tree(l.middle[:], 3))
	}
	return 18 + int(u.tree(l.high[:], 8))
}

func (u *unpacker) distance(n int) uint32 {
	slot := u.tree(u.m.slot[min(n-2, 3)][:], 6)
	if slot < 4 {
		return slot
	}
	rest := int(slot>>1) - 1
	base := (2 | slot&1) << rest
	if slot < 14 {
		return base + u.reverse(u.m.middle[base-slot:], rest)
	}
	for i := rest - 1; i >= 4; i-- {
		u.width >>= 1
		if u.code >= u.width {
			u.code -= u.width
			base += 1 << i
		}
		u.normalize()
	}
	return base + u.reverse(u.m.align[:], 4)
}

func (u *unpacker) byte(state uint8, rep uint32) byte {
	before := byte(0)
	if n := len(u.out); n > 0 {
		before = u.out[n-1]
	}
	probs, at := &u.m.bytes[before>>4], uint32(1)
	if state >= 7 {
		guess := uint32(u.out[len(u.out)-1-int(rep)])
		for i := 7; i >= 0 && at < 0x100; i-- {
			guessed := guess >> i & 1
			b := u.bit(&probs[0x100+guessed<<8+at])
			at = at<<1 | b
			if b != guessed {
				break
			}
		}
	}
	for at < 0x100 {
		at = at<<1 | u.bit(&probs[at])
	}
	return byte(at)
}

// unpack unpacks what has the properties that Pack gives it.
func unpack(packed []byte) []byte {
	size := binary.LittleEndian.Uint64(packed[5:])
	u := unpacker{in: packed[18:], width: 1<<32 - 1, code: binary.BigEndian.Uint32(packed[14:]), m: newModel()}
	var h history
	for uint64(len(u.out)) < size {
		if u.bit(&u.m.isCopy[h.state]) == 0 {
			u.out = append(u.out, u.byte(h.state, h.reps[0]))
			h = h.after(literal)
			continue
		}
		op, n := u.copy(h)
		h = h.after(op)
		for range n {
			u.out = append(u.out, u.out[len(u.out)-1-int(h.reps[0])])
		}
	}
	return u.out
}

func (u *unpacker) copy(h history) (op uint32, n int) {
	if u.bit(&u.m.isRep[h.state]) == 0 {
		n := u.length(&u.m.lengths[0])
		return fresh + u.distance(n), n
	}
	op = rep0
	switch {
	case u.bit(&u.m.notRep0[h.state]) == 0:
		if u.bit(&u.m.isLong[h.state]) == 0 {
			return shortRep, 1
		}
	case u.bit(&u.m.notRep1[h.state]) == 0:
		op = rep1
	default:
		op = rep2 + u.bit(&u.m.notRep2[h.state])
	}
	return op, u.length(&u.m.lengths[1])
}

// sample makes data that has what packing is about: runs, near and far repetitions with changes in them, and noise.
func sample(r *rand.Rand, size int) []byte {
	data := make([]byte, 0, size)
	for len(data) < size {
		n := 1 + r.IntN(1+r.IntN(700))
		switch k := r.IntN(4); {
		case k == 0:
			data = append(data, bytes.Repeat([]byte{byte(r.IntN(4))}, n)...)
		case k == 1:
			for range n {
				data = append(data, byte(r.Uint32()))
			}
		case len(data) > 0:
			from := r.IntN(len(data))
			data = append(data, data[from:min(from+n, len(data))]...)
			data[len(data)-1] += byte(r.IntN(2))
		}
	}
	return data[:size]
}

// TestPack wants a plain unpacker to find what was packed.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range effort.Of(40) {
		data := sample(r, r.IntN(1+r.IntN(1<<uint(4+i%14))))
		if got := unpack(Pack(data)); !bytes.Equal(got, data) {
			t.Fatalf("data %d, of %d bytes, comes back as %d others", i, len(data), len(got))
		}
	}
}

// TestSmall wants what is regular to take next to nothing, and noise hardly more than it has.
func TestSmall(t *testing.T) {
	noise := make([]byte, 1<<14)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		data []byte
		most int
	}{
		{nil, 18}, {make([]byte, 1<<17), 200}, {[]byte(strings.Repeat("machsim ", 1<<14)), 200},
		{noise, len(noise) * 102 / 100}, {append(noise, noise...), len(noise) * 103 / 100},
	} {
		if n := len(Pack(c.data)); n > c.most {
			t.Errorf("%d bytes are packed into %d, more than %d", len(c.data), n, c.most)
		}
	}
}
