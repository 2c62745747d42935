package userprog

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"machsim/test/effort"
)

// TestHookedOnce: what has not changed is not rewritten.
func TestHookedOnce(t *testing.T) {
	effort.Dear(t, "it builds machsim")
	t.Setenv(CacheVariable, filepath.Join(t.TempDir(), "cache"))
	p, err := Find(".", "machsim/programs/hello")
	if err != nil {
		t.Fatal(err)
	}
	var made []time.Time
	for range 2 {
		h, err := p.BuildHooked(".")
		if err != nil || len(h.Left) > 0 {
			t.Fatalf("%v, %v", h, err)
		}
		texts, err := os.Stat(filepath.Join(filepath.Dir(h.Exe), hookingFile))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, texts.ModTime())
	}
	if !made[0].Equal(made[1]) {
		t.Errorf("the texts were made at %v", made)
	}
}

// TestStamps: a change of a file is seen.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "lab.go")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("package lab")
	stamps := stampsOf([]string{dir, file})
	if !unchanged(stamps) {
		t.Error("nothing has changed")
	}
	write("package lab // longer")
	if unchanged(stamps) {
		t.Error("a file has changed")
	}
	stamps = stampsOf([]string{dir, file})
	if err := os.Rename(file, file+"x"); err != nil {
		t.Fatal(err)
	}
	if unchanged(stamps) {
		t.Error("a file is gone")
	}
}
