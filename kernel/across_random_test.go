package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// TestRandomCallsAcross runs programs whose threads crowd at the ports of few tasks of other hosts,
// while wires are cut and mended, hosts crash, and callers are aborted, stopped and ended. The
// whole state must hold together after every step, and every way for a call to end is met.
func TestRandomCallsAcross(t *testing.T) {
	met := map[ipc.Code]int{}
	seeds := effort.Of(uint64(15))
	for seed := range seeds {
		cfg := kernel.Config{Seed: seed, MaxSteps: 1200, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true}
		m := steps(t, cfg, func(b *kernel.Boot) { callers(b, met) })
		if f := m.World().Failure; f != nil {
			t.Fatalf("seed %d: %s", seed, f.Text)
		}
	}
	if seeds < 40 {
		return // too few to meet them all
	}
	for _, code := range []ipc.Code{
		0, ipc.MACH_SEND_INVALID_DEST, ipc.MACH_SEND_INTERRUPTED, ipc.MACH_RCV_INTERRUPTED, ipc.MIG_SERVER_DIED,
		ipc.KERN_FAILURE, ipc.KERN_RIGHT_EXISTS, ipc.KERN_NAME_EXISTS,
	} {
		if met[code] == 0 {
			t.Errorf("no call ends with %v; %v", code, met)
		}
	}
}

// caller is a task that has rights to the tasks of the others.
type caller struct {
	box    ipc.Name
	peers  []ipc.Name
	others []ipc.Name // the boxes of the others
	met    map[ipc.Code]int
}

// callers is three hosts with a task each, whose threads call the others.
func callers(b *kernel.Boot, met map[ipc.Code]int) {
	var all [3]caller
	var tasks [3]kernel.TaskID
	for i := range all {
		w := &all[i]
		w.met = met
		tasks[i] = b.Task(b.Host(fmt.Sprint("h", i)), fmt.Sprint("t", i), func(th *kernel.Thread) {
			for _, to := range w.others {
				_ = th.Mach().Send(to, ipc.NewMessage(1, th.SendRight(th.Mach().Self())))
			}
			for range w.others {
				w.peers = append(w.peers, kernel.Must(th.Mach().Receive(w.box)).Port(0))
			}
			for range 9 {
				th.CThreads().Fork("", w.live)
			}
			for {
				w.disturb(th)
				th.Sleep(kernel.Duration(th.Random(3)*th.Random(300)) * kernel.Millisecond)
			}
		})
	}
	for i, id := range tasks {
		all[i].box = b.Port(id, "box")
		for j := range tasks {
			if i != j {
				all[j].others = append(all[j].others, b.Send(id, all[i].box, tasks[j]))
			}
		}
	}
	b.Server(b.Host("stage"), "stage", stage)
}

// stage cuts and mends wires, and crashes a host now and then.
func stage(th *kernel.Thread) {
	for {
		th.Sleep(kernel.Duration(th.Random(3)) * kernel.Millisecond)
		first := th.Random(3)
		a, b := fmt.Sprint("h", first), fmt.Sprint("h", (first+1+th.Random(2))%3)
		switch th.Random(8) {
		case 0, 1, 2:
			th.CutWire(a, b)
			th.Sleep(kernel.Duration([]int{5, 500, 500, 3000, 3000, 12_000}[th.Random(6)]) * kernel.Millisecond)
			th.HealWire(a, b)
		case 3:
			th.DelayWire(a, b, kernel.Duration(th.Random(3))*kernel.Millisecond, 4*kernel.Millisecond)
		case 4:
			if th.Random(4) == 0 {
				_ = th.CrashHost(a)
				th.Sleep(kernel.Duration(th.Random(2)*3000) * kernel.Millisecond)
				_ = th.RestartHost(a)
			}
		}
	}
}

func (w *caller) live(th *kernel.Thread) {
	for {
		code, _ := w.call(th, w.peers[th.Random(5)/4]).(ipc.Code)
		w.met[code]++
		if code == ipc.MACH_SEND_INVALID_DEST {
			th.Sleep(1000 * kernel.Millisecond)
		}
		_, _ = th.Mach().ReceiveTimeout(w.box, 0)
	}
}

// call makes a call on another task, with rights of every kind.
func (w *caller) call(th *kernel.Thread, task ipc.Name) error {
	name := ipc.Name(0x5000 + th.Random(4)<<8)
	switch th.Random(8) {
	case 0:
		return th.Mach().TaskResume(task)
	case 1:
		port := th.NewPort("moved")
		err := th.Mach().PortInsertRight(task, name, port, ipc.MoveReceive)
		if err != nil { // it came back, unless it was lost
			_ = th.Mach().PortDestroy(th.Mach().Self(), port)
		}
		return err
	case 2:
		return th.Mach().PortInsertRight(task, name, w.box, ipc.MakeSend)
	case 3:
		return th.Mach().PortInsertRight(task, name, w.others[th.Random(2)], ipc.CopySend)
	case 4:
		got, err := th.Mach().PortExtractRight(task, name, pickCarry(th))
		if err == nil {
			_ = th.Mach().PortDestroy(th.Mach().Self(), got)
		}
		return err
	case 5:
		_, err := th.Mach().PortRequestNotification(task, name, ipc.MACH_NOTIFY_DEAD_NAME, 0, w.box, ipc.MakeSendOnce)
		return err
	case 6:
		return th.Mach().PortsRegister(task, w.box, w.others[0])
	}
	_, err := th.Mach().TaskInfo(task)
	return err
}

func pickCarry(th *kernel.Thread) ipc.Disposition {
	return []ipc.Disposition{ipc.CopySend, ipc.MoveReceive, ipc.MakeSend, ipc.MoveSend}[th.Random(4)]
}

// disturb does something to another thread of the same task.
func (w *caller) disturb(th *kernel.Thread) {
	all, err := th.Mach().TaskThreads(th.Mach().Self())
	if err != nil || len(all) < 4 {
		return
	}
	n := all[1+th.Random(len(all)-1)]
	switch th.Random(8) {
	case 0, 1, 2, 3:
		_ = th.Mach().ThreadAbort(n)
	case 4:
		if th.Random(8) == 0 {
			_ = th.Mach().ThreadTerminate(n)
		}
	case 5, 6:
		_ = th.Mach().ThreadSuspend(n)
		th.Sleep(1 * kernel.Millisecond)
		_ = th.Mach().ThreadResume(n)
	}
}
