package cache_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"machsim/debugger/replay/cache"
)

func open(t *testing.T, most int64) (*cache.Dir, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kept")
	d, err := cache.Open(path, most)
	if err != nil {
		t.Fatal(err)
	}
	return d, path
}

func put(t *testing.T, d *cache.Dir, name string, data []byte) {
	t.Helper()
	if err := d.Put(name, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		t.Fatal(err)
	}
}

// TestKept gets what was put, and the newer of two; nothing of what was damaged, cut off, or never whole.
func TestKept(t *testing.T) {
	d, _ := open(t, 1<<20)
	put(t, d, "a", []byte("older"))
	put(t, d, "a", []byte("some data"))
	if got := d.Get("a"); string(got) != "some data" {
		t.Fatalf("got %q", got)
	}
	if d.Get("b") != nil {
		t.Error("something is kept under another name")
	}
	if d.Put("b", func(w io.Writer) error { return errors.New("not plain") }) == nil || d.Get("b") != nil {
		t.Error("what could not be written is kept")
	}
	file := d.File("a")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		for _, b := range [][]byte{bad, data[:i]} {
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if d.Get("a") != nil {
				t.Errorf("a file that is another at byte %d of %d, or ends there, is used", i, len(data))
			}
		}
	}
}

// TestRoom deletes what was used longest ago.
func TestRoom(t *testing.T) {
	d, path := open(t, 350)
	for i := range 3 {
		name := fmt.Sprint(i)
		put(t, d, name, make([]byte, 100))
		then := time.Now().Add(time.Duration(i-10) * time.Minute)
		if err := os.Chtimes(d.File(name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	d.Get("0")
	put(t, d, "3", make([]byte, 100))
	for name, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true} {
		if (d.Get(name) != nil) != want {
			t.Errorf("%s is kept: %t", name, !want)
		}
	}
	if d.Put("4", func(w io.Writer) error { _, err := w.Write(make([]byte, 1000)); return err }) == nil {
		t.Error("more is kept than there is room for")
	}
	if left, _ := filepath.Glob(filepath.Join(path, "*.part")); left != nil {
		t.Errorf("%v is left", left)
	}
}

// TestMakeRoom: what was used longest ago goes, be it a file or a directory, but never what is in use; also when many
// do that at once.
func TestMakeRoom(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for i, name := range []string{"mine/x", "oldest/a", "old", "newer/b", "newest"} {
		path := filepath.Join(dir, name)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, make([]byte, 100), 0o600))
		at := now.Add(time.Duration(i-10) * time.Hour)
		top := filepath.Join(dir, strings.Split(name, "/")[0])
		if err = errors.Join(err, os.Chtimes(top, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { cache.MakeRoom(dir, 350, filepath.Join(dir, "mine")) })
	}
	all.Wait()
	var left []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{"mine", "newer", "newest"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("%q are left, and not %q: %v", left, want, err)
	}
}
