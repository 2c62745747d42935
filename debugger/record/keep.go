package record

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"time"

	"machsim/kernel"
)

// Keep bounds how much of a run its recording has: the last part of it, for which every bound that is not 0 holds. The
// zero Keep is the whole run. (Krawczuk 2.1.1: when the store is full, the oldest history goes.)
type Keep struct {
	Bytes  uint64        // of its files, which have an eighth more at most while the run goes on
	Time   time.Duration // of virtual time
	Events uint64
}

// keepParts is in how many parts what is kept is divided: the oldest of them goes.
const keepParts = 8

// LeastKept is the least number of bytes to which a recording can be bounded.
const LeastKept = 256 << 10

// All says whether nothing is ever dropped.
func (k Keep) All() bool { return k == Keep{} }

// String returns the bounds as they are given to --keep.
func (k Keep) String() string {
	var all []string
	if k.Bytes > 0 {
		all = append(all, keptBytes(k.Bytes))
	}
	if k.Time > 0 {
		all = append(all, k.Time.String())
	}
	if k.Events > 0 {
		all = append(all, fmt.Sprintf("%devents", k.Events))
	}
	return strings.Join(all, ",")
}

func keptBytes(n uint64) string {
	for i, unit := range []string{"GB", "MB", "KB"} {
		if size := uint64(1) << (30 - 10*i); n%size == 0 {
			return fmt.Sprint(n/size, unit)
		}
	}
	return fmt.Sprint(n, "B")
}

// least returns the bounds for which both hold.
func (k Keep) least(o Keep) Keep {
	return Keep{lesser(k.Bytes, o.Bytes), lesser(k.Time, o.Time), lesser(k.Events, o.Events)}
}

// lesser returns the lesser one of two bounds; 0 is none.
func lesser[T uint64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// append appends the bounds if there are any.
func (k Keep) append(b []byte) []byte {
	if k.All() {
		return b
	}
	for _, v := range [...]uint64{k.Bytes, uint64(k.Time), k.Events} {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

// readKeep reads what append has written.
func readKeep(r *reader, flags uint64) (k Keep) {
	if flags&flagKeep == 0 {
		return k
	}
	k = Keep{r.uvarint(), time.Duration(r.uvarint()), r.uvarint()}
	if k.All() || k.Time < 0 {
		r.fail()
	}
	return k
}

// A Horizon is where a recording begins that has only the last part of its run. The zero Horizon is the start of the
// run.
type Horizon struct {
	Dropped uint64 // the last event that was dropped, 0 for none
	Before  uint64 // the hash after that
	Since   int64  // the virtual time after it, in microseconds
	// Typed has the lines of console input before it, unless they were too many: then LostInput says so.
	Typed     []byte
	LostInput bool
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
	b = binary.AppendUvarint(b, bit(h.LostInput, 1))
	return appendPart(appendPart(b, h.Typed), h.Picture)
}

// readHorizon reads what append has written; false if it is invalid.
func readHorizon(payload []byte) (h Horizon, ok bool) {
	r := reader{b: payload}
	h.Dropped, h.Before, h.Since = r.uvarint(), r.uint64(), int64(r.uvarint())
	lost := r.uvarint()
	h.LostInput = lost == 1
	h.Typed, h.Picture = r.bytes(r.uvarint()), r.bytes(r.uvarint())
	return h, r.whole() && h.Dropped <= maxEvents && h.Since >= 0 && lost <= 1 && soundInputs(h.Typed)
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
// oldest part may go then.
func (r *Recorder) turn(s *kernel.State) {
	switch {
	case r.parts == nil || r.err != nil || !r.parts.full(r.events, s.Now):
		return
	case r.picture != nil:
		r.due = true
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
func (r *Recorder) Pictures(take func(*kernel.State) []byte) { r.picture = take }

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
	if r.err == nil {
		r.err = r.parts.next(r.events, now)
	}
	r.link = r.first
	r.write(h.append(beginFrame(r.frame[:0], framePart)), 0)
	if r.journal.m != nil {
		r.journal.begin(r)
	}
}

// ParseKeep reads bounds as they are given to --keep, with commas between: sizes such as 64MB, virtual times such as
// 10m, numbers of events such as 1000000events. The strictest of each sort counts.
func ParseKeep(text string) (k Keep, err error) {
	for word := range strings.SplitSeq(text, ",") {
		one, err := parseBound(strings.TrimSpace(word))
		if err != nil {
			return Keep{}, err
		}
		k = k.least(one)
	}
	return k, nil
}

// keepUnits are the units of sizes, and of events.
var keepUnits = []struct {
	name string
	size uint64
}{{"events", 0}, {"event", 0}, {"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"B", 1}}

// parseBound reads one bound.
func parseBound(word string) (Keep, error) {
	for _, u := range keepUnits {
		digits, found := strings.CutSuffix(word, u.name)
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64)
		switch {
		case !found || err != nil:
		case n == 0:
			return Keep{}, fmt.Errorf("%s is nothing", word)
		case u.size == 0:
			return Keep{Events: n}, nil
		case n > maxEvents/u.size || n*u.size < LeastKept:
			return Keep{}, fmt.Errorf("%s is not from %s on", word, keptBytes(LeastKept))
		default:
			return Keep{Bytes: n * u.size}, nil
		}
	}
	if t, err := time.ParseDuration(word); err == nil && t >= time.Millisecond {
		return Keep{Time: t}, nil
	}
	return Keep{}, fmt.Errorf("%q is neither a size such as 64MB, nor a time such as 10m, nor a number of events such as "+
		"1000000events", word)
}
