// Package capsule reads and writes capsules: files with a recording and the machsim, as a guest, that has its program
// with hooks, sources and symbols. Whoever has one looks at the run without Go, without source, and without trust:
// package sandbox runs the guest.
//
// A capsule is a zip file: manifest.json first, then run.rec and guest.wasm. It may come from strangers. So sizes are
// bounded before anything is read, and the manifest has sums of what is in it.
package capsule

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"machsim/ipc/quote"
)

// Format is the version of the form of capsules. Guests of the first one are commands, which the page does not run.
const Format = 2

// The files of a capsule.
const (
	manifest  = "manifest.json"
	recording = "run.rec"
	guest     = "guest.wasm"
)

// most is how many bytes a file of a capsule may have.
var most = map[string]int64{manifest: 1 << 16, recording: 1 << 30, guest: 256 << 20}

// Manifest says what is in a capsule.
type Manifest struct {
	Format  int               `json:"format"`
	Machsim string            `json:"machsim"` // that made it, as machsim version says it
	Program string            `json:"program"`
	Package string            `json:"package,omitempty"` // of the program, none of samples
	Sums    map[string]string `json:"sums"`              // SHA-256 of the other files
}

// Capsule is what a file has.
type Capsule struct {
	Manifest
	Recording, Guest []byte
}

// Unfit says why a file cannot be opened as a capsule.
type Unfit struct{ Text string }

func (e *Unfit) Error() string { return e.Text }

func unfit(format string, args ...any) error { return &Unfit{fmt.Sprintf(format, args...)} }

// begins is how a capsule begins: with the header of its first file, of which the first bytes are always the same, and
// whose name begins at byte 30.
const begins = "PK\x03\x04"

// Is says whether a file begins as a capsule does.
func Is(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // what a pipe has can be read once
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	b := make([]byte, 30+len(manifest))
	_, err = io.ReadFull(f, b)
	return err == nil && string(b[:len(begins)]) == begins && string(b[30:]) == manifest
}

// Write writes a capsule.
func (c Capsule) Write(to io.Writer) error {
	c.Format, c.Sums = Format, map[string]string{recording: sum(c.Recording), guest: sum(c.Guest)}
	head, err := json.MarshalIndent(c.Manifest, "", "  ")
	if err != nil {
		return err
	}
	z := zip.NewWriter(to)
	for _, f := range []struct {
		name string
		data []byte
	}{{manifest, head}, {recording, c.Recording}, {guest, c.Guest}} {
		w, err := z.Create(f.name)
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// Told are the sums of a capsule's recording and guest, which tell it from others.
func (c Capsule) Told() string { return c.Sums[recording] + " " + c.Sums[guest] }

// Open reads the capsule in a file. The error is an *Unfit, or one of the file system.
func Open(path string) (Capsule, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Capsule{}, err
	}
	return Read(data)
}

// Read reads a capsule.
func Read(data []byte) (c Capsule, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return c, unfit("the capsule is damaged: %v", err)
	}
	head, err := file(z, manifest)
	if err != nil {
		return c, err
	}
	switch err := json.Unmarshal(head, &c.Manifest); {
	case err != nil:
		return c, unfit("the capsule is damaged: its manifest cannot be read: %v", err)
	case c.Format < 1 || c.Format > Format:
		return c, unfit("the capsule is of format %d; this machsim reads formats up to %d: open it with %s", c.Format, Format,
			quote.Line(c.Machsim))
	}
	if c.Recording, err = c.checked(z, recording); err == nil {
		c.Guest, err = c.checked(z, guest)
	}
	return c, err
}

// checked reads a file and compares its sum.
func (c Capsule) checked(z *zip.Reader, name string) ([]byte, error) {
	data, err := file(z, name)
	if err == nil && sum(data) != c.Sums[name] {
		err = unfit("the capsule is damaged: %s is not what its manifest says", name)
	}
	return data, err
}

// file reads a file of a capsule.
func file(z *zip.Reader, name string) ([]byte, error) {
	f, err := z.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, unfit("the capsule is damaged: it has no %s", name)
	} else if err != nil {
		return nil, unfit("the capsule is damaged: %s: %v", name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most[name]+1))
	switch {
	case err != nil:
		return nil, unfit("the capsule is damaged: %s: %v", name, err)
	case int64(len(data)) > most[name]:
		return nil, unfit("the capsule has a %s of more than %d MB, and is not opened", name, most[name]>>20)
	}
	return data, nil
}
