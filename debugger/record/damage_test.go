package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
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
		t.Fatalf("%+v, %+v", res, res.Difference)
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
		if res := again(t, small, rec); res.Difference != nil || res.Events != rec.Events || res.Hash != rec.Hash {
			t.Fatalf("cut at %d: %+v, %+v", n, res, res.Difference)
		}
	}
	if len(seen) != len(whole.chunks)+1 {
		t.Fatalf("%d prefixes of %d chunks", len(seen), len(whole.chunks))
	}
}

// What is no recording of this format is refused for what it is.
func TestForeign(t *testing.T) {
	file := smallRecording(t)
	version := func(v byte) []byte {
		b := bytes.Clone(file)
		b[len(magic)] = v
		return b
	}
	for _, c := range []struct {
		b    []byte
		want string
	}{
		{nil, "the file is empty: it is no recording"},
		{[]byte("#!/bin/sh\n"), "the file is no recording of machsim's"},
		{[]byte("mach"), "the file is no recording of machsim's"},
		{file[:9], "the recording ends within its header: there is nothing to replay"},
		{file[:40], "the recording ends within its header: there is nothing to replay"},
		{version(0), "the recording is of format 0; this machsim reads format 2 only, an older one made it"},
		{version(1), "the recording is of format 1; this machsim reads format 2 only, an older one made it"},
		{version(3), "the recording is of format 3; this machsim reads format 2 only, a newer one made it"},
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
	var payloads [3][]byte
	rest := smallRecording(f)[preamble:]
	for i := 0; i < 3; {
		fr, next, _, err := nextFrame(rest)
		if err != nil {
			f.Fatal(err)
		}
		if len(next) == 0 || i < 2 {
			payloads[i] = fr.payload
			i++
		}
		rest = next
	}
	f.Add(payloads[0], payloads[1], payloads[2], true)
	f.Add(payloads[0], payloads[1], payloads[2], false)
	for _, file := range [][]byte{forkedRecording(f), changedRecording(f)} {
		fork, _, _, err := nextFrame(file[preamble:])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(fork.payload, payloads[1], payloads[2], true)
	}
	f.Fuzz(func(t *testing.T, header, chunk, end []byte, whole bool) {
		b := []byte(magic + "\x02\x00")
		add := func(kind byte, payload []byte) {
			start := len(b)
			b = endFrame(append(beginFrame(b, kind), payload...), start)
		}
		add(frameHeader, header)
		add(frameChunk, chunk)
		if whole {
			add(frameEnd, end)
		}
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
