package cache

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Dir is a directory with what is kept.
type Dir struct {
	path string
	most int64
}

// DefaultRoom is a sensible number of bytes for Open.
const DefaultRoom = 2 << 30

// Open returns a directory, which it makes if it is not there. Its files take so many bytes at most. The error says why
// it cannot be used: perhaps others can write to it.
func Open(path string, most int64) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() || !ours(info) {
		return nil, errors.New("others can write to " + path)
	}
	return &Dir{path, most}, nil
}

// Suffix is how the names of files end in which something is kept.
const Suffix = ".derived"

const part = ".part"

// file is the path of what is kept under a name, which may be any text: nobody can make two that have the same.
func (d *Dir) file(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(d.path, fmt.Sprintf("%x", sum[:16])+Suffix)
}

var checksums = crc32.MakeTable(crc32.Castagnoli)

// trailer is the bytes at the end of a file: a mark, and the checksum of all before it.
const trailer = 8

var mark = [4]byte{'k', 'e', 'p', 't'}

// Get returns what is kept under a name, nil if nothing is. It may be written to: that changes nothing of what is kept.
func (d *Dir) Get(name string) []byte {
	b, err := mapped(d.file(name))
	if err != nil || len(b) < trailer {
		return nil
	}
	data, end := b[:len(b)-trailer:len(b)-trailer], b[len(b)-trailer:]
	if [4]byte(end) != mark || binary.LittleEndian.Uint32(end[4:]) != crc32.Checksum(data, checksums) {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(d.file(name), now, now)
	return data
}

// Put keeps under a name what write writes. If that takes too much room, or fails, nothing is kept.
func (d *Dir) Put(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(d.path, "*"+part)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	w := &summed{to: bufio.NewWriterSize(f, 1<<16), left: d.most - trailer}
	err = write(w)
	if err == nil {
		_, err = w.to.Write(binary.LittleEndian.AppendUint32(mark[:], w.sum))
	}
	if err == nil {
		err = w.to.Flush()
	}
	if end := f.Close(); err == nil {
		err = end
	}
	if err != nil {
		return err
	}
	d.makeRoom(d.most - w.n)
	return os.Rename(f.Name(), d.file(name))
}

// summed sums up what is written.
type summed struct {
	to      *bufio.Writer
	sum     uint32
	n, left int64
}

func (w *summed) Write(b []byte) (int, error) {
	if w.left -= int64(len(b)); w.left < 0 {
		return 0, errors.New("it takes too much room")
	}
	w.n += int64(len(b))
	w.sum = crc32.Update(w.sum, checksums, b)
	return w.to.Write(b)
}

// makeRoom deletes what was used longest ago until the rest takes so many bytes at most, and what was left half
// written.
func (d *Dir) makeRoom(most int64) {
	trim(d.path, most, func(name string, info os.FileInfo) bool {
		if strings.HasSuffix(name, part) && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(d.path, name))
		}
		return strings.HasSuffix(name, Suffix)
	})
}

// MakeRoom deletes the files and directories in a directory that were used longest ago, by their times, until the rest
// takes so many bytes at most; never the one of a path. Another process may do the same at once.
func MakeRoom(dir string, most int64, but string) {
	trim(dir, most-size(but), func(name string, _ os.FileInfo) bool { return filepath.Join(dir, name) != but })
}

// trim deletes those that may go.
func trim(dir string, most int64, may func(string, os.FileInfo) bool) {
	type entry struct {
		path string
		at   time.Time
		size int64
	}
	var all []entry
	total := int64(0)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && may(e.Name(), info) {
			path := filepath.Join(dir, e.Name())
			all = append(all, entry{path, info.ModTime(), size(path)})
			total += all[len(all)-1].size
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return a.at.Compare(b.at) })
	for _, x := range all {
		if total <= most {
			return
		}
		if os.RemoveAll(x.path) == nil { // also if another process has done it
			total -= x.size
		}
	}
}

// size is how many bytes a file takes, or all that is in a directory.
func size(path string) (n int64) {
	_ = filepath.WalkDir(path, func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}
