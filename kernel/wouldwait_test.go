package kernel_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// wouldLog holds, before each step, what the thread would wait for against what comes of the step.
type wouldLog struct {
	t       *testing.T
	seed    uint64
	would   kernel.Wait
	timeout int64
	before  kernel.ThreadState
	seen    map[kernel.WaitKind]int
}

func (l *wouldLog) Open(*kernel.State)                {}
func (l *wouldLog) Fired(*kernel.State, kernel.Actor) {}
func (l *wouldLog) Glance(kernel.ThreadID, any)       {}
func (l *wouldLog) Begin(s *kernel.State, a kernel.Actor) {
	if a.Thread != 0 {
		l.before = *s.Threads.At(uint32(a.Thread))
		l.would, l.timeout = s.WouldWait(a.Thread)
	}
}

func (l *wouldLog) End(s *kernel.State, e kernel.Taken) {
	if e.Actor.Thread == 0 {
		return
	}
	after := s.Threads.At(uint32(e.Actor.Thread))
	want, timeout := began(&l.before, after)
	if want.Kind == kernel.WaitReceive && l.would.Port == 0 && l.would.Set == 0 {
		l.would.Set = want.Set // the default set, made by the call
	}
	if timeout >= 0 {
		timeout = s.Timers[after.Timer-1].At - after.Wait.Since
	}
	if l.would != want || l.timeout != timeout {
		l.t.Errorf("seed %d, event %d: %s was to wait for %+v (%d), and waits for %+v (%d)",
			l.seed, s.Steps, l.before.Call.Op, l.would, l.timeout, want, timeout)
	}
	l.seen[want.Kind]++
}

// asks are the waits that begin with a message.
var asks = map[kernel.WaitKind]bool{kernel.WaitException: true, kernel.WaitRequest: true, kernel.WaitAnswer: true}

// began is the wait that a step began with, as it would be told; timeout is 0 or more if there
// is one.
func began(before, after *kernel.ThreadState) (w kernel.Wait, timeout int64) {
	w, timeout = after.Wait, -1
	sent := before.Call.Opt&ipc.MACH_SEND_MSG != 0 && w.Kind == kernel.WaitReceive
	signal := w.Kind == kernel.WaitCondition
	if after.Status != kernel.Blocked || sent || signal || asks[w.Kind] {
		return kernel.Wait{}, -1 // it did something first, if it waits at all
	}
	if after.Timer != 0 {
		timeout = 0
	}
	w.Since = 0
	return w, timeout
}

// contending is a program in which threads wait for locks, signals, each other's ends, and
// for room in a queue.
func contending(b *kernel.Boot) {
	var box ipc.Name
	reader := b.Server(b.Host("a"), "reader", func(th *kernel.Thread) {
		for {
			th.Sleep(1 * kernel.Millisecond)
			kernel.Must(th.Mach().Receive(box))
		}
	})
	box = b.Port(reader, "box")
	var to ipc.Name
	task := b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
		m, k := th.CThreads().MutexNew("m"), th.CThreads().ConditionNew("k")
		came := 0
		body := func(th *kernel.Thread) {
			th.CThreads().MutexLock(m)
			kernel.Must(th.Mach().Send(to, ipc.NewMessage(1)))
			if came++; came == 1 {
				th.CThreads().ConditionWait(k, m)
			} else {
				th.CThreads().ConditionBroadcast(k)
			}
			th.CThreads().MutexUnlock(m)
			_ = th.Mach().SendTimeout(to, ipc.NewMessage(2), 1)
		}
		first := th.CThreads().Fork("first", body)
		for range 7 {
			th.CThreads().Fork("", body)
		}
		th.CThreads().Join(first)
	})
	to = b.Send(reader, box, task)
}

// TestWouldWait holds what threads would wait for against what they do wait for, at every
// step of random programs, and of one in which every kind of wait is met.
func TestWouldWait(t *testing.T) {
	seen := map[kernel.WaitKind]int{}
	for seed := range effort.Of(uint64(100)) {
		watched(t, randomProgram, seed, seen)
		watched(t, contending, seed, seen)
	}
	for _, kind := range []kernel.WaitKind{
		kernel.WaitNone, kernel.WaitSend, kernel.WaitReceive, kernel.WaitMutex, kernel.WaitJoin, kernel.WaitSleep,
		kernel.WaitAlone,
	} {
		if seen[kind] == 0 {
			t.Errorf("no step waits by %d", kind)
		}
	}
}

// watched makes a run with a wouldLog.
func watched(t *testing.T, main func(*kernel.Boot), seed uint64, seen map[kernel.WaitKind]int) {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{
		Seed: seed, MaxSteps: 500, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true,
		Tracer: kernel.Tracer{Log: &wouldLog{t: t, seed: seed, seen: seen}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if f := m.World().Failure; f != nil {
		t.Fatalf("seed %d: %s", seed, f.Text)
	}
}
