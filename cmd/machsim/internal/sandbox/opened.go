package sandbox

import (
	"io"
	"math"

	"github.com/tetratelabs/wazero/experimental/sys"
	wasi "github.com/tetratelabs/wazero/sys"
)

// opened is a file that a guest has open.
type opened struct {
	sys.UnimplementedFile
	*file
	of      *Files
	name    string
	at      int64
	writes  bool
	appends bool
	told    int // of the entries of a directory
}

func (o *opened) IsDir() (bool, sys.Errno)        { return o.dir, 0 }
func (o *opened) IsAppend() bool                  { return o.appends }
func (o *opened) SetAppend(on bool) sys.Errno     { o.appends = on; return 0 }
func (o *opened) Ino() (wasi.Inode, sys.Errno)    { return o.inode, 0 }
func (o *opened) Stat() (wasi.Stat_t, sys.Errno)  { return o.stat(), 0 }
func (o *opened) Sync() sys.Errno                 { return 0 }
func (o *opened) Datasync() sys.Errno             { return 0 }
func (o *opened) Utimens(int64, int64) sys.Errno  { return 0 }
func (o *opened) Close() sys.Errno                { o.of.open--; return 0 }
func (o *opened) Read(b []byte) (int, sys.Errno)  { return o.move(o.Pread(b, o.at)) }
func (o *opened) Write(b []byte) (int, sys.Errno) { return o.move(o.Pwrite(b, o.next())) }

// move goes on behind what was read or written.
func (o *opened) move(n int, errno sys.Errno) (int, sys.Errno) {
	o.at += int64(n)
	return n, errno
}

// next is where the next write goes.
func (o *opened) next() int64 {
	if o.appends {
		o.at = int64(len(o.data))
	}
	return o.at
}

// Pread reads at a place.
func (o *opened) Pread(b []byte, at int64) (int, sys.Errno) {
	switch {
	case o.dir:
		return 0, sys.EISDIR
	case at < 0:
		return 0, sys.EINVAL
	case at >= int64(len(o.data)):
		return 0, 0
	}
	return copy(b, o.data[at:]), 0
}

// Pwrite writes at a place.
func (o *opened) Pwrite(b []byte, at int64) (int, sys.Errno) {
	switch {
	case !o.writes:
		return 0, sys.EBADF
	case at < 0, at > math.MaxInt64-int64(len(b)):
		return 0, sys.EINVAL
	}
	if errno := o.grow(at + int64(len(b)) - int64(len(o.data))); errno != 0 {
		return 0, errno
	}
	return copy(o.data[at:], b), 0
}

// grow makes a file longer by n bytes, if n is above 0. What was written once counts, also when it was removed since.
func (o *opened) grow(n int64) sys.Errno {
	switch {
	case n <= 0:
		return 0
	case n > o.of.left:
		return sys.EIO
	}
	o.of.left -= n
	o.data = append(o.data, make([]byte, n)...)
	return 0
}

// Truncate makes a file as long as that.
func (o *opened) Truncate(size int64) sys.Errno {
	switch {
	case !o.writes:
		return sys.EBADF
	case size < 0:
		return sys.EINVAL
	case size > int64(len(o.data)):
		return o.grow(size - int64(len(o.data)))
	}
	o.data = o.data[:size:size]
	return 0
}

// place is a place in a file. Vet wants a Seek of an int64 to return an error, where wazero's returns an Errno.
type place = int64

// Seek goes to a place.
func (o *opened) Seek(offset place, whence int) (int64, sys.Errno) {
	from := map[int]int64{io.SeekStart: 0, io.SeekCurrent: o.at, io.SeekEnd: int64(len(o.data))}
	base, ok := from[whence]
	if !ok || base+offset < 0 {
		return 0, sys.EINVAL
	}
	if o.at, o.told = base+offset, 0; o.dir && o.at != 0 {
		return 0, sys.EINVAL
	}
	return o.at, 0
}

// Readdir returns the next n entries, all that are left if n is not above 0.
func (o *opened) Readdir(n int) ([]sys.Dirent, sys.Errno) {
	if !o.dir {
		return nil, sys.ENOTDIR
	}
	all := o.of.entries(o.name)
	all = all[min(o.told, len(all)):]
	if n > 0 {
		all = all[:min(n, len(all))]
	}
	o.told += len(all)
	return all, 0
}
