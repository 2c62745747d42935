package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
)

// run is the histories of a task's first thread.
func run(t *testing.T, body func(*kernel.Thread)) *Collector {
	t.Helper()
	k := newChecker()
	observe(t, &kernel.Program{Name: "small", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }},
		kernel.Config{Seed: 1}, k.see)
	if err := k.whole(); err != nil {
		t.Fatal(err)
	}
	return k.Collector
}

// A thread that was ended while it waited is not woken.
func TestSignalAfterEnd(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		m, open := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "open")
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(),
			func(th *kernel.Thread) { m.With(th, func() { open.Wait(th, m) }) }))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(1 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadTerminate(child))
		open.Broadcast(th)
	})
	rows := c.History(Signals)
	if len(rows) != 1 || len(rows[0].Data[2].([]string)) != 0 {
		t.Errorf("signals %v, want one that woke nobody", rows)
	}
}

// Ports of one name are told apart; each is found by either name, in any case.
func TestSameName(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		for range 2 {
			kernel.Must(th.Mach().Send(th.NewPort("box"), ipc.NewMessage(1)))
		}
	})
	want := []string{"box of main.1 #1", "box of main.1 #2"}
	if diff := cmp.Diff(want, c.Objects(Enqueue)); diff != "" {
		t.Errorf("ports (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"box of main.1 #1": want[0], "main.1.p1": want[0], "main.1.p2": want[1],
		"BOX of main.1 #2": want[1]} {
		if got, ok := c.Find(Enqueue, name); !ok || got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if _, ok := c.Find(Enqueue, "main.1.p3"); ok {
		t.Error("found a port that does not exist")
	}
}

// A message that a thread sends to itself, and receives with the same call, came and went.
func TestToItself(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		port := th.NewPort("box")
		kernel.Must(th.Mach().MachMsg(ipc.NewMessage(7, ipc.MakingSend(port)).To(port, ipc.MakeSend),
			ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, port, 0, ipc.Null))
	})
	want := History{{3, 20, "main.1", "box", []any{int64(1), "7(port box)", uint64(3), "main.1"}}}
	if diff := cmp.Diff(want, c.History(Enqueue)); diff != "" {
		t.Errorf("enqueued (-want +got):\n%s", diff)
	}
	want[0].Data = []any{int64(1), "7(port box)", "main.1", uint64(3), ""}
	if diff := cmp.Diff(want, c.History(Dequeue)); diff != "" {
		t.Errorf("dequeued (-want +got):\n%s", diff)
	}
}

// Messages that one event hands to several threads are dequeued in the order of their
// queue, whatever records they are in.
func TestHandedInOrder(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		port, set := th.NewPort("box"), th.NewPortSet("set")
		for range 2 {
			th.CThreads().Fork("", func(th *kernel.Thread) { kernel.Must(th.Mach().Receive(set)) })
		}
		th.Sleep(1 * kernel.Millisecond)
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1)))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(2)))
		kernel.Must(th.Mach().Receive(port))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(3))) // in the record that 1 had
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), port, set))
	})
	if rows := c.History(Dequeue); len(rows) != 3 || rows[1].Data[1] != "2()" || rows[1].Event != rows[2].Event {
		t.Errorf("dequeued %v", rows)
	}
}

// A message that was received through a port set says so, whether it waited in the queue or
// was handed to a thread that waited.
func TestThroughSet(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		port, set := th.NewPort("box"), th.NewPortSet("bag")
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), port, set))
		th.CThreads().Fork("", func(th *kernel.Thread) { kernel.Must(th.Mach().Receive(set)) })
		th.Sleep(1 * kernel.Millisecond)
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1)))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(2)))
		kernel.Must(th.Mach().Receive(set))
		kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), port, ipc.Null))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(3)))
		kernel.Must(th.Mach().Receive(port))
	})
	var got []any
	for _, r := range c.History(Dequeue) {
		got = append(got, r.Data[1], r.Data[4])
	}
	if diff := cmp.Diff([]any{"1()", "bag", "2()", "bag", "3()", ""}, got); diff != "" {
		t.Errorf("dequeued (-want +got):\n%s", diff)
	}
}

// A message that was handed to a thread which never goes on is not taken for the next one.
func TestEndedReceiver(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		notes := th.NewPort("notes")
		// Without a notify port no notification takes the record that the test is about.
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), th.Mach25().TaskNotify(), ipc.RightReceive, -1))
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(),
			func(th *kernel.Thread) { _, _ = th.Mach().Receive(notes) }))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(1 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadSuspend(child))
		die(th, notes)
		kernel.Must(th.Mach().ThreadTerminate(child))
		die(th, notes)
	})
	var got []any
	for _, r := range c.History(Enqueue) {
		got = append(got, r.Data[1], r.Data[3])
	}
	want := []any{"dead-name of main.1.p2", "main.1.1", "send-once", "", "dead-name of main.1.p3", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("enqueued (-want +got):\n%s", diff)
	}
}

// die has the kernel send a notification.
func die(th *kernel.Thread, notes ipc.Name) {
	port := th.NewPort("")
	once := kernel.Must(th.Mach().PortExtractRight(th.Mach().Self(), port, ipc.MakeSendOnce))
	kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), once, ipc.MACH_NOTIFY_DEAD_NAME, 0, notes,
		ipc.MakeSendOnce))
	kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
}

// Of two notifications that one event makes, the one that is handed over came first.
func TestHandedBeforeQueued(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		notes, box := th.NewPort("notes"), th.NewPort("box")
		die(th, notes)
		kernel.Must(th.Mach().Receive(notes)) // so that the numbers of those to come are not 0
		th.CThreads().Fork("", func(th *kernel.Thread) { kernel.Must(th.Mach().Receive(notes)) })
		th.Sleep(1 * kernel.Millisecond)
		m := ipc.NewMessage(1)
		for range 2 {
			port := th.NewPort("")
			once := kernel.Must(th.Mach().PortExtractRight(th.Mach().Self(), port, ipc.MakeSendOnce))
			kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), once, ipc.MACH_NOTIFY_DEAD_NAME, 0, notes,
				ipc.MakeSendOnce))
			m.Items = append(m.Items, ipc.MovingReceive(port))
		}
		kernel.Must(th.Mach().Send(box, m))
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), box, ipc.RightReceive, -1))
	})
	rows := c.History(Enqueue).Of("notes")
	if len(rows) != 3 || rows[1].Event != rows[2].Event || rows[1].Data[3] == "" || rows[2].Data[3] != "" {
		t.Errorf("enqueued %v", rows)
	}
}

// The set of the ports that a task of Mach 2.5 has enabled is made with the first.
func TestDefaultSet(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		k := th.Mach25()
		kernel.Must(k.PortEnable(th.Mach().Self(), th.NewPort("one")))
		kernel.Must(k.PortEnable(th.Mach().Self(), th.NewPort("two")))
		_ = th.Mach25().MsgReceive(new(ipc.Message), ipc.RCV_TIMEOUT, 0)
	})
	want := History{
		{2, 10, "main.1", "one", []any{"main.1.p1", "main", "mach_port_allocate"}},
		{3, 20, "main.1", "main.1.s2", []any{"main.1.s2", "main", "port_enable"}},
		{4, 30, "main.1", "two", []any{"main.1.p3", "main", "mach_port_allocate"}},
	}
	if diff := cmp.Diff(want, c.History(Ports)); diff != "" {
		t.Errorf("ports made (-want +got):\n%s", diff)
	}
}

// Each history has a name of its own, and its rows have keys of their own.
func TestKinds(t *testing.T) {
	for i, name := range Names() {
		if k, ok := Named(name); !ok || k != Kind(i) {
			t.Errorf("%q is history %v, want number %d", name, k, i)
		}
		keys := map[string]bool{"history": true, "event": true, "time_us": true, "thread": true, "object": true}
		for _, column := range Kinds[i].Columns {
			if keys[column.Key] || column.Doc == "" {
				t.Errorf("%s: column %q is there twice, or is not described", name, column.Key)
			}
			keys[column.Key] = true
		}
	}
	if _, ok := Named("nonsense"); ok {
		t.Error("there is a history of nonsense")
	}
}

// Objects of the same given names are told apart by who made them, in one pair of brackets.
func TestNamesakes(t *testing.T) {
	c := run(t, func(th *kernel.Thread) {
		for range 2 {
			kid := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "kid", false))
			body := func(th *kernel.Thread) { th.NewPort("same") }
			kernel.Must(th.Mach().ThreadResume(kernel.Must(th.Mach().ThreadCreate(kid, body))))
		}
		th.Sleep(1 * kernel.Millisecond)
	})
	var got []string
	for _, r := range c.History(Ports) {
		if r.Event > 0 {
			got = append(got, r.Thread+" "+r.Object)
		}
	}
	want := []string{"kid.1 of main.1 #1 same of (kid.1 of main.1 #1)",
		"kid.1 of main.1 #2 same of (kid.1 of main.1 #2)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ports made (-want +got):\n%s", diff)
	}
}

// What a call makes for a thread of another host is that thread's, and is made where it is asked for.
func TestMadeAcross(t *testing.T) {
	k := newChecker()
	observe(t, &kernel.Program{Name: "small", Main: func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("b", "far", func(th *kernel.Thread) { th.Sleep((1 << 20) * kernel.Millisecond) }))
			kernel.Must(th.Mach().PortAllocate(task, ipc.RightReceive))
			_, err := th.Mach().PortAllocate(task, ipc.RightSend)
			th.Check(err == ipc.KERN_INVALID_VALUE, "%v", err)
			kernel.Must(th.Mach().ThreadCreate(task, func(*kernel.Thread) {}))
			kernel.Must(th.Mach().TaskTerminate(task))
		})
	}}, kernel.Config{Seed: 1}, k.see)
	if err := k.whole(); err != nil {
		t.Fatal(err)
	}
	strip := func(h History) (rows [][]any) {
		for _, r := range h {
			if r.Object == "far" || r.Data[len(r.Data)-1] == "mach_port_allocate" {
				rows = append(rows, append([]any{r.Thread, r.Object}, r.Data...))
			}
		}
		return rows
	}
	want := [][]any{{"main.1", "main.1.p1", "main.1.p1", "far", "mach_port_allocate"}}
	if diff := cmp.Diff(want, strip(k.History(Ports))); diff != "" {
		t.Errorf("ports (-want +got):\n%s", diff)
	}
	want = [][]any{{"main.1", "far", "far.1", int64(1), "spawn"}, {"main.1", "far", "far.2", int64(2), "thread_create"}}
	if diff := cmp.Diff(want, strip(k.History(Threads))); diff != "" {
		t.Errorf("threads (-want +got):\n%s", diff)
	}
}
