package record

import (
	"encoding/binary"
	"hash/fnv"
)

// Parent is the recording that a run followed at first: such a run is a fork of it.
// The fork's recording is complete by itself; the parent is named for people, and for
// making the run again with another seed.
type Parent struct {
	File        string // as it was named by whoever made the fork
	Fingerprint uint64 // of the parent, see Recording.Fingerprint
	Event       uint64 // how many events the fork took over
	Reordered   bool   // in another order than the parent's; otherwise its first ones
}

// Fingerprint tells recordings apart: two that differ in what was run or in how it
// ended, truncated ones in how far they reach, differ in it. It is FNV-1a, of 64 bits,
// over what the header and the end hold.
func (rec *Recording) Fingerprint() uint64 {
	h := fnv.New64a()
	_, _ = h.Write(rec.Ending.append(rec.Header.append(nil)))
	return h.Sum64()
}

// append appends the parent; there is nothing to be told of no parent.
func (p *Parent) append(b []byte) []byte {
	if p == nil {
		return b
	}
	b = appendText(b, p.File)
	b = binary.LittleEndian.AppendUint64(b, p.Fingerprint)
	return binary.AppendUvarint(b, p.Event)
}

// readParent reads what append has written. A fork without a parent makes no sense.
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
