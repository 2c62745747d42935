package record

import (
	"encoding/binary"

	"machsim/kernel"
)

// A Horizon is where a recording begins that has only the last part of its run. The zero Horizon is the start of the
// run.
type Horizon struct {
	Dropped uint64 // the last event that was dropped, 0 for none
	Before  uint64 // the hash after that
	Since   int64  // the virtual time after it, in microseconds
	// Typed has the lines of console input before it, unless they were too many: then LostInput says so.
	Typed     []byte
	LostInput bool
	// Changed says that somebody changed the run before it, or chose in it: it did not go on as its seed would have it.
	Changed bool
	// Picture is what it takes to go on from there, for package picture; nil if there is none.
	Picture []byte
}

// mostTyped is how many bytes of console input a Horizon has.
const mostTyped = 32 << 10

// append appends the payload of the frame that begins a part of a recording.
func (h *Horizon) append(b []byte) []byte {
	b = binary.AppendUvarint(b, h.Dropped)
	b = binary.LittleEndian.AppendUint64(b, h.Before)
	b = binary.AppendUvarint(b, uint64(h.Since))
	b = binary.AppendUvarint(b, bit(h.LostInput, 1)|bit(h.Changed, 2))
	return appendPart(appendPart(b, h.Typed), h.Picture)
}

// readHorizon reads what append has written; false if it is invalid.
func readHorizon(payload []byte) (h Horizon, ok bool) {
	r := reader{b: payload}
	h.Dropped, h.Before, h.Since = r.uvarint(), r.uint64(), int64(r.uvarint())
	lost := r.uvarint()
	h.LostInput, h.Changed = lost&1 != 0, lost&2 != 0
	h.Typed = r.bytes(r.uvarint())
	if n := r.uvarint(); n > 0 {
		h.Picture = r.bytes(n)
	}
	return h, r.whole() && h.Dropped <= maxEvents && h.Since >= 0 && lost <= 3 && soundInputs(h.Typed)
}

// typed adds console input that is about to be dropped, perhaps.
func (h *Horizon) typed(lines []byte) {
	if h.LostInput = h.LostInput || len(h.Typed)+len(lines) > mostTyped; h.LostInput {
		h.Typed = nil
		return
	}
	h.Typed = append(h.Typed, lines...)
}

// turn begins the next part of a bounded recording, if it is time for that; s is the state after the last event. The
// oldest parts may go then.
func (r *Recorder) turn(s *kernel.State) {
	if r.parts == nil || r.err != nil {
		return
	}
	full := r.parts.full(r.events, s.Now, 0)
	switch {
	case r.picture != nil:
		r.due = full || r.parts.far(r.events)
		return
	case !full:
		return
	case r.events > r.base:
		r.flush()
	}
	r.part(s.Now, nil)
}

// Kept says how much of the run is kept.
func (r *Recorder) Kept() Keep {
	if r.parts == nil {
		return Keep{}
	}
	return r.parts.keep
}

// Pictures has a function take a picture of the run where a part begins; it may return nil. Then Between is to be
// called between any two events. A nil function ends that.
func (r *Recorder) Pictures(take func(*kernel.State) []byte) {
	if r.picture = take; take == nil && r.parts != nil {
		r.parts.often = 0
	}
}

// HasPictures says whether a function takes them.
func (r *Recorder) HasPictures() bool { return r.picture != nil }

// Often has a picture be taken after about so many events at most; 0 for what they cost.
func (r *Recorder) Often(events uint64) { r.parts.often = events }

// Between begins the next part, if it is time for that, in the state between two events.
func (r *Recorder) Between(s *kernel.State) {
	if !r.due {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.due = false
	if r.ended.Load() || r.err != nil {
		return
	}
	var picture []byte
	if r.picture != nil {
		picture = r.picture(s)
	}
	r.pack()
	r.cut(func() { r.part(s.Now, picture) })
}

// part begins a part.
func (r *Recorder) part(now int64, picture []byte) {
	h := r.horizon
	h.Dropped, h.Before, h.Since, h.Picture = r.events, r.hash, now, picture
	b := h.append(beginFrame(r.frame[:0], framePart))
	if r.err == nil {
		r.err = r.parts.begin(&h, len(b))
	}
	r.link = r.first
	r.write(b, 0)
	if r.journal.m != nil {
		r.journal.begin(r)
	}
}
