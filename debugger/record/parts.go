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
// file has the header alone, and parts are in files beside it, whose names end with their numbers; the oldest of these
// is removed when the bound is reached. When the run has ended, the file has everything. What a process that was ended
// has left is opened, and completed, as if it were in the file.
type Parts struct {
	path  string
	keep  Keep
	head  *os.File // the recording's own, open so that no other file is taken for it
	file  *os.File // the one that is written to
	live  []share
	last  int   // the number of the last one
	begun begun // the part that is written
	// often is how many events there are from a picture to the next, about, at most; 0 for what they cost.
	often uint64
	// follows says that somebody reads the recording while it is written (Recorder.SoFar); more is what he has not yet.
	follows bool
	more    []byte
}

// share is one of the files beside the recording's own, with one part or several.
type share struct {
	path   string
	bytes  uint64
	events uint64 // before it
	now    int64  // at its beginning
}

// begun is where a part has begun.
type begun struct {
	events uint64 // before it
	at     uint64 // how many bytes its file had
	bytes  uint64 // that its picture takes, and what else goes with that
}

// pictureEvents is how many events a replay makes in about a second, at most: so many there are from a picture to the
// next, and more if pictures would take a greater part than one in pictureTimes of what is written. Tests change it.
var pictureEvents uint64 = 1 << 19

const pictureTimes = 5

// partMark stands in the name of a part between that of the recording and a number.
const partMark = ".kept"

// NewParts writes to an empty file, and removes parts that an earlier recording of this name has left.
func NewParts(f *os.File, k Keep) (*Parts, error) {
	if !regular(f.Name()) {
		return nil, fmt.Errorf("%s is no regular file, and the last part of a run is kept in several", f.Name())
	}
	return &Parts{path: f.Name(), keep: k, head: f, file: f}, DropParts(f.Name())
}

// Write writes to the part that was begun last, or to the file of the header.
func (p *Parts) Write(b []byte) (n int, err error) {
	at := &share{}
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

// full says whether it is time to begin another file, after so many events: with more bytes there would be too many.
func (p *Parts) full(events uint64, now int64, more int) bool {
	if len(p.live) == 0 {
		return true
	}
	at, k := p.live[len(p.live)-1], p.keep
	return k.Bytes > 0 && at.bytes+uint64(more+3*p.chunk()) > k.Bytes/keepParts ||
		k.Events > 0 && events-at.events >= max(1, k.Events/keepParts) ||
		k.Time > 0 && now-at.now >= max(1, k.Time.Microseconds()/keepParts)
}

// far says whether the last picture was so many events ago that it is time for another one.
func (p *Parts) far(events uint64) bool {
	x, n := p.begun, events-p.begun.events
	return n >= pictureEvents && p.live[len(p.live)-1].bytes-x.at >= pictureTimes*x.bytes || p.often > 0 && n >= p.often
}

// room is how many events there are until a file may be full, or it may be time for another picture, at most n.
func (p *Parts) room(events uint64, n int) int {
	until := func(end uint64) { n = int(min(uint64(n), max(1, end-min(events, end)))) }
	if p.keep.Events > 0 && len(p.live) > 0 {
		until(p.live[len(p.live)-1].events + max(1, p.keep.Events/keepParts))
	}
	if p.often > 0 {
		until(p.begun.events + p.often)
	}
	return n
}

// begin makes room for a part, of so many bytes or of more, which begins there.
func (p *Parts) begin(h *Horizon, size int) error {
	if p.full(h.Dropped, h.Since, size) {
		if err := p.next(h.Dropped, h.Since); err != nil {
			return err
		}
	}
	p.begun = begun{h.Dropped, p.live[len(p.live)-1].bytes, uint64(len(h.Picture) + len(h.Typed))}
	return nil
}

// next begins another file, and removes those that are not needed any more.
func (p *Parts) next(events uint64, now int64) error {
	if err := Mine(p); err != nil {
		return err
	}
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
	if err = Mine(p); err != nil { // since a moment ago
		_ = os.Remove(path)
	} else if p.file != p.head {
		err = p.file.Close()
	}
	if err != nil {
		_ = f.Close()
		return err
	}
	p.file = f
	p.live = append(p.live, share{path: path, events: events, now: now})
	return nil
}

// drop removes the oldest part, which somebody else may have done.
func (p *Parts) drop() error {
	if err := Mine(p); err != nil {
		return err
	}
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
	if begun, err = p.replace(rec.data, nil); !begun {
		return false, err
	}
	err = errors.Join(err, DropParts(p.path))
	p.live = nil
	for i, x := range rec.starts {
		end := len(rec.data)
		if i+1 < len(rec.starts) {
			end = rec.starts[i+1].at
		}
		if err == nil {
			err = p.begin(&x.Horizon, end-x.at)
		}
		if err == nil {
			_, err = p.Write(rec.data[x.at:end])
		}
	}
	if err == nil {
		_, err = p.replace(rec.data[:rec.starts[0].at], nil)
	}
	p.follows, p.more = true, nil
	return true, err
}

// replace has other bytes in the recording's file, which is a new one then. It says whether they are there.
func (p *Parts) replace(b []byte, err error) (done bool, _ error) {
	if err := cmp.Or(err, Mine(p)); err != nil {
		return false, err
	}
	if err := unite(p.path, b); err != nil {
		return false, err
	}
	f, err := os.Open(p.path)
	if err == nil {
		_ = p.head.Close()
		p.head = f
	}
	return true, err
}

// join writes all to the recording's file, and removes the parts beside it.
func (p *Parts) join() error {
	if done, err := p.replace(p.all()); !done {
		return err
	}
	if err := Mine(p); err != nil {
		return err // it took the name meanwhile, and the parts
	}
	return DropParts(p.path)
}

// spare says whether one more file would be too much with the oldest one.
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

// Stat describes that file.
func (p *Parts) Stat() (fs.FileInfo, error) { return p.head.Stat() }

// Close closes the files.
func (p *Parts) Close() error {
	if p.file == p.head {
		return p.file.Close()
	}
	return errors.Join(p.head.Close(), p.file.Close())
}

// Apart is the error of a recording that is whole, but not in one file.
type Apart struct {
	File string
	Err  error // why not
}

func (e *Apart) Error() string {
	return fmt.Sprintf("what %s has stays in several files, which belong to it (%s%sN): %v", e.File, filepath.Base(e.File),
		partMark, e.Err)
}

// unite writes all that parts have to a recording's file. The error is an *Apart: they are still there.
func unite(path string, b []byte) error {
	if err := WriteFile(path, b); err != nil {
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
		if again != nil || bytes.Equal(now, b) && !passing(err) || n >= mostReads {
			return all, cmp.Or(again, err)
		}
		b = now
	}
}

// passing says whether an error may be gone when files are read again, because somebody has just removed one.
func passing(err error) bool {
	var e *Error
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &e) && e.passing
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
	if err != nil {
		return nil, err
	}
	return inOrder(path, parts, last)
}

// inOrder lists parts that follow each other up to the last one.
func inOrder(path string, parts map[int]string, last int) (all []string, err error) {
	for n := last - len(parts) + 1; n <= last; n++ {
		if parts[n] == "" {
			return nil, &Error{Damaged: true, passing: true, Text: fmt.Sprintf("the recording is damaged: the parts beside it "+
				"do not follow each other: %s%s%d is missing; those after it can be opened without those before it",
				filepath.Base(path), partMark, n)}
		}
		all = append(all, parts[n])
	}
	return all, nil
}

// InOne returns what a file has, and if it is the header of a bounded recording, what the parts beside it have as well:
// all that is to be in one file. The files are in memory, and whoever wrote them need not be trusted: what makes no
// recording together is left out.
func InOne(path string, names []string, get func(name string) []byte) []byte {
	b := get(path)
	if h, rest, err := readBegin(b); err != nil || h.Keep.All() || len(rest.b) > 0 {
		return b
	}
	parts, last := map[int]string{}, 0
	for _, name := range names {
		if of, n := partOf(name); of == path {
			parts[n], last = name, max(last, n)
		}
	}
	ordered, _ := inOrder(path, parts, last)
	all := slices.Clone(b)
	for _, name := range ordered {
		all = append(all, get(name)...)
	}
	if _, err := Read(all); err != nil {
		return b
	}
	return all
}

// numbered are the parts beside a recording's file by their numbers, and the largest of these. What is no regular file
// is no part: to read it might take for ever.
func numbered(path string) (parts map[int]string, last int, err error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	parts = map[int]string{}
	for _, e := range entries {
		if of, n := partOf(e.Name()); of == filepath.Base(path) && e.Type().IsRegular() {
			parts[n], last = filepath.Join(filepath.Dir(path), e.Name()), max(last, n)
		}
	}
	return parts, last, err
}

// partOf returns the recording's file of which another one has a part, by its name, and its number; "" if it is none.
func partOf(name string) (of string, n int) {
	at := strings.LastIndex(name, partMark)
	if at < 0 {
		return "", 0
	}
	n, err := strconv.Atoi(name[at+len(partMark):])
	if err != nil || fmt.Sprint(partMark, n) != name[at:] {
		return "", 0
	}
	return name[:at], n
}
