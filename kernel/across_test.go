package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// abroad sets up a task on host b that does what victim says, and a task on host a whose first
// thread gets a right to it. Host c is for the stage: whatever happens, its task goes on.
func abroad(victim func(*kernel.Thread), caller func(th *kernel.Thread, task ipc.Name)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		b.Host("b")
		b.Host("c")
		b.Task(b.Host("a"), "caller", func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("b", "victim", victim))
			caller(th, task)
		})
	}
}

func asleep(th *kernel.Thread) { th.Sleep((1 << 30) * kernel.Millisecond) }

// killed has the victim's end not be waited for.
func killed(th *kernel.Thread, task ipc.Name) { _ = th.Mach().TaskTerminate(task) }

func TestACallWaitsForACutWire(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.CutWire("a", "b")
		kernel.Must(th.Spawn("c", "mender", func(th *kernel.Thread) {
			th.Sleep(2000 * kernel.Millisecond)
			th.HealWire("a", "b")
		}))
		start := th.Clock()
		kernel.Must(th.Mach().TaskSuspend(task))
		took := th.Clock() - start
		th.Check(took >= 2_000_000 && took < 3_000_000, "the wire was mended after 2 s, the call took %d us", took)
		info := kernel.Must(th.Mach().TaskInfo(task))
		th.Check(info.Suspend == 1, "%+v", info)
		killed(th, task)
	}))
}

func TestACallTakesTheDelayOfTheWire(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.DelayWire("a", "b", 3*kernel.Millisecond, 5*kernel.Millisecond)
		start := th.Clock()
		kernel.Must(th.Mach().TaskInfo(task))
		took := th.Clock() - start
		th.Check(took >= 6000 && took < 11_000, "a call over a wire of 3 to 5 ms took %d us", took)
		killed(th, task)
	}))
}

// The victim lives until the request has come, and is not asked before.
func TestACutWireKeepsTheVictimAlive(t *testing.T) {
	finish(t, abroad(func(th *kernel.Thread) {
		for range 100 {
			th.Sleep(100 * kernel.Millisecond)
			th.Label("alive")
		}
	}, func(th *kernel.Thread, task ipc.Name) {
		th.CutWire("a", "b")
		wants(th, th.Mach().TaskTerminate(task), ipc.MACH_SEND_INVALID_DEST)
		th.Check(th.Clock() >= 10_000_000, "given up after %d us", th.Clock())
		wants(th, th.Mach().TaskTerminate(task), ipc.MACH_SEND_INVALID_DEST)
	}))
}

// Nobody learns of a crash but by the network server's check-ups.
func TestACrashIsNotSeenAtOnce(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		kernel.Must(th.CrashHost("b"))
		start := th.Clock()
		_, err := th.Mach().TaskInfo(task)
		wants(th, err, ipc.MACH_SEND_INVALID_DEST)
		th.Check(th.Clock()-start >= 4_000_000, "the crash was seen after %d us", th.Clock()-start)
	}))
}

// hostile does something to the wire, or to host b, while a call of the caller's is on its way.
func hostile(stage func(th *kernel.Thread), want ipc.Code) func(*kernel.Boot) {
	return abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.DelayWire("a", "b", 10*kernel.Millisecond, 10*kernel.Millisecond)
		kernel.Must(th.Spawn("c", "stage", stage))
		_, err := th.Mach().TaskInfo(task)
		wants(th, err, want)
	})
}

func TestARequestOnItsWayIsLost(t *testing.T) {
	for _, ms := range []int{5, 15} { // the request is on the wire, the answer is
		finish(t, hostile(func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
			th.CutWire("a", "b")
			killVictim(th)
		}, ipc.MIG_SERVER_DIED))
		finish(t, hostile(func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
			kernel.Must(th.CrashHost("b"))
		}, ipc.MIG_SERVER_DIED))
		finish(t, hostile(func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
			kernel.Must(th.CrashHost("b"))
			th.CutWire("a", "b")
		}, ipc.MIG_SERVER_DIED))
	}
}

// killVictim ends the host of the victim, when nothing depends on it any more, so that the run ends.
func killVictim(th *kernel.Thread) {
	th.Sleep(60_000 * kernel.Millisecond)
	_ = th.CrashHost("b")
}

// The host is up again before anybody gives it up. Its network server knows the port no more,
// and says so to the request; or to the caller's network server first, which cannot know then
// whether the request had been done before the crash. An answer that was on its way is lost.
func TestAHostIsRestartedDuringACall(t *testing.T) {
	for _, ms := range []int{5, 15} {
		finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
			th.DelayWire("a", "b", 10*kernel.Millisecond, 10*kernel.Millisecond)
			kernel.Must(th.Spawn("c", "stage", func(th *kernel.Thread) {
				th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
				kernel.Must(th.CrashHost("b"))
				kernel.Must(th.RestartHost("b"))
			}))
			_, err := th.Mach().TaskInfo(task)
			th.Check(err == ipc.MIG_SERVER_DIED || ms == 5 && err == ipc.MACH_SEND_INVALID_DEST, "%v", err)
		}))
	}
}

func TestACallIsAborted(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.CutWire("a", "b")
		me := th.Mach().ThreadSelf()
		th.CThreads().Fork("aborter", func(th *kernel.Thread) {
			th.Sleep(1000 * kernel.Millisecond)
			kernel.Must(th.Mach().ThreadAbort(me))
		})
		wants(th, th.Mach().TaskSuspend(task), ipc.MACH_RCV_INTERRUPTED)
		th.HealWire("a", "b")
		for { // what was asked for is done all the same, and its answer is nobody's
			info := kernel.Must(th.Mach().TaskInfo(task))
			if info.Suspend == 1 {
				break
			}
		}
		killed(th, task)
	}))
}

// Five requests fill the proxy's queue; the sixth caller waits for room, and can be aborted.
func TestCallsFillTheProxy(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.CutWire("a", "b")
		for range 5 {
			th.CThreads().Fork("", func(th *kernel.Thread) { _, _ = th.Mach().TaskInfo(task) })
		}
		th.Sleep(10 * kernel.Millisecond)
		me := th.Mach().ThreadSelf()
		th.CThreads().Fork("aborter", func(th *kernel.Thread) {
			th.Sleep(10 * kernel.Millisecond)
			kernel.Must(th.Mach().ThreadAbort(me))
		})
		wants(th, th.Mach().TaskTerminate(task), ipc.MACH_SEND_INTERRUPTED)
		th.HealWire("a", "b")
		killed(th, task)
	}))
}

// A caller is terminated, or suspended, while its call is under way.
func TestACallerIsStopped(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.DelayWire("a", "b", 10*kernel.Millisecond, 10*kernel.Millisecond)
		name := ipc.Null
		th.CThreads().Fork("caller", func(th *kernel.Thread) {
			name = th.Mach().ThreadSelf()
			_ = th.Mach().TaskSuspend(task)
			th.Fail("a thread that was terminated goes on")
		})
		th.Sleep(5 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadTerminate(name))
		th.Sleep(30 * kernel.Millisecond)
		info := kernel.Must(th.Mach().TaskInfo(task))
		th.Check(info.Suspend == 1, "the request of a thread that has ended is lost: %+v", info)
		done := false
		th.CThreads().Fork("caller", func(th *kernel.Thread) {
			name = th.Mach().ThreadSelf()
			kernel.Must(th.Mach().TaskResume(task))
			done = true
		})
		th.Sleep(5 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadSuspend(name))
		th.Sleep(30 * kernel.Millisecond)
		th.Check(!done, "a suspended thread returned from its call")
		kernel.Must(th.Mach().ThreadResume(name))
		th.Sleep(1 * kernel.Millisecond)
		th.Check(done, "a call does not return after its thread was resumed")
		killed(th, task)
	}))
}

// Two tasks kill each other over a wire that takes its time: both requests are done.
func TestTwoHostsKillEachOthersCallers(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		hosts := []kernel.HostID{b.Host("a"), b.Host("b")}
		b.Delay(hosts[0], hosts[1], 5*kernel.Millisecond, 5*kernel.Millisecond)
		boxes, peers := make([]ipc.Name, 2), make([]ipc.Name, 2)
		tasks := make([]kernel.TaskID, 2)
		for i := range tasks {
			tasks[i] = b.Task(hosts[i], fmt.Sprint("t", i), func(th *kernel.Thread) {
				kernel.Must(th.Mach().Send(peers[i], ipc.NewMessage(1, th.SendRight(th.Mach().Self()))))
				m := kernel.Must(th.Mach().Receive(boxes[i]))
				_ = th.Mach().TaskTerminate(m.Port(0))
				th.Fail("t%d survived", i)
			})
			boxes[i] = b.Port(tasks[i], fmt.Sprint("box", i))
		}
		for i := range tasks {
			peers[1-i] = b.Send(tasks[i], boxes[i], tasks[1-i])
		}
	})
}

// Rights cross by insert_right, extract_right and request_notification, and are counted at both ends.
func TestRightsCross(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		mine, notes := th.NewPort("mine"), th.NewPort("notes")
		ask := func(at, name ipc.Name, id int32) {
			kernel.Must(th.Mach().PortRequestNotification(at, name, id, 1, notes, ipc.MakeSendOnce))
		}
		hear := func(id int32) {
			m := kernel.Must(th.Mach().Receive(notes))
			th.Check(m.ID == id, "%v, wanted %d", m, id)
		}
		kernel.Must(th.Mach().PortInsertRight(task, 0x7700, mine, ipc.MakeSend))
		ask(th.Mach().Self(), mine, ipc.MACH_NOTIFY_NO_SENDERS)
		there := kernel.Must(th.Mach().PortExtractRight(task, 0x7700, ipc.MoveSend))
		th.Check(there == mine, "the right came back as %v, it is to %v", there, mine)
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), mine))
		hear(ipc.MACH_NOTIFY_NO_SENDERS)

		kernel.Must(th.Mach().PortInsertRight(task, 0x8800, mine, ipc.MakeSend))
		ask(task, 0x8800, ipc.MACH_NOTIFY_DEAD_NAME)
		kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), mine))
		hear(ipc.MACH_NOTIFY_DEAD_NAME) // which came about the other task's name

		moved := th.NewPort("moved")
		kernel.Must(th.Mach().Send(moved, ipc.NewMessage(1, 42)))
		kernel.Must(th.Mach().PortInsertRight(task, 0x9900, moved, ipc.MoveReceive))
		_, err := th.Mach().PortType(th.Mach().Self(), moved)
		wants(th, err, ipc.KERN_INVALID_NAME)
		back := kernel.Must(th.Mach().PortExtractRight(task, 0x9900, ipc.MoveReceive))
		m := kernel.Must(th.Mach().Receive(back))
		th.Check(m.Int(0) == 42, "%v", m)
		killed(th, task)
	}))
}

// What was to go with a call that was refused, or never left, comes back under its old name; what
// was under way when the host was given up is lost with the request.
func TestRightsComeBack(t *testing.T) {
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		receive, both := th.NewPort("receive"), th.NewPort("both")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), both, both, ipc.MakeSend))
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), both, ipc.RightSend, 2))
		try := func(want ipc.Code) {
			for _, d := range []ipc.Disposition{ipc.MoveReceive, ipc.MakeSend, ipc.MakeSendOnce} {
				wants(th, th.Mach().PortInsertRight(task, ipc.Null, receive, d), want)
			}
			for _, d := range []ipc.Disposition{ipc.MoveSend, ipc.CopySend, ipc.MakeSend} {
				wants(th, th.Mach().PortInsertRight(task, ipc.Null, both, d), want)
			}
			ty := kernel.Must(th.Mach().PortType(th.Mach().Self(), receive))
			th.Check(ty == ipc.TypeReceive, "the receive right is %v now", ty)
			refs := kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), both, ipc.RightSend))
			th.Check(refs == 3, "there were 3 references, there are %d", refs)
			for _, p := range []ipc.Name{receive, both} {
				s := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), p))
				th.Check(s.MSCount == 0 && s.MsgCount == 0, "%+v", s)
			}
		}
		kernel.Must(th.Mach().PortSetMSCount(th.Mach().Self(), both, 0))
		try(ipc.KERN_INVALID_VALUE) // a bad name, which only the other host knows
		th.CutWire("a", "b")
		wants(th, th.Mach().PortInsertRight(task, 0x7700, receive, ipc.MoveReceive), ipc.MACH_SEND_INVALID_DEST)
		try(ipc.MACH_SEND_INVALID_DEST) // known to be dead by now
	}))
	finish(t, abroad(asleep, func(th *kernel.Thread, task ipc.Name) {
		th.DelayWire("a", "b", 10*kernel.Millisecond, 10*kernel.Millisecond)
		port := th.NewPort("lost")
		kernel.Must(th.Spawn("c", "stage", func(th *kernel.Thread) {
			th.Sleep(5 * kernel.Millisecond)
			kernel.Must(th.CrashHost("b"))
		}))
		wants(th, th.Mach().PortInsertRight(task, 0x7700, port, ipc.MoveReceive), ipc.MIG_SERVER_DIED)
		_, err := th.Mach().PortType(th.Mach().Self(), port)
		wants(th, err, ipc.KERN_INVALID_NAME)
	}))
}
