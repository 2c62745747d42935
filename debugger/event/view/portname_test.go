package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
	"machsim/ipc/table"
	"machsim/kernel"
	"machsim/programs"
)

// graveyard is a state with a living reply port of a thread and four dead ones: two that
// queued messages mention, two that differ in what they hold alone.
func graveyard() *kernel.State {
	s := &kernel.State{}
	table.New(&s.Hosts)
	table.New(&s.Tasks)
	table.New(&s.Threads)
	s.Hosts.Mut(1).Name = "a"
	*s.Tasks.Mut(1) = kernel.TaskState{Label: ipc.Label{Serial: 1, Given: "plato"}, Host: 1, Ended: true}
	*s.Threads.Mut(1) = kernel.ThreadState{Label: ipc.Label{Serial: 1}, Task: 1, Reply: 3}
	for i, given := range []string{"first", "second"} {
		m := ipc.MsgID(table.New(&s.IPC.Msgs))
		p := table.New(&s.IPC.Ports)
		*s.IPC.Msgs.Mut(uint32(m)) = ipc.Msg{Dest: ipc.PortID(p), Reply: ipc.PortID(4 + i)}
		*s.IPC.Ports.Mut(p) = ipc.Port{Label: ipc.Label{Serial: p, Given: given}, Queue: ipc.Queue{Head: m, Tail: m}}
	}
	for i := range 5 {
		*s.IPC.Ports.Mut(table.New(&s.IPC.Ports)) = ipc.Port{
			Kind: kernel.KindReply, Object: 1, Host: 1, Dead: i > 0, Refs: []int32{1, 1, 1, 3, 2}[i],
		}
	}
	return s
}

// Ports that nothing but their place tells apart get numbers by it.
func TestFamilies(t *testing.T) {
	s := graveyard()
	v := Of(s)
	for _, want := range []struct{ name, state, refs string }{
		{"reply port of plato.1", "on its way", "1"},
		{"reply port of plato.1 (2)", "dead", "1"},
		{"reply port of plato.1 (3)", "dead", "1"},
		{"reply port of plato.1 (4)", "dead", "2"},
		{"reply port of plato.1 (5)", "dead", "3"},
	} {
		o := v.Find(Port, want.name)
		if o == nil || o.Get("state") != want.state || o.Get("references") != want.refs {
			t.Errorf("%s: %+v", want.name, o)
		}
	}
	if q := v.Find(Port, "second").Fields[1].List[0].Value; q != "0() to second, reply to reply port of plato.1 (3)" {
		t.Errorf("the message is %q", q)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		if d := cmp.Diff(v, Of(renumbered(s, r))); d != "" {
			t.Fatalf("the numbering is seen: %s", d)
		}
	}
}

// A proxy that died keeps the number of a record that may be gone, or another port's.
func TestDeadProxy(t *testing.T) {
	m, err := kernel.New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		here, there := b.Host("here"), b.Host("there")
		var far ipc.Name
		mortal := b.Task(there, "mortal", func(th *kernel.Thread) { th.Sleep(1 * kernel.Millisecond) })
		keeper := b.Task(here, "keeper", func(th *kernel.Thread) {
			own := th.NewPort("own")
			_ = th.Mach().Send(own, ipc.NewMessage(1, th.SendRight(far)))
			th.Sleep(100 * kernel.Millisecond)
		})
		far = b.Send(mortal, b.Port(mortal, "far"), keeper)
	}}, kernel.Config{Door: kernel.First{}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	found := false
	for m.Step() {
		o := Of(m.World()).Find(Port, "far on here")
		found = found || o != nil && o.Get("state") == "dead"
	}
	if !found {
		t.Error("no proxy died; the test shows nothing")
	}
}

// Two objects of the same given name are told apart as long as there are both, and their names do
// not change what is said of others.
func TestSameGivenName(t *testing.T) {
	found := false
	for seed := range uint64(4) {
		var before *View
		eachStep(t, programs.Find("failover"), kernel.Config{Seed: seed}, func(m *kernel.Machine) {
			after := Of(m.World())
			if x, y := first(before), first(after); x != nil && y != nil && x.Path != y.Path {
				found = true
				checkRename(t, Diff(before, after))
			}
			before = after
		})
	}
	if !found {
		t.Error("no set got another name; the test shows nothing")
	}
}

// first is the first set that is called netname, nil if there is none.
func first(v *View) *Object {
	if v == nil {
		return nil
	}
	return v.Find(Set, "netname")
}

func checkRename(t *testing.T, changes []Change) {
	t.Helper()
	if !slices.ContainsFunc(changes, func(c Change) bool {
		return c.Kind == Set && c.Field == "name" && c.Old == "netname" && c.New == "netname #2" && c.Minor
	}) {
		t.Errorf("no word of the new name: %v", changes)
	}
	for _, c := range changes {
		if c.Kind == Task && c.Name == "netname-office" {
			t.Errorf("a new name changes what is said of others: %v", c)
		}
	}
}

// What is said of a call alone has the number that a port gets among all objects, although others are mentioned before.
func TestCallOfFamily(t *testing.T) {
	s := graveyard()
	space := s.IPC.NewSpace(1)
	task, thread := s.Tasks.Mut(1), s.Threads.Mut(1)
	task.Ended, task.Space = false, space
	for i := range 2 {
		port := table.New(&s.IPC.Ports)
		*s.IPC.Ports.Mut(port) = ipc.Port{Kind: kernel.KindReply, Object: 1, Host: 1, Refs: 1}
		thread.Call.Name = s.IPC.CopyOutRight(space, ipc.PortID(port), ipc.PortSend)
		thread.Call.Op, thread.Call.Opt = kernel.OpMachMsg, ipc.MACH_RCV_MSG
		if got := Call(s, 1); i == 1 && !strings.HasSuffix(got, "receive at reply port of plato.1 (2)") {
			t.Errorf("it is %q", got)
		}
		calls(t, s, Of(s))
	}
}
