package record

import "bytes"

// recall packs the calls of a run as a Recorder does, for a quick replay, which compares them a
// chunk at a time.
type recall struct {
	calls callWriter
	batch [markEvery]step
	n     int
}

// begin begins a chunk.
func (r *recall) begin() {
	r.calls.reset()
	r.n = 0
}

// add adds an event. Many are packed at once, which costs less.
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

// same says whether the calls since begin equal the recorded calls of a chunk. Then it begins the
// next chunk.
func (r *recall) same(recorded []byte) bool {
	r.work()
	same := bytes.Equal(r.calls.b, recorded)
	r.begin()
	return same
}
