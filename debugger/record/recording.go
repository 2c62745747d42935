package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Recording is the valid content of a file.
type Recording struct {
	Header
	Ending
	Horizon        // where it begins, if it has only the last part of the run (Header.Keep)
	Truncated bool // its end is missing: of Ending only Events and Hash are set
	Bytes     int  // length of the file
	Choices   uint64
	Inputs    int // bytes of console input
	data      []byte
	chunks    []chunk
	part      bool    // it is the beginning of another, and may end within a chunk
	starts    []start // where its parts begin, if it has some
}

// start is where a part of a bounded recording begins.
type start struct {
	Horizon
	chunks int // before it
	at     int // where its frame begins
}

// Pictures returns how many of its parts begin with a picture, and how many bytes these have.
func (rec *Recording) Pictures() (n, bytes int) {
	for _, x := range rec.starts {
		if x.Picture != nil {
			n, bytes = n+1, bytes+len(x.Picture)
		}
	}
	return n, bytes
}

// After returns the recording as if it began with the last of its parts that has a picture and begins after at most so
// many events; false if there is none. The data of the file are those of the whole.
func (rec *Recording) After(events uint64) (*Recording, bool) {
	for n := len(rec.starts) - 1; n >= 0; n-- {
		if x := rec.starts[n]; x.Picture != nil && x.Dropped <= events {
			late := *rec
			late.Horizon, late.starts, late.chunks = x.Horizon, rec.starts[n:], rec.chunks[x.chunks:]
			return &late, true
		}
	}
	return nil, false
}

// Joined returns the recording of a whole run, of which rec has the last part, and another one the events before that:
// false if it does not end where rec begins.
func (rec *Recording) Joined(before *Recording) (*Recording, bool) {
	all := *rec
	all.Horizon, all.starts = Horizon{}, nil
	all.chunks = slices.Concat(before.chunks, rec.chunks)
	all.Choices, all.Inputs = rec.Choices+before.Choices, rec.Inputs+before.Inputs
	return &all, before.Events == rec.Dropped && before.Hash == rec.Before
}

// Remade says why what the recording has dropped cannot be made again; nil if it can, or nothing was dropped.
func (rec *Recording) Remade() error {
	switch {
	case rec.Dropped == 0:
		return nil
	case rec.Parent != nil:
		return fmt.Errorf("events up to %d were dropped, and of a fork they cannot be made again from a seed: it was made "+
			"from %s", rec.Dropped, rec.Parent.File)
	case rec.Changed:
		return fmt.Errorf("somebody changed the run before event %d, or chose in it, and that was dropped: the run cannot "+
			"be made again from its seed", rec.Dropped)
	case rec.LostInput:
		return fmt.Errorf("console input from before event %d was dropped, so the run cannot be made again from its start",
			rec.Dropped)
	}
	return nil
}

// Later is After as a recording of its own, which needs nothing of the whole.
func (rec *Recording) Later(events uint64) (late *Recording, ok bool, err error) {
	part, ok := rec.After(events)
	if !ok {
		return nil, false, nil
	}
	_, fs, err := readBegin(rec.data)
	if err == nil {
		begin := rec.data[:len(rec.data)-len(fs.b)]
		late, err = Read(append(begin[:len(begin):len(begin)], rec.data[part.starts[0].at:]...))
	}
	return late, true, err
}

// Until returns the recording of the first events of the run: it is truncated there. Its hash is
// that of all events.
func (rec *Recording) Until(events uint64) *Recording {
	part := *rec
	part.Ending = Ending{Events: min(events, rec.Events), Hash: rec.Hash}
	part.Truncated, part.part = true, true
	return &part
}

// Open reads a file. An *Error says why it cannot be replayed; then the Recording has the
// header, if that could be read. Other errors come from the file system.
func Open(path string) (*Recording, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Do not read all of a large file that is no recording.
	begin := make([]byte, preamble)
	n, err := io.ReadFull(f, begin)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if of, _ := partOf(filepath.Base(path)); of != "" && begin[0] == framePart {
		return nil, unfit("it is a part of %s, without which it cannot be read", of)
	}
	if err := checkPreamble(begin[:n]); err != nil {
		return nil, err
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	b, err := withParts(path, append(begin, rest...))
	if err != nil {
		return nil, err
	}
	return Read(b)
}

// Read reads the bytes of a file, which the Recording keeps.
func Read(b []byte) (*Recording, error) {
	h, fs, err := readBegin(b)
	if err != nil {
		return nil, err
	}
	rec := &Recording{Header: h, Bytes: len(b), data: b}
	return rec, rec.readFrames(fs)
}

// ReadHeader reads the header of a file.
func ReadHeader(b []byte) (Header, error) {
	h, _, err := readBegin(b)
	return h, err
}

// readBegin reads a file up to the end of its header, and returns the frames after that.
func readBegin(b []byte) (h Header, fs *frames, err error) {
	if err := checkPreamble(b); err != nil {
		return h, nil, err
	}
	fs = newFrames(b)
	f, cut, err := fs.next()
	if cut {
		return h, nil, unfit("the recording ends within its header: there is nothing to replay")
	}
	h, ok := readHeader(f.payload)
	if err != nil || !ok || f.kind != frameHeader {
		return h, nil, damaged("its header")
	}
	return h, fs, nil
}

// further returns what the recording, whose end is missing, is with more frames, given the links to the first of them
// and to the first after the header. The Recording itself stays as it is, but for the room behind it: it is asked once.
func (rec *Recording) further(more []byte, l, first link) (*Recording, error) {
	all := *rec
	all.data, all.Truncated = append(rec.data, more...), false
	all.Bytes = len(all.data)
	return &all, all.readFrames(&frames{b: all.data[len(rec.data):], l: l, first: first})
}

// Data returns the bytes that Read was given.
func (rec *Recording) Data() []byte { return rec.data }

// checkPreamble returns an error if the first bytes of a file are not those of a recording.
func checkPreamble(b []byte) error {
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

// readFrames reads the frames after the header.
func (rec *Recording) readFrames(fs *frames) error {
	for {
		f, cut, err := fs.next()
		switch {
		case err != nil:
			return err
		case cut && len(rec.starts) == 0 && !rec.Keep.All():
			return unfit("the recording is a header alone: its parts are missing, which belong beside it (.kept1, ...)")
		case cut:
			rec.Truncated = true
			return nil
		case f.kind == frameEnd:
			return rec.readEnd(f, fs.b)
		case f.kind == framePart:
			if err := rec.addPart(f, len(rec.data)-len(fs.b)); err != nil {
				return err
			}
			continue
		case f.kind != frameChunk:
			return damaged(f.describe())
		}
		if err := rec.addChunk(f); err != nil {
			return err
		}
	}
}

func (rec *Recording) addChunk(f frame) error {
	c, ok := readChunk(f.payload)
	if !ok || c.base != rec.Events || !rec.Keep.All() && len(rec.starts) == 0 {
		return damaged(f.describe())
	}
	rec.chunks = append(rec.chunks, c)
	rec.Events += c.events
	rec.Hash = c.hash
	rec.Choices += c.choices
	rec.Inputs += len(c.inputs)
	return nil
}

// addPart begins a part, whose frame ends there: the first one says where the recording begins.
func (rec *Recording) addPart(f frame, end int) error {
	h, ok := readHorizon(f.payload)
	switch {
	case !ok || rec.Keep.All() || len(rec.starts) > 0 && (h.Dropped != rec.Events || h.Before != rec.Hash):
		return damaged(f.describe())
	case len(rec.starts) == 0:
		rec.Horizon, rec.Events, rec.Hash = h, h.Dropped, h.Before
	}
	rec.starts = append(rec.starts, start{h, len(rec.chunks), end - f.size()})
	return nil
}

func (rec *Recording) readEnd(f frame, rest []byte) error {
	e, ok := readEnding(f.payload)
	switch {
	case !ok || e.Events != rec.Events || len(rec.chunks) > 0 && e.Hash != rec.Hash:
		return damaged(f.describe())
	case len(rest) > 0:
		return broken("something follows after its end")
	}
	rec.Ending = e
	return nil
}

// Is says whether a file begins as a recording does, of any version.
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
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}
