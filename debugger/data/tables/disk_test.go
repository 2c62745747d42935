package tables_test

import (
	"slices"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/kernel"
	"machsim/test/testsession"
)

// picks is a Door that takes options of points at disks by number.
type picks struct {
	kernel.First
	options []int
}

func (d *picks) Choose(p kernel.Point) (i int) {
	if p.Kind == kernel.PointDisk && len(d.options) > 0 {
		i, d.options = d.options[0], d.options[1:]
	}
	return i
}

// What was written to a disk is safe when it was synced, or lost or torn by a crash.
func TestDisk(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "disk", Main: func(b *kernel.Boot) {
		b.Server(b.Host("h"), "writer", func(th *kernel.Thread) {
			f := kernel.Must(th.Disk().Create("log"))
			_, _ = th.Disk().Append(f, []byte("one "))
			kernel.Must(th.Disk().Sync(f))
			_, _ = th.Disk().Append(f, []byte("two "))
			kernel.Must(th.Disk().Truncate(f, 6))
			kernel.Must(th.Disk().Rename(f, "log2"))
		})
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			th.Sleep(kernel.Second)
			kernel.Must(th.CrashHost("h"))
		})
	}}, kernel.Config{Door: &picks{options: []int{1, 2}},
		Faults: kernel.Faults{kernel.FaultTorn: {Most: 1}, kernel.FaultUnsynced: {Most: 1}}})
	got := ask(t, tables.Of(s), "disk", []string{"n", "time_us", "file", "what", "at", "bytes", "thread", "task", "host",
		"call", "safe_n", "safe_us", "waited_us", "torn", "lost_n", "lost_us"})
	want := []string{
		"2 10 h:log name   writer.1 writer h disk_open 4 30 20 0  ",
		"3 20 h:log contents 0 4 writer.1 writer h disk_append 4 30 10 0  ",
		"5 40 h:log contents 4 4 writer.1 writer h disk_append 12 1000100 1000060 1  ",
		"6 50 h:log contents 6 0 writer.1 writer h disk_truncate 12 1000100 1000050 0  ",
		"7 60 h:log2 name   writer.1 writer h disk_rename    0 12 1000100",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the writes are %q, want %q", got, want)
	}
	where := ask(t, tables.Of(s), "disk", []string{"place"})
	calls := ask(t, tables.Of(s), "events", []string{"file", "line"}, "call", "disk_rename")
	if len(calls) != 1 || len(where) == 0 {
		t.Errorf("the last is written at %q, by a call at %q", where, calls)
	}
}
