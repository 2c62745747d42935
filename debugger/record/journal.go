package record

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
	"os"

	"machsim/kernel"
)

// A journal is memory shared with another process. A Recorder copies to it each event that it
// has not yet written to the file, so that none is lost when the program ends the process that it
// runs in: the other process then completes the file (Recover). A step costs a few nanoseconds more.
//
// The memory is valid whenever the process ends, because a counter is raised only after what it
// counts was written, and that of events last. A choice or a line too many belongs to an event
// that never happened.
type journal struct{ m *[JournalBytes]byte }

// JournalBytes is the size of a journal.
const JournalBytes = headBytes + stepBytes + wordBytes + inputBytes + printBytes + markBytes

// The regions of a journal: their sizes and beginnings. Each has room for more than a Recorder lets a chunk have, so
// that a run is recorded in the same chunks with a journal and without one.
const (
	headBytes  = 4096
	stepBytes  = 8 * (chunkEvents + markEvery)
	wordBytes  = 1 << 18
	inputBytes = 1 << 16
	printBytes = 1 << 16
	markBytes  = 1 << 12

	atSteps  = headBytes
	atWords  = atSteps + stepBytes
	atInputs = atWords + wordBytes
	atPrints = atInputs + inputBytes
	atMarks  = atPrints + printBytes
)

// The fields of the head, 8 bytes each.
const (
	headLayout  = 8 * iota // layout of these builds; 0 while the journal is not valid
	headEvents             // events in the journal
	headHash               // after the last of them, if that is even
	headHashOdd            // if it is odd
	headBase               // events before them
	headLink               // to the frame that they will be
	headWord               // the packer's
	headProduct
	headCount
	headWords  // bytes in the regions
	headInputs //
	headPrints
	headMarks
	headFile // number of the recording's; 0 if that is not known
)

// over is the layout of the journal of a recording that is complete, or was completed.
const over = 2

func (j journal) get(at int) uint64    { return binary.LittleEndian.Uint64(j.m[at:]) }
func (j journal) set(at int, v uint64) { binary.LittleEndian.PutUint64(j.m[at:], v) }

// layout identifies the meaning of a journal's bytes, which may differ between builds.
var layout = func() uint64 {
	h := fnv.New64a()
	var b []byte
	for k := range kernel.Ops {
		b = appendText(b, keyName(k))
	}
	_, _ = h.Write(binary.AppendUvarint(b, version))
	return h.Sum64() | 1
}()

// Mirror makes the recorder keep a journal in memory, which has JournalBytes bytes, all zero. Call
// it before the run.
func (r *Recorder) Mirror(memory []byte) {
	r.journal = journal{(*[JournalBytes]byte)(memory)}
	r.journal.begin(r)
	r.journal.isIn(r.w)
}

// isIn notes which file the recording is in; nil while another one takes its place.
func (j journal) isIn(w io.Writer) {
	number := uint64(0)
	if f, ok := w.(placed); ok {
		if info, err := f.Stat(); err == nil {
			number = numberOf(info)
		}
	}
	if j.m != nil {
		j.set(headFile, number)
	}
}

// fits says whether the regions have what the head says. A guest may have written anything there.
func (j journal) fits() bool {
	return j.get(headEvents) <= stepBytes/8 && j.get(headWords) <= wordBytes && j.get(headInputs) <= inputBytes &&
		j.get(headPrints) <= printBytes && j.get(headMarks) <= markBytes
}

// mine is Mine of the file that the recording was in.
func (j journal) mine(path string) error {
	info, err := os.Stat(path)
	if own := j.get(headFile); own != 0 && err == nil && numberOf(info) != own {
		return &Taken{path}
	}
	return nil
}

// begin empties the journal for the next chunk, after the recorder has written one.
func (j journal) begin(r *Recorder) {
	j.set(headLayout, 0)
	for at := headEvents; at <= headMarks; at += 8 {
		j.set(at, 0)
	}
	j.set(headBase, r.base)
	j.set(headLink, uint64(r.link))
	j.set(headLayout, layout)
}

// event adds an event, with the hash after it. If there is no room, it makes the journal invalid.
func (j journal) event(s step, hash uint64, p *packer) {
	n := j.get(headEvents)
	if 8*(n+1) > stepBytes || !j.words(p) {
		j.set(headLayout, 0)
		return
	}
	binary.LittleEndian.PutUint64(j.m[atSteps+8*n:], uint64(s))
	j.set(headWord, p.word)
	j.set(headProduct, p.product)
	j.set(headCount, p.count)
	j.set(headHash+8*int((n+1)&1), hash)
	j.set(headEvents, n+1)
}

// words copies the words that the packer has filled; false if there is no room.
func (j journal) words(p *packer) bool {
	have := j.get(headWords)
	if 8*len(p.words) > wordBytes {
		return false
	}
	for ; have < 8*uint64(len(p.words)); have += 8 {
		binary.LittleEndian.PutUint64(j.m[atWords+have:], p.words[have/8])
		j.set(headWords, have+8)
	}
	return true
}

// add copies the bytes that were added to a part of the chunk.
func (j journal) add(head, at, size int, part []byte) {
	have := j.get(head)
	if len(part) > size {
		j.set(headLayout, 0)
		return
	}
	copy(j.m[at+int(have):], part[have:])
	j.set(head, uint64(len(part)))
}

// Recover completes the file of a Recorder whose process has ended: it appends the events in the
// journal. It does nothing if the file is complete, or the journal is empty or not valid; but then, too, a bounded
// recording gets all into its one file. The error is a *Taken if the file is that of another run by now, which may go
// on: that is left as it is.
func Recover(path string, memory []byte) error {
	j := journal{(*[JournalBytes]byte)(memory)}
	if j.get(headLayout) == over {
		return nil
	}
	if err := j.mine(path); err != nil {
		return err
	}
	left := j.get(headLayout) == layout && j.get(headEvents) > 0 && j.fits()
	parts, gap := partsOf(path)
	switch {
	case errors.As(gap, new(*Error)):
		return gap
	case len(parts) > 0:
		b, err := j.completed(path, left)
		if err == nil {
			err = j.mine(path) // since then
		}
		if err == nil {
			err = unite(path, b)
		}
		if err == nil {
			j.set(headLayout, over)
			err = DropParts(path)
		}
		return err
	case !left:
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	whole, l, ok := wholeFrames(b)
	if !ok || uint64(l) != j.get(headLink) {
		return nil // the chunk was written after all, or the file is another's
	}
	if err := f.Truncate(whole); err != nil {
		return err
	}
	if _, err := f.WriteAt(j.frame(), whole); err != nil {
		return err
	}
	return f.Close()
}

// completed returns what a bounded recording's process has left in its parts and, if there is something, here.
func (j journal) completed(path string, left bool) ([]byte, error) {
	b, err := ReadFile(path)
	if err != nil || !left {
		return b, err
	}
	if whole, l, ok := wholeFrames(b); ok && uint64(l) == j.get(headLink) {
		b = append(b[:whole], j.frame()...)
	}
	return b, nil
}

// wholeFrames returns the number of bytes that the complete frames of a file take, and the link to
// the next; false if the file is no recording, is damaged, or has its end frame.
func wholeFrames(b []byte) (whole int64, l link, ok bool) {
	if checkPreamble(b) != nil {
		return 0, 0, false
	}
	fs := newFrames(b)
	for {
		whole, l = int64(len(b)-len(fs.b)), fs.l
		f, cut, err := fs.next()
		switch {
		case err != nil || f.kind == frameEnd:
			return 0, 0, false
		case cut:
			return whole, l, true
		}
	}
}

// frame returns the chunk that the recorder would have written next.
func (j journal) frame() []byte {
	r := &Recorder{base: j.get(headBase), link: link(j.get(headLink)), w: io.Discard}
	r.calls.reset()
	n := j.get(headEvents)
	steps := make([]step, n)
	for i := range steps {
		steps[i] = step(binary.LittleEndian.Uint64(j.m[atSteps+8*i:]))
	}
	r.calls.addAll(steps)
	r.events = r.base + n
	r.hash = j.get(headHash + 8*int(n&1))
	r.packed = packer{word: j.get(headWord), product: j.get(headProduct), count: j.get(headCount)}
	for i := range j.get(headWords) / 8 {
		r.packed.words = append(r.packed.words, binary.LittleEndian.Uint64(j.m[atWords+8*i:]))
	}
	r.inputs = j.m[atInputs:][:j.get(headInputs)]
	r.prints = j.m[atPrints:][:j.get(headPrints)]
	r.marks = j.m[atMarks:][:j.get(headMarks)]
	if uint64(len(r.marks)) < 4*marksIn(r.base, n) { // the process ended before it could set the last
		r.marks = binary.LittleEndian.AppendUint32(append([]byte(nil), r.marks...), markOf(r.hash))
	}
	r.flush()
	return r.frame
}
