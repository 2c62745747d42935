package record

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"os"

	"machsim/kernel"
)

// A journal is memory that another process shares. A Recorder notes there what it has not
// written yet, an event at a time, so that nothing of a recording is lost when the program ends
// the process that it runs in; the other process completes the file then (Recover). A step costs
// a few nanoseconds more.
//
// What is there counts from the moment at which its number is raised, so the memory makes sense
// whenever the process ends: an event is noted after its choices, lines and sums, and a choice
// or a line too many belongs to an event that did not come to be.
type journal struct{ m *[JournalBytes]byte }

// JournalBytes is how much memory a journal needs.
const JournalBytes = headBytes + stepBytes + wordBytes + inputBytes + printBytes + markBytes

// The regions of a journal, and where they begin.
const (
	headBytes  = 4096
	stepBytes  = 1 << 20
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

// What stands in the head, 8 bytes each.
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
)

func (j journal) get(at int) uint64    { return binary.LittleEndian.Uint64(j.m[at:]) }
func (j journal) set(at int, v uint64) { binary.LittleEndian.PutUint64(j.m[at:], v) }

// layout tells apart builds that mean different things by what stands in a journal.
var layout = func() uint64 {
	h := fnv.New64a()
	var b []byte
	for k := range kernel.Ops {
		b = appendText(b, keyName(k))
	}
	_, _ = h.Write(binary.AppendUvarint(b, version))
	return h.Sum64() | 1
}()

// Mirror has the recorder note in memory of JournalBytes, which is all zero, what it has not
// written yet. It is to be called before the run.
func (r *Recorder) Mirror(memory []byte) {
	r.journal = journal{(*[JournalBytes]byte)(memory)}
	r.journal.begin(r)
}

// begin begins with the next chunk: the one before is in the file.
func (j journal) begin(r *Recorder) {
	j.set(headLayout, 0)
	for at := headEvents; at <= headMarks; at += 8 {
		j.set(at, 0)
	}
	j.set(headBase, r.base)
	j.set(headLink, uint64(r.link))
	j.set(headLayout, layout)
}

// full says that the journal may not hold the events up to the next look.
func (j journal) full() bool {
	return 8*(j.get(headEvents)+markEvery) > stepBytes || 2*j.get(headWords) > wordBytes ||
		2*j.get(headInputs) > inputBytes || 2*j.get(headPrints) > printBytes || j.get(headMarks)+8 > markBytes
}

// event notes an event of a recorder, with the hash after it.
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

// words notes the words that the packer has filled; false if there is no room.
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

// add notes what was added to a part of the chunk that grows by bytes.
func (j journal) add(head, at, size int, part []byte) {
	have := j.get(head)
	if len(part) > size {
		j.set(headLayout, 0)
		return
	}
	copy(j.m[at+int(have):], part[have:])
	j.set(head, uint64(len(part)))
}

// Recover appends what a Recorder of another process had in its journal to the file that it
// wrote, when that process has ended without completing it. It does nothing where there is
// nothing to be done.
func Recover(path string, memory []byte) error {
	j := journal{(*[JournalBytes]byte)(memory)}
	if j.get(headLayout) != layout || j.get(headEvents) == 0 {
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

// wholeFrames is how many bytes of a file are frames that are whole, and the link to the next;
// false if the file is none of ours or has its end.
func wholeFrames(b []byte) (whole int64, l link, ok bool) {
	if ours(b) != nil {
		return 0, 0, false
	}
	fs := frames{b[preamble:], firstLink()}
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

// frame is the chunk that the recorder would have written next.
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
