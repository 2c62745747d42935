package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"machsim/kernel"
)

// A chunk is written when one of its parts has chunkBytes, or when it has chunkEvents; and up to the event early also
// after 1, 2, 4, 8 ... events. So of a run whose process is ended at once with the one that has its journal, the
// recording has all but the last chunkEvents events, and at least half of a short run. No clock is asked: the same run
// has the same recording, byte for byte, also if it is a fork whose beginning was not made again.
const (
	chunkBytes  = 32 << 10
	chunkEvents = 64 << 10
	early       = markEvery
)

// Recorder writes the recording of a run. The machine gets its Door (Wrap) and its Tracer, and
// calls them from its goroutine. A Recorder never makes a run fail: if it cannot write, it
// keeps the error for End to return.
type Recorder struct {
	w      io.Writer
	door   kernel.Door
	packed packer
	loose  [][2]uint64 // the choices, and of how many, since the last event
	before packer      // the packer before them
	calls  callWriter

	base   uint64 // events in written chunks
	events uint64 // events so far, without those in batch
	batch  [markEvery]step
	n      int    // events in batch
	limit  int    // the size of the batch: up to the next mark, or less
	hash   uint64 // after the last event
	inputs []byte
	prints []byte
	marks  []byte

	link    link                       // to the next frame
	first   link                       // after the header
	parts   *Parts                     // where it is written to, if only the last part is kept; else nil
	horizon Horizon                    // of the next part: what is typed, and whether something was changed
	picture func(*kernel.State) []byte // takes one where a part begins; nil for none
	due     bool                       // the next part is to begin
	large   int                        // how large a part of a chunk is when it is written
	known   *Recording                 // what SoFar has returned last; nil for nothing
	knows   link                       // to the frame after that
	frame   []byte
	scratch []byte
	err     error
	mu      sync.Mutex  // of pause and End
	ended   atomic.Bool // atomic, because a run that was given up may still call Input
	journal journal     // without memory if there is none
}

// begins is how many events a run has before those that are recorded. Tests change it.
var begins uint64

// Start begins a recording by writing its header.
func Start(w io.Writer, h Header) *Recorder {
	r := &Recorder{w: w, base: begins, events: begins, limit: gather(begins), large: chunkBytes}
	if r.parts, _ = w.(*Parts); r.parts != nil {
		h.Keep, r.large = r.parts.keep, r.parts.chunk()
	}
	r.calls.reset()
	r.packed.words = make([]uint64, 0, chunkBytes/8+64)
	r.packed.reset()
	r.link = firstLink()
	r.write(h.append(beginFrame(begin(nil), frameHeader)), preamble)
	if r.first = r.link; r.parts != nil {
		r.part(0, nil)
	}
	return r
}

// Wrap returns a Door that asks d and records the answers.
func (r *Recorder) Wrap(d kernel.Door) kernel.Door {
	r.door = d
	return r
}

// Choose lets the wrapped Door choose.
func (r *Recorder) Choose(p kernel.Point) int {
	c := r.door.Choose(p)
	if len(r.loose) == 0 {
		r.before = r.packed
	}
	r.loose = append(r.loose, [2]uint64{uint64(c), uint64(p.N)})
	r.packed.add(uint64(c), uint64(p.N))
	return c
}

// Input lets the wrapped Door read a line.
func (r *Recorder) Input() (string, bool) {
	line, ok := r.door.Input()
	if r.ended.Load() {
		return line, ok
	}
	r.read(line, ok)
	return line, ok
}

// read adds a line of input.
func (r *Recorder) read(line string, ok bool) {
	if ok {
		r.inputs = binary.AppendUvarint(r.inputs, uint64(len(line))+1)
		r.inputs = append(r.inputs, line...)
	} else {
		r.inputs = binary.AppendUvarint(r.inputs, 0)
	}
	if r.journal.m != nil {
		r.journal.add(headInputs, atInputs, inputBytes, r.inputs)
	}
	if len(r.inputs) >= r.large {
		r.limit = r.n + 1 // lines may be long, and the journal has room for few of those
	}
}

// Tracer listens to the run that is recorded.
func (r *Recorder) Tracer() kernel.Tracer { return kernel.Tracer{Step: r.step} }

// step adds an event to the batch. Events are written many at once, which costs less.
func (r *Recorder) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	k := key(a, op)
	st := newStep(a.Thread, k, done)
	r.batch[r.n%markEvery] = st
	r.n++
	r.hash, r.loose = s.Hash, r.loose[:0]
	if k == printKey && done {
		r.printed(s)
	}
	if r.journal.m != nil {
		r.journal.event(st, s.Hash, &r.packed)
	}
	if r.n >= r.limit {
		r.pause(s)
	}
}

func (r *Recorder) printed(s *kernel.State) {
	var sum uint32
	sum, r.scratch = printSum(s, r.scratch)
	r.prints = binary.LittleEndian.AppendUint32(r.prints, sum)
	if r.journal.m != nil {
		r.journal.add(headPrints, atPrints, printBytes, r.prints)
	}
}

// pause packs the batch, and writes the chunk if that is due. Not while End does: a run that was given up may be
// here for as long as its stack takes to grow.
func (r *Recorder) pause(s *kernel.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended.Load() {
		return
	}
	r.pack()
	if r.err == nil && (r.isEarly() || r.isLarge()) {
		r.flush()
	}
	r.turn(s)
	if r.err != nil {
		r.begin()
	}
}

// pack adds the calls of the batch to the chunk, and a mark if one is due.
func (r *Recorder) pack() {
	if r.n == 0 {
		return
	}
	r.calls.addAll(r.batch[:r.n])
	r.events += uint64(r.n)
	r.n = 0
	r.limit = gather(r.events)
	if r.parts != nil {
		r.limit = r.parts.room(r.events, r.limit)
	}
	if r.events%markEvery == 0 {
		r.marks = binary.LittleEndian.AppendUint32(r.marks, markOf(r.hash))
		if r.journal.m != nil {
			r.journal.add(headMarks, atMarks, markBytes, r.marks)
		}
	}
}

// gather returns the number of events until the next mark or early chunk is due.
func gather(events uint64) int {
	if events < early {
		return int(uint64(1)<<bits.Len64(events) - events)
	}
	return markEvery - int(events%markEvery)
}

// isEarly says whether an early chunk is due.
func (r *Recorder) isEarly() bool { return r.events < early && bits.OnesCount64(r.events) == 1 }

// isLarge says whether the chunk is due because of its size.
func (r *Recorder) isLarge() bool {
	return r.events-r.base >= chunkEvents ||
		max(8*len(r.packed.words), len(r.inputs), len(r.calls.b), len(r.prints)) >= r.large
}

// flush writes the chunk.
func (r *Recorder) flush() {
	b := beginFrame(r.frame[:0], frameChunk)
	b = binary.AppendUvarint(b, r.base)
	b = binary.AppendUvarint(b, r.events-r.base)
	b = binary.AppendUvarint(b, r.packed.count)
	r.scratch = r.packed.append(r.scratch[:0])
	b = appendPart(b, r.scratch)
	b = appendPart(b, r.inputs)
	b = appendPart(b, r.calls.b)
	b = appendPart(b, r.prints)
	b = append(b, r.marks...)
	b = binary.LittleEndian.AppendUint64(b, r.hash)
	r.write(b, 0)
	r.horizon.typed(r.inputs)
	r.begin()
}

// begin begins the next chunk.
func (r *Recorder) begin() {
	r.base = r.events
	r.packed.reset()
	r.calls.reset()
	r.inputs, r.prints, r.marks = r.inputs[:0], r.prints[:0], r.marks[:0]
	if r.journal.m != nil {
		r.journal.begin(r)
	}
}

// write completes the frame that begins at b[start], and writes b.
func (r *Recorder) write(b []byte, start int) {
	if r.err != nil {
		return
	}
	r.frame, r.link = endFrame(b, start, r.link)
	_, r.err = r.w.Write(r.frame)
}

// SoFar returns the recording of the run up to its last event, which the Recorder can go on from. It reads back only
// what was written since it was called last. Of a bounded recording it returns all since it was called first, or since
// it was told to Begin, though the file may have less. The error says why it cannot.
func (r *Recorder) SoFar() (rec *Recording, err error) {
	b, next, err := r.after(r.unread)
	switch rec = r.known; {
	case err != nil:
		return nil, err
	case rec == nil:
		rec, err = Read(b)
	case len(b) > 0:
		rec, err = rec.further(b, r.knows, r.first)
	}
	if err != nil {
		return nil, err
	}
	r.known, r.knows = rec, next
	return rec, nil
}

// Begin has SoFar begin where a recording does that is Later than the one which it has returned last.
func (r *Recorder) Begin(rec *Recording) { r.known = rec }

// Dropped returns how many events of the run come before those that the file of a bounded recording has.
func (r *Recorder) Dropped() uint64 {
	if r.parts == nil || len(r.parts.live) == 0 {
		return 0
	}
	return r.parts.live[0].events
}

// Bytes is the recording of the run up to its last event as a file has it.
func (r *Recorder) Bytes() ([]byte, error) {
	b, _, err := r.after(func() ([]byte, error) { return r.written(0) })
	return b, err
}

// after writes what there is up to the last event, reads then, and returns the link to the next frame, too.
func (r *Recorder) after(read func() ([]byte, error)) ([]byte, link, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pack()
	if r.events > r.base {
		r.cut(func() {})
	}
	if r.err != nil {
		return nil, 0, r.err
	}
	b, err := read()
	return b, r.link, err
}

// unread reads what SoFar has not returned yet.
func (r *Recorder) unread() ([]byte, error) {
	switch {
	case r.parts != nil:
		return r.parts.rest()
	case r.known != nil:
		return r.written(r.known.Bytes)
	}
	return r.written(0)
}

// written reads what is written, but for so many bytes.
func (r *Recorder) written(known int) ([]byte, error) {
	switch w := r.w.(type) {
	case *Parts:
		return w.all()
	case *bytes.Buffer:
		return bytes.Clone(w.Bytes()[known:]), nil
	case io.ReaderAt:
		return io.ReadAll(io.NewSectionReader(w, int64(known), math.MaxInt64-int64(known)))
	}
	return nil, errors.New("the recording is written to where nobody can read it")
}

// cut writes the chunk up to the last event, and calls between before the next one begins. Who goes next may have been
// chosen already: that is for the next chunk.
func (r *Recorder) cut(between func()) {
	if len(r.loose) > 0 {
		r.packed = r.before
	}
	if r.events > r.base {
		r.flush()
	}
	between()
	r.before = r.packed
	for _, c := range r.loose {
		r.packed.add(c[0], c[1])
	}
}

// End writes the rest of the events, and how the run ended. It returns an error if the
// recording is not complete. After a run that was given up, call it only when that has made
// no event for a while.
func (r *Recorder) End(e Ending) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended.Swap(true) {
		return r.err
	}
	r.pack()
	left := r.events > r.base || r.packed.count > 0 || len(r.inputs) > 0
	if left {
		r.flush()
	}
	if left || r.events > 0 {
		e.Hash = r.hash // the state of a run that was given up may be in the middle of the next event
	}
	if r.journal.m != nil {
		r.journal.set(headLayout, 0)
	}
	e.Events = r.events
	r.write(e.append(beginFrame(r.frame[:0], frameEnd)), 0)
	if f, ok := r.w.(placed); ok && r.err == nil {
		r.err = Mine(f)
	}
	if r.parts != nil && r.err == nil {
		r.journal.isIn(nil)
		if r.err = r.parts.join(); r.err != nil {
			r.journal.isIn(r.w)
		}
	}
	if r.journal.m != nil && r.err == nil {
		r.journal.set(headLayout, over)
	}
	return r.err
}
