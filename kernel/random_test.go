package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// Random programs: tasks on several hosts, with several threads each, make random
// calls with random names of their own. Nothing is known of the answers; the whole
// state must hold together after every step, a clone must not be touched by what
// comes after it, and the same seed must give the same run.
func TestRandomPrograms(t *testing.T) {
	runs := effort.Of(80)
	for seed := range uint64(runs) {
		cfg := kernel.Config{Seed: seed, MaxSteps: 500, Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true}
		first := randomRun(t, cfg, true)
		if again := randomRun(t, cfg, false); again != first {
			t.Fatalf("seed %d: hash %x, then %x", seed, first, again)
		}
	}
}

func randomRun(t *testing.T, cfg kernel.Config, check bool) uint64 {
	t.Helper()
	return runRandom(t, randomProgram, cfg, check)
}

func runRandom(t *testing.T, main func(*kernel.Boot), cfg kernel.Config, check bool) uint64 {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "random", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var copied *kernel.State
	for m.Step() {
		s := m.World()
		if !check {
			continue
		}
		if err := s.Check(); err != nil {
			t.Fatalf("seed %d, after event %d: %v", cfg.Seed, s.Steps, err)
		}
		if s.Steps == 250 {
			copied = s.Clone()
		}
	}
	if f := m.World().Failure; f != nil {
		t.Fatalf("seed %d: %v", cfg.Seed, f)
	}
	if copied != nil {
		if err := copied.Check(); err != nil {
			t.Fatalf("seed %d: a copy was changed after it was made: %v", cfg.Seed, err)
		}
	}
	return m.World().Hash
}

func randomProgram(b *kernel.Boot) {
	hosts := []kernel.HostID{b.Host("h0"), b.Host("h1"), b.Host("h2")}
	b.Delay(hosts[0], hosts[2], 0, 3*kernel.Millisecond)
	var tasks []kernel.TaskID
	for i := range 5 {
		tasks = append(tasks, b.Task(hosts[i%3], fmt.Sprint("t", i), func(th *kernel.Thread) {
			for range 2 {
				th.CThreads().Fork("", randomCalls)
			}
			randomCalls(th)
		}))
	}
	for i, from := range tasks {
		port := b.Port(from, "")
		for _, to := range tasks[i:] {
			b.Send(from, port, to)
		}
	}
}

func randomCalls(th *kernel.Thread) {
	for {
		calls[th.Random(len(calls))](th)
	}
}

// someName returns a name of the task's, mostly one that stands for something.
func someName(th *kernel.Thread) ipc.Name {
	names, _, err := th.Mach().PortNames(th.Mach().Self())
	if err != nil || len(names) == 0 || th.Random(20) == 0 {
		return ipc.Name(th.Random(5))
	}
	return names[th.Random(len(names))]
}

func someCarry(th *kernel.Thread) ipc.Disposition {
	return ipc.MoveReceive + ipc.Disposition(th.Random(6))
}

func someMessage(th *kernel.Thread) *ipc.Message {
	m := ipc.NewMessage(int32(th.Random(100)), th.Random(10), "text")
	for range th.Random(3) {
		m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Disp: someCarry(th), Num: uint64(someName(th))})
	}
	return m
}

func someHost(th *kernel.Thread) string { return fmt.Sprint("h", th.Random(3)) }

// calls25 are the port calls of Mach 2.5, and a receive from the default set.
var calls25 = []func(k kernel.Mach25, th *kernel.Thread){
	func(k kernel.Mach25, th *kernel.Thread) { _, _ = k.PortAllocate(someName(th)) },
	func(k kernel.Mach25, th *kernel.Thread) { _, _ = k.PortAllocate(th.Mach().Self()) },
	func(k kernel.Mach25, th *kernel.Thread) {
		_ = k.PortDeallocate(th.Mach().Self(), notSelf(th, someName(th)))
	},
	func(k kernel.Mach25, th *kernel.Thread) { _ = k.PortEnable(th.Mach().Self(), someName(th)) },
	func(k kernel.Mach25, th *kernel.Thread) { _ = k.PortDisable(th.Mach().Self(), someName(th)) },
	func(k kernel.Mach25, th *kernel.Thread) {
		_, _ = k.PortSetBackup(th.Mach().Self(), someName(th), someName(th))
	},
	func(k kernel.Mach25, th *kernel.Thread) { _, _ = k.PortSetAllocate(th.Mach().Self()) },
	func(k kernel.Mach25, th *kernel.Thread) { _ = k.PortSetDeallocate(th.Mach().Self(), someName(th)) },
	func(k kernel.Mach25, th *kernel.Thread) {
		_ = k.PortSetAdd(th.Mach().Self(), someName(th), someName(th))
	},
	func(k kernel.Mach25, th *kernel.Thread) { _ = k.PortSetRemove(th.Mach().Self(), someName(th)) },
	func(k kernel.Mach25, th *kernel.Thread) {
		_ = k.PortInsertSend(someName(th), someName(th), ipc.Name(th.Random(1<<12)))
	},
	func(k kernel.Mach25, th *kernel.Thread) {
		_ = k.PortInsertReceive(someName(th), notSelf(th, someName(th)), ipc.Name(th.Random(1<<12)))
	},
	func(k kernel.Mach25, th *kernel.Thread) {
		_, _ = k.PortExtractSend(someName(th), ipc.Name(th.Random(16)<<8))
	},
	func(k kernel.Mach25, th *kernel.Thread) {
		_, _ = k.PortExtractReceive(someName(th), ipc.Name(th.Random(16)<<8))
	},
	func(_ kernel.Mach25, th *kernel.Thread) {
		m := &ipc.Message{Header: ipc.Header{Local: kernel.PORT_DEFAULT}}
		_ = th.Mach25().MsgReceive(m, ipc.RCV_TIMEOUT, th.Random(3))
	},
}

// calls are what a random program does. Send and receive come several times, so that
// messages flow.
var calls []func(th *kernel.Thread)

func init() { // the calls start threads that make calls
	calls = []func(th *kernel.Thread){
		diskCall, diskCall,
		send, send, send, send, receive, receive, receive,
		func(th *kernel.Thread) { th.NewPort("") },
		func(th *kernel.Thread) { th.NewDatagramPort("") },
		func(th *kernel.Thread) { th.NewPortSet("") },
		func(th *kernel.Thread) { _ = th.Mach().PortDeallocate(th.Mach().Self(), someName(th)) },
		func(th *kernel.Thread) { _ = th.Mach().PortDestroy(th.Mach().Self(), notSelf(th, someName(th))) },
		func(th *kernel.Thread) {
			_ = th.Mach().PortModRefs(th.Mach().Self(), notSelf(th, someName(th)), ipc.Right(th.Random(5)), th.Random(3)-1)
		},
		func(th *kernel.Thread) { _ = th.Mach().PortMoveMember(th.Mach().Self(), someName(th), someName(th)) },
		func(th *kernel.Thread) { _ = th.Mach().PortSetQLimit(th.Mach().Self(), someName(th), th.Random(6)) },
		func(th *kernel.Thread) {
			ids := []int32{ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED}
			_, _ = th.Mach().PortRequestNotification(th.Mach().Self(), someName(th), ids[th.Random(3)], 0, someName(th),
				ipc.MakeSendOnce)
		},
		func(th *kernel.Thread) {
			_ = th.Mach().PortInsertRight(th.Mach().Self(), someName(th), someName(th), someCarry(th))
		},
		func(th *kernel.Thread) {
			_ = th.Mach().PortRename(th.Mach().Self(), notSelf(th, someName(th)), ipc.Name(th.Random(1<<12)))
		},
		func(th *kernel.Thread) { calls25[th.Random(len(calls25))](th.Mach25(), th) },
		func(th *kernel.Thread) { th.Sleep(kernel.Duration(th.Random(5)) * kernel.Millisecond) },
		func(th *kernel.Thread) { th.Yield() },
		func(th *kernel.Thread) { th.HostStays() },
		func(th *kernel.Thread) {
			if th.CThreads().Count() < 6 {
				th.CThreads().Fork("", randomCalls)
			}
		},
		func(th *kernel.Thread) {
			if th.Random(4) == 0 {
				_, _ = th.Spawn(someHost(th), "", randomCalls)
			}
		},
		func(th *kernel.Thread) { _, _ = th.Mach().TaskThreads(th.Mach().Self()) },
		func(th *kernel.Thread) { _ = th.Mach().ThreadAbort(someName(th)) },
		func(th *kernel.Thread) {
			if n := someName(th); th.Random(3) == 0 {
				_ = th.Mach().ThreadTerminate(n)
			} else if n != th.Mach().Self() {
				_ = th.Mach().ThreadSuspend(n)
				_ = th.Mach().ThreadResume(n)
			}
		},
		func(th *kernel.Thread) { _ = th.Mach().TaskTerminate(notSelf(th, someName(th))) },
		across, across, across,
		func(th *kernel.Thread) {
			a, b := someHost(th), someHost(th)
			if a == b {
				return // no wire leads there
			}
			th.CutWire(a, b)
			th.Sleep(kernel.Duration(th.Random(3)*6000) * kernel.Millisecond)
			th.HealWire(a, b)
		},
		func(th *kernel.Thread) {
			if h := someHost(th); th.Random(8) == 0 && h != th.HostName() {
				_ = th.CrashHost(h)
				_ = th.RestartHost(h)
			}
		},
		func(th *kernel.Thread) {
			_ = th.Mach().TaskSetSpecialPort(th.Mach().Self(), kernel.SpecialException, someName(th))
		},
		func(th *kernel.Thread) {
			if th.Random(6) == 0 {
				th.Mach().Raise(kernel.ExcSoftware, 1, 2)
			}
		},
		func(th *kernel.Thread) {
			a, err := th.Mach().VMAllocate(th.Mach().Self(), 0, 3*page, true)
			if err == nil {
				_ = th.Mach().VMProtect(th.Mach().Self(), a+page, page, false, kernel.ProtRead)
				_ = th.Mach().Send(someName(th), ipc.NewMessage(1, ipc.OutOfLine(a, 2*page, th.Random(2) == 0)))
				_ = th.Mach().VMDeallocate(th.Mach().Self(), a, page)
			}
		},
	}
}

// across makes a call on whatever a name stands for: often a task of another host. Its rights
// come from messages, exceptions, and from tasks that were spawned there.
func across(th *kernel.Thread) {
	task := someName(th)
	switch th.Random(9) {
	case 0:
		_ = th.Mach().PortInsertRight(task, ipc.Name(th.Random(1<<12)), notSelf(th, someName(th)), someCarry(th))
	case 1:
		_, _ = th.Mach().PortExtractRight(task, ipc.Name(th.Random(16)<<8), someCarry(th))
	case 2:
		ids := []int32{ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED}
		_, _ = th.Mach().PortRequestNotification(task, ipc.Name(th.Random(16)<<8), ids[th.Random(3)], 0, someName(th),
			ipc.MakeSendOnce)
	case 3:
		_, _ = th.Mach().TaskThreads(task)
	case 4:
		_ = th.Mach().PortsRegister(task, someName(th), someName(th))
	case 5:
		_, _ = th.Mach().PortsLookup(task)
	case 6:
		if n, err := th.Mach().ThreadCreate(task, randomCalls); err == nil {
			_ = th.Mach().ThreadResume(n)
		}
	case 7:
		_, _ = th.Mach().VMAllocate(task, 0, page, true)
	case 8:
		_ = th.Mach().TaskSetSpecialPort(task, kernel.SpecialException, someName(th))
	}
}

// notSelf keeps a program from ending itself too soon.
func notSelf(th *kernel.Thread, n ipc.Name) ipc.Name {
	if n == th.Mach().Self() && th.Random(10) != 0 {
		return ipc.Null
	}
	return n
}

func send(th *kernel.Thread) {
	m := someMessage(th)
	d := ipc.Disposition(ipc.MoveSend + ipc.Disposition(th.Random(5)))
	m.To(someName(th), d)
	if th.Random(2) == 0 {
		m.ReplyTo(someName(th), ipc.MakeSendOnce)
	}
	opt := ipc.MACH_SEND_MSG
	if th.Random(3) > 0 {
		opt |= ipc.MACH_SEND_TIMEOUT
	}
	if th.Random(6) == 0 {
		opt |= ipc.MACH_SEND_NOTIFY
	}
	_ = th.Mach().MachMsg(m, opt, 0, ipc.Null, th.Random(4), someName(th))
}

func receive(th *kernel.Thread) {
	opt := ipc.MACH_RCV_MSG | ipc.MACH_RCV_TIMEOUT
	if th.Random(6) == 0 {
		opt |= ipc.MACH_RCV_LARGE
	}
	if th.Random(6) == 0 {
		opt |= ipc.MACH_RCV_NOTIFY
	}
	var m ipc.Message
	_ = th.Mach().MachMsg(&m, opt, 40*th.Random(2), someName(th), th.Random(20), someName(th))
}
