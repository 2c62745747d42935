package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestWhole(t *testing.T) {
	rec, err := Read(smallRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.chunks) < 4 || rec.Truncated || rec.Outcome != "finished" || rec.Inputs == 0 {
		t.Fatalf("%d chunks, %+v", len(rec.chunks), rec.Ending)
	}
	if res := again(t, small, rec); !res.Identical() || res.Events != rec.Events || res.Hash != rec.Hash {
		t.Fatalf("%+v, %+v", res, res.Divergence)
	}
}

// No bit can be changed without the file's being refused, in a sentence.
func TestFlippedBits(t *testing.T) {
	file := smallRecording(t)
	for i := range file {
		for bit := range 8 {
			b := bytes.Clone(file)
			b[i] ^= 1 << bit
			var bad *Error
			if rec, err := Read(b); !errors.As(err, &bad) {
				t.Fatalf("bit %d of byte %d: %v, %+v", bit, i, err, rec)
			}
		}
	}
}

// A file that is cut off is good up to the last frame that is whole.
func TestTruncated(t *testing.T) {
	file := smallRecording(t)
	whole, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for n := range file {
		rec, err := Read(file[:n:n])
		if err != nil {
			if len(seen) > 0 {
				t.Fatalf("cut at %d: %v", n, err)
			}
			continue
		}
		if !rec.Truncated {
			t.Fatalf("cut at %d: not truncated", n)
		}
		if seen[rec.Events] {
			continue
		}
		seen[rec.Events] = true
		if res := again(t, small, rec); res.Divergence != nil || res.Events != rec.Events || res.Hash != rec.Hash {
			t.Fatalf("cut at %d: %+v, %+v", n, res, res.Divergence)
		}
	}
	if len(seen) != len(whole.chunks)+1 {
		t.Fatalf("%d prefixes of %d chunks", len(seen), len(whole.chunks))
	}
}

// framesOf are the frames of a file.
func framesOf(t testing.TB, file []byte) (all []frame) {
	t.Helper()
	for fs := newFrames(file); len(fs.b) > 0; {
		f, cut, err := fs.next()
		if err != nil || cut {
			t.Fatal(cut, err)
		}
		all = append(all, f)
	}
	return all
}

// linked is a file of frames, whose checksums are right.
func linked(all []frame) []byte {
	b, l := begin(nil), firstLink()
	first := l
	for _, f := range all {
		start := len(b)
		if f.kind == framePart {
			l = first
		}
		if b, l = endFrame(append(beginFrame(b, f.kind), f.payload...), start, l); f.kind == frameHeader {
			first = l
		}
	}
	return b
}

// pieces are the frames of a file as they stand there.
func pieces(t testing.TB, file []byte) (all [][]byte) {
	t.Helper()
	at := preamble
	for _, f := range framesOf(t, file) {
		n := frameHead + len(f.payload) + frameTail
		all = append(all, file[at:at+n])
		at += n
	}
	return all
}

// A frame is refused wherever it does not follow those that it was written after: in the
// recording of another seed, twice, at another place, or where one is left out.
func TestForeignFrames(t *testing.T) {
	one, other := pieces(t, recordingOf(t, 1)), pieces(t, recordingOf(t, 9))
	last := len(one) - 1
	refused := func(what string, all ...[]byte) {
		t.Helper()
		file := append(begin(nil), bytes.Join(all, nil)...)
		var bad *Error
		if rec, err := Read(file); !errors.As(err, &bad) {
			t.Errorf("%s: %v, %+v", what, err, rec)
		}
	}
	refused("the header of another seed", append([][]byte{one[0]}, other[1:]...)...)
	refused("a last part from elsewhere", append(slices.Clone(one[:last]), other[len(other)-1])...)
	refused("a second recording", append(slices.Clone(one), other...)...)
	for i := 1; i < last; i++ {
		refused("a chunk from elsewhere", slices.Concat(one[:i], other[i:i+1], one[i+1:])...)
		refused("a chunk left out", slices.Concat(one[:i], one[i+1:])...)
		refused("a chunk twice", slices.Concat(one[:i], one[i:i+1], one[i:])...)
	}
	for i := range last {
		refused("two swapped", slices.Concat(one[:i], one[i+1:i+2], one[i:i+1], one[i+2:])...)
	}
	for n := 1; n <= last; n++ {
		if rec, err := Read(append(begin(nil), bytes.Join(one[:n], nil)...)); err != nil || !rec.Truncated {
			t.Errorf("cut off after %d frames: %v", n, err)
		}
	}
}

// A recording whose checksums are right and whose contents are not: every replay compares all that is
// recorded, the quick one too.
func TestAlteredContents(t *testing.T) {
	all := framesOf(t, smallRecording(t))
	altered := func(what string, n int, alter func(c *chunk)) {
		c, ok := readChunk(bytes.Clone(all[n].payload))
		if !ok {
			t.Fatal(n)
		}
		alter(&c)
		fs := slices.Clone(all)
		fs[n].payload = payloadOf(&c)
		rec, err := Read(linked(fs))
		if err != nil {
			return // it makes no sense, and is refused
		}
		if res := quickly(t, small, rec); res.Divergence == nil {
			t.Errorf("%s of chunk %d: a quick replay is identical", what, n)
		}
		if res := again(t, small, rec); res.Divergence == nil {
			t.Errorf("%s of chunk %d: a replay is identical", what, n)
		}
	}
	for n := 1; n < len(all)-1; n++ {
		c, _ := readChunk(all[n].payload)
		for i := range c.calls {
			altered(fmt.Sprintf("call data, byte %d,", i), n, func(c *chunk) { c.calls[i] ^= 1 })
		}
		for i := range c.prints {
			altered(fmt.Sprintf("sums, byte %d,", i), n, func(c *chunk) { c.prints[i] ^= 1 })
		}
		for i := range c.marks {
			altered(fmt.Sprintf("marks, byte %d,", i), n, func(c *chunk) { c.marks[i] ^= 1 })
		}
		for i := range c.packed {
			altered(fmt.Sprintf("choices, byte %d,", i), n, func(c *chunk) { c.packed[i] ^= 1 })
		}
		altered("the hash", n, func(c *chunk) { c.hash ^= 1 })
	}
}

// payloadOf is the payload of a chunk.
func payloadOf(c *chunk) []byte {
	b := binary.AppendUvarint(nil, c.base)
	b = binary.AppendUvarint(b, c.events)
	b = binary.AppendUvarint(b, c.choices)
	for _, part := range [][]byte{c.packed, c.inputs, c.calls, c.prints} {
		b = appendPart(b, part)
	}
	return binary.LittleEndian.AppendUint64(append(b, c.marks...), c.hash)
}

// What is no recording of this format is refused for what it is.
func TestForeign(t *testing.T) {
	file := smallRecording(t)
	version := func(v byte) []byte {
		b := bytes.Clone(file)
		b[len(magic)] = v
		return b
	}
	const only = "this machsim reads format 4 only, "
	for _, c := range []struct {
		b    []byte
		want string
	}{
		{nil, "the file is empty: it is no recording"},
		{[]byte("#!/bin/sh\n"), "the file is no recording of machsim's"},
		{[]byte("mach"), "the file is no recording of machsim's"},
		{file[:9], "the recording ends within its header: there is nothing to replay"},
		{file[:40], "the recording ends within its header: there is nothing to replay"},
		{version(0), "the recording is of format 0; " + only + "an older one made it: make the run again"},
		{version(1), "the recording is of format 1; " + only + "an older one made it: make the run again"},
		{version(2), "the recording is of format 2; " + only + "an older one made it: make the run again"},
		{version(3), "the recording is of format 3; " + only + "an older one made it: make the run again"},
		{version(5), "the recording is of format 5; " + only + "a newer one made it: use that one"},
		{append(bytes.Clone(file), 1), "the recording is damaged: something follows after its end"},
	} {
		path := filepath.Join(t.TempDir(), "x.rec")
		if err := os.WriteFile(path, c.b, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || err.Error() != c.want {
			t.Errorf("%.12q: %v, want %s", c.b, err, c.want)
		}
	}
	if _, err := Open("/dev/zero"); err == nil {
		t.Error("/dev/zero is a recording")
	}
}

// FuzzRead feeds the reader files that are damaged anyhow.
func FuzzRead(f *testing.F) {
	file := smallRecording(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte(magic))
	f.Add(forkedRecording(f))
	f.Add(changedRecording(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		rec, err := Read(b)
		if err == nil && rec.Program == small.Name && rec.MaxSteps < 1e6 {
			again(t, small, rec)
			forkOf(t, small, NewFollow(rec, rec.Events/2), config(rec, 1))
		}
	})
}

// FuzzFrames feeds it files whose checksums are right and whose contents are not: it
// may refuse them, and a replay may differ, but nothing may break.
func FuzzFrames(f *testing.F) {
	all := framesOf(f, smallRecording(f))
	payloads := [][]byte{all[0].payload, all[1].payload, all[len(all)-1].payload}
	f.Add(payloads[0], payloads[1], payloads[2], true)
	f.Add(payloads[0], payloads[1], payloads[2], false)
	for _, file := range [][]byte{forkedRecording(f), changedRecording(f)} {
		f.Add(framesOf(f, file)[0].payload, payloads[1], payloads[2], true)
	}
	f.Fuzz(func(t *testing.T, header, chunk, end []byte, whole bool) {
		fs := []frame{{frameHeader, header}, {frameChunk, chunk}}
		if whole {
			fs = append(fs, frame{frameEnd, end})
		}
		b := linked(fs)
		rec, err := Read(b)
		if err == nil && rec.MaxSteps < 1e6 {
			if res := again(t, small, rec); res.Events > rec.Events+1 {
				t.Fatalf("%d events of %d", res.Events, rec.Events)
			}
			f := NewFollow(rec, rec.Events/2)
			if _, _, res := forkOf(t, small, f, config(rec, 1)); !f.Left() && res.Identical() {
				t.Fatal("a fork never left its parent, and nobody says why")
			}
		}
	})
}
