package record

import "bytes"

// recall writes the calls of a run as a Recorder does, for a replay that compares them a chunk
// at a time.
type recall struct {
	calls callWriter
	batch [markEvery]step
	n     int
}

// begin begins with the calls of a chunk.
func (r *recall) begin() {
	r.calls.reset()
	r.n = 0
}

// add notes an event. What is to be done with it is done for many at once, which costs less.
func (r *recall) add(s step) {
	r.batch[r.n] = s
	if r.n++; r.n == len(r.batch) {
		r.work()
	}
}

func (r *recall) work() {
	r.calls.addAll(r.batch[:r.n])
	r.n = 0
}

// same says whether the calls since begin are those that were recorded of a chunk, and begins
// with the next.
func (r *recall) same(recorded []byte) bool {
	r.work()
	same := bytes.Equal(r.calls.b, recorded)
	r.begin()
	return same
}
