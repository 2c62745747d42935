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
		child, err := th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			c.Sleep(5 * kernel.Millisecond)
			ran = true
		})
		kernel.Must(err)
		th.Sleep(10 * kernel.Millisecond)
		th.Check(!ran, "the thread ran before it was resumed")
		info := kernel.Must(th.Mach().ThreadInfo(child))
		th.Check(info.Suspend == 1 && info.RunState == kernel.RunStateStopped, "%+v", info)
		kernel.Must(th.Mach().ThreadSuspend(child))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(10 * kernel.Millisecond)
		th.Check(!ran, "one resume undid two suspensions")
		kernel.Must(th.Mach().ThreadResume(child))
		wants(th, th.Mach().ThreadResume(child), ipc.KERN_FAILURE)
		th.Sleep(10 * kernel.Millisecond)
		th.Check(ran, "the thread did not run")
		wants(th, th.Mach().ThreadResume(child), ipc.MACH_SEND_INVALID_DEST)
	}))
}

func TestTaskAndThreadCountsMustBothBeZero(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		h := b.Host("a")
		b.Task(h, "main", func(th *kernel.Thread) {
			var other *kernel.Thread
			count := 0
			task := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "child", false))
			child := kernel.Must(th.Mach().ThreadCreate(task, func(c *kernel.Thread) {
				other = c
				for range 5 {
					count++
					c.Sleep(1 * kernel.Millisecond)
				}
			}))
			kernel.Must(th.Mach().TaskSuspend(task))
			kernel.Must(th.Mach().ThreadResume(child))
			th.Sleep(5 * kernel.Millisecond)
			th.Check(other == nil, "ran in a suspended task")
			kernel.Must(th.Mach().ThreadSuspend(child))
			kernel.Must(th.Mach().TaskResume(task))
			wants(th, th.Mach().TaskResume(task), ipc.KERN_FAILURE)
			th.Sleep(5 * kernel.Millisecond)
			th.Check(other == nil, "ran though suspended itself")
			kernel.Must(th.Mach().ThreadResume(child))
			th.Sleep(100 * kernel.Millisecond)
			th.Check(count == 5, "count = %d", count)
		})
	})
}

func TestThreadSuspendsItself(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		stage := 0
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			stage = 1
			kernel.Must(c.Mach().ThreadSuspend(c.Mach().ThreadSelf()))
			stage = 2
		}))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		th.Check(stage == 1, "stage %d", stage)
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		th.Check(stage == 2, "stage %d", stage)
	}))
}

func TestAbortEndsAWait(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		var got error
		port := th.NewPort("p")
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			_, got = c.Mach().Receive(port)
		}))
		wants(th, th.Mach().ThreadAbort(th.Mach().ThreadSelf()), ipc.KERN_INVALID_ARGUMENT)
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadSuspend(child))
		kernel.Must(th.Mach().ThreadAbort(child))
		th.Sleep(5 * kernel.Millisecond)
		th.Check(got == nil, "returned while suspended")
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		wants(th, got, ipc.MACH_RCV_INTERRUPTED)
	}))
}

func TestSendAbortedHandsTheMessageBack(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 1))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1)))
		m := ipc.NewMessage(2, "text")
		var got error
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			got = c.Mach().Send(port, m)
		}))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadAbort(child))
		th.Sleep(5 * kernel.Millisecond)
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
		child := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			defer func() { log = append(log, "outer") }()
			defer func() {
				_ = recover()
				_, late = c.Mach().Receive(c.NewPort("x"))
				log = append(log, "inner")
			}()
			c.Sleep(1000 * kernel.Millisecond)
			log = append(log, "not reached")
		}))
		kernel.Must(th.Mach().ThreadResume(child))
		th.Sleep(5 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadTerminate(child))
		th.Check(strings.Join(log, " ") == "inner outer", "%v", log)
		wants(th, late, ipc.KERN_ABORTED)
	}))
}

func TestTerminateSelf(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		h := b.Host("a")
		b.Task(h, "one", func(th *kernel.Thread) {
			_ = th.Mach().TaskTerminate(th.Mach().Self())
			th.Fail("returned from task_terminate of its own task")
		})
		b.Task(h, "two", func(th *kernel.Thread) {
			_ = th.Mach().ThreadTerminate(th.Mach().ThreadSelf())
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
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		wants(th, th.Mach().TaskSuspend(port), ipc.KERN_INVALID_ARGUMENT)
		_, err := th.Mach().PortAllocate(port, ipc.RightReceive)
		wants(th, err, ipc.KERN_INVALID_TASK)
		wants(th, th.Mach().TaskResume(12345), ipc.MACH_SEND_INVALID_DEST)
		task := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "child", false))
		kernel.Must(th.Mach().TaskTerminate(task))
		wants(th, th.Mach().TaskTerminate(task), ipc.MACH_SEND_INVALID_DEST)
		ty := kernel.Must(th.Mach().PortType(th.Mach().Self(), task))
		th.Check(ty == ipc.TypeDeadName, "the port of a dead task is %v", ty)
	}))
}

func TestChildrenInheritSpecialPortsButNoNames(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("boot")
		kernel.Must(th.Mach().TaskSetSpecialPort(th.Mach().Self(), kernel.SpecialBootstrap, port))
		kernel.Must(th.Mach().PortsRegister(th.Mach().Self(), ipc.Null, port))
		wants(th, th.Mach().PortsRegister(th.Mach().Self(), port, port, port, port, port), ipc.KERN_INVALID_ARGUMENT)
		_, err := th.Spawn("", "child", func(c *kernel.Thread) {
			names, types, err := c.Mach().PortNames(c.Mach().Self())
			kernel.Must(err)
			c.Check(len(names) == 2, "a fresh task has %v %v", names, types)
			boot := kernel.Must(c.Mach().TaskGetSpecialPort(c.Mach().Self(), kernel.SpecialBootstrap))
			slots := kernel.Must(c.Mach().PortsLookup(c.Mach().Self()))
			c.Check(len(slots) == 4 && slots[0] == ipc.Null && slots[1] == boot, "%v, bootstrap %v", slots, boot)
			kernel.Must(c.Mach().Send(boot, ipc.NewMessage(7)))
		})
		kernel.Must(err)
		m := kernel.Must(th.Mach().Receive(port))
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
				victim := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "victim", false))
				threadPort, taskPort := th.NewPort("thread-handler"), th.NewPort("task-handler")
				child := kernel.Must(th.Mach().ThreadCreate(victim, func(v *kernel.Thread) {
					v.Mach().Raise(kernel.ExcArithmetic, 7, 8)
					v.Printf("went on")
				}))
				if c.thread >= 0 {
					kernel.Must(th.Mach().ThreadSetSpecialPort(child, kernel.SpecialException, threadPort))
				}
				if c.task >= 0 {
					kernel.Must(th.Mach().TaskSetSpecialPort(victim, kernel.SpecialException, taskPort))
				}
				kernel.Must(th.Mach().ThreadResume(child))
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
	m := kernel.Must(th.Mach().Receive(port))
	th.Check(m.ID == kernel.ExceptionRaise && m.Int(2) == kernel.ExcArithmetic && m.Int(3) == 7 && m.Int(4) == 8, "%v", m)
	if code == 100 {
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), m.Remote))
		return
	}
	kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, code)))
}
