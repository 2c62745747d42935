package record

import (
	"encoding/binary"
	"hash/crc32"

	"machsim/kernel"
)

// chunk is the content of a chunk frame: successive events, with the answers of the Door
// to them.
type chunk struct {
	base    uint64 // events before the first
	events  uint64
	choices uint64
	packed  []byte // the choices
	inputs  []byte // console input: each line's length plus 1, and the line; 0 for the end of input
	calls   []byte // the call of each event
	prints  []byte // a checksum of 4 bytes for each printed line
	marks   []byte // a mark of 4 bytes for every markEvery-th event
	hash    uint64 // after the last event
	payload []byte // all of these
}

// markEvery is the number of events from one mark to the next.
const markEvery = 256

// markOf returns the part of a hash that is its mark.
func markOf(hash uint64) uint32 { return uint32(hash ^ hash>>32) }

// marksIn returns the number of marks among the events that follow event base.
func marksIn(base, events uint64) uint64 { return (base+events)/markEvery - base/markEvery }

func appendPart(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}

// readChunk reads the payload of a chunk frame; false if it is invalid.
func readChunk(payload []byte) (c chunk, ok bool) {
	r := reader{b: payload}
	c.payload = payload
	c.base, c.events, c.choices = r.uvarint(), r.uvarint(), r.uvarint()
	c.packed = r.bytes(r.uvarint())
	c.inputs = r.bytes(r.uvarint())
	c.calls = r.bytes(r.uvarint())
	c.prints = r.bytes(r.uvarint())
	// The number of marks also bounds the number of events by the length of the file.
	if r.bad || c.base > maxEvents || c.events > maxEvents || marksIn(c.base, c.events) > uint64(len(r.b))/4 {
		return c, false
	}
	c.marks = r.bytes(4 * marksIn(c.base, c.events))
	c.hash = r.uint64()
	return c, r.whole() && len(c.prints)%4 == 0 && soundInputs(c.inputs) && sound(c.calls, c.events)
}

// maxEvents is above the number of events of any run.
const maxEvents = 1 << 60

// soundInputs says whether b is valid as lines of input.
func soundInputs(b []byte) bool {
	r := reader{b: b}
	for len(r.b) > 0 {
		nextInput(&r)
	}
	return !r.bad
}

// nextInput reads a line; false if the input had ended.
func nextInput(r *reader) (string, bool) {
	if n := r.uvarint(); n > 0 {
		return string(r.bytes(n - 1)), true
	}
	return "", false
}

// printSum returns the checksum of the line printed last.
func printSum(s *kernel.State, scratch []byte) (uint32, []byte) {
	if len(s.Console) == 0 {
		return 0, scratch
	}
	scratch = append(scratch[:0], s.Console[len(s.Console)-1].Text...)
	return crc32.Checksum(scratch, castagnoli), scratch
}

// printKey is the key of the call that prints.
const printKey = int(kernel.OpPrint)
