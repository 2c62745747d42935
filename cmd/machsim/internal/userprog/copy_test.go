package userprog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// A machsim in the module cache is copied to where one can write, once; another stays
// where it is.
func TestWritable(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "mod")
	source := filepath.Join(cache, "machsim@v1.0.0")
	file := filepath.Join("cmd", "machsim", "main.go")
	put(t, filepath.Join(source, file), "package main")
	t.Setenv(CacheVariable, t.TempDir())
	tool := toolIn(source)
	here, err := tool.writable(filepath.Join(t.TempDir(), "other"))
	if err != nil || here.Dir != tool.Dir {
		t.Fatalf("%s: %v; outside of the cache it is not to be copied", here.Dir, err)
	}
	var first string
	for range 2 {
		moved, err := tool.writable(cache)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(moved.Dir, cache) || moved.Dir != filepath.Join(moved.Module.Dir, "cmd", "machsim") {
			t.Fatalf("copied to %s, module %s", moved.Dir, moved.Module.Dir)
		}
		if _, err := os.Stat(filepath.Join(moved.Module.Dir, file)); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = moved.Dir
		} else if moved.Dir != first {
			t.Errorf("copied to %s and to %s", first, moved.Dir)
		}
	}
	if tool.Module.Dir != source {
		t.Error("what was listed has changed")
	}
}

// toolIn is machsim as go list tells of it.
func toolIn(dir string) (l listed) {
	l.Dir = filepath.Join(dir, "cmd", "machsim")
	l.Module = &instrument.Module{Dir: dir, GoVersion: "1.26"}
	return l
}

// put writes a file.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
