package capsule

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func made(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	c := Capsule{Manifest: Manifest{Machsim: "1", Program: "lab"}, Recording: []byte("recording"), Guest: []byte("guest")}
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRead reads what was written, and tells a capsule from other files.
func TestRead(t *testing.T) {
	data := made(t)
	c, err := Read(data)
	if err != nil || c.Program != "lab" || string(c.Recording) != "recording" || string(c.Guest) != "guest" {
		t.Errorf("%+v, %v", c, err)
	}
	file := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]bool{string(data): true, "PK\x03\x04 another packed file": false, "": false} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if Is(file) != want {
			t.Errorf("%.10q is a capsule: %v", text, !want)
		}
	}
}

// TestDamaged changes each byte, and cuts the file at each: there is a sentence, or the content is the same.
func TestDamaged(t *testing.T) {
	data := made(t)
	look := func(what string, i int, b []byte) {
		c, err := Read(b)
		switch {
		case err != nil && !errors.As(err, new(*Unfit)):
			t.Errorf("%s %d: %v", what, i, err)
		case err == nil && (string(c.Recording) != "recording" || string(c.Guest) != "guest"):
			t.Errorf("%s %d: another content is taken for the right one", what, i)
		}
	}
	for i := range data {
		look("cut at", i, data[:i])
		changed := bytes.Clone(data)
		changed[i] ^= 0x55
		look("changed at", i, changed)
	}
}

// TestLarge refuses what unpacks to more than a capsule may have.
func TestLarge(t *testing.T) {
	old := most[recording]
	defer func() { most[recording] = old }()
	most[recording] = 8
	if _, err := Read(made(t)); !errors.As(err, new(*Unfit)) {
		t.Errorf("%v", err)
	}
}
