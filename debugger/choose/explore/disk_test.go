package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// writing is a random program whose tasks use the disks of their hosts, with what it does as text.
func writing(r *rand.Rand, tasks, calls int, crash bool) (*kernel.Program, string) {
	names := []string{"open x", "create x", "append x", "write x", "read x", "sync x", "close x", "rename x", "remove x",
		"list", "sync all", "create y", "append y", "sync y"}
	var all [][]string
	for range tasks {
		some := []string{"create x"}
		for range calls - 1 {
			some = append(some, names[r.IntN(len(names))])
		}
		all = append(all, some)
	}
	hosts := 1 + r.IntN(2)
	p := &kernel.Program{Name: "writing", Main: func(b *kernel.Boot) {
		for i, some := range all {
			b.Task(b.Host(fmt.Sprint("h", i%hosts)), fmt.Sprint("t", i), func(th *kernel.Thread) {
				files := map[string]kernel.FileID{}
				for _, c := range some {
					use(th, c, files)
				}
			})
		}
		if crash {
			b.Task(b.Host("away"), "crash", func(th *kernel.Thread) { _ = th.CrashHost("h0") })
		}
	}}
	return p, fmt.Sprint(hosts, " hosts: ", all, crash)
}

// use makes a call on a disk, which is about a file or about none.
func use(th *kernel.Thread, call string, files map[string]kernel.FileID) {
	d := th.Disk()
	what, name, _ := strings.Cut(call, " ")
	f := files[name]
	switch what {
	case "open":
		files[name], _ = d.Open(name)
	case "create":
		files[name], _ = d.Create(name)
	case "append":
		_, _ = d.Append(f, []byte(th.Name()))
	case "write":
		_ = d.Write(f, 0, []byte(th.Name()))
	case "read":
		_, _ = d.Read(f, 0, 99)
	case "sync":
		if name == "all" {
			_ = d.SyncAll()
		} else {
			_ = d.Sync(f)
		}
	case "close":
		_ = d.Close(f)
	case "rename":
		_ = d.Rename(f, "y")
	case "remove":
		_ = d.Remove(name)
	case "list":
		_, _ = d.List()
	}
}

// TestDisks holds the search against all runs of random programs that use disks, and of such whose disks have faults.
func TestDisks(t *testing.T) {
	for _, c := range []struct {
		faults kernel.Faults
		crash  bool

		tasks, calls int
	}{
		{kernel.Faults{}, false, 2, 3},
		{budget(kernel.FaultUnsynced, 1), true, 1, 6},
		{budget(kernel.FaultTorn, 1), true, 1, 6},
		{kernel.Faults{kernel.FaultCrash: {Most: 1}, kernel.FaultUnsynced: {Most: 1}}, false, 2, 3},
		{budget(kernel.FaultDiskFull, 1), false, 2, 3},
		{budget(kernel.FaultDiskError, 1), false, 2, 2},
	} {
		r := rand.New(rand.NewPCG(7, 8))
		compared, runs, classes := 0, 0, 0
		for range effort.Of(6) {
			p, text := writing(r, c.tasks, c.calls, c.crash)
			x := explore.Compare(p, explore.Begun{Faults: c.faults}, 800)
			if x == nil {
				continue
			}
			if wrong := x.Missing(); wrong != "" {
				t.Errorf("%v, %s: %s", c.faults, text, wrong)
			}
			compared, runs, classes = compared+1, runs+x.Runs, classes+len(x.Classes)
		}
		t.Logf("%v, %d tasks: %d programs, %d runs, %d classes", c.faults, c.tasks, compared, runs, classes)
		if compared == 0 {
			t.Errorf("%v: no program is small enough", c.faults)
		}
	}
}
