package sqlitefile

import (
	"encoding/binary"

	"machsim/debugger/data/tables"
)

// record is a row as the file has it: the types of its values, and then the values.
type record struct {
	types  []byte
	values []byte
	all    []byte
}

// begin begins a row.
func (r *record) begin() { r.types, r.values = r.types[:0], r.values[:0] }

// add adds a value.
func (r *record) add(v tables.Value) {
	switch {
	case v.IsNull():
		r.types = append(r.types, 0)
	case v.IsInt():
		r.integer(v.Int())
	default:
		text := v.Text()
		r.types = appendVarint(r.types, uint64(len(text))*2+13)
		r.values = append(r.values, text...)
	}
}

// sizes are, by the type of an integer, how many bytes it takes.
var sizes = [...]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

// integer adds an integer, in as few bytes as hold it: none for 0 and 1, which are types of their own.
func (r *record) integer(n int64) {
	if n == 0 || n == 1 {
		r.types = append(r.types, 8+byte(n))
		return
	}
	kind := 1
	for kind < 6 && n>>(8*sizes[kind]-1) != n>>63 {
		kind++
	}
	r.types = append(r.types, byte(kind))
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	r.values = append(r.values, b[8-sizes[kind]:]...)
}

// bytes returns the row. The slice is used again for the next one.
func (r *record) bytes() []byte {
	size := len(r.types) + 1
	if size > 127 { // the length counts itself
		size++
	}
	r.all = appendVarint(r.all[:0], uint64(size))
	r.all = append(r.all, r.types...)
	r.all = append(r.all, r.values...)
	return r.all
}

// appendVarint appends an integer in 1 to 9 bytes: seven bits in each, the high ones first, and eight in a ninth.
func appendVarint(to []byte, n uint64) []byte {
	if n >= 1<<56 {
		for shift := 57; shift >= 8; shift -= 7 {
			to = append(to, byte(n>>shift)|0x80)
		}
		return append(to, byte(n))
	}
	shift := 0
	for n>>shift >= 1<<7 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		to = append(to, byte(n>>shift)|0x80)
	}
	return append(to, byte(n)&0x7F)
}
