package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"machsim/kernel"
)

// TestSoFar: what was read back of a run, piece by piece, is what the whole file is read as, whenever it was read last;
// and stays that.
func TestSoFar(t *testing.T) {
	for every := range uint64(9) {
		file, err := os.Create(filepath.Join(t.TempDir(), "so.rec"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		inFile := everySoFar(t, Start(file, HeaderOf(small, kernel.Config{})), every+1)
		inMemory := everySoFar(t, Start(new(bytes.Buffer), HeaderOf(small, kernel.Config{})), every+1)
		for i, rec := range inMemory {
			want, err := Read(bytes.Clone(rec.Data()))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(rec, want) || !reflect.DeepEqual(inFile[i], want) {
				t.Fatalf("every %d, %d: %+v, and %+v when it is read at once", every+1, i, rec, want)
			}
		}
	}
}

// everySoFar reads the recording of a run back at so many events, and twice at each time.
func everySoFar(t *testing.T, r *Recorder, events uint64) (all []*Recording) {
	t.Helper()
	read := func() {
		rec, err := r.SoFar()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
	steps := uint64(0)
	everyStep(t, r, func(s *kernel.State) {
		if steps = s.Steps; steps%events == 0 {
			read()
			read()
		}
	})
	read()
	read()
	if last := all[len(all)-1]; last.Truncated || last.Events != steps {
		t.Errorf("at the end it is %+v", last)
	}
	return all
}

// TestSoFarBounded: what is read back of a bounded run, piece by piece, has all its events, though the file has dropped
// some; and it has them from a picture on as a recording of its own, which can be read back further.
func TestSoFarBounded(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "so.rec"))
	if err != nil {
		t.Fatal(err)
	}
	parts, err := NewParts(file, Keep{Events: 64})
	if err != nil {
		t.Fatal(err)
	}
	r := Start(parts, HeaderOf(small, kernel.Config{}))
	r.Pictures(func(*kernel.State) []byte { return []byte("a picture") })
	first := uint64(0)
	everyStep(t, r, func(s *kernel.State) {
		if r.Between(s); s.Steps%10 > 0 {
			return
		}
		rec, err := r.SoFar()
		if err != nil || rec.Dropped != first || rec.Events != s.Steps || rec.Hash != s.Hash {
			t.Fatalf("after event %d it is %d to %d (%v)", s.Steps, rec.Dropped, rec.Events, err)
		}
		if s.Steps%150 > 0 {
			return
		}
		late, ok, err := rec.Later(r.Dropped())
		if !ok || err != nil || late.Dropped != r.Dropped() || late.Events != s.Steps || late.Hash != s.Hash {
			t.Fatalf("later it is %+v, %v, %v", late, ok, err)
		}
		r.Begin(late)
		first = late.Dropped
	})
	if first == 0 || r.Dropped() <= first {
		t.Errorf("%d were dropped, and %d in the file", first, r.Dropped())
	}
}

// everyStep makes a run that is recorded, and calls a function after each event.
func everyStep(t *testing.T, r *Recorder, do func(*kernel.State)) {
	t.Helper()
	door := kernel.NewRandom(3)
	door.Lines = lines()
	cfg := kernel.Config{Seed: 3, Args: map[string]string{}, Door: r.Wrap(door)}
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		r.step(s, a, op, done)
		do(s)
	}
	m, err := kernel.New(small, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := r.End(EndingOf(m)); err != nil {
		t.Fatal(err)
	}
}
