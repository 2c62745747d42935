package record

import (
	"encoding/binary"
	"io"
	"math/bits"
	"sync/atomic"
	"time"

	"machsim/kernel"
)

// When a chunk is written: when so many choices were gathered, or after so much time, and
// up to the event early after 1, 2, 4, 8 ... events. So when the process of a short run is
// ended, by os.Exit or a crash, the recording has at least half of its events.
const (
	chunkBytes = 32 << 10
	chunkTime  = 100 * time.Millisecond
	early      = markEvery
)

// Recorder writes the recording of a run. Its Door and Tap are to be given to the
// machine; it is used from the machine's goroutine. A Recorder never makes a run fail:
// when it cannot write any more it only keeps the reason, for End to return.
type Recorder struct {
	w      io.Writer
	door   kernel.Door
	packed packer
	calls  callWriter

	base    uint64 // events in chunks that were written
	events  uint64 // so far, without those in batch
	batch   [markEvery]step
	n       int    // in batch
	limit   int    // how many to gather in batch: up to the next mark, or less
	hash    uint64 // after the last event
	inputs  []byte
	prints  []byte
	marks   []byte
	written time.Time // when the last chunk was

	link    link // to the next frame
	frame   []byte
	scratch []byte
	err     error
	ended   atomic.Bool // a run that was given up may still be going on
	journal journal     // its memory is nil if there is none
}

// Start begins a recording by writing its header.
func Start(w io.Writer, h Header) *Recorder {
	r := &Recorder{w: w, written: time.Now(), limit: gather(0)}
	r.calls.reset()
	r.packed.words = make([]uint64, 0, chunkBytes/8+64)
	r.packed.reset()
	r.link = firstLink()
	r.write(h.append(beginFrame(begin(nil), frameHeader)), preamble)
	return r
}

// Wrap returns a Door that records what comes through d.
func (r *Recorder) Wrap(d kernel.Door) kernel.Door {
	r.door = d
	return r
}

// Choose lets the wrapped Door choose.
func (r *Recorder) Choose(p kernel.Point) int {
	c := r.door.Choose(p)
	r.packed.add(uint64(c), uint64(p.N))
	return c
}

// Input lets the wrapped Door read a line.
func (r *Recorder) Input() (string, bool) {
	line, ok := r.door.Input()
	if r.ended.Load() {
		return line, ok
	}
	if ok {
		r.inputs = binary.AppendUvarint(r.inputs, uint64(len(line))+1)
		r.inputs = append(r.inputs, line...)
	} else {
		r.inputs = binary.AppendUvarint(r.inputs, 0)
	}
	if r.journal.m != nil {
		r.journal.add(headInputs, atInputs, inputBytes, r.inputs)
	}
	r.limit = r.n + 1 // a person may have typed it: do not keep it for long
	return line, ok
}

// Tap notes an event: it is for kernel.Config.Tap. What is to be done with it is done
// for many at once, which costs less.
func (r *Recorder) Tap(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	k := key(a, op)
	st := newStep(a.Thread, k, done)
	r.batch[r.n%markEvery] = st
	r.n++
	r.hash = s.Hash
	if k == printKey && done {
		r.printed(s)
	}
	if r.journal.m != nil {
		r.journal.event(st, s.Hash, &r.packed)
	}
	if r.n >= r.limit {
		r.pause()
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

// pause works the batch off, sets a mark where one is due, and writes the chunk when
// it is time.
func (r *Recorder) pause() {
	r.work()
	if r.events%markEvery == 0 {
		r.marks = binary.LittleEndian.AppendUint32(r.marks, markOf(r.hash))
		if r.journal.m != nil {
			r.journal.add(headMarks, atMarks, markBytes, r.marks)
		}
	}
	if r.err == nil && (r.isEarly() || r.isLarge() || time.Since(r.written) >= chunkTime) {
		r.flush()
	}
	if r.err != nil {
		r.begin()
	}
}

// work works the batch off.
func (r *Recorder) work() {
	r.calls.addAll(r.batch[:r.n])
	r.events += uint64(r.n)
	r.n = 0
	r.limit = gather(r.events)
}

// gather returns how many events to gather after so many, before there is something to do
// for them: a mark, or an early chunk.
func gather(events uint64) int {
	if events < early {
		return int(uint64(1)<<bits.Len64(events) - events)
	}
	return markEvery - int(events%markEvery)
}

// isEarly says whether a chunk is to be written now because the run is short so far.
func (r *Recorder) isEarly() bool { return r.events < early && bits.OnesCount64(r.events) == 1 }

// isLarge says whether a chunk is to be written now because so much was gathered.
func (r *Recorder) isLarge() bool {
	return 8*len(r.packed.words) >= chunkBytes || r.journal.m != nil && r.journal.full()
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
	r.begin()
	r.written = time.Now()
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

// End writes what is left, and how the run ended. It returns why the recording is not
// complete, nil if it is. After a run that was given up it is to be called only when
// that has come to no event for a while.
func (r *Recorder) End(e Ending) error {
	if r.ended.Swap(true) {
		return r.err
	}
	r.work()
	if r.events > r.base || r.packed.count > 0 || len(r.inputs) > 0 {
		r.flush()
	}
	if r.journal.m != nil {
		r.journal.set(headLayout, 0)
	}
	e.Events = r.events
	r.write(e.append(beginFrame(r.frame[:0], frameEnd)), 0)
	return r.err
}
