package record

import (
	"encoding/binary"
	"io"
	"os"
)

// Recording is a recording that was read, and makes sense.
type Recording struct {
	Header
	Ending
	Truncated bool // its end is missing: Ending says only how many events there are
	Bytes     int  // length of the file
	Choices   uint64
	Inputs    int // bytes of console input
	chunks    []chunk
}

// Open reads a file. An *Error says why it is no recording that can be replayed, and then
// the Recording has the header, if that could be read; other errors come from the file
// system.
func Open(path string) (*Recording, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// A large file that is none of ours is not read whole.
	begin := make([]byte, preamble)
	n, err := io.ReadFull(f, begin)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if err := ours(begin[:n]); err != nil {
		return nil, err
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return Read(append(begin, rest...))
}

// Read reads the bytes of a file, which the Recording keeps.
func Read(b []byte) (*Recording, error) {
	if err := ours(b); err != nil {
		return nil, err
	}
	fs := frames{b[preamble:], firstLink()}
	f, cut, err := fs.next()
	if cut {
		return nil, unfit("the recording ends within its header: there is nothing to replay")
	}
	rec := &Recording{Bytes: len(b)}
	ok := false
	if rec.Header, ok = readHeader(f.payload); err != nil || !ok || f.kind != frameHeader {
		return nil, damaged("its header")
	}
	return rec, rec.readFrames(&fs)
}

// ours says what is wrong with the first bytes of a file.
func ours(b []byte) error {
	switch {
	case len(b) == 0:
		return unfit("the file is empty: it is no recording")
	case len(b) < len(magic) || string(b[:len(magic)]) != magic:
		return unfit("the file is no recording of machsim's")
	case len(b) < preamble:
		return unfit("the recording ends within its header: there is nothing to replay")
	}
	const other = "the recording is of format %d; this machsim reads format %d only, "
	switch v := binary.LittleEndian.Uint16(b[len(magic):]); {
	case v < version:
		return unfit(other+"an older one made it: make the run again", v, version)
	case v > version:
		return unfit(other+"a newer one made it: use that one", v, version)
	}
	return nil
}

// readFrames reads what follows the header.
func (rec *Recording) readFrames(fs *frames) error {
	for {
		f, cut, err := fs.next()
		switch {
		case err != nil:
			return err
		case cut:
			rec.Truncated = true
			return nil
		case f.kind == frameEnd:
			return rec.readEnd(f, fs.b)
		case f.kind != frameChunk:
			return damaged(f.what())
		}
		if err := rec.addChunk(f); err != nil {
			return err
		}
	}
}

func (rec *Recording) addChunk(f frame) error {
	c, ok := readChunk(f.payload)
	if !ok || c.base != rec.Events {
		return damaged(f.what())
	}
	rec.chunks = append(rec.chunks, c)
	rec.Events += c.events
	rec.Hash = c.hash
	rec.Choices += c.choices
	rec.Inputs += len(c.inputs)
	return nil
}

func (rec *Recording) readEnd(f frame, rest []byte) error {
	e, ok := readEnding(f.payload)
	switch {
	case !ok || e.Events != rec.Events || len(rec.chunks) > 0 && e.Hash != rec.Hash:
		return damaged(f.what())
	case len(rest) > 0:
		return broken("something follows after its end")
	}
	rec.Ending = e
	return nil
}

// Is says whether a file begins as a recording does, of whichever format.
func Is(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}
