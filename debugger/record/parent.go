package record

import (
	"encoding/binary"
	"hash/fnv"
)

// Parent is the recording that a fork followed at first. The fork's own recording is
// complete without it; the parent is named for people, and to make the fork again with
// another seed.
type Parent struct {
	File        string // its name when the fork was made
	Fingerprint uint64 // of the parent, see Recording.Fingerprint
	Event       uint64 // the number of events that the fork took over
	Reordered   bool   // they are in another order than the parent's; else its first ones
}

// Fingerprint returns a number that identifies the recording. Recordings that differ in
// what was run or how it ended, or if truncated in their length, differ in it. It is
// FNV-1a, of 64 bits, over the header and the end.
func (rec *Recording) Fingerprint() uint64 {
	h := fnv.New64a()
	_, _ = h.Write(rec.Identity())
	return h.Sum64()
}

// Identity is what Fingerprint is computed from.
func (rec *Recording) Identity() []byte { return rec.Ending.append(rec.Header.append(nil)) }

// append appends the parent; nothing if p is nil.
func (p *Parent) append(b []byte) []byte {
	if p == nil {
		return b
	}
	b = appendText(b, p.File)
	b = binary.LittleEndian.AppendUint64(b, p.Fingerprint)
	return binary.AppendUvarint(b, p.Event)
}

// readParent reads what append has written. A reordered run that is no fork is invalid.
func readParent(r *reader, flags uint64) *Parent {
	if flags&(flagFork|flagReordered) == 0 {
		return nil
	}
	if flags&flagFork == 0 {
		r.fail()
		return nil
	}
	return &Parent{File: r.text(), Fingerprint: r.uint64(), Event: r.uvarint(), Reordered: flags&flagReordered != 0}
}
