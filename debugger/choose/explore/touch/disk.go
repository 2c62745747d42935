package touch

import "machsim/kernel"

// disk is the use of a disk by a call: of a file, of the names of a host's files, and of whether the task has the file
// open. To sync comes before or after a write, and before or after a change of names, but in any order with what only
// asks, and with another sync. Where calls may find a disk full or with an error, each may take what is left of that.
func (f *Footprints) disk(s *kernel.State, t *kernel.ThreadState, some Footprint) Footprint {
	c, h := &t.Call, s.Tasks.At(uint32(t.Task)).Host
	if f.Disks {
		some = append(some, Use{f.Names.thing(made{limitName, 0, 0}), Write})
	}
	names := f.Names.thing(made{diskName, 0, uint32(h)})
	switch c.Op {
	case kernel.OpDiskList:
		return append(some, Use{names, Read})
	case kernel.OpDiskSyncAll:
		return f.named(s, h, append(some, Use{names, Read}))
	case kernel.OpDiskOpen:
		file := s.FileNamed(h, c.Text)
		if file == 0 && c.Flag {
			return append(some, Use{names, Write})
		} else if file == 0 {
			return append(some, Use{names, Read})
		}
		return append(some, Use{names, Read}, Use{f.opening(s, file, t.Task), add})
	case kernel.OpDiskRemove:
		return f.file(s, s.FileNamed(h, c.Text), Write, append(some, Use{names, Write}))
	}
	file := kernel.FileID(c.N)
	if int64(file) != c.N || !s.Files.Has(uint32(file)) {
		return Everything
	}
	return f.onFile(s, c, file, names, append(some, Use{f.opening(s, file, t.Task), Read}))
}

// onFile is the use of an open file.
func (f *Footprints) onFile(s *kernel.State, c *kernel.Call, file kernel.FileID, names Thing,
	some Footprint) Footprint {
	switch c.Op {
	case kernel.OpDiskClose:
		some[len(some)-1].Mode = Write
		return some
	case kernel.OpDiskRead, kernel.OpDiskSize:
		return f.file(s, file, Read, some)
	case kernel.OpDiskSync:
		return f.file(s, file, Read, append(some, Use{names, Read}))
	case kernel.OpDiskRename:
		over := s.FileNamed(s.Files.At(uint32(file)).Host, c.Text)
		return f.file(s, over, Write, f.file(s, file, Write, append(some, Use{names, Write})))
	}
	return f.file(s, file, Write, some)
}

// named adds that all files of a host are used.
func (f *Footprints) named(s *kernel.State, h kernel.HostID, some Footprint) Footprint {
	for _, n := range s.Hosts.At(uint32(h)).Disk.Names {
		some = f.file(s, n.File, Read, some)
	}
	return some
}

// file adds the use of a file, if it is one.
func (f *Footprints) file(s *kernel.State, id kernel.FileID, m Mode, some Footprint) Footprint {
	if id == 0 {
		return some
	}
	return append(some, Use{f.Names.object(s, kernel.Object{Kind: kernel.FileObject, ID: uint32(id)}), m})
}

// opening is whether a task has a file open.
func (f *Footprints) opening(s *kernel.State, file kernel.FileID, task kernel.TaskID) Thing {
	m := f.Names.made(s, openName, kernel.Object{Kind: kernel.FileObject, ID: uint32(file)})
	of := f.Names.made(s, openName, kernel.Object{Kind: kernel.TaskObject, ID: uint32(task)})
	m.serial ^= of.serial<<12 ^ uint32(of.creator)<<20
	return f.Names.thing(m)
}
