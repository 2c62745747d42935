package record

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"machsim/kernel"
)

// died is what a process has left that died after an event: the file, and the memory that it
// shared.
type died struct {
	file, memory []byte
	events       uint64
}

// dying records a run of p, and dies again and again.
func dying(t *testing.T, p *kernel.Program, chunk uint64, when func(event uint64) bool) (all []died) {
	t.Helper()
	var file bytes.Buffer
	memory := make([]byte, JournalBytes)
	door := kernel.NewRandom(3)
	door.Lines = lines()
	cfg := kernel.Config{Seed: 3, Args: map[string]string{}}
	r := Start(&file, HeaderOf(p, cfg))
	r.Mirror(memory)
	cfg.Door = r.Wrap(door)
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		r.step(s, a, op, done)
		if chunk > 0 && s.Steps%chunk == 0 {
			r.pack()
			r.flush()
		}
		if when(s.Steps) {
			all = append(all, died{bytes.Clone(file.Bytes()), bytes.Clone(memory), s.Steps})
		}
	}
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := r.End(EndingOf(m)); err != nil {
		t.Fatal(err)
	}
	return append(all, died{bytes.Clone(file.Bytes()), bytes.Clone(memory), m.World().Steps})
}

// recovered is the recording after another process has completed it.
func recovered(t *testing.T, d died) *Recording {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rec")
	if err := os.WriteFile(path, d.file, 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 { // once more changes nothing
		if err := Recover(path, d.memory); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := Open(path)
	if err != nil {
		t.Fatalf("after event %d: %v", d.events, err)
	}
	return rec
}

// A process may die at any event: all events up to that one are in the recording then, and
// replay, however many of them were in the file.
func TestRecover(t *testing.T) {
	often := func(event uint64) bool { return event%16 < 2 || event%60 == 59 }
	for _, chunk := range []uint64{0, 60} {
		for _, d := range dying(t, small, chunk, often) {
			rec := recovered(t, d)
			if rec.Events != d.events {
				t.Fatalf("%d events of %d are left", rec.Events, d.events)
			}
			if res := again(t, small, rec); res.Divergence != nil || res.Events != d.events {
				t.Fatalf("after event %d: %+v, %+v", d.events, res, res.Divergence)
			}
		}
	}
}

// A frame that was written in part makes way.
func TestRecoverPartOfFrame(t *testing.T) {
	all := dying(t, small, 60, func(event uint64) bool { return event == 59 || event == 60 })
	before, after := all[0], all[1]
	for n := len(before.file) + 1; n < len(after.file); n += 5 {
		part := died{after.file[:n], before.memory, before.events}
		if rec := recovered(t, part); rec.Events != before.events {
			t.Fatalf("with %d bytes: %d events", n, rec.Events)
		}
	}
}

// What is not the file of the journal, or is complete, stays as it is.
func TestRecoverNothing(t *testing.T) {
	all := dying(t, small, 60, func(event uint64) bool { return event == 100 })
	left := all[0]
	for name, file := range map[string][]byte{
		"another recording": recordingOf(t, 9), "complete": all[len(all)-1].file, "no recording": []byte("#!/bin/sh"),
		"empty":            nil,
		"of another place": left.file[:len(left.file)/2],
	} {
		path := filepath.Join(t.TempDir(), "x.rec")
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Recover(path, left.memory); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, file) {
			t.Errorf("%s: changed, %v", name, err)
		}
	}
}

// Where a chunk grows beyond what the memory holds, it is written before; one line that is too
// long alone is lost with its chunk, and nothing else.
func TestRecoverMuch(t *testing.T) {
	busy := &kernel.Program{Name: "busy", Main: func(b *kernel.Boot) {
		for range 4 {
			b.Task(b.Host("a"), "", func(th *kernel.Thread) {
				for range 60_000 {
					th.Yield()
				}
				for range 5000 {
					th.Printf("x")
				}
			})
		}
	}}
	n := 0
	for _, d := range dying(t, busy, 0, func(event uint64) bool { return event%40_009 == 0 }) {
		if rec := recovered(t, d); rec.Events != d.events {
			t.Errorf("%d events of %d are left", rec.Events, d.events)
		}
		n++
	}
	if n < 5 {
		t.Errorf("died %d times", n)
	}
}

// TestTakenPlace: a recording that takes the place of another is completed from the journal that the other had.
func TestTakenPlace(t *testing.T) {
	memory, cfg := make([]byte, JournalBytes), kernel.Config{Seed: 3, Args: map[string]string{}}
	path, of := begunFile(t, cfg)
	r := Start(new(bytes.Buffer), HeaderOf(small, cfg))
	of.Mirror(memory)
	old, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	before, err := io.ReadAll(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.TakePlace(of); err != nil {
		t.Fatal(err)
	}
	after := make([]byte, len(before)+1)
	if n, _ := old.ReadAt(after, 0); !bytes.Equal(after[:n], before) {
		t.Errorf("the old file was written to: it had %d bytes, and has %d", len(before), n)
	}
	cfg.Door = r.Wrap(kernel.NewRandom(3))
	cfg.Tracer.Step = r.step
	m, err := kernel.New(small, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := Recover(path, memory); err != nil {
		t.Fatal(err)
	}
	if rec, err := Open(path); err != nil || rec.Events != m.World().Steps {
		t.Errorf("%+v, %v, after %d events", rec, err, m.World().Steps)
	}
	takenFrom(t, path, memory)
}

// takenFrom has another run take a recording's name: its journal is known as that of another file.
func takenFrom(t *testing.T, path string, memory []byte) {
	t.Helper()
	if numberOf(must(os.Stat(path))) == 0 {
		return
	}
	check(t, must(os.Create(path+"-")).Close())
	check(t, os.Rename(path+"-", path))
	if err := Recover(path, memory); !errors.As(err, new(*Taken)) {
		t.Errorf("it does not know that another run has its name: %v", err)
	}
}

// begunFile begins a recording in a file.
func begunFile(t *testing.T, cfg kernel.Config) (path string, r *Recorder) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.rec")
	file := must(os.Create(path))
	t.Cleanup(func() { _ = file.Close() })
	return path, Start(file, HeaderOf(small, cfg))
}

// TestForgedJournal: whatever is in the counters of a journal, which a hostile guest may write to, the file is left as
// it is or completed.
func TestForgedJournal(t *testing.T) {
	memory := make([]byte, JournalBytes)
	path, r := begunFile(t, kernel.Config{Seed: 3, Args: map[string]string{}})
	r.Mirror(memory)
	before := must(os.ReadFile(path))
	for head := headEvents; head <= headMarks; head += 8 {
		for _, n := range []uint64{1, stepBytes/8 + 1, wordBytes + 8, 1 << 33, 1 << 60, 1<<64 - 1} {
			j := journal{(*[JournalBytes]byte)(bytes.Clone(memory))}
			j.set(headEvents, 1)
			j.set(head, n)
			if err := Recover(path, j.m[:]); err != nil {
				t.Errorf("%d in the head at %d: %v", n, head, err)
			}
			check(t, os.WriteFile(path, before, 0o666))
		}
	}
}

// TestOthersPlace: a live run does not take the place of the recording of another run that has its name by now.
func TestOthersPlace(t *testing.T) {
	cfg := kernel.Config{Seed: 3, Args: map[string]string{}}
	path, of := begunFile(t, cfg)
	r := Start(new(bytes.Buffer), HeaderOf(small, cfg))
	check(t, errors.Join(os.Remove(path), os.WriteFile(path, []byte("another's"), 0o666)))
	if err := r.TakePlace(of); !errors.As(err, new(*Taken)) {
		t.Error(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "another's" {
		t.Errorf("%q, %v", b, err)
	}
}
