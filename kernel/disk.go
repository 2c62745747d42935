package kernel

import (
	"slices"
	"strings"

	"machsim/ipc"
)

// FileID is a file, as Open gives it and the other calls of a Disk take it. All tasks of a host that have a file open
// have it by the same number.
type FileID uint32

// Disk is a thread that uses the disk of its host. What is there survives the crash of the host: a task that runs after
// its restart finds it. But what was written is safe only once it was synced. A crash takes what was not, or a part of
// it, if the run has such faults (unsynced, torn; docs/EXPLORE.md); without them nothing is lost.
//
// Of the writes to a file that were not synced the later are lost before the earlier; but any of them may be torn,
// which leaves its first half, and what was written after it. Files are lost independently of each other, and so are
// their names, which are one list for the whole host: that a file was made, renamed or removed may be lost though its
// contents were not, again the later before the earlier. No more than MaxUnsynced changes of each list can be lost: the
// oldest beyond that are safe.
//
// The calls are machsim's own. They answer as Mach's do, each with its code:
//
//	KERN_INVALID_NAME       there is no file of that name, or the file was removed
//	KERN_INVALID_ARGUMENT   the task does not have the file open; a place or size below 0; a name that is empty, has
//	                        more than MaxFileName bytes or a newline
//	KERN_RESOURCE_SHORTAGE  a file would have more than MaxFileSize bytes, or the host more than MaxFiles files
//	KERN_NO_SPACE           the disk is full, by a fault (diskfull): nothing was written, no file made
//	KERN_FAILURE            the disk has an error (diskerror): nothing was done, but of a write its first half may be
type Disk struct{ th *Thread }

// Disk gives the calls on the disk of the thread's host, made by this thread.
func (th *Thread) Disk() Disk { return Disk{th} }

// Open opens a file. The task has it open until it has closed it as often, or ends.
func (d Disk) Open(name string) (FileID, error) { return d.open(name, false) }

// Create is Open, but makes the file, with nothing in it, if there is none of that name.
func (d Disk) Create(name string) (FileID, error) { return d.open(name, true) }

func (d Disk) open(name string, create bool) (FileID, error) {
	c := d.th.begin(OpDiskOpen)
	c.Text, c.Flag = name, create
	d.th.enter()
	return FileID(d.th.res.N), d.th.res.Code.Err()
}

func runDiskOpen(c *core, id ThreadID, t *ThreadState) bool {
	h := c.Tasks.At(uint32(t.Task)).Host
	if !isFileName(t.Call.Text) {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	c.access(LocDisk, ipc.Read, uint32(h), diskNow)
	file := fileIn(c.Hosts.At(uint32(h)).Disk.Names, t.Call.Text)
	switch {
	case file != 0:
	case !t.Call.Flag:
		return c.refuse(ipc.KERN_INVALID_NAME)
	case len(c.Hosts.At(uint32(h)).Disk.Names) >= MaxFiles:
		return c.refuse(ipc.KERN_RESOURCE_SHORTAGE)
	default:
		if code := c.diskFault(id, 0); code != 0 {
			return c.refuse(code)
		}
		file = c.newFile(id, h, t.Call.Text)
	}
	c.about = Object{FileObject, uint32(file)}
	c.openFor(t.Task, file)
	c.out.N = int64(file)
	return true
}

func isFileName(s string) bool { return s != "" && len(s) <= MaxFileName && !strings.Contains(s, "\n") }

// newFile makes a file.
func (c *core) newFile(by ThreadID, h HostID, name string) FileID {
	id := FileID(newID(c, &c.Files))
	c.access(LocFile, ipc.New, uint32(id), fileNow)
	c.access(LocFile, ipc.New, uint32(id), fileSynced)
	*c.Files.Mut(uint32(id)) = FileState{Label: c.newLabel(by, madeFile, name), Host: h, Name: name}
	c.rename(h, Renaming{To: name, File: id})
	return id
}

// openFor opens a file once more for a task.
func (c *core) openFor(task TaskID, file FileID) {
	c.access(LocOpen, ipc.Write, uint32(file), uint32(task))
	f := c.Files.Mut(uint32(file))
	i := f.opening(task)
	if i < 0 {
		i = len(f.Opens)
		f.Opens = append(f.Opens, Opening{Task: task})
	}
	f.Opens[i].Refs++
}

// onFile wraps the handler of a call on an open file.
func onFile(run func(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		file, code := c.opened(t)
		if code == 0 {
			code = c.diskFault(id, file)
		}
		if code == 0 {
			code = run(c, t, file, c.Files.Mut(uint32(file)))
		}
		return c.refuse(code)
	}
}

// opened returns the file of a call, which its task has to have open.
func (c *core) opened(t *ThreadState) (FileID, ipc.Code) {
	id := uint32(t.Call.N)
	if int64(id) != t.Call.N || !c.Files.Has(id) {
		return 0, ipc.KERN_INVALID_ARGUMENT
	}
	c.access(LocOpen, ipc.Read, id, uint32(t.Task))
	f := c.Files.At(id)
	if f.opening(t.Task) < 0 {
		return 0, ipc.KERN_INVALID_ARGUMENT
	}
	c.about = Object{FileObject, id}
	c.access(LocFile, ipc.Read, id, fileNow)
	if f.Gone && t.Call.Op != OpDiskClose {
		return 0, ipc.KERN_INVALID_NAME
	}
	return FileID(id), 0
}

// on makes a call on an open file.
func (d Disk) on(op Op, f FileID, n int64, data []byte) error {
	c := d.th.begin(op)
	c.N, c.N2, c.Text = int64(f), n, string(data)
	d.th.enter()
	return d.th.res.Code.Err()
}

// Close takes back one Open. It syncs nothing.
func (d Disk) Close(f FileID) error { return d.on(OpDiskClose, f, 0, nil) }

func runDiskClose(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code {
	c.access(LocOpen, ipc.Write, uint32(id), uint32(t.Task))
	i := f.opening(t.Task)
	if f.Opens[i].Refs--; f.Opens[i].Refs == 0 {
		f.Opens = slices.Delete(f.Opens, i, i+1)
	}
	return 0
}

// Read returns up to most bytes of a file from off on: fewer at its end, none behind it.
func (d Disk) Read(f FileID, off, most int64) ([]byte, error) {
	c := d.th.begin(OpDiskRead)
	c.N, c.N2, c.N3 = int64(f), off, most
	d.th.enter()
	if err := d.th.res.Code.Err(); err != nil {
		return nil, err
	}
	return []byte(d.th.res.Text), nil
}

func runDiskRead(c *core, t *ThreadState, _ FileID, f *FileState) ipc.Code {
	c.out.Text = ""
	if t.Call.N2 < 0 || t.Call.N3 < 0 {
		return ipc.KERN_INVALID_ARGUMENT
	}
	c.out.Text = f.Now.Bytes(t.Call.N2, t.Call.N3)
	c.Hash = hashText(c.Hash, c.out.Text)
	return 0
}

// Write overwrites a file from off on, and makes it longer if it ends before that or within: what it skips are zeros.
func (d Disk) Write(f FileID, off int64, data []byte) error { return d.on(OpDiskWrite, f, off, data) }

func runDiskWrite(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code {
	return c.writeFile(id, f, Change{Off: t.Call.N2, Data: t.Call.Text})
}

// writeFile makes a change to a file.
func (c *core) writeFile(id FileID, f *FileState, x Change) ipc.Code {
	switch {
	case x.Off < 0:
		return ipc.KERN_INVALID_ARGUMENT
	case x.Off > MaxFileSize-int64(len(x.Data)):
		return ipc.KERN_RESOURCE_SHORTAGE
	case x.Data == "" && !x.Cut:
		return 0
	}
	c.access(LocFile, ipc.Write, uint32(id), fileNow)
	c.access(LocFile, ipc.Write, uint32(id), fileSynced)
	x.Step = c.Steps + 1
	f.change(x)
	c.Hash = mix(hashText(c.Hash, x.Data), uint64(x.Off))
	return 0
}

// Append writes at the end of a file, and returns where that was.
func (d Disk) Append(f FileID, data []byte) (int64, error) {
	err := d.on(OpDiskAppend, f, 0, data)
	return d.th.res.N, err
}

func runDiskAppend(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code {
	c.out.N = f.Now.Size
	return c.writeFile(id, f, Change{Off: f.Now.Size, Data: t.Call.Text})
}

// Truncate gives a file another size: it takes off its end, or adds zeros.
func (d Disk) Truncate(f FileID, size int64) error { return d.on(OpDiskTruncate, f, size, nil) }

func runDiskTruncate(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code {
	return c.writeFile(id, f, Change{Off: t.Call.N2, Cut: true})
}

// Size returns how many bytes a file has.
func (d Disk) Size(f FileID) (int64, error) {
	err := d.on(OpDiskSize, f, 0, nil)
	return d.th.res.N, err
}

func runDiskSize(c *core, _ *ThreadState, _ FileID, f *FileState) ipc.Code {
	c.out.N = f.Now.Size
	c.Hash = mix(c.Hash, uint64(c.out.N))
	return 0
}

// Sync returns when all that was written to a file is safe, and with it the names of all files of the host.
func (d Disk) Sync(f FileID) error { return d.on(OpDiskSync, f, 0, nil) }

func runDiskSync(c *core, _ *ThreadState, id FileID, f *FileState) ipc.Code {
	c.access(LocFile, ipc.Spoil, uint32(id), fileSynced)
	f.sync()
	c.syncNames(f.Host)
	return 0
}

// SyncAll syncs all files of the host.
func (d Disk) SyncAll() error {
	d.th.begin(OpDiskSyncAll)
	d.th.enter()
	return d.th.res.Code.Err()
}

func runDiskSyncAll(c *core, id ThreadID, t *ThreadState) bool {
	if code := c.diskFault(id, 0); code != 0 {
		return c.refuse(code)
	}
	h := c.Tasks.At(uint32(t.Task)).Host
	c.syncNames(h)
	for _, n := range c.Hosts.At(uint32(h)).Disk.Names {
		c.access(LocFile, ipc.Read, uint32(n.File), fileNow)
		c.access(LocFile, ipc.Spoil, uint32(n.File), fileSynced)
		c.Files.Mut(uint32(n.File)).sync()
	}
	return true
}

// Rename gives a file another name. If another file has that name, it is removed: there is no moment without a file of
// the name, neither in the run nor after a crash.
func (d Disk) Rename(f FileID, name string) error { return d.on(OpDiskRename, f, 0, []byte(name)) }

func runDiskRename(c *core, t *ThreadState, id FileID, f *FileState) ipc.Code {
	if !isFileName(t.Call.Text) {
		return ipc.KERN_INVALID_ARGUMENT
	}
	c.rename(f.Host, Renaming{From: f.Name, To: t.Call.Text, File: id})
	return 0
}

// Remove removes a file, also while it is open: then calls on it are refused from now on.
func (d Disk) Remove(name string) error {
	d.th.begin(OpDiskRemove).Text = name
	d.th.enter()
	return d.th.res.Code.Err()
}

func runDiskRemove(c *core, id ThreadID, t *ThreadState) bool {
	h := c.Tasks.At(uint32(t.Task)).Host
	c.access(LocDisk, ipc.Read, uint32(h), diskNow)
	file := fileIn(c.Hosts.At(uint32(h)).Disk.Names, t.Call.Text)
	if file == 0 {
		return c.refuse(ipc.KERN_INVALID_NAME)
	}
	c.about = Object{FileObject, uint32(file)}
	if code := c.diskFault(id, file); code != 0 {
		return c.refuse(code)
	}
	c.rename(h, Renaming{From: t.Call.Text, File: file})
	return true
}

// List returns the names of the host's files, in their order.
func (d Disk) List() ([]string, error) {
	d.th.begin(OpDiskList)
	d.th.enter()
	if d.th.res.Code != 0 || d.th.res.Text == "" {
		return nil, d.th.res.Code.Err()
	}
	return strings.Split(d.th.res.Text, "\n"), nil
}

func runDiskList(c *core, _ ThreadID, t *ThreadState) bool {
	h := uint32(c.Tasks.At(uint32(t.Task)).Host)
	c.access(LocDisk, ipc.Read, h, diskNow)
	var all []string
	for _, n := range c.Hosts.At(h).Disk.Names {
		all = append(all, n.Name)
	}
	c.out.Text = strings.Join(all, "\n")
	c.Hash = hashText(c.Hash, c.out.Text)
	return true
}

// rename changes the names of a host's files. What is too much to be kept apart reaches the disk.
func (c *core) rename(h HostID, x Renaming) {
	c.access(LocDisk, ipc.Write, uint32(h), diskNow)
	c.access(LocDisk, ipc.Write, uint32(h), diskSynced)
	d := &c.Hosts.Mut(uint32(h)).Disk
	x.Step = c.Steps + 1
	if over := fileIn(d.Names, x.To); x.To != "" && over != x.File {
		x.Over = over
	}
	d.Names = renamed(d.Names, x)
	c.renamedFile(x.File, x.To)
	c.renamedFile(x.Over, "")
	d.Unsynced = append(d.Unsynced, x)
	if len(d.Unsynced) > MaxUnsynced {
		first := d.Unsynced[0]
		d.Synced = renamed(d.Synced, first)
		d.Unsynced = slices.Clone(d.Unsynced[1:])
		c.forget(first)
	}
	c.Hash = mix(hashText(c.Hash, x.To), uint64(x.File))
}

// renamedFile tells a file what it is called now: "" for nothing.
func (c *core) renamedFile(id FileID, name string) {
	if id == 0 {
		return
	}
	c.access(LocFile, ipc.Write, uint32(id), fileNow)
	f := c.Files.Mut(uint32(id))
	if f.Gone = name == ""; !f.Gone {
		f.Name = name
	}
}

// syncNames has the names of a host's files survive.
func (c *core) syncNames(h HostID) {
	c.access(LocDisk, ipc.Read, uint32(h), diskNow)
	c.access(LocDisk, ipc.Spoil, uint32(h), diskSynced)
	d := &c.Hosts.Mut(uint32(h)).Disk
	all := d.Unsynced
	d.Synced, d.Unsynced = d.Names, nil
	for _, x := range all {
		c.forget(x)
	}
}

// forget drops the contents of the file that a change of names, which is synced now, has removed.
func (c *core) forget(x Renaming) {
	id := x.Over
	if x.To == "" {
		id = x.File
	}
	if id != 0 {
		c.access(LocFile, ipc.Spoil, uint32(id), fileNow)
		c.access(LocFile, ipc.Spoil, uint32(id), fileSynced)
		c.Files.Mut(uint32(id)).empty()
	}
}
