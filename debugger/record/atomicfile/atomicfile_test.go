package atomicfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/record/atomicfile"
)

// holds says what a file holds, and that nothing else is in its directory but others.
func holds(t *testing.T, path, want string, others ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v", path, got, err)
	}
	there, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(there) != 1+len(others) {
		t.Errorf("%v, %v", there, err)
	}
}

// A file is made, and replaced; it keeps its mode, and a name that leads to it.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.svg")
	for _, text := range []string{"first", "the second"} {
		if err := atomicfile.Write(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "name")
	if err := os.Symlink(path, name); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(name, []byte("third"), 0o666); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "third")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// What cannot be written leaves what was there, and nothing else; the error names the file.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.Mkdir(taken, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "nowhere", "x"), taken} {
		if err := atomicfile.Write(path, []byte("text"), 0o666); err == nil || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) != 1 {
		t.Errorf("%v, %v", there, err)
	}
}

// What is no file of its own is written to.
func TestWriteElsewhere(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write("/dev/null", bytes.Repeat([]byte("x"), 10), 0o666); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}
