//go:build !wasm

package userprog

import (
	"io"
	"path/filepath"
	"regexp"
)

// seenFrom passes on what the go tool says, with the paths of Go files as they are seen from another
// directory. The go tool writes whole lines.
type seenFrom struct {
	at, said string // directories
	to       io.Writer
}

// goPlace matches a place in a Go file at the beginning of a line.
var goPlace = regexp.MustCompile(`(?m)^(\s*)([^\s:][^:\n]*\.go):(\d+)`)

func (w *seenFrom) Write(text []byte) (int, error) {
	_, err := w.to.Write(goPlace.ReplaceAllFunc(text, func(place []byte) []byte {
		m := goPlace.FindSubmatch(place)
		return []byte(string(m[1]) + w.path(string(m[2])) + ":" + string(m[3]))
	}))
	return len(text), err
}

// path returns a path as seen from the other directory, if that is possible.
func (w *seenFrom) path(path string) string {
	at, err := filepath.Abs(w.at)
	if filepath.IsAbs(path) || err != nil {
		return path
	}
	seen, err := filepath.Rel(at, filepath.Join(w.said, path))
	switch {
	case err != nil:
		return filepath.Join(w.said, path)
	case filepath.Dir(seen) == ".":
		return "." + string(filepath.Separator) + seen // as the go tool has it
	}
	return seen
}
