package kernel_test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

func TestThreadCreateStartsSuspended(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		ran := false
		child, err := th.ThreadCreate(th.Self(), func(c *kernel.Thread) {
			c.Sleep(5)
			ran = true
		})
		th.Must(err)
		th.Sleep(10)
		th.Check(!ran, "the thread ran before it was resumed")
		info := kernel.Must(th.ThreadInfo(child))
		th.Check(info.Suspend == 1 && info.RunState == kernel.RunStateStopped, "%+v", info)
		th.Must(th.ThreadSuspend(child))
		th.Must(th.ThreadResume(child))
		th.Sleep(10)
		th.Check(!ran, "one resume undid two suspensions")
		th.Must(th.ThreadResume(child))
		wants(th, th.ThreadResume(child), ipc.KERN_FAILURE)
		th.Sleep(10)
		th.Check(ran, "the thread did not run")
		wants(th, th.ThreadResume(child), ipc.MACH_SEND_INVALID_DEST)
	}))
}

func TestTaskAndThreadCountsMustBothBeZero(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		h := b.Host("a")
		b.Task(h, "main", func(th *kernel.Thread) {
			var other *kernel.Thread
			count := 0
			task := kernel.Must(th.TaskCreate(th.Self(), "child", false))
			child := kernel.Must(th.ThreadCreate(task, func(c *kernel.Thread) {
				other = c
				for range 5 {
					count++
					c.Sleep(1)
				}
			}))
			th.Must(th.TaskSuspend(task))
			th.Must(th.ThreadResume(child))
			th.Sleep(5)
			th.Check(other == nil, "ran in a suspended task")
			th.Must(th.ThreadSuspend(child))
			th.Must(th.TaskResume(task))
			wants(th, th.TaskResume(task), ipc.KERN_FAILURE)
			th.Sleep(5)
			th.Check(other == nil, "ran though suspended itself")
			th.Must(th.ThreadResume(child))
			th.Sleep(100)
			th.Check(count == 5, "count = %d", count)
		})
	})
}

func TestThreadSuspendsItself(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		stage := 0
		child := kernel.Must(th.ThreadCreate(th.Self(), func(c *kernel.Thread) {
			stage = 1
			c.Must(c.ThreadSuspend(c.ThreadSelf()))
			stage = 2
		}))
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		th.Check(stage == 1, "stage %d", stage)
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		th.Check(stage == 2, "stage %d", stage)
	}))
}

func TestAbortEndsAWait(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		var got error
		port := th.NewPort("p")
		child := kernel.Must(th.ThreadCreate(th.Self(), func(c *kernel.Thread) {
			_, got = c.Receive(port)
		}))
		wants(th, th.ThreadAbort(th.ThreadSelf()), ipc.KERN_INVALID_ARGUMENT)
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		th.Must(th.ThreadSuspend(child))
		th.Must(th.ThreadAbort(child))
		th.Sleep(5)
		th.Check(got == nil, "returned while suspended")
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		wants(th, got, ipc.MACH_RCV_INTERRUPTED)
	}))
}

func TestSendAbortedHandsTheMessageBack(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		th.Must(th.PortSetQLimit(th.Self(), port, 1))
		th.Must(th.Send(port, ipc.NewMessage(1)))
		m := ipc.NewMessage(2, "text")
		var got error
		child := kernel.Must(th.ThreadCreate(th.Self(), func(c *kernel.Thread) { got = c.Send(port, m) }))
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		th.Must(th.ThreadAbort(child))
		th.Sleep(5)
		wants(th, got, ipc.MACH_SEND_INTERRUPTED)
		th.Check(m.RemoteType == ipc.MakeSend && m.Remote == port && m.Text(0) == "text", "%v", m)
	}))
}

// A thread that is terminated runs its deferred calls, whatever it recovers, and
// the kernel calls that these make return at once.
func TestTerminatedThreadUnwinds(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		var log []string
		var late error
		child := kernel.Must(th.ThreadCreate(th.Self(), func(c *kernel.Thread) {
			defer func() { log = append(log, "outer") }()
			defer func() {
				_ = recover()
				_, late = c.Receive(c.NewPort("x"))
				log = append(log, "inner")
			}()
			c.Sleep(1000)
			log = append(log, "not reached")
		}))
		th.Must(th.ThreadResume(child))
		th.Sleep(5)
		th.Must(th.ThreadTerminate(child))
		th.Check(strings.Join(log, " ") == "inner outer", "%v", log)
		wants(th, late, ipc.KERN_ABORTED)
	}))
}

func TestTerminateSelf(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		h := b.Host("a")
		b.Task(h, "one", func(th *kernel.Thread) {
			_ = th.TaskTerminate(th.Self())
			th.Fail("returned from task_terminate of its own task")
		})
		b.Task(h, "two", func(th *kernel.Thread) {
			_ = th.ThreadTerminate(th.ThreadSelf())
			th.Fail("returned from thread_terminate of itself")
		})
		b.Task(h, "three", func(th *kernel.Thread) {
			th.Exit(1)
			th.Fail("returned from Exit")
		})
	})
}

func TestTaskCallsRefuseWhatIsNoTask(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		th.Must(th.PortInsertRight(th.Self(), port, port, ipc.MakeSend))
		wants(th, th.TaskSuspend(port), ipc.KERN_INVALID_ARGUMENT)
		_, err := th.PortAllocate(port, ipc.RightReceive)
		wants(th, err, ipc.KERN_INVALID_TASK)
		wants(th, th.TaskResume(12345), ipc.MACH_SEND_INVALID_DEST)
		task := kernel.Must(th.TaskCreate(th.Self(), "child", false))
		th.Must(th.TaskTerminate(task))
		wants(th, th.TaskTerminate(task), ipc.MACH_SEND_INVALID_DEST)
		ty := kernel.Must(th.PortType(th.Self(), task))
		th.Check(ty == ipc.TypeDeadName, "the port of a dead task is %v", ty)
	}))
}

func TestChildrenInheritSpecialPortsButNoNames(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("boot")
		th.Must(th.TaskSetSpecialPort(th.Self(), kernel.SpecialBootstrap, port))
		th.Must(th.PortsRegister(th.Self(), ipc.Null, port))
		wants(th, th.PortsRegister(th.Self(), port, port, port, port, port), ipc.KERN_INVALID_ARGUMENT)
		_, err := th.Spawn("", "child", func(c *kernel.Thread) {
			names, types, err := c.PortNames(c.Self())
			c.Must(err)
			c.Check(len(names) == 2, "a fresh task has %v %v", names, types)
			boot := kernel.Must(c.TaskGetSpecialPort(c.Self(), kernel.SpecialBootstrap))
			slots := kernel.Must(c.PortsLookup(c.Self()))
			c.Check(len(slots) == 4 && slots[0] == ipc.Null && slots[1] == boot, "%v, bootstrap %v", slots, boot)
			c.Must(c.Send(boot, ipc.NewMessage(7)))
		})
		th.Must(err)
		m := kernel.Must(th.Receive(port))
		th.Check(m.ID == 7, "%v", m)
	}))
}

func TestPanicIsReportedWithItsLine(t *testing.T) {
	m := runMain(t, kernel.Config{}, one(func(th *kernel.Thread) {
		var list []int
		_ = list[th.Random(1)+3]
	}))
	f := m.World().Failure
	if f == nil || f.Kind != kernel.Panicked || !strings.Contains(f.Text, "index out of range [3]") {
		t.Fatalf("%+v", f)
	}
	frames := kernel.Frames(m.Stack(f.Thread))
	if len(frames) == 0 || frames[0].File != "thread_test.go" {
		t.Fatalf("%v", frames)
	}
}

func TestGoexitIsReported(t *testing.T) {
	m := runMain(t, kernel.Config{}, one(func(th *kernel.Thread) { t.SkipNow() }))
	if f := m.World().Failure; f == nil || f.Kind != kernel.Goexit {
		t.Fatalf("%+v", f)
	}
}

func TestExceptionHandlers(t *testing.T) {
	// Each case says what the thread's and the task's handler answer; -1 is no
	// handler, 100 one that throws the request away.
	for _, c := range []struct {
		thread, task int
		handled      bool
	}{
		{0, -1, true}, {-1, 0, true}, {5, 0, true}, {100, 0, true}, {5, 5, false}, {-1, -1, false}, {100, 100, false},
	} {
		m := steps(t, kernel.Config{Seed: 3, KeepGoing: true}, func(b *kernel.Boot) {
			b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
				victim := kernel.Must(th.TaskCreate(th.Self(), "victim", false))
				threadPort, taskPort := th.NewPort("thread-handler"), th.NewPort("task-handler")
				child := kernel.Must(th.ThreadCreate(victim, func(v *kernel.Thread) {
					v.Raise(kernel.ExcArithmetic, 7, 8)
					v.Printf("went on")
				}))
				if c.thread >= 0 {
					th.Must(th.ThreadSetSpecialPort(child, kernel.SpecialException, threadPort))
				}
				if c.task >= 0 {
					th.Must(th.TaskSetSpecialPort(victim, kernel.SpecialException, taskPort))
				}
				th.Must(th.ThreadResume(child))
				answer(th, threadPort, c.thread)
				if c.thread != 0 {
					answer(th, taskPort, c.task)
				}
			})
		})
		if handled := len(m.World().Console) == 1; handled != c.handled {
			t.Errorf("%+v: handled %v", c, handled)
		}
		if notes := m.World().Notes; (len(notes) == 1) == c.handled {
			t.Errorf("%+v: notes %v", c, notes)
		}
		if m.Outcome() != kernel.Finished {
			t.Errorf("%+v: %v", c, m.Outcome())
		}
	}
}

func answer(th *kernel.Thread, port ipc.Name, code int) {
	if code < 0 {
		return
	}
	m := kernel.Must(th.Receive(port))
	th.Check(m.ID == kernel.ExceptionRaise && m.Int(2) == kernel.ExcArithmetic && m.Int(3) == 7 && m.Int(4) == 8, "%v", m)
	if code == 100 {
		th.Must(th.PortDeallocate(th.Self(), m.Remote))
		return
	}
	th.Must(th.Reply(m, ipc.NewMessage(kernel.ExceptionReply, code)))
}
