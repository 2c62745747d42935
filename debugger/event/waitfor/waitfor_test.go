package waitfor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/debugger/event/waitfor"
	"machsim/ipc"
	"machsim/kernel"
)

// waits runs a program to its end and returns who waits for what, with the cycle and
// how many threads are stuck.
func waits(t *testing.T, main func(*kernel.Boot)) []string {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{Seed: 1, Lines: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	if m.Run() != kernel.Stuck {
		t.Fatalf("outcome %v, %+v", m.Outcome(), m.World().Failure)
	}
	s := m.World()
	rows := waitfor.Of(s)
	var lines []string
	for i := range rows {
		e := waitfor.Explain(s, &rows[i])
		if !strings.HasPrefix(e.Where, "waitfor_test.go:") {
			t.Errorf("%s: no source line", e)
		}
		lines = append(lines, e.Thread+" "+e.Text)
	}
	var ring []string
	for _, id := range waitfor.Cycle(rows) {
		ring = append(ring, s.ThreadName(id))
	}
	slices.Sort(lines)
	return append(lines, fmt.Sprintf("cycle %v, %d stuck", ring, len(waitfor.Stuck(rows))))
}

func check(t *testing.T, got []string, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func one(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }
}

func TestMutexesAndJoin(t *testing.T) {
	got := waits(t, one(func(th *kernel.Thread) {
		x, y := cthreads.NewMutex(th, "x"), cthreads.NewMutex(th, "y")
		x.Lock(th)
		child := cthreads.Fork(th, "child", func(th *kernel.Thread) {
			y.Lock(th)
			x.Lock(th)
		})
		cthreads.Join(th, child)
	}))
	check(t, got,
		"main.1 waits for thread main.child to end",
		"main.child waits for mutex x, held by main.1",
		"cycle [main.1 main.child], 2 stuck")
}

func TestHolderHasEnded(t *testing.T) {
	got := waits(t, one(func(th *kernel.Thread) {
		x := cthreads.NewMutex(th, "x")
		cthreads.Join(th, cthreads.Fork(th, "child", func(th *kernel.Thread) { x.Lock(th) }))
		x.Lock(th)
	}))
	check(t, got, "main.1 waits for mutex x, held by main.child, which has ended", "cycle [], 1 stuck")
}

func TestCondition(t *testing.T) {
	got := waits(t, one(func(th *kernel.Thread) {
		x, c := cthreads.NewMutex(th, "x"), cthreads.NewCondition(th, "full")
		child := cthreads.Fork(th, "child", func(th *kernel.Thread) { x.Lock(th); c.Wait(th, x) })
		cthreads.Join(th, child)
	}))
	check(t, got,
		"main.1 waits for thread main.child to end",
		"main.child waits for condition full to be signalled",
		"cycle [], 2 stuck")
}

// pair sets up two tasks, each with a port of its own to which the other can send.
func pair(left, right func(th *kernel.Thread, own, other ipc.Name)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		var own, other [2]ipc.Name
		x := b.Task(b.Host("a"), "x", func(th *kernel.Thread) { left(th, own[0], other[0]) })
		y := b.Task(b.Host("b"), "y", func(th *kernel.Thread) { right(th, own[1], other[1]) })
		own = [2]ipc.Name{b.Port(x, "px"), b.Port(y, "py")}
		other = [2]ipc.Name{b.Send(y, own[1], x), b.Send(x, own[0], y)}
	}
}

func receive(th *kernel.Thread, own, _ ipc.Name) { _, _ = th.Mach().Receive(own) }

// Two that each wait for the other to speak first, on different hosts.
func TestBothListen(t *testing.T) {
	check(t, waits(t, pair(receive, receive)),
		"x.1 waits for a message at port px, sent by y.1",
		"y.1 waits for a message at port py, sent by x.1",
		"cycle [x.1 y.1], 2 stuck")
}

// A server that keeps a request and asks its client something.
func TestCallBack(t *testing.T) {
	got := waits(t, pair(
		func(th *kernel.Thread, _, other ipc.Name) { _, _ = th.Mach().RPC(other, ipc.NewMessage(1)) },
		func(th *kernel.Thread, own, other ipc.Name) {
			_, _ = th.Mach().Receive(own)
			_, _ = th.Mach().RPC(other, ipc.NewMessage(2))
		}))
	check(t, got,
		"x.1 waits for a reply from y.1",
		"y.1 waits for a reply from x.1",
		"cycle [x.1 y.1], 2 stuck")
}

func TestFullQueues(t *testing.T) {
	flood := func(th *kernel.Thread, _, other ipc.Name) {
		for range 20 {
			_ = th.Mach().Send(other, ipc.NewMessage(1))
		}
	}
	got := waits(t, func(b *kernel.Boot) {
		var own, other [2]ipc.Name
		x := b.Task(b.Host("a"), "x", func(th *kernel.Thread) { flood(th, own[0], other[0]) })
		y := b.Task(b.Host("a"), "y", func(th *kernel.Thread) { flood(th, own[1], other[1]) })
		own = [2]ipc.Name{b.Port(x, "px"), b.Port(y, "py")}
		other = [2]ipc.Name{b.Send(y, own[1], x), b.Send(x, own[0], y)}
	})
	check(t, got,
		"x.1 waits for room at port py, received by y.1",
		"y.1 waits for room at port px, received by x.1",
		"cycle [x.1 y.1], 2 stuck")
}

func TestSuspended(t *testing.T) {
	got := waits(t, one(func(th *kernel.Thread) { _ = th.Mach().TaskSuspend(th.Mach().Self()) }))
	check(t, got, "main.1 was suspended with its task by task_suspend, nobody else can resume it", "cycle [], 1 stuck")
}

// A server at its ease is in no cycle, nor is it named as the one to blame.
func TestIdleServer(t *testing.T) {
	got := waits(t, func(b *kernel.Boot) {
		var port, calc, mail ipc.Name
		server := b.Server(b.Host("a"), "server", func(th *kernel.Thread) { _, _ = th.Mach().Receive(port) })
		client := b.Task(b.Host("a"), "client", func(th *kernel.Thread) { _, _ = th.Mach().Receive(mail) })
		port, mail = b.Port(server, "calc"), b.Port(client, "mail")
		calc = b.Send(server, port, client)
		b.Send(client, mail, server)
		_ = calc
	})
	check(t, got,
		"client.1 waits for a message at port mail, sent by server.1",
		"server.1 waits for a message at port calc, as servers do",
		"cycle [], 2 stuck")
}

// before is a Log that sees the state before every step.
type before struct{ look func(*kernel.State) }

func (b before) Open(s *kernel.State)            { b.look(s) }
func (before) Fired(*kernel.State, kernel.Actor) {}
func (before) Begin(*kernel.State, kernel.Actor) {}
func (before) End(*kernel.State, kernel.Taken)   {}
func (before) Glance(kernel.ThreadID, any)       {}

// at runs a program, and returns the lines of the threads that wait, or would, where a thread
// is first about to make a call.
func at(t *testing.T, thread, call string, main func(*kernel.Boot)) (lines []string) {
	t.Helper()
	look := func(s *kernel.State) {
		for id := range s.Threads.All {
			th := s.Threads.At(id)
			if lines == nil && s.ThreadName(kernel.ThreadID(id)) == thread && th.Call.Op.String() == call && th.Phase == 0 {
				lines = waiting(s)
			}
		}
	}
	cfg := kernel.Config{Door: kernel.First{}, Tracer: kernel.Tracer{Log: before{look}}}
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.Run()
	return lines
}

func waiting(s *kernel.State) (lines []string) {
	for _, r := range waitfor.Of(s) {
		if e := waitfor.Explain(s, &r); r.Reason != waitfor.Ready {
			lines = append(lines, e.Thread+" "+e.Text)
		}
	}
	return lines
}

// A thread that is about to make a call says what it would wait for there.
func TestAhead(t *testing.T) {
	check(t, at(t, "main.child", "mutex_lock", one(func(th *kernel.Thread) {
		m := cthreads.NewMutex(th, "m")
		m.Lock(th)
		child := cthreads.Fork(th, "child", func(th *kernel.Thread) { m.Lock(th) })
		cthreads.Join(th, child)
	})), "main.1 waits for thread main.child to end", "main.child would wait for mutex m, held by main.1")
	check(t, at(t, "main.1", "mach_msg", one(func(th *kernel.Thread) {
		p := kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightReceive))
		_, _ = th.Mach().ReceiveTimeout(p, 5)
	})), "main.1 would wait for a message at port main.1.p1, to which nobody else can send, until 5.020 ms")
	check(t, at(t, "main.1", "msg_receive", one(func(th *kernel.Thread) {
		_ = th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: kernel.PORT_DEFAULT}}, 0, 0)
	})), "main.1 would wait for a message: its task has enabled no port")
}
