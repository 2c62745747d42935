package record

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/kernel"
)

// chatty is a program with many choices, much input and more events than a chunk has.
var chatty = &kernel.Program{Name: "chatty", Main: func(b *kernel.Boot) {
	for range 3 {
		b.Task(b.Host("a"), "", func(th *kernel.Thread) {
			for i := range 30_000 {
				th.Yield()
				if i%200 == 0 {
					line, _ := th.ReadLine()
					th.Printf("%d", len(line))
				}
			}
		})
	}
}}

// long is console input of so many bytes a line, without end.
func long(bytes int) func() (string, bool) {
	return func() (string, bool) { return strings.Repeat("x", bytes), true }
}

// written records a run of p. Between is called after each event.
func written(t *testing.T, p *kernel.Program, input func() (string, bool), memory []byte, between func(uint64)) []byte {
	t.Helper()
	var file bytes.Buffer
	door := kernel.NewRandom(5)
	door.Lines = input
	cfg := kernel.Config{Seed: 5, Args: map[string]string{}}
	r := Start(&file, HeaderOf(p, cfg))
	if memory != nil {
		r.Mirror(memory)
	}
	cfg.Door = r.Wrap(door)
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		r.step(s, a, op, done)
		between(s.Steps)
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
	return file.Bytes()
}

// TestNoClock: a run that was held up is recorded as one that was not. It is held up before a mark, and after a line of
// input.
func TestNoClock(t *testing.T) {
	want := written(t, small, lines(), nil, func(uint64) {})
	rec, err := Read(want)
	if err != nil {
		t.Fatal(err)
	}
	got := written(t, small, lines(), nil, func(event uint64) {
		if event == 200 || event == rec.Events-3 {
			time.Sleep(150 * time.Millisecond)
		}
	})
	if !bytes.Equal(got, want) {
		t.Error("the recording of a run that was held up is another one")
	}
}

// TestChunks: a run is recorded in the same chunks with a journal and without one. None has many more events, or bytes
// of input, than it may, and a journal has room for each.
func TestChunks(t *testing.T) {
	for _, line := range []int{0, 10, 1000, 20_000} {
		want := written(t, chatty, long(line), nil, func(uint64) {})
		memory := make([]byte, JournalBytes)
		got := written(t, chatty, long(line), memory, func(event uint64) {
			if (journal{(*[JournalBytes]byte)(memory)}).get(headLayout) != layout {
				t.Fatalf("lines of %d bytes: the journal is not valid after event %d", line, event)
			}
		})
		if !bytes.Equal(got, want) {
			t.Errorf("lines of %d bytes: with a journal the recording is another one", line)
		}
		rec, err := Read(want)
		if err != nil {
			t.Fatal(err)
		}
		ends := []uint64{}
		for _, c := range rec.chunks {
			if ends = append(ends, c.base+c.events); c.events >= chunkEvents+markEvery || len(c.inputs) > chunkBytes+line+2 {
				t.Errorf("lines of %d bytes: a chunk has %d events and %d bytes of input", line, c.events, len(c.inputs))
			}
		}
		if early := []uint64{1, 2, 4, 8, 16, 32, 64, 128}; !slices.Equal(ends[:8], early) && line < 1000 {
			t.Errorf("lines of %d bytes: the first chunks end at %v", line, ends[:8])
		}
		if len(ends) < 10 {
			t.Errorf("lines of %d bytes: there are only %d chunks", line, len(ends))
		}
	}
}
