package sqlafar

import (
	"encoding/binary"
	"math"

	"machsim/debugger/data/tables"
)

// A value is written as its sort, and then a number, or how many bytes there are and these.
const (
	null byte = iota
	integer
	fraction
	letters
	blob
)

func appendInteger(b []byte, n int64) []byte { return binary.AppendVarint(append(b, integer), n) }

func appendText[T string | []byte](b []byte, sort byte, t T) []byte {
	return append(binary.AppendUvarint(append(b, sort), uint64(len(t))), t...)
}

// appendValue appends a value of a table.
func appendValue(b []byte, v tables.Value) []byte {
	switch {
	case v.IsInt():
		return appendInteger(b, v.Int())
	case v.IsText():
		return appendText(b, letters, v.Text())
	}
	return append(b, null)
}

// appendRow appends a row of an answer.
func appendRow(b []byte, row []any) []byte {
	for _, v := range row {
		switch v := v.(type) {
		case int64:
			b = appendInteger(b, v)
		case float64:
			b = binary.BigEndian.AppendUint64(append(b, fraction), math.Float64bits(v))
		case string:
			b = appendText(b, letters, v)
		case []byte:
			b = appendText(b, blob, v)
		default:
			b = append(b, null)
		}
	}
	return b
}

// values reads values that were written. What is not there, or is no value, it reads as bad.
type values struct {
	bytes []byte
	text  string // the same: texts are parts of it
	at    int
	bad   bool
}

func valuesOf(rows []byte) *values { return &values{bytes: rows, text: string(rows)} }

// more says whether there is another value.
func (r *values) more() bool { return !r.bad && r.at < len(r.bytes) }

// next reads a value: a number, or a text.
func (r *values) next() (sort byte, n int64, text string) {
	if !r.more() {
		r.bad = true
		return null, 0, ""
	}
	sort = r.bytes[r.at]
	r.at++
	rest, size := r.bytes[r.at:], 0
	switch sort {
	case null:
	case integer:
		n, size = binary.Varint(rest)
		r.bad = size <= 0
	case fraction:
		if size = 8; len(rest) >= size {
			n = int64(binary.BigEndian.Uint64(rest))
		}
	case letters, blob:
		length, digits := binary.Uvarint(rest)
		if digits > 0 && length <= uint64(len(rest)-digits) {
			size = digits + int(length)
			text = r.text[r.at+digits : r.at+size]
		} else {
			r.bad = true
		}
	default:
		r.bad = true
	}
	if r.bad = r.bad || size > len(rest); r.bad {
		return null, 0, ""
	}
	r.at += size
	return sort, n, text
}

// each goes over rows, each of which it has read into row, until f returns an error.
func each[T any](rows []byte, row []T, read func(*values, []T), f func([]T) error) error {
	for r := valuesOf(rows); r.more(); {
		if read(r, row); r.bad {
			return errMessage
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}

// row reads a row of an answer.
func (r *values) row(to []any) {
	for i := range to {
		switch sort, n, text := r.next(); sort {
		case integer:
			to[i] = n
		case fraction:
			to[i] = math.Float64frombits(uint64(n))
		case letters:
			to[i] = text
		case blob:
			to[i] = []byte(text)
		default:
			to[i] = nil
		}
	}
}

// ofTable reads values of a table, which has no fractions.
func (r *values) ofTable(to []tables.Value) {
	for i := range to {
		switch sort, n, text := r.next(); sort {
		case null:
			to[i] = tables.Null()
		case integer:
			to[i] = tables.Int(n)
		case letters:
			to[i] = tables.String(text)
		default:
			r.bad = true
		}
	}
}
