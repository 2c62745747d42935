package rows

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/kernel"
)

// File is a file on the disk of a host.
type File struct {
	Host, Name string
	State      string // of its name: "synced", "not synced"; "removed", if a crash may bring the file back
	Size       int64
	Data       []byte      // what programs read, as much of it as was asked for
	Safe       []byte      // what is left if a crash takes all that was not synced, likewise
	Unsynced   []FileWrite // what that is, the oldest first
}

// FileWrite is a write to a file.
type FileWrite struct {
	Event uint64
	At    int64  // where in the file; its new size, if it was given one
	Sized bool   // it was given another size
	Data  []byte // as much of it as was asked for
}

// Files lists the files of a host, or of all hosts if that is "": of one name, or with "" all. Of contents there are at
// most so many bytes.
func Files(st *kernel.State, host, name string, most int64) (all []File, err error) {
	only := Named{}
	if host != "" {
		if only, err = Find(st, kernel.HostObject, host); err != nil {
			return nil, err
		}
	}
	for id := range st.Hosts.All {
		if only.ID == 0 || only.ID == id {
			all = append(all, filesOf(st, kernel.HostID(id), most)...)
		}
	}
	if name == "" {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(f File) bool { return f.Name != name })
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no file %q here", name)
	}
	return all, nil
}

// filesOf lists the files of a host by their names, those last that a crash may bring back.
func filesOf(st *kernel.State, h kernel.HostID, most int64) (all []File) {
	d := &st.Hosts.At(uint32(h)).Disk
	for _, n := range d.Names {
		f := fileOf(st, n, most)
		if f.State = "synced"; !slices.Contains(d.Synced, n) {
			f.State = "not synced"
		}
		all = append(all, f)
	}
	for _, n := range d.Synced {
		if st.Files.At(uint32(n.File)).Gone {
			f := fileOf(st, n, most)
			f.State = "removed"
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func fileOf(st *kernel.State, n kernel.NamedFile, most int64) File {
	f := st.Files.At(uint32(n.File))
	to := File{Host: st.HostName(f.Host), Name: n.Name, Size: f.Now.Size, Data: []byte(f.Now.Bytes(0, most)),
		Safe: []byte(f.Synced.Bytes(0, most))}
	for _, x := range f.Unsynced {
		data := x.Data[:min(int64(len(x.Data)), most)]
		to.Unsynced = append(to.Unsynced, FileWrite{x.Step, x.Off, x.Cut, []byte(data)})
	}
	return to
}
