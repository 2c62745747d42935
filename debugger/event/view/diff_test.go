package view

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

var update = flag.Bool("update", false, "write the golden files")

// What a step did is told, of the thread that took it first; no difference means that
// nothing is different.
func TestDiffOfSteps(t *testing.T) {
	for _, p := range effort.Some(programs.All, 8) {
		var took []kernel.ThreadID
		cfg := kernel.Config{Seed: 5}
		cfg.Tracer.Step = func(_ *kernel.State, a kernel.Actor, _ kernel.Op, _ bool) { took = append(took, a.Thread) }
		var before *View
		hash := uint64(0)
		n := 0
		eachStep(t, p, cfg, func(m *kernel.Machine) {
			if n++; n > 100 {
				return
			}
			s := m.World()
			after, now := Of(s), Hash(s)
			if before != nil {
				d := Diff(before, after)
				if same := reflect.DeepEqual(before, after); same != (len(d) == 0) || same != (now == hash) {
					t.Fatalf("%s, event %d: same View %t, same hash %t, changes %v", p.Name, s.Steps, same, now == hash, d)
				}
				mentions(t, s, d, took)
			}
			if d := Diff(after, after); len(d) > 0 {
				t.Fatalf("%s, event %d: a View differs from itself: %v", p.Name, s.Steps, d)
			}
			before, hash, took = after, now, nil
		})
	}
}

// mentions checks that changes tell of the threads that took steps, in what is no
// bookkeeping, before they tell of others.
func mentions(t *testing.T, s *kernel.State, changes []Change, took []kernel.ThreadID) {
	t.Helper()
	names := newNames(s)
	left := map[string]bool{}
	for _, id := range took {
		if id != 0 {
			left[names.threads.of(uint32(id)).name] = true
		}
	}
	for i, c := range changes {
		if c.Kind != Thread || c.Minor {
			continue
		}
		if i == 0 && len(left) > 0 && !left[c.Name] && c.What == Changed {
			t.Errorf("event %d: the first change is %v, of none of %v", s.Steps, c, left)
		}
		delete(left, c.Name)
	}
	if len(left) > 0 {
		t.Errorf("event %d: no word of %v in %v", s.Steps, left, changes)
	}
}

// A transcript of what the steps of a small program do, the first one with the
// bookkeeping. Notice how a message stands in the queue of the proxy on its sender's host,
// and is handed to the clerk, who waits for it, without entering the queue of the port.
func TestPrint(t *testing.T) {
	var out bytes.Buffer
	m, err := kernel.New(&kernel.Program{Name: "test", Main: office}, kernel.Config{Door: kernel.First{}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for before := Of(m.World()); m.Step(); {
		after := Of(m.World())
		fmt.Fprintf(&out, "event %d\n", m.World().Steps)
		Print(&out, Diff(before, after), m.World().Steps < 5)
		before = after
	}
	path := filepath.Join("testdata", "office.txt")
	if *update {
		if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), out.String()); d != "" {
		t.Error(d)
	}
}

// office has a clerk on one host and two visitors on another.
func office(b *kernel.Boot) {
	here, there := b.Host("hall"), b.Host("office")
	var desk, way ipc.Name
	clerk := b.Server(there, "clerk", func(th *kernel.Thread) {
		for {
			m := kernel.Must(th.Mach().Receive(desk))
			th.Printf("%d", m.Int(0))
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
		}
	})
	visitor := b.Task(here, "visitor", func(th *kernel.Thread) {
		door := th.CThreads().MutexNew("door")
		th.CThreads().Fork("friend", func(th *kernel.Thread) {
			th.CThreads().MutexLock(door)
			th.Sleep(5 * kernel.Millisecond)
			th.CThreads().MutexUnlock(door)
		})
		th.Yield()
		th.CThreads().MutexLock(door)
		_ = kernel.Must(th.Mach().RPC(way, ipc.NewMessage(1, 41)))
		th.CThreads().MutexUnlock(door)
	})
	desk = b.Port(clerk, "desk")
	way = b.Send(clerk, desk, visitor)
}

func TestDiffOfLists(t *testing.T) {
	list := func(s string) (all []Text) {
		for _, w := range strings.Fields(s) {
			all = append(all, Text{w, w})
		}
		return all
	}
	for _, c := range []struct{ old, now, out, in string }{
		{"", "a", "", "a"},
		{"a b c", "b c", "a", ""},
		{"a b c", "a c", "b", ""},
		{"a a", "a", "a", ""},
		{"a b c d", "b d", "a c", ""},
		{"b d", "a b c d", "", "a c"},
		{"a b", "b a", "a b", "b a"},
		{"a b c", "b c d", "a b c", "b c d"},
	} {
		out, in := middle(list(c.old), list(c.now))
		if !slices.Equal(values(out), strings.Fields(c.out)) || !slices.Equal(values(in), strings.Fields(c.in)) {
			t.Errorf("%q to %q: out %v, in %v", c.old, c.now, values(out), values(in))
		}
	}
}

func TestLongValues(t *testing.T) {
	long := strings.Repeat("word ", 30)
	a, b := pair(long+"old end", long+"new end")
	if a != "... old end" || b != "... new end" {
		t.Errorf("%q, %q", a, b)
	}
	if a, b = pair("x"+long, "y"+long); len(a) > maxValue || len(b) > maxValue || a == b {
		t.Errorf("%q, %q", a, b)
	}
}

func TestNatural(t *testing.T) {
	sorted := []string{"", "a", "a1", "a2", "a2.t1", "a2.t10", "a10", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := natural(a, b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("natural(%q, %q) = %d", a, b, got)
			}
		}
	}
}
