package view

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
)

// In every state of every program: a clone and a picture look the same, and rows can be told apart
// and printed.
func TestEveryState(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			n := 0
			eachStep(t, p, kernel.Config{Seed: 1, Lines: true}, func(m *kernel.Machine) {
				if n++; n > 20 && n%5 != 0 {
					return
				}
				s := m.World()
				v := Of(s)
				if c := s.Clone(); !reflect.DeepEqual(v, Of(c)) || Hash(s) != Hash(c) {
					t.Fatalf("event %d: a clone looks different: %s", s.Steps, cmp.Diff(v, Of(c)))
				}
				calls(t, s, v)
				if Hash(s.Freeze()) != Hash(s) {
					t.Fatalf("event %d: a picture looks different", s.Steps)
				}
				wellFormed(t, v)
			})
		})
	}
}

// calls checks that a thread's call alone says what it says among all objects.
func calls(t *testing.T, s *kernel.State, v *View) {
	t.Helper()
	n := newNames(s)
	for id := range s.Threads.All {
		want := v.Find(Thread, n.threads.of(id).name).Get(AboutTo)
		if got := Call(s, kernel.ThreadID(id)); got != want {
			t.Errorf("event %d: a call alone is %q, among all objects %q", s.Steps, got, want)
		}
	}
}

// wellFormed checks what the comments of View promise.
func wellFormed(t *testing.T, v *View) {
	t.Helper()
	seen := map[string]bool{}
	once := func(what string) {
		if seen[what] {
			t.Errorf("twice: %s", what)
		}
		seen[what] = true
	}
	for i, o := range v.Objects {
		once("name " + string(o.Kind) + " " + o.Name)
		once("path " + string(o.Kind) + " " + o.Path)
		if i > 0 && rank(v.Objects[i-1].Kind) > rank(o.Kind) {
			t.Errorf("%s %s is out of order", o.Kind, o.Name)
		}
		for _, f := range o.Fields {
			once("field " + f.Name + " of " + string(o.Kind) + " " + o.Path)
			for _, text := range append([]Text{f.Text}, f.List...) {
				if strings.ContainsAny(text.Value+text.Key, refBegin+refName+refEnd+"#") && !strings.Contains(text.Value, " #") ||
					strings.Contains(text.Value, unknown) {
					t.Errorf("%s %s: odd %s: %q", o.Kind, o.Name, f.Name, text.Value)
				}
			}
		}
	}
}

// A name is the one that the kernel shows, as far as no other object has it too.
func TestNames(t *testing.T) {
	eachStep(t, programs.Find("calculator"), kernel.Config{Seed: 1}, func(m *kernel.Machine) {
		s := m.World()
		n := newNames(s)
		for id := range s.Threads.All {
			if got, want := n.threads.of(id).name, s.ThreadName(kernel.ThreadID(id)); got != want {
				t.Errorf("thread %q, want %q", got, want)
			}
		}
		for id := range s.IPC.Ports.All {
			if p := s.IPC.Ports.At(id); p.Kind == kernel.KindMinder || p.Kind == kernel.KindProxy {
				continue
			}
			if got, want := n.ports.labels[id].name, s.PortName(ipc.PortID(id)); got != want &&
				!strings.HasPrefix(got, want+" #") {
				t.Errorf("port %q, want %q", got, want)
			}
		}
	})
}

// byName lets the threads go whose names come first in a list, one task after the other.
type byName struct {
	kernel.First
	tasks []string
}

func (d byName) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext {
		return 0
	}
	best, at := 0, len(d.tasks)+1
	for i := range p.N {
		a := p.Option(i)
		where := len(d.tasks)
		if a.Thread != 0 {
			s := p.State()
			if k := slices.Index(d.tasks, s.TaskName(s.Threads.At(uint32(a.Thread)).Task)); k >= 0 {
				where = k
			}
		}
		if where < at {
			best, at = i, where
		}
	}
	return best
}

// worker does a bit of everything, and ends up waiting for ever.
func worker(port func() ipc.Name) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		mutex := th.CThreads().MutexNew("lock")
		th.CThreads().MutexLock(mutex)
		full := th.CThreads().ConditionNew("")
		th.CThreads().Fork("helper", func(th *kernel.Thread) { th.CThreads().MutexLock(mutex) })
		own := th.NewPort("")
		set := kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightPortSet))
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), own, set))
		at := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, 8192, true))
		th.Mach().Poke(at, []byte("hello"))
		_ = th.Mach().Send(port(), ipc.NewMessage(1, "first", th.SendRight(own)))
		_ = th.Mach().Send(own, ipc.NewMessage(2, "second"))
		gone := th.NewPort("gone")
		_ = th.Mach().Send(port(), ipc.NewMessage(3, th.SendRight(gone)))
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), gone, ipc.RightReceive, -1))
		_ = full
		_, _ = th.Mach().Receive(th.NewPort("never"))
	}
}

// independent are two tasks that have nothing to do with each other, and send to a third,
// each to a port of its own on another host.
func independent(b *kernel.Boot) {
	here, there := b.Host("here"), b.Host("there")
	var a, z ipc.Name
	sink := b.Server(there, "sink", func(th *kernel.Thread) { _, _ = th.Mach().Receive(th.NewPort("idle")) })
	anna := b.Task(here, "anna", worker(func() ipc.Name { return a }))
	zoe := b.Task(here, "zoe", worker(func() ipc.Name { return z }))
	a = b.Send(sink, b.Port(sink, "for-anna"), anna)
	z = b.Send(sink, b.Port(sink, "for-zoe"), zoe)
}

// Two runs that come to the same state by different ways look the same there, though
// ports, messages, memory and packets have other ids.
func TestOrderIsNotSeen(t *testing.T) {
	end := func(tasks ...string) *kernel.State {
		m, err := kernel.New(&kernel.Program{Name: "test", Main: independent}, kernel.Config{Door: byName{tasks: tasks}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		for m.World().Ready.Len() > 0 && m.Step() {
			continue // until only packets are left to move
		}
		return m.World()
	}
	one, two := end("anna", "zoe", "sink"), end("zoe", "sink", "anna")
	if one.Hash == two.Hash {
		t.Fatal("both runs took the same way")
	}
	if portOrder(one) == portOrder(two) {
		t.Error("the ids are the same; the test shows nothing")
	}
	if one.Packets.Len() == 0 || one.Memory.Len() == 0 {
		t.Error("no packet is on its way, or there is no memory; the test shows less than it should")
	}
	if d := cmp.Diff(Of(one).Timeless(), Of(two).Timeless()); d != "" {
		t.Errorf("the way is seen: %s", d)
	}
	for _, c := range Diff(Of(one), Of(two)) {
		if c.Field != waitsSince && c.Field != suspendedSince {
			t.Errorf("the way is seen: %v", c)
		}
	}
}

// portOrder says which ids the ports have.
func portOrder(s *kernel.State) string {
	var all []string
	for id := range s.IPC.Ports.All {
		all = append(all, s.PortName(ipc.PortID(id)))
	}
	return strings.Join(all, ", ")
}

func BenchmarkHash(b *testing.B) { benchmark(b, func(s *kernel.State) { Hash(s) }) }
func BenchmarkOf(b *testing.B)   { benchmark(b, func(s *kernel.State) { Of(s) }) }

func benchmark(b *testing.B, f func(*kernel.State)) {
	m, err := kernel.New(programs.Find("philosophers"), kernel.Config{Seed: 3})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	for range 40 {
		m.Step()
	}
	b.ReportAllocs()
	for b.Loop() {
		f(m.World())
	}
}
