package course

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger/face/shelf"
	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/kernel"
)

// TestHandInParts: a recording that is still in parts, for its run was killed, is handed in whole, and listed with the
// size of all its files. One that cannot be read is left out.
func TestHandInParts(t *testing.T) {
	dir := t.TempDir()
	l, err := lab.Find("mutex")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Start(dir); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	file := filepath.Join(study.Directory, "x.rec")
	killed(t, file)
	damaged := filepath.Join(study.Directory, "damaged.rec")
	if err := os.WriteFile(damaged, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := l.HandIn(".", "x.zip", "", "", func(file string) ([]byte, error) {
		if filepath.Base(file) == filepath.Base(damaged) {
			return nil, errors.New("a part between others is missing")
		}
		return study.ReadFile(file)
	})
	if err != nil || len(m.Recordings) != 1 {
		t.Fatalf("%v, %+v", err, m)
	}
	z, err := zip.OpenReader("x.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(m.Recordings[0])
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(data)
	if err != nil || !rec.Truncated || rec.Keep.All() {
		t.Errorf("what is handed in: %v, %+v", err, rec)
	}
	if err := os.Remove(damaged); err != nil {
		t.Fatal(err)
	}
	all, err := new(shelf.Shelf).Recordings()
	if err != nil || len(all) != 1 || all[0].Bytes != int64(len(data)) {
		t.Errorf("of %d bytes are listed: %+v, %v", len(data), all, err)
	}
}

// killed leaves a bounded recording as a run does that is killed with its supervisor.
func killed(t *testing.T, file string) {
	t.Helper()
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := record.NewParts(f, record.Keep{Events: 1000})
	if err != nil {
		t.Fatal(err)
	}
	record.Start(parts, record.HeaderOf(&kernel.Program{Name: "x"}, kernel.Config{}))
	if err := parts.Close(); err != nil {
		t.Fatal(err)
	}
}
