package kernel

import (
	"slices"
	"strings"

	"machsim/ipc"
)

// What a disk holds, and how much is kept of what is not synced: no more memory than programs have filled is needed,
// whatever numbers they give.
const (
	// MaxFileSize is the greatest size of a file, in bytes.
	MaxFileSize = 1 << 20
	// MaxFiles is the greatest number of files of a host.
	MaxFiles = 64
	// MaxFileName is the greatest length of a file's name, in bytes.
	MaxFileName = 255
	// MaxUnsynced is how many writes to a file, and how many changes of names, are kept apart until they are synced. The
	// oldest beyond that, or of more than MaxFileSize bytes together, reach the disk by themselves.
	MaxUnsynced = 16
)

// FileState is a file on the disk of a host. It keeps its record after it was removed.
type FileState struct {
	Label    ipc.Label // who made it
	Host     HostID
	Name     string // that it has, or had last
	Gone     bool   // no name stands for it
	Now      Contents
	Synced   Contents  // what a crash cannot take
	Unsynced []Change  // what was written since, the oldest first
	Opens    []Opening // the tasks that have it open, and such as have ended
}

// Opening says how often a task has opened a file and not closed it.
type Opening struct {
	Task TaskID
	Refs int32
}

// Change is a write to a file, or with Cut the setting of its size.
type Change struct {
	Step uint64 // the event
	Off  int64  // where it begins; the size
	Data string
	Cut  bool
}

// Contents are the bytes of a file, in pages that are not written to: a write replaces them. Bytes that no page has are
// zeros.
type Contents struct {
	Size  int64
	Pages []string
}

// DiskState is which files a host has: what stands behind a name is in State.Files.
type DiskState struct {
	Names    []NamedFile // in the order of the names; not written to
	Synced   []NamedFile // those that a crash cannot take
	Unsynced []Renaming  // what has changed since, the oldest first
}

// NamedFile is a name of a file.
type NamedFile struct {
	Name string
	File FileID
}

// Renaming is a change of a file's name: it was made if it had none before, and removed if it has none after.
type Renaming struct {
	Step     uint64 // the event
	From, To string
	File     FileID
	Over     FileID // that had the name To before, 0 for none
}

// Detach gives f lists of its own.
func (f *FileState) Detach() {
	f.Unsynced = slices.Clip(f.Unsynced)
	f.Opens = slices.Clone(f.Opens)
}

// Bytes returns as much of the contents from an offset on as is wanted and there.
func (c Contents) Bytes(off, most int64) string {
	if off < 0 || off >= c.Size {
		return ""
	}
	var b strings.Builder
	for end := off + min(max(most, 0), c.Size-off); off < end; {
		in := off % PageSize
		n := min(PageSize-in, end-off)
		b.WriteString(slice(c.page(off/PageSize), in, n))
		off += n
	}
	return b.String()
}

func (c Contents) page(i int64) string {
	if i < int64(len(c.Pages)) {
		return c.Pages[i]
	}
	return ""
}

// slice returns n bytes of a page, whose end may be missing.
func slice(page string, from, n int64) string {
	have := page[min(from, int64(len(page))):min(from+n, int64(len(page)))]
	return have + zeroPage[:n-int64(len(have))]
}

// with returns the contents after a change.
func (c Contents) with(x Change) Contents {
	if x.Cut {
		return c.cut(x.Off)
	}
	end := x.Off + int64(len(x.Data))
	pages := slices.Clone(c.Pages)
	for n := (end + PageSize - 1) / PageSize; int64(len(pages)) < n; {
		pages = append(pages, "")
	}
	for off, data := x.Off, x.Data; data != ""; {
		page, in := &pages[off/PageSize], off%PageSize
		n := min(PageSize-in, int64(len(data)))
		*page = slice(*page, 0, in) + data[:n] + (*page)[min(in+n, int64(len(*page))):]
		off, data = off+n, data[n:]
	}
	return Contents{max(c.Size, end), pages}
}

// cut returns contents of another size.
func (c Contents) cut(size int64) Contents {
	if n := (size + PageSize - 1) / PageSize; n < int64(len(c.Pages)) {
		c.Pages = c.Pages[:n]
	}
	if last := size / PageSize; last < int64(len(c.Pages)) {
		c.Pages = slices.Clone(c.Pages)
		c.Pages[last] = c.Pages[last][:min(size%PageSize, int64(len(c.Pages[last])))]
	}
	c.Size = size
	return c
}

// after returns contents after changes.
func (c Contents) after(all []Change) Contents {
	for _, x := range all {
		c = c.with(x)
	}
	return c
}

// change makes a change that is not synced. What is too much to be kept apart reaches the disk.
func (f *FileState) change(x Change) {
	f.Now = f.Now.with(x)
	f.Unsynced = append(f.Unsynced, x)
	for len(f.Unsynced) > MaxUnsynced || f.waiting() > MaxFileSize {
		f.Synced = f.Synced.with(f.Unsynced[0])
		f.Unsynced = slices.Clone(f.Unsynced[1:])
	}
}

// waiting is how many bytes are kept apart.
func (f *FileState) waiting() (n int) {
	for i := range f.Unsynced {
		n += len(f.Unsynced[i].Data)
	}
	return n
}

// sync has all that was written survive.
func (f *FileState) sync() { f.Synced, f.Unsynced = f.Now, nil }

// empty drops all that was written.
func (f *FileState) empty() { f.Now, f.Synced, f.Unsynced = Contents{}, Contents{}, nil }

// opening returns the index of a task among those that have the file open, -1 if it does not.
func (f *FileState) opening(task TaskID) int {
	return slices.IndexFunc(f.Opens, func(o Opening) bool { return o.Task == task })
}

// FileNamed returns the file that a host has by a name now, 0 if it has none.
func (s *State) FileNamed(h HostID, name string) FileID {
	return fileIn(s.Hosts.At(uint32(h)).Disk.Names, name)
}

// fileIn returns the file of a name, 0 if there is none.
func fileIn(names []NamedFile, name string) FileID {
	if i, ok := findName(names, name); ok {
		return names[i].File
	}
	return 0
}

func findName(names []NamedFile, name string) (int, bool) {
	return slices.BinarySearchFunc(names, name, func(n NamedFile, s string) int { return strings.Compare(n.Name, s) })
}

// nameOf returns the name of a file, false if it has none.
func nameOf(names []NamedFile, id FileID) (string, bool) {
	i := slices.IndexFunc(names, func(n NamedFile) bool { return n.File == id })
	if i < 0 {
		return "", false
	}
	return names[i].Name, true
}

// renamed returns names after a change of them.
func renamed(names []NamedFile, x Renaming) []NamedFile {
	names = slices.DeleteFunc(slices.Clone(names), func(n NamedFile) bool {
		return n.File == x.File || n.Name == x.To
	})
	if x.To != "" {
		i, _ := findName(names, x.To)
		names = slices.Insert(names, i, NamedFile{x.To, x.File})
	}
	return names
}
