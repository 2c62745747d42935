package trace_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

var update = flag.Bool("update", false, "write the golden files")

// golden runs a program and compares its trace with a file. Lines are left out, so
// that this file can be edited.
func golden(t *testing.T, file string, main func(*kernel.Boot)) {
	t.Helper()
	var out bytes.Buffer
	cfg := kernel.Config{Door: kernel.First{}, Tracer: trace.To(&out, 0)}
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	path := filepath.Join("testdata", file)
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

func one(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }
}

// must is for calls that this test knows to succeed.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestPorts(t *testing.T) {
	golden(t, "ports.txt", one(func(th *kernel.Thread) {
		self := th.Mach().Self()
		p, set := th.NewPort("p"), th.NewPortSet("set")
		must(th.Mach().PortAllocate(self, ipc.RightDeadName))
		kernel.Must(th.Mach().PortAllocateName(self, ipc.RightReceive, 0x7700))
		must(th.Mach().PortType(self, p))
		must(th.Mach().PortGetRefs(self, p, ipc.RightReceive))
		kernel.Must(th.Mach().PortInsertRight(self, p, p, ipc.MakeSend))
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightSend, 2))
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightSend, -1))
		kernel.Must(th.Mach().PortSetQLimit(self, p, 3))
		kernel.Must(th.Mach().PortMoveMember(self, p, set))
		must(th.Mach().PortGetReceiveStatus(self, p))
		must(th.Mach().PortGetSetStatus(self, set))
		must(th.Mach().PortRequestNotification(self, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, p, ipc.MakeSendOnce))
		kernel.Must(th.Mach().PortRename(self, p, 0x8800))
		kernel.Must(th.Mach().PortDeallocate(self, 0x8800))
		kernel.Must(th.Mach().PortDestroy(self, 0x7700))
		_ = th.Mach().PortDestroy(self, 0x9999)
		_, _, _ = th.Mach().PortNames(self)
		must(th.Mach().PortsLookup(self))
	}))
}

func TestPorts25(t *testing.T) {
	golden(t, "ports25.txt", one(func(th *kernel.Thread) {
		self, k := th.Mach().Self(), th.Mach25()
		child := must(th.Mach().TaskCreate(self, "child", false))
		p, set := must(k.PortAllocate(self)), must(k.PortSetAllocate(self))
		backup := must(k.PortAllocate(self))
		must(k.PortSetBackup(self, p, backup))
		must(k.PortSetBackup(self, p, ipc.Null))
		kernel.Must(k.PortSetBacklog(self, p, 3))
		kernel.Must(k.PortSetAdd(self, set, p))
		must(k.PortSetStatus(self, set))
		must(k.PortStatus(self, p))
		must(k.PortType(self, p))
		must(k.PortType(self, set))
		kernel.Must(k.PortSetRemove(self, p))
		kernel.Must(k.PortEnable(self, p))
		_ = th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: kernel.PORT_DEFAULT}}, ipc.RCV_TIMEOUT, 1)
		kernel.Must(k.PortDisable(self, p))
		kernel.Must(k.PortSetDeallocate(self, set))
		kernel.Must(k.PortRename(self, p, 0x8800))
		kernel.Must(k.PortInsertSend(child, 0x8800, 0x4000))
		must(k.PortExtractSend(child, 0x4000))
		kernel.Must(k.PortInsertReceive(child, 0x8800, 0x5000))
		must(k.PortType(self, 0x8800))
		must(k.PortExtractReceive(child, 0x5000))
		_ = k.PortSetBacklog(self, p, 17)
		_, _, _ = k.PortNames(self)
		kernel.Must(k.PortDeallocate(self, 0x8800))
	}))
}

// What has gone keeps its name: in the event that ends it, in notifications of its end, and
// where a dead name is used later.
func TestGone(t *testing.T) {
	golden(t, "gone.txt", func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			self, k := th.Mach().Self(), th.Mach25()
			p, set, notes := th.NewPort("calc"), th.NewPortSet("bag"), th.NewPort("notes")
			kernel.Must(th.Mach().PortInsertRight(self, p, p, ipc.MakeSend))
			kernel.Must(th.Mach().PortMoveMember(self, p, set))
			kernel.Must(th.Mach().PortMoveMember(self, notes, set))
			must(th.Mach().PortRequestNotification(self, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, notes, ipc.MakeSendOnce))
			kernel.Must(th.Mach().Send(p, ipc.NewMessage(1)))
			must(th.Mach().Receive(set))
			kernel.Must(th.Mach().PortMoveMember(self, p, ipc.Null))
			kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightReceive, -1))
			must(th.Mach().Receive(set))
			_ = th.Mach().Send(p, ipc.NewMessage(2))
			kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightDeadName, -1))
			kernel.Must(th.Mach().PortDeallocate(self, p))
			_ = th.Mach().Send(p, ipc.NewMessage(3))
			kernel.Must(th.Mach().PortDestroy(self, set))

			child := must(th.Mach().TaskCreate(self, "child", false))
			q := must(k.PortAllocate(self))
			kernel.Must(k.PortInsertSend(child, q, 0x4000))
			must(th.Mach().PortType(child, 0x4000))
			kernel.Must(th.Mach().PortDestroy(child, 0x4000))
			kernel.Must(th.Mach().TaskTerminate(child))
			_ = th.Mach().TaskTerminate(child)
		})
	})
}

// A task on another host is called by its name, also after its end.
func TestFarTask(t *testing.T) {
	golden(t, "fartask.txt", func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			far := must(th.Spawn("b", "far", func(th *kernel.Thread) { th.Sleep(1000 * kernel.Millisecond) }))
			kernel.Must(th.Mach().TaskSuspend(far))
			kernel.Must(th.CrashHost("b"))
			th.Sleep(20_000 * kernel.Millisecond)
			_ = th.Mach().TaskResume(far)
		})
	})
}

func TestMessages(t *testing.T) {
	golden(t, "messages.txt", func(b *kernel.Boot) {
		var port, calc ipc.Name
		server := b.Server(b.Host("a"), "server", func(th *kernel.Thread) {
			for {
				req, err := th.Mach().Receive(port)
				kernel.Must(err)
				kernel.Must(th.Mach().Reply(req, ipc.NewMessage(0, "done")))
			}
		})
		client := b.Task(b.Host("b"), "client", func(th *kernel.Thread) {
			mail := th.NewPort("mail")
			_, _ = th.Mach().RPC(calc, ipc.NewMessage(7, "add", 3, 2.5, true, []byte("abc"), ipc.MakingSend(mail)))
			_, _ = th.Mach().ReceiveTimeout(mail, 0)
			_, _ = th.Mach().ReceiveTimeout(mail, 5)
			_ = th.Mach().Send(0x1234, ipc.NewMessage(8, "nowhere"))
			for range 8 {
				_ = th.Mach().SendTimeout(mail, ipc.NewMessage(9), 3)
			}
			_, _ = th.Mach().Receive(mail)
			_, _ = th.Mach().Receive(mail)
		})
		port = b.Port(server, "calc")
		calc = b.Send(server, port, client)
	})
}

func TestThreads(t *testing.T) {
	golden(t, "threads.txt", one(func(th *kernel.Thread) {
		m, c := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "c")
		child := cthreads.Fork(th, "child", func(th *kernel.Thread) {
			m.Lock(th)
			c.Wait(th, m)
			m.Unlock(th)
			cthreads.Exit(th, 42)
		})
		th.Sleep(2 * kernel.Millisecond)
		m.Lock(th)
		m.TryLock(th)
		c.Signal(th)
		c.Signal(th)
		c.Broadcast(th)
		th.Yield()
		th.Label("here")
		m.Unlock(th)
		cthreads.Join(th, child)
		th.Printf("a %d", 1)
		th.Random(6)
		th.Clock()
		th.ReadLine()
		th.Check(false, "that was all")
	}))
}

func TestTasks(t *testing.T) {
	golden(t, "tasks.txt", func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			self := th.Mach().Self()
			a := must(th.Mach().VMAllocate(self, 0, 8192, true))
			kernel.Must(th.Mach().VMWrite(self, a, make([]byte, 4096)))
			must(th.Mach().VMRead(self, a, 4096))
			kernel.Must(th.Mach().VMProtect(self, a, 4096, false, kernel.ProtRead))
			kernel.Must(th.Mach().VMInherit(self, a, 4096, kernel.InheritShare))
			th.Mach().Peek(a, 5)
			kernel.Must(th.Mach().VMDeallocate(self, a, 8192))
			child := must(th.Mach().TaskCreate(self, "child", true))
			thread := must(th.Mach().ThreadCreate(child, func(th *kernel.Thread) { th.Yield() }))
			kernel.Must(th.Mach().ThreadResume(thread))
			kernel.Must(th.Mach().TaskSuspend(child))
			must(th.Mach().TaskInfo(child))
			must(th.Mach().TaskThreads(child))
			kernel.Must(th.Mach().TaskTerminate(child))
			must(th.Spawn("b", "far", func(th *kernel.Thread) { th.Sleep(1000 * kernel.Millisecond) }))
			th.Mach().ThreadSelf()
			th.Mach().HostSelf()
			th.DelayWire("a", "b", 1*kernel.Millisecond, 2*kernel.Millisecond)
			th.CutWire("a", "b")
			th.HealWire("a", "b")
			kernel.Must(th.CrashHost("b"))
			kernel.Must(th.RestartHost("b"))
			th.Mach().Raise(kernel.ExcSoftware, 1, 2)
		})
	})
}

// A line that is too long for a screen has no gap before the source line.
func TestFit(t *testing.T) {
	r := trace.Row{Event: 7, Time: 60, Actor: "main.1", Action: "mutex_lock door", Where: "main.go:3"}
	for _, columns := range []int{0, 200} {
		if got := r.Fit(columns); got != r.String() {
			t.Errorf("%d columns: %q", columns, got)
		}
	}
	if got, want := r.Fit(80), "     7       0.060  main.1              mutex_lock door  main.go:3"; got != want {
		t.Errorf("80 columns: %q, want %q", got, want)
	}
}

// A task on another host is asked this and that, also over a wire that is cut, and when it is dead.
func TestAcross(t *testing.T) {
	golden(t, "across.txt", func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			task := must(th.Spawn("b", "child", func(c *kernel.Thread) { c.Sleep((1 << 30) * kernel.Millisecond) }))
			kernel.Must(th.Mach().TaskSuspend(task))
			p := th.NewPort("p")
			kernel.Must(th.Mach().PortInsertRight(task, 0x7700, p, ipc.MakeSend))
			_ = th.Mach().PortInsertRight(task, 0x8800, p, ipc.MakeSend)
			must(th.Mach().TaskThreads(task))
			made := must(th.Mach().ThreadCreate(task, func(*kernel.Thread) {}))
			kernel.Must(th.Mach().ThreadResume(made))
			kernel.Must(th.Mach().TaskTerminate(task))
			_ = th.Mach().TaskTerminate(task)
			other := must(th.Spawn("b", "other", func(c *kernel.Thread) { c.Sleep(1 * kernel.Millisecond) }))
			th.CutWire("a", "b")
			_, _ = th.Mach().TaskInfo(other)
		})
	})
}
