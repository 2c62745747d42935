package record

import (
	"io"
	"os"

	"machsim/debugger/record/atomicfile"
)

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
