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
	door := kernel.NewRandom(3)
	door.Lines = lines()
	read := func() {
		rec, err := r.SoFar()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
	cfg := kernel.Config{Seed: 3, Args: map[string]string{}, Door: r.Wrap(door)}
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		if r.step(s, a, op, done); s.Steps%events == 0 {
			read()
			read()
		}
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
	read()
	read()
	if last := all[len(all)-1]; last.Truncated || last.Events != m.State.Steps {
		t.Errorf("at the end it is %+v", last)
	}
	return all
}
