package guest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"machsim/cmd/machsim/internal/sandbox"
	"machsim/debugger/record"
	"machsim/debugger/study"
)

// TestPartsOfAGuest: what a guest that was ended has left of a bounded recording is saved with it, and nothing else
// that is called so; parts that another run has left on this machine go.
func TestPartsOfAGuest(t *testing.T) {
	here := t.TempDir()
	file := filepath.Join(here, study.Directory, "x.rec")
	g := &visitor{files: sandbox.NewFiles(here, 1<<20)}
	written := unended(t)
	for name, data := range written {
		g.files.Put(file+name, data)
	}
	g.files.Put(filepath.Join(here, study.Directory, "y.rec.kept1"), []byte("of nothing"))
	g.files.Put(file+".kept", []byte("no part"))
	if err := study.Write(file+".kept7", []byte("of another run")); err != nil {
		t.Fatal(err)
	}
	saved, err := g.save(here, nil)
	if err != nil || len(saved) != len(written) || len(written) < 2 {
		t.Errorf("%v are saved: %v", saved, err)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != len(written) {
		t.Errorf("there are %v: %v", left, err)
	}
	for name, data := range written {
		if b, err := os.ReadFile(file + name); err != nil || !bytes.Equal(b, data) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if rec, err := record.Open(file); err != nil || !rec.Truncated || rec.Keep.All() {
		t.Errorf("%+v, %v", rec, err)
	}
}

// unended are the files of a bounded recording whose run goes on, by what their names have after its own.
func unended(t *testing.T) map[string][]byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rec")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := record.NewParts(f, record.Keep{Events: 1000})
	if err != nil {
		t.Fatal(err)
	}
	record.Start(parts, record.Header{Program: "x", MaxSteps: 1})
	defer parts.Close()
	all, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range all {
		if files[name[len(path):]], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
