package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Parts is where a Recorder writes a recording of which only the last part is kept (Keep). While the run goes on, the
// file has the header alone, and each part is in a file beside it, whose name ends with its number; the oldest of them
// is removed when the bound is reached. When the run has ended, the file has everything. What a process that was ended
// has left is opened, and completed, as if it were in the file.
type Parts struct {
	path string
	keep Keep
	file *os.File // the one that is written to
	live []part
	last int // the number of the last one
	// often is how many events a part has, about, at most; 0 for any number.
	often uint64
	// follows says that somebody reads the recording while it is written (Recorder.SoFar); more is what he has not yet.
	follows bool
	more    []byte
}

// part is a part in a file of its own.
type part struct {
	path   string
	bytes  uint64
	events uint64 // before it
	now    int64  // at its beginning
}

// partMark stands in the name of a part between that of the recording and a number.
const partMark = ".kept"

// NewParts writes to an empty file, and removes parts that an earlier recording of this name has left.
func NewParts(f *os.File, k Keep) (*Parts, error) {
	if !regular(f.Name()) {
		return nil, fmt.Errorf("%s is no regular file, and the last part of a run is kept in several", f.Name())
	}
	return &Parts{path: f.Name(), keep: k, file: f}, DropParts(f.Name())
}

// Write writes to the part that was begun last, or to the file of the header.
func (p *Parts) Write(b []byte) (n int, err error) {
	at := &part{}
	if len(p.live) > 0 {
		at = &p.live[len(p.live)-1]
	}
	err = p.inRoom(func() (err error) { n, err = p.file.WriteAt(b, int64(at.bytes)); return err })
	at.bytes += uint64(n)
	if p.follows {
		p.more = append(p.more, b...)
	}
	return n, err
}

// chunk is the size at which a chunk is written: with a small bound a small one.
func (p *Parts) chunk() int {
	if p.keep.Bytes == 0 {
		return chunkBytes
	}
	return int(max(1<<10, min(chunkBytes, p.keep.Bytes/(8*keepParts))))
}

// full says whether it is time to begin another part, after so many events.
func (p *Parts) full(events uint64, now int64) bool {
	if len(p.live) == 0 {
		return false
	}
	at, k := p.live[len(p.live)-1], p.keep
	return k.Bytes > 0 && at.bytes+uint64(3*p.chunk()) > k.Bytes/keepParts ||
		k.Events > 0 && events-at.events >= max(1, k.Events/keepParts) ||
		p.often > 0 && events-at.events >= p.often ||
		k.Time > 0 && now-at.now >= max(1, k.Time.Microseconds()/keepParts)
}

// room is how many events there are until a part may be full, at most n.
func (p *Parts) room(events uint64, n int) int {
	if p.keep.Events == 0 || len(p.live) == 0 {
		return n
	}
	end := p.live[len(p.live)-1].events + max(1, p.keep.Events/keepParts)
	return int(min(uint64(n), max(1, end-min(events, end))))
}

// next begins another part, and removes those that are not needed any more.
func (p *Parts) next(events uint64, now int64) error {
	for len(p.live) > 1 && p.spare(events, now) {
		if err := p.drop(); err != nil {
			return err
		}
	}
	p.last++
	path := p.path + partMark + strconv.Itoa(p.last)
	var f *os.File
	err := p.inRoom(func() (err error) {
		f, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		return err
	})
	if err != nil {
		return err
	}
	if err := p.file.Close(); err != nil {
		_ = f.Close()
		return err
	}
	p.file = f
	p.live = append(p.live, part{path: path, events: events, now: now})
	return nil
}

// drop removes the oldest part, which somebody else may have done.
func (p *Parts) drop() error {
	err := os.Remove(p.live[0].path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.live = p.live[1:]
	return nil
}

// inRoom does what takes room on the disk. Where there is none, the oldest parts go before their time: what came last
// is what the recording is for.
func (p *Parts) inRoom(do func() error) error {
	err := do()
	for len(p.live) > 1 && (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)) {
		if err = p.drop(); err == nil {
			err = do()
		}
	}
	return err
}

// become has another recording of the run take the place of what is written, and leaves out what is not to be kept.
// Until all of it is in parts, the file has everything; then nobody looks at parts. Unless that was begun, all is as it
// was.
func (p *Parts) become(rec *Recording) (begun bool, err error) {
	if err := WriteFile(p.path, rec.data); err != nil {
		return false, err
	}
	err = DropParts(p.path)
	p.live = nil
	for i, x := range rec.starts {
		end := len(rec.data)
		if i+1 < len(rec.starts) {
			end = rec.starts[i+1].at
		}
		if err == nil {
			err = p.next(x.Dropped, x.Since)
		}
		if err == nil {
			_, err = p.Write(rec.data[x.at:end])
		}
	}
	if err == nil {
		err = WriteFile(p.path, rec.data[:rec.starts[0].at])
	}
	p.follows, p.more = true, nil
	return true, err
}

// spare says whether one more part would be too much with the oldest one.
func (p *Parts) spare(events uint64, now int64) bool {
	k, first := p.keep, p.live[0]
	size := uint64(0)
	for _, x := range p.live {
		size += x.bytes
	}
	return k.Bytes > 0 && size > k.Bytes-k.Bytes/keepParts ||
		k.Events > 0 && events-first.events > k.Events-k.Events/keepParts ||
		k.Time > 0 && now-first.now > k.Time.Microseconds()-k.Time.Microseconds()/keepParts
}

// rest returns what was written since it was called last, also of parts that are gone; at first, all.
func (p *Parts) rest() (b []byte, err error) {
	if b = p.more; !p.follows {
		b, err = p.all()
	}
	p.follows, p.more = err == nil, nil
	return b, err
}

// all returns the recording as a file has it.
func (p *Parts) all() ([]byte, error) { return ReadFile(p.path) }

// Name returns the name of the recording's file.
func (p *Parts) Name() string { return p.path }

// Close closes the file.
func (p *Parts) Close() error { return p.file.Close() }

// Apart is the error of a recording that is whole, but not in one file.
type Apart struct {
	File string
	Err  error // why not
}

func (e *Apart) Error() string {
	return fmt.Sprintf("what %s has stays in several files, which belong to it (%s%sN): %v", e.File, filepath.Base(e.File),
		partMark, e.Err)
}

// joined writes a recording to its file, and then removes its parts. The error is an *Apart if these stay.
func joined(path string, all func() ([]byte, error)) error {
	b, err := all()
	if err != nil {
		return err
	}
	if err = WriteFile(path, b); err == nil {
		err = DropParts(path)
	}
	if err != nil {
		return &Apart{path, err}
	}
	return nil
}

// DropParts removes the parts of a recording's file, which a process may have left that was ended.
func DropParts(path string) error {
	all, _, err := numbered(path)
	for _, name := range all {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// Rename gives a recording another name: its file, and the parts beside that. What had that name is replaced.
func Rename(from, to string) error {
	all, _, err := numbered(from)
	err = errors.Join(err, DropParts(to))
	for n, name := range all {
		err = errors.Join(err, os.Rename(name, to+partMark+strconv.Itoa(n)))
	}
	return errors.Join(err, os.Rename(from, to))
}

// ReadFile reads a file, with the parts that belong to it.
func ReadFile(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return withParts(path, b)
}

// mostReads is how often a recording is read that changes meanwhile.
const mostReads = 100

// withParts returns the bytes of a recording with those of its parts, if it is bounded and its file has only a header.
// Somebody may write it: where a part goes, or all become one file, it is read again.
func withParts(path string, b []byte) ([]byte, error) {
	for n := 1; ; n++ {
		if h, rest, err := readBegin(b); err != nil || h.Keep.All() || len(rest.b) > 0 || !regular(path) {
			return b, nil // whoever reads that says what is wrong with it
		}
		all, err := joinedTo(b, path)
		now, again := os.ReadFile(path)
		if again != nil || bytes.Equal(now, b) && (err == nil || n == mostReads) {
			return all, cmp.Or(again, err)
		}
		b = now
	}
}

// joinedTo returns a header with the parts beside its file.
func joinedTo(header []byte, path string) ([]byte, error) {
	parts, err := partsOf(path)
	all := slices.Clone(header)
	for n := 0; n < len(parts) && err == nil; n++ {
		var more []byte
		more, err = os.ReadFile(parts[n])
		all = append(all, more...)
	}
	return all, err
}

// regular says whether there is a regular file.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// partsOf lists the parts beside a recording's file, in order.
func partsOf(path string) (all []string, err error) {
	parts, last, err := numbered(path)
	for n := last - len(parts) + 1; n <= last; n++ {
		if parts[n] == "" {
			return nil, broken(fmt.Sprintf("the parts beside it do not follow each other: %s is missing; those after it can be "+
				"opened without those before it", filepath.Base(path)+partMark+strconv.Itoa(n)))
		}
		all = append(all, parts[n])
	}
	return all, err
}

// numbered are the parts beside a recording's file by their numbers, and the largest of these. What is no regular file
// is no part: to read it might take for ever.
func numbered(path string) (parts map[int]string, last int, err error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	parts = map[int]string{}
	for _, e := range entries {
		rest, found := strings.CutPrefix(e.Name(), filepath.Base(path)+partMark)
		n, err := strconv.Atoi(rest)
		if found && err == nil && fmt.Sprint(n) == rest && e.Type().IsRegular() {
			parts[n], last = filepath.Join(filepath.Dir(path), e.Name()), max(last, n)
		}
	}
	return parts, last, err
}
