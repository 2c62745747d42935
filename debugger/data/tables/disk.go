package tables

import (
	"slices"

	"machsim/kernel"
)

// disks notes what was written to the disks of hosts, when it was safe, and what a crash took. It reads off the states
// what is not synced, and does not follow the calls.
type disks struct {
	all     []diskWrite
	pending map[diskList][]int // what is not synced: places in all
}

// diskWrite is a change of a file's contents or of its name: the events with which it was written, was safe or lost.
type diskWrite struct {
	written, safe, lost uint64
	file, what          string
	at, bytes           int64
	torn                bool
}

// diskList is a list of what is not synced: of a file or, without one, of the names on the disk of a host.
type diskList struct {
	host kernel.HostID
	file kernel.FileID
}

// see takes an event.
func (d *disks) see(e *kernel.Event) {
	class := kernel.ClassStage
	if e.Call != nil {
		class = e.Call.Op.Class()
	}
	s := e.State
	if class != kernel.ClassStage && class != kernel.ClassDisk || e.Packet != nil || s.Files.Len() == 0 {
		return
	}
	for id := range s.Files.All {
		f := s.Files.At(id)
		now := make([]uint64, 0, len(f.Unsynced))
		for i := range f.Unsynced {
			now = append(now, f.Unsynced[i].Step)
		}
		d.goOn(diskList{f.Host, kernel.FileID(id)}, now, e, func() diskWrite {
			x := &f.Unsynced[len(f.Unsynced)-1]
			return diskWrite{what: "contents", file: s.NameOf(kernel.Object{Kind: kernel.FileObject, ID: id}),
				at: x.Off, bytes: int64(len(x.Data))}
		})
	}
	for id := range s.Hosts.All {
		all := s.Hosts.At(id).Disk.Unsynced
		now := make([]uint64, 0, len(all))
		for i := range all {
			now = append(now, all[i].Step)
		}
		d.goOn(diskList{host: kernel.HostID(id)}, now, e, func() diskWrite {
			o := kernel.Object{Kind: kernel.FileObject, ID: uint32(all[len(all)-1].File)}
			return diskWrite{what: "name", file: s.NameOf(o), at: missing, bytes: missing}
		})
	}
}

// goOn compares what of a list is not synced after an event with what was not before it.
func (d *disks) goOn(l diskList, now []uint64, e *kernel.Event, made func() diskWrite) {
	var left []int
	for i, row := range d.pending[l] {
		w := &d.all[row]
		switch {
		case slices.Contains(now, uint64(w.written)):
			left = append(left, row)
		case l.loses(i, e):
			w.lost = e.Step
		case l.file == 0 || !e.State.Files.At(uint32(l.file)).Gone:
			w.safe, w.torn = e.Step, l.tears(i, e)
		}
	}
	if n := len(now); n > 0 && now[n-1] == e.Step {
		w := made()
		w.written = e.Step
		left, d.all = append(left, len(d.all)), append(d.all, w)
	}
	d.pending[l] = left
}

// loses says whether a crash has taken the i-th of what was not synced: itself, or the file with it.
func (l diskList) loses(i int, e *kernel.Event) bool {
	return slices.ContainsFunc(e.Disk, func(p kernel.Past) bool {
		return p.Kind == kernel.FaultUnsynced && kernel.HostID(p.Object) == l.host && p.Takes(l.file, i)
	}) || l.file != 0 && e.State.Files.At(uint32(l.file)).Gone && e.State.Hosts.At(uint32(l.host)).Down
}

// tears says whether a crash has left half of it.
func (l diskList) tears(i int, e *kernel.Event) bool {
	return slices.ContainsFunc(e.Disk, func(p kernel.Past) bool {
		return p.Kind == kernel.FaultTorn && p.File() == l.file && int(p.Part()) == i
	})
}

// diskColumns are the columns of the table of what was written to disks.
var diskColumns = []derived[diskWrite]{
	{"n", Event, "the event with which it was written", eventOf(written)},
	{"time_us", Time, "when that was", at("time_us", written)},
	{"file", Text, "the file, with its host", textOf(func(w *diskWrite) string { return w.file })},
	{"what", Text, "what of it was written: contents or name", textOf(func(w *diskWrite) string { return w.what })},
	{"at", Integer, "where in the file; its new size, if it was given one",
		numberOf(func(w *diskWrite) int64 { return w.at })},
	{"bytes", Integer, "how many bytes", numberOf(func(w *diskWrite) int64 { return w.bytes })},
	{"thread", Text, "the thread that wrote it", at("thread", written)},
	{"task", Text, "its task", at("task", written)},
	{"host", Text, "the task's host", at("host", written)},
	{"call", Text, "the call", at("call", written)},
	{"safe_n", Event, "the event with which it was safe: it was synced, reached the disk by itself, or survived a crash",
		eventOf(safe)},
	{"safe_us", Time, "when that was", at("time_us", safe)},
	{"waited_us", Time, "the time between", between(written, safe)},
	{"torn", Bool, "whether only its first half survived the crash", truthOf(func(w *diskWrite) bool { return w.torn })},
	{"lost_n", Event, "the event with which it was lost; NULL if it was not", eventOf(lost)},
	{"lost_us", Time, "when that was", at("time_us", lost)},
	{"place", Text, "where the call stands in the source", place(written)},
}

func written(w *diskWrite) uint64 { return w.written }
func safe(w *diskWrite) uint64    { return w.safe }
func lost(w *diskWrite) uint64    { return w.lost }
