package explore

import "machsim/kernel"

// disk is the use of a disk by a call: of a file, of the names of a host's files, and of whether the task has the file
// open. To sync comes before or after a write, and before or after a change of names, but in any order with what only
// asks, and with another sync. Where calls may find a disk full or with an error, each may take what is left of that.
func (f *footprints) disk(s *kernel.State, t *kernel.ThreadState, some footprint) footprint {
	c, h := &t.Call, s.Tasks.At(uint32(t.Task)).Host
	if f.disks {
		some = append(some, use{f.names.thing(made{limitName, 0, 0}), write})
	}
	names := f.names.thing(made{diskName, 0, uint32(h)})
	switch c.Op {
	case kernel.OpDiskList:
		return append(some, use{names, read})
	case kernel.OpDiskSyncAll:
		return f.named(s, h, append(some, use{names, read}))
	case kernel.OpDiskOpen:
		file := s.FileNamed(h, c.Text)
		if file == 0 && c.Flag {
			return append(some, use{names, write})
		} else if file == 0 {
			return append(some, use{names, read})
		}
		return append(some, use{names, read}, use{f.opening(s, file, t.Task), add})
	case kernel.OpDiskRemove:
		return f.file(s, s.FileNamed(h, c.Text), write, append(some, use{names, write}))
	}
	file := kernel.FileID(c.N)
	if int64(file) != c.N || !s.Files.Has(uint32(file)) {
		return everything
	}
	return f.onFile(s, c, file, names, append(some, use{f.opening(s, file, t.Task), read}))
}

// onFile is the use of an open file.
func (f *footprints) onFile(s *kernel.State, c *kernel.Call, file kernel.FileID, names thing, some footprint) footprint {
	switch c.Op {
	case kernel.OpDiskClose:
		some[len(some)-1].mode = write
		return some
	case kernel.OpDiskRead, kernel.OpDiskSize:
		return f.file(s, file, read, some)
	case kernel.OpDiskSync:
		return f.file(s, file, read, append(some, use{names, read}))
	case kernel.OpDiskRename:
		over := s.FileNamed(s.Files.At(uint32(file)).Host, c.Text)
		return f.file(s, over, write, f.file(s, file, write, append(some, use{names, write})))
	}
	return f.file(s, file, write, some)
}

// named adds that all files of a host are used.
func (f *footprints) named(s *kernel.State, h kernel.HostID, some footprint) footprint {
	for _, n := range s.Hosts.At(uint32(h)).Disk.Names {
		some = f.file(s, n.File, read, some)
	}
	return some
}

// file adds the use of a file, if it is one.
func (f *footprints) file(s *kernel.State, id kernel.FileID, m mode, some footprint) footprint {
	if id == 0 {
		return some
	}
	return append(some, use{f.names.object(s, kernel.Object{Kind: kernel.FileObject, ID: uint32(id)}), m})
}

// opening is whether a task has a file open.
func (f *footprints) opening(s *kernel.State, file kernel.FileID, task kernel.TaskID) thing {
	m := f.names.made(s, openName, kernel.Object{Kind: kernel.FileObject, ID: uint32(file)})
	of := f.names.made(s, openName, kernel.Object{Kind: kernel.TaskObject, ID: uint32(task)})
	m.serial ^= of.serial<<12 ^ uint32(of.creator)<<20
	return f.names.thing(m)
}
