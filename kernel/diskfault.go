package kernel

import (
	"fmt"
	"slices"

	"machsim/ipc"
)

// Faults of disks befall a call on a disk, or what a disk has not synced when its host crashes. They are part of the
// step of that call or crash, and asked for in it (PointDisk).

// diskAt is where a disk may have a fault: at a call of a thread, or at the crash of a host.
type diskAt struct {
	call  ThreadID
	file  FileID // of the call; 0 if it is on no single file
	host  HostID // that crashes
	after Fault  // what its disk has lost by this crash already
}

// lostAll is Fault.Part of what takes all that the disk of a host has not synced.
const lostAll = 0xffff

// diskFaultOf is a fault of a host's disk: of a file of it, or of the names if that is 0.
func diskFaultOf(kind FaultKind, h HostID, file FileID, part int64) Fault {
	return Fault{Kind: kind, Object: uint32(h), Amount: int64(file)<<16 | part}
}

// File is the file that a fault of a disk befalls, 0 if it befalls names, or all.
func (f Fault) File() FileID { return FileID(f.Amount >> 16) }

// Part says of a fault of a disk how much is left: of FaultUnsynced how many of what was not synced, or lostAll; of
// FaultTorn which of these writes is torn, from 0; of FaultDiskError 1 if half of the data was written.
func (f Fault) Part() int64 { return f.Amount & 0xffff }

// Takes says whether a FaultUnsynced takes the i-th of what was not synced of a file, or of names if that is 0.
func (f Fault) Takes(file FileID, i int) bool {
	return f.Part() == lostAll || f.File() == file && int64(i) >= f.Part()
}

// diskOptions returns the faults that a disk can have.
func (s *State) diskOptions(at diskAt) (all []Fault) {
	for k := range faultRows {
		if row := &faultRows[k]; row.disk != nil && s.Faults[k].Any() {
			all = row.disk(s, at, all)
		}
	}
	return slices.DeleteFunc(all, func(f Fault) bool { return !s.may(f) })
}

// atCall returns what appends the faults of a kind to calls on a disk which they may befall.
func atCall(kind FaultKind, may func(*Call) bool, parts bool) func(*State, diskAt, []Fault) []Fault {
	return func(s *State, at diskAt, all []Fault) []Fault {
		if at.call == 0 {
			return all
		}
		t := s.Threads.At(uint32(at.call))
		if h := s.Tasks.At(uint32(t.Task)).Host; may(&t.Call) {
			all = append(all, diskFaultOf(kind, h, at.file, 0))
			if parts && t.Call.Op.writes() && len(t.Call.Text) > 1 {
				all = append(all, diskFaultOf(kind, h, at.file, 1))
			}
		}
		return all
	}
}

// writes says whether a call writes data to a file.
func (o Op) writes() bool { return o == OpDiskWrite || o == OpDiskAppend }

// needsSpace says whether a call may find a disk full.
func needsSpace(c *Call) bool { return c.Op == OpDiskOpen || c.Op.writes() && c.Text != "" }

// mayErr says whether a call may meet an error of a disk.
func mayErr(c *Call) bool { return c.Op != OpDiskClose && c.Op != OpDiskSize }

// atCrash returns what appends the faults of a kind to the crash of a host: those behind the last that it had, so that
// each set of them comes in one order.
func atCrash(kind FaultKind, of func(s *State, h HostID, add func(FileID, int64))) func(*State, diskAt, []Fault) []Fault {
	return func(s *State, at diskAt, all []Fault) []Fault {
		if at.host != 0 {
			of(s, at.host, func(file FileID, part int64) {
				if f := diskFaultOf(kind, at.host, file, part); f.follows(at.after) {
					all = append(all, f)
				}
			})
		}
		return all
	}
}

func (f Fault) follows(other Fault) bool {
	switch {
	case f.Kind != other.Kind:
		return f.Kind > other.Kind
	case f.Kind == FaultTorn:
		return f.Amount > other.Amount
	}
	return f.File() > other.File() && other.Part() != lostAll
}

// tears adds the writes that can be torn when a host crashes.
func (s *State) tears(h HostID, add func(FileID, int64)) {
	for id := range s.Files.All {
		f := s.Files.At(id)
		for i := range f.Unsynced {
			if f.Host == h && len(f.Unsynced[i].Data) > 1 {
				add(FileID(id), int64(i))
			}
		}
	}
}

// unsynced adds what can be lost when a host crashes: all that was not synced; or the last changes of names, or writes
// to one file.
func (s *State) unsynced(h HostID, add func(FileID, int64)) {
	names, lists := len(s.Hosts.At(uint32(h)).Disk.Unsynced), 0
	if names > 0 {
		lists++
	}
	for id := range s.Files.All {
		if f := s.Files.At(id); f.Host == h && len(f.Unsynced) > 0 {
			lists++
		}
	}
	if lists > 1 {
		add(0, lostAll)
	}
	for i := range names {
		add(0, int64(i))
	}
	for id := range s.Files.All {
		if f := s.Files.At(id); f.Host == h {
			for i := range f.Unsynced {
				add(FileID(id), int64(i))
			}
		}
	}
}

// diskFault asks the Door whether a call on a disk meets a fault, and returns its code.
func (c *core) diskFault(id ThreadID, file FileID) ipc.Code {
	c.access(LocFaults, ipc.Read, 0, 0)
	i, all := c.chooseFault(Point{Kind: PointDisk, Thread: id, disk: diskAt{call: id, file: file}})
	if i == 0 {
		return 0
	}
	f := all[i-1]
	c.suffer(f)
	if f.Kind == FaultDiskFull {
		return ipc.KERN_NO_SPACE
	}
	if f.Part() == 1 {
		c.writeHalf(&c.Threads.At(uint32(id)).Call, file)
	}
	return ipc.KERN_FAILURE
}

// suffer has a fault of a disk happen.
func (c *core) suffer(f Fault) {
	c.spend(f)
	c.Hash = mix2(c.Hash, uint64(f.Kind)<<56|uint64(f.Object), uint64(f.Amount))
	if does := faultRows[f.Kind].does; does != nil {
		does(c, f)
	}
}

// writeHalf has a call write the first half of its data, if it may write that.
func (c *core) writeHalf(call *Call, id FileID) {
	f := c.Files.Mut(uint32(id))
	x := Change{Off: call.N2, Data: call.Text[:len(call.Text)/2]}
	if call.Op == OpDiskAppend {
		x.Off = f.Now.Size
	}
	c.writeFile(id, f, x)
}

// crashDisk has a disk lose what the Door says, and all the rest be safe.
func (c *core) crashDisk(h HostID) {
	c.access(LocDisk, ipc.Write, uint32(h), diskNow)
	c.access(LocDisk, ipc.Write, uint32(h), diskSynced)
	d := &c.Hosts.Mut(uint32(h)).Disk
	for id := range c.Files.All {
		if c.Files.At(id).Host == h {
			c.access(LocFile, ipc.Write, id, fileNow)
			c.access(LocFile, ipc.Write, id, fileSynced)
		}
	}
	c.loses(h)
	for _, x := range d.Unsynced {
		d.Synced = renamed(d.Synced, x)
	}
	d.Names, d.Unsynced = d.Synced, nil
	for id := range c.Files.All {
		if c.Files.At(id).Host == h {
			c.comesBack(c.Files.Mut(id), FileID(id), d.Names)
		}
	}
}

// comesBack makes a file what a crash has left of it.
func (c *core) comesBack(f *FileState, id FileID, names []NamedFile) {
	f.Opens = nil
	name, there := nameOf(names, id)
	if f.Gone = !there; f.Gone {
		f.empty()
		return
	}
	f.Name, f.Now = name, f.Synced.after(f.Unsynced)
	f.sync()
}

// loses asks the Door what the disk of a host that crashes loses, until it says that this is all.
func (c *core) loses(h HostID) {
	c.access(LocFaults, ipc.Read, 0, 0)
	for at := (diskAt{host: h}); ; {
		i, all := c.chooseFault(Point{Kind: PointDisk, disk: at})
		if i == 0 {
			return
		}
		at.after = all[i-1]
		c.suffer(at.after)
	}
}

// loseUnsynced takes what was not synced.
func (c *core) loseUnsynced(f Fault) {
	h, kept := f.Object, f.Part()
	all := kept == lostAll
	if all {
		kept = 0
	}
	if d := &c.Hosts.Mut(h).Disk; f.File() == 0 {
		d.Unsynced = d.Unsynced[:kept:kept]
	}
	for id := range c.Files.All {
		if c.Files.At(id).Host == HostID(h) && (all || FileID(id) == f.File()) {
			x := c.Files.Mut(id)
			x.Unsynced = x.Unsynced[:min(int(kept), len(x.Unsynced)):kept]
		}
	}
}

// tear leaves the first half of a write.
func (c *core) tear(f Fault) {
	x := c.Files.Mut(uint32(f.File()))
	x.Unsynced = append([]Change(nil), x.Unsynced...)
	torn := &x.Unsynced[f.Part()].Data
	*torn = (*torn)[:len(*torn)/2]
}

// saysUnsynced, saysTorn: what a disk has lost, of a file, or of names if that is "".
func saysUnsynced(host, file string, kept int64) string {
	switch {
	case kept == lostAll:
		return "the disk of host " + host + " loses all that was not synced"
	case file == "":
		return "the disk of host " + host + " loses changes of names that were not synced" + butFor(kept)
	}
	return "the disk loses writes to " + file + " that were not synced" + butFor(kept)
}

func butFor(kept int64) string {
	if kept == 0 {
		return ""
	}
	return fmt.Sprintf(", but for the first %d", kept)
}

func saysTorn(_, file string, which int64) string {
	return fmt.Sprintf("of the writes to %s that were not synced, number %d is torn: its first half is there", file, which+1)
}
