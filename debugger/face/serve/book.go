//go:build !wasm

package serve

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"machsim/debugger/face/wire"
	"machsim/debugger/record/atomicfile"
)

// Kept is what is written of a session, so that it is there again when the Server was killed and started anew.
type Kept struct {
	Name     string `json:"name"`
	File     string `json:"file"`     // of the recording
	Position string `json:"position"` // in the recording
}

// Book is the file with what is kept of the sessions of a Server.
type Book struct {
	path string

	file sync.Mutex // held while it is written

	mu    sync.Mutex // guards what follows
	rows  []*Kept
	due   bool // it is to be written, soon
	over  bool
	stops []func()
}

const bookFile = "sessions.json"

// mostBook is how many bytes such a file has at most.
const mostBook = 1 << 20

// OpenBook reads the book in a directory, and returns what is in it.
func OpenBook(dir string) (*Book, []Kept, error) {
	b := &Book{path: filepath.Join(dir, bookFile)}
	info, err := os.Stat(b.path)
	switch {
	case os.IsNotExist(err):
		return b, nil, nil
	case err == nil && info.Size() > mostBook:
		err = fmt.Errorf("it has %d bytes", info.Size())
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(b.path)
	}
	var rows []Kept
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be read: %w", b.path, err)
	}
	return b, slices.DeleteFunc(rows, func(k Kept) bool { return nameable(k.Name) != nil }), nil
}

// soon is how long it takes at most until a position is written.
const soon = 200 * time.Millisecond

// keeps writes of a session from now on. One whose run is in no file is not kept.
func (b *Book) keeps(s *Session, file string) {
	if file == "" {
		return
	}
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	row := &Kept{Name: s.name, File: file}
	if at := s.service.At(); at.Run == 0 {
		row.Position = at.Position
	}
	stop := s.service.Watch(func(e wire.Event) {
		if c, ok := e.Data.(wire.Changed); ok && c.Run == 0 {
			b.note(row, c.Position)
		}
	})
	b.mu.Lock()
	b.rows = append(b.rows, row)
	b.stops = append(b.stops, stop)
	b.mu.Unlock()
	b.write()
}

// Holds keeps a row of a session that could not be opened: perhaps it can the next time.
func (b *Book) Holds(k Kept) {
	b.mu.Lock()
	b.rows = append(b.rows, &k)
	b.mu.Unlock()
	b.write()
}

// note notes a position.
func (b *Book) note(row *Kept, position string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if row.Position == position {
		return
	}
	row.Position = position
	if !b.due && !b.over {
		b.due = true
		time.AfterFunc(soon, b.write)
	}
}

// write writes the book. That it cannot be written shows the next time.
func (b *Book) write() {
	b.file.Lock()
	defer b.file.Unlock()
	b.mu.Lock()
	b.due = false
	text, err := json.MarshalIndent(b.rows, "", "\t")
	b.mu.Unlock()
	if err == nil {
		_ = atomicfile.Write(b.path, append(text, '\n'), fs.FileMode(0o600))
	}
}

// close writes the book for the last time.
func (b *Book) close() {
	b.mu.Lock()
	stops := b.stops
	b.over = true
	b.mu.Unlock()
	b.write()
	for _, stop := range stops {
		stop()
	}
}
