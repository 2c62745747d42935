package record

import (
	"io"
	"math"
	"slices"

	"machsim/kernel"
)

// GoOn begins the recording of a run that begins as the recorded one did. It writes the chunks that lie within the
// first n events, with the pictures between them if only the last part of the run is kept, or the recording has only
// that, and what was Begun, which may be nil. It returns of how many events these are. The Recorder is to be told of
// the others, up to the n-th, by Again. These are those of the last chunk, too: the run's end has closed it, and it may
// have choices after its events.
func GoOn(w io.Writer, h Header, rec *Recording, begun *Begun, n uint64) (r *Recorder, events uint64) {
	var starts []start
	if rec.Dropped > 0 {
		h.Keep = rec.Keep
	}
	if !h.Keep.All() {
		starts = rec.starts
	}
	r = Start(w, h)
	begin := func(n uint64) {
		for len(starts) > 0 && starts[0].Dropped <= n {
			r.partAgain(&starts[0].Horizon)
			starts = starts[1:]
		}
	}
	begin(rec.Dropped)
	for i := range rec.chunks {
		c := &rec.chunks[i]
		begin(min(c.base, n))
		if end := c.base + c.events; end > n || end == rec.Events {
			break
		}
		r.write(append(beginFrame(r.frame[:0], frameChunk), c.payload...), 0)
		r.events, r.hash = c.base+c.events, c.hash
		r.horizon.typed(c.inputs)
	}
	r.begin()
	if begun.within(r.events, n) {
		r.takeOver(begun)
	}
	r.limit = gather(r.events)
	return r, r.events
}

// partAgain begins a part of another recording.
func (r *Recorder) partAgain(h *Horizon) {
	r.events, r.hash, r.link = h.Dropped, h.Before, r.first
	r.horizon = Horizon{Typed: slices.Clone(h.Typed), LostInput: h.LostInput, Changed: h.Changed}
	r.write(h.append(beginFrame(r.frame[:0], framePart)), 0)
}

// Again returns functions that record what is told of a run that was made: the choices, c of n, the lines of input,
// and the steps.
func (r *Recorder) Again() (chosen func(c, n int), read func(string, bool),
	step func(*kernel.State, kernel.Actor, kernel.Op, bool)) {
	return func(c, n int) { r.packed.add(uint64(c), uint64(n)) }, r.read, r.step
}

// Begun is the beginning of a chunk of a recording, up to an event within it. A log that begins there does not have
// that, and how many options there were is not recorded: only a replay knows.
type Begun struct {
	taken *Recorder
	at    uint64
}

// Begun has the replay take down what the chunk that event n is in has up to that. It must be called before the run
// begins. What it returns is good once the replay has come there.
func (r *Replay) Begun(n uint64) *Begun {
	r.begun = &Begun{at: n}
	r.takeDown()
	return r.begun
}

// takeDown begins to take the present chunk down, if that is wanted.
func (r *Replay) takeDown() {
	b, c := r.begun, r.chunk
	if b == nil || c == nil || b.at <= c.base || b.at >= c.base+c.events {
		return
	}
	r.taking = Start(io.Discard, Header{})
	r.taking.base, r.taking.events, r.taking.large = c.base, c.base, math.MaxInt
	r.taking.limit = gather(c.base)
	b.taken = r.taking
}

// took takes an event down.
func (r *Replay) took(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if r.taking.step(s, a, op, done); r.events == r.begun.at {
		r.taking.pack()
		r.taking = nil
	}
}

// within says whether it goes on where a recording of so many events ends, for a run that leaves after the n-th.
func (b *Begun) within(events, n uint64) bool {
	return b != nil && b.taken != nil && b.taken.base == events && b.at <= n
}

// takeOver goes on after what was Begun.
func (r *Recorder) takeOver(b *Begun) {
	x := b.taken
	r.events, r.hash = x.events, x.hash
	r.packed = x.packed
	r.packed.words = slices.Clone(x.packed.words)
	r.calls = x.calls
	r.calls.last, r.calls.b = slices.Clone(x.calls.last), slices.Clone(x.calls.b)
	r.inputs, r.prints = slices.Clone(x.inputs), slices.Clone(x.prints)
	r.marks = slices.Clone(x.marks)
}
