package tape

import (
	"encoding/binary"
	"slices"
)

// Records is a sequence of short byte strings that grows at its end, and can be Cut as a List can.
type Records struct {
	n    int
	data List[byte]   // each record, with its length before it
	at   List[uint64] // where every 16th begins: a log may have more than 4 GB
}

const recordsApart = 16

// recordRoom is the room that most records need: one that needs more may have the piece of its List copied.
const recordRoom = 128

// Len returns the number of records.
func (r *Records) Len() int { return r.n }

// Add adds a record.
func (r *Records) Add(record []byte) { r.end(append(r.begin(), record...)) }

// begin begins a record, which will be in one piece of the List: who appends to what it returns, and then calls end
// with that, spares a copy.
func (r *Records) begin() []byte {
	if r.n%recordsApart == 0 {
		r.at.Add(uint64(r.data.Len()))
	}
	r.data.further(recordRoom)
	return append(r.data.own, 0)
}

// end adds a record, which begin began.
func (r *Records) end(b []byte) {
	at := len(r.data.own)
	if n := len(b) - at - 1; n < 0x80 {
		b[at] = byte(n)
	} else {
		b = slices.Replace(b, at, at+1, binary.AppendUvarint(nil, uint64(n))...)
	}
	r.data.own = b
	r.n++
}

// At returns a record. It is read-only.
func (r *Records) At(i int) []byte {
	w := r.From(i)
	return w.Next()
}

// From returns what reads the records from one on.
func (r *Records) From(i int) Reading {
	w := Reading{r: r}
	w.seek(i)
	return w
}

// Cut returns the first n records, to which others can be added. The sequence must not grow any more.
func (r *Records) Cut(n int) Records {
	end := r.data.Len()
	if n < r.n {
		w := r.From(n)
		end = w.at
	}
	return Records{n, r.data.Cut(end), r.at.Cut((n + recordsApart - 1) / recordsApart)}
}

// drop leaves no record. The sequence must be no Cut of another.
func (r *Records) drop() {
	*r = Records{data: List[byte]{own: r.data.own[:0]}, at: List[uint64]{own: r.at.own[:0]}}
}

// shorten leaves the first n records, and the room of the others. Nobody may have a Cut, or a copy, of what goes.
func (r *Records) shorten(n int) {
	if n < r.n {
		w := r.From(n)
		r.data.shorten(w.at)
		r.at.shorten((n + recordsApart - 1) / recordsApart)
		r.n = n
	}
}

// Trim gives back memory that no record needs.
func (r *Records) Trim() {
	r.data.Trim()
	r.at.Trim()
}

// Reading reads records one after the other.
type Reading struct {
	r    *Records
	next int    // the record that is next
	at   int    // where it begins
	rest []byte // of the data from there on, up to a Cut
}

// seek makes a record the next.
func (w *Reading) seek(i int) {
	w.next, w.at, w.rest = i/recordsApart*recordsApart, w.r.data.Len(), nil
	if i < w.r.n {
		w.at = int(w.r.at.At(i / recordsApart))
	}
	for w.next < i && w.at < w.r.data.Len() {
		w.Next()
	}
	w.next = i
}

// Next reads the next record. It is read-only.
func (w *Reading) Next() []byte {
	if len(w.rest) == 0 {
		w.rest = w.r.data.rest(w.at)
	}
	n, size := uint64(w.rest[0]), 1
	if n >= 0x80 {
		n, size = binary.Uvarint(w.rest)
	}
	end := size + int(n)
	record := w.rest[size:end:end]
	w.rest = w.rest[end:]
	w.at, w.next = w.at+end, w.next+1
	return record
}

// At reads a record, with little effort if it is the next.
func (w *Reading) At(i int) []byte {
	if i != w.next {
		w.seek(i)
	}
	return w.Next()
}
