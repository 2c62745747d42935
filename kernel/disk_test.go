package kernel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// The calls on a disk do what they say, and answer with the codes that they list.
func TestDiskCalls(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		d := th.Disk()
		_, err := d.Open("log")
		wants(th, err, ipc.KERN_INVALID_NAME)
		for _, name := range []string{"", "a\nb", strings.Repeat("x", kernel.MaxFileName+1)} {
			_, err = d.Create(name)
			wants(th, err, ipc.KERN_INVALID_ARGUMENT)
		}
		f := kernel.Must(d.Create("log"))
		at := kernel.Must(d.Append(f, []byte("hello")))
		th.Check(at == 0 && kernel.Must(d.Append(f, []byte(" world"))) == 5, "appended at %d", at)
		kernel.Must(d.Write(f, 14, []byte("!")))
		reads(th, f, 3, 100, "lo world\x00\x00\x00!")
		kernel.Must(d.Truncate(f, 4))
		kernel.Must(d.Truncate(f, 6))
		reads(th, f, 0, 100, "hell\x00\x00")
		reads(th, f, 6, 100, "")
		th.Check(kernel.Must(d.Size(f)) == 6, "wrong size")
		kernel.Must(d.Write(f, kernel.PageSize-1, []byte("ab")))
		reads(th, f, kernel.PageSize-2, 4, "\x00ab")
		again := kernel.Must(d.Open("log"))
		th.Check(again == f, "opened as %d and %d", f, again)
		kernel.Must(d.Close(f))
		kernel.Must(d.Rename(f, "old"))
		th.Check(slices.Equal(kernel.Must(d.List()), []string{"old"}), "wrong names")
		kernel.Must(d.Close(f))
		wants(th, d.Close(f), ipc.KERN_INVALID_ARGUMENT)
		wants(th, d.Sync(f), ipc.KERN_INVALID_ARGUMENT)
		wants(th, d.Sync(1<<31), ipc.KERN_INVALID_ARGUMENT)
		f = kernel.Must(d.Open("old"))
		wants(th, d.Write(f, kernel.MaxFileSize, []byte("x")), ipc.KERN_RESOURCE_SHORTAGE)
		wants(th, d.Write(f, 1<<62, []byte("x")), ipc.KERN_RESOURCE_SHORTAGE)
		wants(th, d.Truncate(f, -1), ipc.KERN_INVALID_ARGUMENT)
		_, err = d.Read(f, -1, 1)
		wants(th, err, ipc.KERN_INVALID_ARGUMENT)
		kernel.Must(d.Remove("old"))
		wants(th, d.Remove("old"), ipc.KERN_INVALID_NAME)
		_, err = d.Size(f)
		wants(th, err, ipc.KERN_INVALID_NAME)
		kernel.Must(d.SyncAll())
		for i := range kernel.MaxFiles {
			kernel.Must(d.Create(fmt.Sprint("f", i)))
		}
		_, err = d.Create("one more")
		wants(th, err, ipc.KERN_RESOURCE_SHORTAGE)
	}))
}

// reads fails the program unless a file has certain bytes.
func reads(th *kernel.Thread, f kernel.FileID, off, most int64, want string) {
	got := string(kernel.Must(th.Disk().Read(f, off, most)))
	th.Check(got == want, "read %q, want %q", got, want)
}

// journal is a program that appends "one", "two" and "three" to a file, of which it has synced only the first; then its
// host crashes, and what is found after the restart is told.
func journal(found func(th *kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		h := b.Host("h1")
		b.Server(h, "writer", func(th *kernel.Thread) {
			d := th.Disk()
			f := kernel.Must(d.Create("log"))
			_, _ = d.Append(f, []byte("one "))
			_ = d.Sync(f)
			_, _ = d.Append(f, []byte("two "))
			_, _ = d.Append(f, []byte("three"))
			_ = d.Rename(f, "journal")
		})
		b.OnRestart(h, func(th *kernel.Thread) { found(th) })
		b.Task(b.Host("h0"), "supervisor", func(th *kernel.Thread) {
			th.Sleep(kernel.Second)
			kernel.Must(th.CrashHost("h1"))
			kernel.Must(th.RestartHost("h1"))
			th.Sleep(kernel.Second)
		})
	}
}

// picks is a Door that takes options of points at disks, by number, and the first of all others.
type picks struct {
	kernel.First
	options []int
	seen    []kernel.Fault
}

func (d *picks) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointDisk || len(d.options) == 0 {
		return 0
	}
	i := d.options[0]
	d.options = d.options[1:]
	if i > 0 {
		d.seen = append(d.seen, p.Faults()[i-1])
	}
	return i
}

// A crash keeps what was written, but for what the faults of the run take of what was not synced.
func TestDiskAtCrash(t *testing.T) {
	torn, unsynced := kernel.FaultTorn, kernel.FaultUnsynced
	for _, c := range []struct {
		faults  kernel.Faults
		options []int
		want    string // name and contents
	}{
		{kernel.Faults{}, nil, "journal one two three"},
		{budgets(int(unsynced), 2), nil, "journal one two three"},
		{budgets(int(unsynced), 1), []int{1}, "log one "},                        // all
		{budgets(int(unsynced), 1), []int{2}, "log one two three"},               // the name
		{budgets(int(unsynced), 1), []int{3}, "journal one "},                    // both writes
		{budgets(int(unsynced), 1), []int{4}, "journal one two "},                // the last
		{budgets(int(unsynced), 2), []int{2, 1}, "log one "},                     // name, then both writes
		{budgets(int(torn), 1), []int{1}, "journal one tw\x00\x00three"},         // the first of them
		{budgets(int(torn), 1), []int{2}, "journal one two th"},                  // the second
		{budgets(int(torn), 2), []int{1, 1}, "journal one tw\x00\x00th"},         // both
		{budgets(int(torn), 1, int(unsynced), 1), []int{1, 4}, "journal one tw"}, // torn, and nothing behind it
	} {
		var got string
		d := &picks{options: c.options}
		steps(t, kernel.Config{Door: d, Faults: c.faults}, journal(func(th *kernel.Thread) {
			name := kernel.Must(th.Disk().List())[0]
			f := kernel.Must(th.Disk().Open(name))
			got = name + " " + string(kernel.Must(th.Disk().Read(f, 0, 100)))
		}))
		if got != c.want {
			t.Errorf("%v, options %v: %q, want %q (%v)", c.faults, c.options, got, c.want, d.seen)
		}
	}
}

// A full disk writes nothing; one with an error nothing, or half of the data.
func TestDiskErrors(t *testing.T) {
	for _, c := range []struct {
		kind    kernel.FaultKind
		options []int
		code    ipc.Code
		want    string
	}{
		{kernel.FaultDiskFull, []int{0, 1}, ipc.KERN_NO_SPACE, ""},
		{kernel.FaultDiskError, []int{0, 1}, ipc.KERN_FAILURE, ""},
		{kernel.FaultDiskError, []int{0, 2}, ipc.KERN_FAILURE, "a"},
	} {
		steps(t, kernel.Config{Door: &picks{options: c.options}, Faults: budgets(int(c.kind), 1)},
			one(func(th *kernel.Thread) {
				d := th.Disk()
				f := kernel.Must(d.Create("f"))
				_, err := d.Append(f, []byte("ab"))
				wants(th, err, c.code)
				reads(th, f, 0, 10, c.want)
			}))
	}
}

// What is not synced is kept apart within bounds.
func TestDiskIsBounded(t *testing.T) {
	m := steps(t, kernel.Config{}, one(func(th *kernel.Thread) {
		d := th.Disk()
		f := kernel.Must(d.Create("big"))
		for i := range int64(40) {
			kernel.Must(d.Write(f, i, make([]byte, 100<<10)))
			g := kernel.Must(d.Create(fmt.Sprint("f", i)))
			kernel.Must(d.Remove(fmt.Sprint("f", i)))
			kernel.Must(d.Close(g))
		}
	}))
	for id := range m.World().Files.All {
		f := m.World().Files.At(id)
		if n := len(f.Unsynced); n > 10 {
			t.Errorf("%s keeps %d writes of 100 KB apart", f.Name, n)
		}
	}
	if n := len(m.World().Hosts.At(1).Disk.Unsynced); n > kernel.MaxUnsynced {
		t.Errorf("%d changes of names are kept apart", n)
	}
}

// diskProgram uses the disks of two hosts at random, which crash now and then and start again.
func diskProgram(b *kernel.Boot) {
	for _, name := range []string{"h1", "h2"} {
		h := b.Host(name)
		for range 2 {
			b.Server(h, "", func(th *kernel.Thread) { diskCalls(th, 30) })
		}
		b.OnRestart(h, func(th *kernel.Thread) { diskCalls(th, 40) })
	}
	b.Task(b.Host("h0"), "supervisor", func(th *kernel.Thread) {
		for range 6 {
			th.Sleep(kernel.Duration(th.Random(300)) * kernel.Microsecond)
			h := fmt.Sprint("h", 1+th.Random(2))
			_ = th.CrashHost(h)
			_ = th.RestartHost(h)
		}
	})
}

func diskCalls(th *kernel.Thread, n int) {
	for range n {
		diskCall(th)
	}
}

// diskCall makes a call on the disk at random.
func diskCall(th *kernel.Thread) {
	d := th.Disk()
	name, text := fmt.Sprint("f", th.Random(3)), []byte("abcdefgh")[:th.Random(9)]
	f, err := d.Create(name)
	switch th.Random(10) {
	case 0, 1:
		_, _ = d.Append(f, text)
	case 2:
		_ = d.Write(f, int64(th.Random(12)), text)
	case 3:
		_ = d.Truncate(f, int64(th.Random(12)))
	case 4, 5:
		_, _ = d.Read(f, int64(th.Random(4)), 20)
	case 6:
		_ = d.Sync(f)
	case 7:
		_ = d.Rename(f, fmt.Sprint("f", th.Random(3)))
	case 8:
		_ = d.Remove(name)
	case 9:
		if th.Random(3) == 0 {
			_ = d.SyncAll()
		}
		_, _ = d.List()
		_, _ = d.Open(name)
		_, _ = d.Size(f)
	}
	if err == nil && th.Random(3) > 0 {
		_ = d.Close(f)
	}
}

// What programs read, and what a crash leaves, is what a model of disks allows that knows nothing of the kernel's.
func TestDiskModel(t *testing.T) {
	var crashes, lost int
	for seed := range uint64(effort.Of(100)) {
		cfg := kernel.Config{Door: prone{kernel.NewRandom(seed)}}
		if seed%4 > 0 {
			cfg.Faults = budgets(int(kernel.FaultTorn), 2, int(kernel.FaultUnsynced), 3, int(kernel.FaultDiskFull), 2,
				int(kernel.FaultDiskError), 2)
		}
		model := diskModel{may: seed%4 > 0, hosts: map[string]*modelDisk{}}
		cfg.Tracer = kernel.Tracer{Event: func(e *kernel.Event) {
			if err := model.event(e); err != nil {
				t.Fatalf("seed %d, event %d: %v", seed, e.Step, err)
			}
		}}
		steps(t, cfg, diskProgram)
		crashes, lost = crashes+model.crashes, lost+model.lost
	}
	if lost < 10 || lost > crashes-10 {
		t.Errorf("%d of %d crashes have lost something", lost, crashes)
	}
}

// diskModel is what a disk may do: lists of all that was done, from which contents are made anew whenever one asks.
type diskModel struct {
	may           bool // faults
	hosts         map[string]*modelDisk
	crashes, lost int
}

// modelDisk is a disk: all changes of names, of which the first are safe, and files by the kernel's numbers.
type modelDisk struct {
	names []modelName
	safe  int
	files map[int64]*modelFile
}

type modelName struct {
	from, to string
	file     int64
}

// modelFile is all that was written to a file, of which the first are safe.
type modelFile struct {
	writes []modelWrite
	safe   int
}

type modelWrite struct {
	at   int64
	data string
	cut  bool
}

// contents are those after some writes.
func contents(all []modelWrite) string {
	var b []byte
	for _, w := range all {
		n := w.at + int64(len(w.data))
		for int64(len(b)) < n {
			b = append(b, 0)
		}
		copy(b[w.at:], w.data)
		if w.cut {
			b = b[:w.at]
		}
	}
	return string(b)
}

// dir is which files have which names after some changes.
func dir(all []modelName) map[string]int64 {
	names := map[string]int64{}
	for _, x := range all {
		if delete(names, x.from); x.to != "" {
			names[x.to] = x.file
		}
	}
	return names
}

// event follows a step.
func (m *diskModel) event(e *kernel.Event) error {
	for id := range e.State.Hosts.All {
		h := e.State.Hosts.At(id)
		if m.hosts[h.Name] == nil {
			m.hosts[h.Name] = &modelDisk{files: map[int64]*modelFile{}}
		}
		if d := m.hosts[h.Name]; h.Down && len(d.names) > 0 {
			if err := m.crash(d, e.State, kernel.HostID(id)); err != nil {
				return err
			}
		}
	}
	if e.Call == nil || e.Call.Op.Class() != kernel.ClassDisk || e.Result.Code != 0 && e.Result.Code != ipc.KERN_FAILURE {
		return nil
	}
	host := e.State.Tasks.At(uint32(e.State.Threads.At(uint32(e.Actor.Thread)).Task)).Host
	return m.hosts[e.State.HostName(host)].call(e)
}

// call follows a call that was answered with success, or failed with an error of the disk.
func (d *modelDisk) call(e *kernel.Event) error {
	c, file, half := e.Call, d.files[e.Call.N], e.Result.Code != 0
	if half {
		past := e.State.Past[len(e.State.Past)-1]
		if past.Part() == 0 {
			return nil
		}
	}
	write := func(w modelWrite) {
		if half {
			w.data = w.data[:len(w.data)/2]
		}
		if w.data != "" || w.cut {
			file.writes = append(file.writes, w)
		}
	}
	if file != nil && len(file.writes) > file.safe+kernel.MaxUnsynced {
		file.safe++
	}
	switch c.Op {
	case kernel.OpDiskOpen:
		if n := dir(d.names)[c.Text]; n != e.Result.N {
			d.names = append(d.names, modelName{"", c.Text, e.Result.N})
			d.files[e.Result.N] = &modelFile{}
			if n != 0 {
				return fmt.Errorf("%s is file %d, not %d", c.Text, n, e.Result.N)
			}
		}
	case kernel.OpDiskAppend:
		write(modelWrite{int64(len(contents(file.writes))), c.Text, false})
	case kernel.OpDiskWrite:
		write(modelWrite{c.N2, c.Text, false})
	case kernel.OpDiskTruncate:
		write(modelWrite{c.N2, "", true})
	case kernel.OpDiskSize:
		if n := int64(len(contents(file.writes))); n != e.Result.N {
			return fmt.Errorf("the size is %d, not %d", e.Result.N, n)
		}
	case kernel.OpDiskRead:
		all := contents(file.writes)
		all = all[min(c.N2, int64(len(all))):]
		if want := all[:min(c.N3, int64(len(all)))]; e.Result.Text != want {
			return fmt.Errorf("read %q, not %q", e.Result.Text, want)
		}
	case kernel.OpDiskSync:
		file.safe, d.safe = len(file.writes), len(d.names)
	case kernel.OpDiskSyncAll:
		d.safe = len(d.names)
		for _, n := range dir(d.names) {
			d.files[n].safe = len(d.files[n].writes)
		}
	case kernel.OpDiskRename:
		d.names = append(d.names, modelName{d.nameOf(c.N), c.Text, c.N})
	case kernel.OpDiskRemove:
		d.names = append(d.names, modelName{c.Text, "", 0})
	case kernel.OpDiskList:
		var all []string
		for name := range dir(d.names) {
			all = append(all, name)
		}
		slices.Sort(all)
		if want := strings.Join(all, "\n"); e.Result.Text != want {
			return fmt.Errorf("listed %q, not %q", e.Result.Text, want)
		}
	}
	return nil
}

func (d *modelDisk) nameOf(file int64) string {
	for name, n := range dir(d.names) {
		if n == file {
			return name
		}
	}
	return ""
}

// crash compares what a crash has left with what it may leave, and goes on with that.
func (m *diskModel) crash(d *modelDisk, s *kernel.State, host kernel.HostID) error {
	m.crashes++
	got := map[string]int64{}
	for _, n := range s.Hosts.At(uint32(host)).Disk.Names {
		got[n.Name] = int64(n.File)
	}
	all, lost := dir(d.names), false
	if lost = fmt.Sprint(got) != fmt.Sprint(all); lost {
		allowed := false
		for n := d.safe; m.may && n <= len(d.names); n++ {
			allowed = allowed || fmt.Sprint(got) == fmt.Sprint(dir(d.names[:n]))
		}
		if !allowed {
			return fmt.Errorf("names %v are left of %v", got, d.names)
		}
	}
	was := d.files
	d.names, d.files = nil, map[int64]*modelFile{}
	for name, n := range got {
		d.names = append(d.names, modelName{"", name, n})
		text, f := s.Files.At(uint32(n)).Now.Bytes(0, kernel.MaxFileSize), was[n]
		if text != contents(f.writes) {
			if lost = true; !m.may || !f.mayBe(text, f.safe, nil) {
				return fmt.Errorf("%s is %q after a crash, of %v, %d of them safe", name, text, f.writes, f.safe)
			}
		}
		d.files[n] = &modelFile{writes: []modelWrite{{0, text, false}}, safe: 1}
	}
	if d.safe = len(d.names); lost {
		m.lost++
	}
	return nil
}

// mayBe says whether a file may be what a crash has left: the safe writes, and of some others all or half, and nothing
// of those behind them.
func (f *modelFile) mayBe(text string, n int, torn []modelWrite) bool {
	if contents(append(f.writes[:f.safe:f.safe], torn...)) == text {
		return true
	}
	if n == len(f.writes) {
		return false
	}
	w := f.writes[n]
	torn = slices.Clip(torn)
	if f.mayBe(text, n+1, append(torn, w)) {
		return true
	}
	w.data = w.data[:len(w.data)/2]
	return !w.cut && f.mayBe(text, n+1, append(torn, w))
}
