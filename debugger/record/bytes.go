package record

import (
	"encoding/binary"
)

// appendText appends the length of a text, and the text.
func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// reader reads values from a payload. After the first that is missing it returns only
// zeros, and bad is true.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// bytes reads n bytes, which share memory with the payload.
func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) text() string { return string(r.bytes(r.uvarint())) }

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// count reads the number of elements that follow, each of at least one byte. So a damaged
// payload cannot make the reader allocate more than its own length.
func (r *reader) count() int {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) fail() { r.b, r.bad = nil, true }

// whole says whether no value was missing, and nothing is left.
func (r *reader) whole() bool { return !r.bad && len(r.b) == 0 }
