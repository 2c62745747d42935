package userprog

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNote has a note made when a package was never seen, and when its source has changed.
func TestNote(t *testing.T) {
	t.Setenv(CacheVariable, t.TempDir())
	dir := t.TempDir()
	file := filepath.Join(dir, "lab.go")
	p := &Package{Path: "example.com/lab", Dir: dir, Files: []string{"lab.go"}}
	made := 0
	note := func() string {
		text, err := p.Note("vet", func() (string, error) { made++; return "one\ntwo", nil })
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for i, source := range []string{"package lab", "package lab", "package lab // changed"} {
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 1, 2}[i]; note() != "one\ntwo" || made != want {
			t.Errorf("it was made %d times, not %d", made, want)
		}
	}
}
