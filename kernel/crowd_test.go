package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// Random programs in which threads crowd at few ports, mutexes and conditions, on three hosts,
// while others are suspended, aborted and ended: State.Check wants after every step that nobody
// sleeps on what is there for him.
func TestRandomCrowds(t *testing.T) {
	for seed := range effort.Of(uint64(25)) {
		m, err := kernel.New(&kernel.Program{Name: "crowd", Main: crowd},
			kernel.Config{Seed: seed, MaxSteps: 1000, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		for m.Step() {
			if err := m.World().Check(); err != nil {
				t.Fatalf("seed %d, after event %d: %v", seed, m.World().Steps, err)
			}
		}
		if f := m.World().Failure; f != nil {
			t.Fatalf("seed %d: %+v", seed, f)
		}
		m.Close()
	}
}

// member is a task of the crowd: a port of its own, and rights to all the others'.
type member struct {
	own ipc.Name
	all []ipc.Name
	mu  kernel.MutexID
	k   kernel.ConditionID
}

func crowd(b *kernel.Boot) {
	const hosts, tasks = 3, 5
	var members [tasks]member
	var ids [tasks]kernel.TaskID
	for i := range tasks {
		w := &members[i]
		ids[i] = b.Task(b.Host(fmt.Sprint("h", i%hosts)), fmt.Sprint("t", i), func(th *kernel.Thread) {
			_ = th.Mach().PortSetQLimit(th.Mach().Self(), w.own, 1)
			w.mu, w.k = th.CThreads().MutexNew("mu"), th.CThreads().ConditionNew("k")
			for range 3 {
				th.CThreads().Fork("", w.live)
			}
			w.live(th)
		})
	}
	for i, id := range ids {
		port := b.Port(id, "")
		members[i].own = port
		for j, other := range ids {
			if j != i {
				members[j].all = append(members[j].all, b.Send(id, port, other))
			}
		}
	}
}

func (w *member) live(th *kernel.Thread) {
	for {
		n := th.Random(1 << 16) // one choice for all, so that most steps are calls that wait
		act, few := n%16, n>>4%3
		port := w.all[n>>6%len(w.all)]
		switch act {
		case 0, 1, 2, 3:
			_ = th.Mach().Send(port, ipc.NewMessage(1, ipc.CopyingSend(th.Mach().ThreadSelf())))
		case 4:
			_ = th.Mach().SendTimeout(port, ipc.NewMessage(1, ipc.CopyingSend(th.Mach().Self())), few)
		case 5, 6, 7, 8:
			if m, err := th.Mach().ReceiveTimeout(w.own, 5*few); err == nil {
				w.meet(th, m, n>>10)
			}
		case 9:
			_ = th.Mach().PortSetQLimit(th.Mach().Self(), w.own, few)
		case 10, 11:
			w.lock(th, few)
		case 12:
			th.CThreads().ConditionSignal(w.k)
		case 13:
			_, _ = th.Mach().RPCTimeout(port, ipc.NewMessage(1, ipc.CopyingSend(th.Mach().ThreadSelf())), 1+few)
		case 14:
			w.leave(th, port, n>>10)
		default:
			th.Sleep(kernel.Duration(few) * kernel.Millisecond)
		}
	}
}

// meet does something to the thread or task whose port came with a message.
func (w *member) meet(th *kernel.Thread, m *ipc.Message, act int) {
	if len(m.Items) == 0 {
		return
	}
	n := m.Port(0)
	switch act % 24 {
	case 0:
		_ = th.Mach().ThreadTerminate(n)
	case 1:
		_ = th.Mach().TaskTerminate(n)
	case 2, 3, 4, 5:
		_ = th.Mach().ThreadSuspend(n)
		_ = th.Mach().TaskSuspend(n)
		th.Sleep(1 * kernel.Millisecond)
		_ = th.Mach().ThreadResume(n)
		_ = th.Mach().TaskResume(n)
	case 6:
		_ = th.Mach().ThreadSuspend(n)
	case 7, 8:
		_ = th.Mach().ThreadAbort(n)
	}
	th.Mach().Destroy(m)
}

func (w *member) lock(th *kernel.Thread, few int) {
	if w.mu == 0 {
		return
	}
	th.CThreads().MutexLock(w.mu)
	th.Yield()
	if few == 0 {
		th.CThreads().ConditionWait(w.k, w.mu)
	}
	th.CThreads().MutexUnlock(w.mu)
}

// leave does, rarely, what empties a port at once, or keeps packets from arriving.
func (w *member) leave(th *kernel.Thread, port ipc.Name, act int) {
	host := fmt.Sprint("h", act>>4%3)
	if (act%16 >= 3 && act%16 <= 7) && host == th.HostName() {
		return // no wire leads there
	}
	switch act % 16 {
	case 0, 1, 2:
		_ = th.Mach().SendTimeout(port, ipc.NewMessage(2, ipc.MovingReceive(w.own)), 0)
	case 3, 4:
		th.CutWire(th.HostName(), host)
	case 5, 6, 7:
		th.HealWire(th.HostName(), host)
	case 8:
		_ = th.CrashHost(host)
	case 9:
		_ = th.Mach().PortMoveMember(th.Mach().Self(), w.own, th.NewPortSet(""))
	}
}
