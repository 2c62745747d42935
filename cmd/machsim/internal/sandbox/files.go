package sandbox

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero/experimental/sys"
	wasi "github.com/tetratelabs/wazero/sys"
)

// Files are the files of a guest, by their paths, which are absolute without the first slash. They are in memory, and
// nothing leads from them to a file of this machine.
type Files struct {
	sys.UnimplementedFS
	at    map[string]*file
	left  int64 // bytes that may still be written
	open  int   // how many are open
	inode wasi.Inode
	run   context.Context // the guest's
	lent  lent
}

// file is a file or a directory.
type file struct {
	dir   bool
	data  []byte
	inode wasi.Inode
	made  time.Time
	lent  bool                       // it was there before the guest
	talk  func(context.Context) Talk // of one behind which somebody answers
}

// NewFiles returns no files but the directory that a guest begins in. Most is how many bytes it may write.
func NewFiles(dir string, most int64) *Files {
	f := &Files{at: map[string]*file{}, left: most, run: context.Background()}
	for d := clean(dir); d != "."; d = path.Dir(d) {
		f.make(d, true)
	}
	f.make(".", true)
	return f
}

// clean is the name of a path in at.
func clean(name string) string { return path.Clean(strings.TrimLeft(path.Clean("/"+name), "/")) }

func (f *Files) make(name string, dir bool) *file {
	f.inode++
	f.at[name] = &file{dir: dir, inode: f.inode, made: time.Now()}
	return f.at[name]
}

// Put makes a file, and its directories.
func (f *Files) Put(name string, data []byte) {
	f.within(name).data = slices.Clip(data) // a write behind its end copies it
}

// within makes a file, and its directories.
func (f *Files) within(name string) *file {
	name = clean(name)
	for d := path.Dir(name); f.at[d] == nil; d = path.Dir(d) {
		f.make(d, true)
	}
	return f.make(name, false)
}

// Get returns what is in a file, nil if there is none.
func (f *Files) Get(name string) []byte {
	if x := f.at[clean(name)]; x != nil {
		return x.data
	}
	return nil
}

// Names are the paths of all files, in order.
func (f *Files) Names() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(f.at)) {
		if !f.at[name].dir {
			all = append(all, "/"+name)
		}
	}
	return all
}

// entries are the names in a directory, in order.
func (f *Files) entries(dir string) (all []sys.Dirent) {
	for _, name := range slices.Sorted(maps.Keys(f.at)) {
		if x := f.at[name]; name != "." && path.Dir(name) == dir {
			all = append(all, sys.Dirent{Ino: x.inode, Name: path.Base(name), Type: x.mode().Type()})
		}
	}
	return all
}

func (x *file) mode() fs.FileMode {
	if x.dir {
		return fs.ModeDir | 0o777
	}
	return 0o666
}

func (x *file) stat() wasi.Stat_t {
	return wasi.Stat_t{Ino: x.inode, Mode: x.mode(), Nlink: 1, Size: int64(len(x.data)), Mtim: x.made.UnixNano()}
}

// most is how many files a guest may make, longest how long a path may be, and mostOpen how many it may have open at
// once: each takes memory of this machine.
const most, longest, mostOpen = 10_000, 4096, 1000

// OpenFile opens or makes a file.
func (f *Files) OpenFile(name string, flag sys.Oflag, _ fs.FileMode) (sys.File, sys.Errno) {
	name = clean(name)
	x := f.found(name)
	writes := flag&(sys.O_WRONLY|sys.O_RDWR) != 0
	switch {
	case f.open >= mostOpen:
		return nil, sys.EIO
	case x == nil && flag&sys.O_CREAT == 0:
		return nil, sys.ENOENT
	case x == nil:
		if errno := f.free(name); errno != 0 {
			return nil, errno
		}
		x = f.make(name, false)
	case flag&sys.O_CREAT != 0 && flag&sys.O_EXCL != 0:
		return nil, sys.EEXIST
	case x.dir && writes:
		return nil, sys.EISDIR
	case !x.dir && flag&sys.O_DIRECTORY != 0:
		return nil, sys.ENOTDIR
	case flag&sys.O_TRUNC != 0 && writes:
		x.data = nil
	}
	o := opened{of: f, file: x, name: name, writes: writes, appends: flag&sys.O_APPEND != 0}
	if x.talk == nil {
		f.open++
		return &o, 0
	}
	if with := x.talk(f.run); with != nil {
		f.open++
		return &talking{opened: o, with: with}, 0
	}
	return nil, sys.EIO
}

// free says whether something can be made under a name: whether there is its directory, and room.
func (f *Files) free(name string) sys.Errno {
	dir := f.at[path.Dir(name)]
	switch {
	case dir == nil:
		return sys.ENOENT
	case !dir.dir:
		return sys.ENOTDIR
	case len(name) > longest:
		return sys.ENAMETOOLONG
	case len(f.at) >= most:
		return sys.EIO
	}
	return 0
}

// Stat tells of a file.
func (f *Files) Stat(name string) (wasi.Stat_t, sys.Errno) {
	if x := f.at[clean(name)]; x != nil {
		return x.stat(), 0
	}
	return wasi.Stat_t{}, sys.ENOENT
}

// Lstat is Stat: there are no links.
func (f *Files) Lstat(name string) (wasi.Stat_t, sys.Errno) { return f.Stat(name) }

// Readlink says that a file is no link.
func (f *Files) Readlink(name string) (string, sys.Errno) {
	if f.at[clean(name)] == nil {
		return "", sys.ENOENT
	}
	return "", sys.EINVAL
}

// Mkdir makes a directory.
func (f *Files) Mkdir(name string, _ fs.FileMode) sys.Errno {
	name = clean(name)
	if f.at[name] != nil {
		return sys.EEXIST
	}
	errno := f.free(name)
	if errno == 0 {
		f.make(name, true)
	}
	return errno
}

// Chmod and Utimens change nothing: all files are the guest's.
func (f *Files) Chmod(string, fs.FileMode) sys.Errno { return 0 }

// Utimens is told of with Chmod.
func (f *Files) Utimens(string, int64, int64) sys.Errno { return 0 }

// Rename gives a file another name. Directories keep theirs.
func (f *Files) Rename(from, to string) sys.Errno {
	from, to = clean(from), clean(to)
	x, old := f.at[from], f.at[to]
	switch {
	case x == nil:
		return sys.ENOENT
	case x.dir:
		return sys.EPERM
	case old != nil && old.dir:
		return sys.EISDIR
	case f.at[path.Dir(to)] == nil:
		return sys.ENOENT
	case len(to) > longest:
		return sys.ENAMETOOLONG
	}
	delete(f.at, from)
	f.at[to] = x
	return 0
}

// Unlink removes a file.
func (f *Files) Unlink(name string) sys.Errno {
	name = clean(name)
	switch x := f.at[name]; {
	case x == nil:
		return sys.ENOENT
	case x.dir:
		return sys.EISDIR
	}
	delete(f.at, name)
	return 0
}

// Rmdir removes an empty directory.
func (f *Files) Rmdir(name string) sys.Errno {
	name = clean(name)
	switch x := f.at[name]; {
	case x == nil:
		return sys.ENOENT
	case !x.dir:
		return sys.ENOTDIR
	case len(f.entries(name)) > 0 || name == ".":
		return sys.ENOTEMPTY
	}
	delete(f.at, name)
	return 0
}

// Contents are all files, by their paths.
func (f *Files) Contents() map[string]string {
	all := map[string]string{}
	for _, name := range f.Names() {
		all[name] = string(f.Get(name))
	}
	return all
}
