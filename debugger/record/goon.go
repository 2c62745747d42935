package record

import (
	"io"

	"machsim/kernel"
)

// GoOn begins the recording of a run that begins as the recorded one did. It writes the chunks that lie within the
// first n events, and returns of how many events they are. The Recorder is to be told of the others, up to the n-th, by
// Again. These are those of the last chunk, too: the run's end has closed it, and it may have choices after its events.
func GoOn(w io.Writer, h Header, rec *Recording, n uint64) (r *Recorder, events uint64) {
	r = Start(w, h)
	for i := range rec.chunks {
		c := &rec.chunks[i]
		if end := c.base + c.events; end > n || end == rec.Events {
			break
		}
		r.write(append(beginFrame(r.frame[:0], frameChunk), c.payload...), 0)
		r.events, r.hash = c.base+c.events, c.hash
	}
	r.limit = gather(r.events)
	r.begin()
	return r, r.events
}

// Again returns functions that record what is told of a run that was made: the choices, c of n, the lines of input,
// and the steps.
func (r *Recorder) Again() (chosen func(c, n int), read func(string, bool),
	step func(*kernel.State, kernel.Actor, kernel.Op, bool)) {
	return func(c, n int) { r.packed.add(uint64(c), uint64(n)) }, r.read, r.step
}
