package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"machsim/debugger/record/atomicfile"
)

// Taken is the error of a recording whose file another run has now, which was begun later.
type Taken struct{ File string }

func (e *Taken) Error() string { return fmt.Sprintf("another run is recorded in %s now", e.File) }

// placed is a recording's file, or Parts.
type placed interface {
	Name() string
	Stat() (fs.FileInfo, error)
}

// Mine returns an error if what has the name of a recording's file is not that file: a *Taken if it is that of a run
// that was begun later. Then nothing that is there may be changed.
func Mine(f placed) error {
	own, wrong := f.Stat()
	info, err := os.Stat(f.Name())
	if wrong == nil && err == nil && !os.SameFile(info, own) {
		return &Taken{f.Name()}
	}
	return cmp.Or(wrong, err)
}

// WriteFile writes a recording, or what is kept beside one, whole or not at all.
func WriteFile(path string, data []byte) error { return atomicfile.Write(path, data, 0o666) }

// TakePlace has the recording, which is in memory, take the place of another: that is not to be used any more. If the
// other is in a file, or in Parts, there is one of the two at any moment, whole, also for whoever completes it from the
// journal. If it cannot be written, the other goes on; but if it was begun, that has the error.
func (r *Recorder) TakePlace(of *Recorder) error {
	all, err := r.Bytes()
	if err != nil {
		return err
	}
	of.mu.Lock()
	defer of.mu.Unlock()
	of.journal.isIn(nil)
	switch w := of.w.(type) {
	case *os.File:
		err = r.replace(w, all)
	case *Parts:
		err = r.divide(of, w, all)
	}
	if err != nil {
		of.journal.isIn(of.w)
		return err
	}
	of.ended.Store(true)
	if r.journal = of.journal; r.journal.m != nil {
		r.journal.begin(r)
	}
	r.journal.isIn(r.w)
	return nil
}

// divide writes what there is into parts, in place of what these have, and goes on there.
func (r *Recorder) divide(of *Recorder, p *Parts, all []byte) error {
	rec, err := Read(all)
	if err != nil {
		return err
	}
	if begun, err := p.become(rec); err != nil {
		if begun {
			of.err = err
		}
		return err
	}
	r.w, r.parts, r.large = p, p, p.chunk()
	r.known, r.knows, r.horizon.Changed = rec, r.link, true
	r.limit = p.room(r.events, r.limit)
	return nil
}

// replace writes what there is beside a file, gives it the file's name, and goes on there. Until Recover knows the
// journal as that of the new file, it leaves that alone.
func (r *Recorder) replace(file *os.File, all []byte) error {
	if err := Mine(file); errors.As(err, new(*Taken)) {
		return err
	}
	if err := WriteFile(file.Name(), all); err != nil {
		return err
	}
	f, err := os.OpenFile(file.Name(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekEnd); err != nil {
		f.Close()
		return err
	}
	file.Close()
	r.w = f
	return nil
}
