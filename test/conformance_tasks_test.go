package test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// child makes a task with one thread, still suspended, that runs body.
func child(th *kernel.Thread, body func(*kernel.Thread)) (task, thread ipc.Name) {
	task = kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "child", false))
	return task, kernel.Must(th.Mach().ThreadCreate(task, body))
}

// A new task: no names of its parent's, but what the kernel keeps for it.
func TestNewTask(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		boot, exc, reg := th.NewPort("boot"), th.NewPort("exc"), th.NewPort("reg")
		kernel.Must(th.Mach().TaskSetSpecialPort(self, kernel.SpecialBootstrap, boot))
		kernel.Must(th.Mach().TaskSetSpecialPort(self, kernel.SpecialException, exc))
		kernel.Must(th.Mach().PortsRegister(self, ipc.Null, reg))
		kernel.Must(th.Mach().TaskPriority(self, 20, false))
		kernel.Must(th.Mach().TaskSuspend(kernel.Must(th.Mach().TaskCreate(self, "first", false))))
		task := kernel.Must(th.Mach().TaskCreate(self, "child", false))
		info := kernel.Must(th.Mach().TaskInfo(task))
		th.Check(info.Suspend == 0 && info.Priority == 20 && info.Threads == 0 && info.VirtualSize == 0, "%+v", info)
		for which, want := range map[int]ipc.Name{kernel.SpecialBootstrap: boot, kernel.SpecialException: exc,
			kernel.SpecialKernel: task} {
			th.Check(kernel.Must(th.Mach().TaskGetSpecialPort(task, which)) == want, "special port %d", which)
		}
		slots := kernel.Must(th.Mach().PortsLookup(task))
		th.Check(len(slots) == 4 && slots[0] == ipc.Null && slots[1] == reg && slots[2] == ipc.Null &&
			slots[3] == ipc.Null, "%v", slots)
		kernel.Must(th.Mach().PortsRegister(self)) // replaces all, and not the child's
		slots = kernel.Must(th.Mach().PortsLookup(self))
		th.Check(slots[1] == ipc.Null, "%v", slots)
		th.Check(kernel.Must(th.Mach().PortsLookup(task))[1] == reg, "the child lost its registered port")

		for _, which := range []int{0, 5, -1} {
			_, err := th.Mach().TaskGetSpecialPort(task, which)
			wants(th, "special port", err, ipc.KERN_INVALID_ARGUMENT)
			wants(th, "special port", th.Mach().TaskSetSpecialPort(task, which, boot), ipc.KERN_INVALID_ARGUMENT)
		}
		kernel.Must(th.Mach().TaskSetSpecialPort(task, kernel.SpecialBootstrap, ipc.Null))
		th.Check(kernel.Must(th.Mach().TaskGetSpecialPort(task, kernel.SpecialBootstrap)) == ipc.Null, "null was not set")
		wants(th, "an unknown right", th.Mach().TaskSetSpecialPort(task, kernel.SpecialBootstrap, 0x7700),
			ipc.MACH_SEND_INVALID_RIGHT)
		wants(th, "an unknown right", th.Mach().PortsRegister(task, 0x7700), ipc.MACH_SEND_INVALID_RIGHT)
		wants(th, "five", th.Mach().PortsRegister(task, boot, boot, boot, boot, boot), ipc.KERN_INVALID_ARGUMENT)
		wants(th, "priority", th.Mach().TaskPriority(task, 32, false), ipc.KERN_INVALID_ARGUMENT)
		wants(th, "priority", th.Mach().TaskPriority(task, -1, false), ipc.KERN_INVALID_ARGUMENT)
		wants(th, "resume", th.Mach().TaskResume(task), ipc.KERN_FAILURE)
		if n, err := th.Mach().TaskGetSpecialPort(task, kernel.SpecialNotify); err != nil || n == ipc.Null {
			th.Fail("a task is born with a notify port: %v, %v", n, err)
		}
	}))
}

// Every call on tasks and threads refuses what is none, and what has ended.
func TestCallsOnWhatIsNoTaskOrThread(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := sendRight(th)
		task, thread := child(th, func(*kernel.Thread) {})
		onTask := map[string]func(n ipc.Name) error{
			"task_create":           func(n ipc.Name) error { _, err := th.Mach().TaskCreate(n, "", false); return err },
			"task_terminate":        th.Mach().TaskTerminate,
			"task_suspend":          th.Mach().TaskSuspend,
			"task_resume":           th.Mach().TaskResume,
			"task_threads":          func(n ipc.Name) error { _, err := th.Mach().TaskThreads(n); return err },
			"task_info":             func(n ipc.Name) error { _, err := th.Mach().TaskInfo(n); return err },
			"task_get_special_port": func(n ipc.Name) error { _, err := th.Mach().TaskGetSpecialPort(n, 1); return err },
			"task_set_special_port": func(n ipc.Name) error { return th.Mach().TaskSetSpecialPort(n, 4, 0) },
			"mach_ports_register":   func(n ipc.Name) error { return th.Mach().PortsRegister(n) },
			"mach_ports_lookup":     func(n ipc.Name) error { _, err := th.Mach().PortsLookup(n); return err },
			"task_priority":         func(n ipc.Name) error { return th.Mach().TaskPriority(n, 3, false) },
			"thread_create": func(n ipc.Name) error {
				_, err := th.Mach().ThreadCreate(n, func(*kernel.Thread) {})
				return err
			},
			"vm_allocate":   func(n ipc.Name) error { _, err := th.Mach().VMAllocate(n, 0, 1, true); return err },
			"vm_deallocate": func(n ipc.Name) error { return th.Mach().VMDeallocate(n, 0, 0) },
			"vm_read":       func(n ipc.Name) error { _, err := th.Mach().VMRead(n, 0, 0); return err },
			"vm_write":      func(n ipc.Name) error { return th.Mach().VMWrite(n, 0, nil) },
			"vm_copy":       func(n ipc.Name) error { return th.Mach().VMCopy(n, 0, 0, 0) },
			"vm_protect":    func(n ipc.Name) error { return th.Mach().VMProtect(n, 0, 0, false, 0) },
			"vm_inherit":    func(n ipc.Name) error { return th.Mach().VMInherit(n, 0, 0, 0) },
			"vm_region":     func(n ipc.Name) error { _, err := th.Mach().VMRegion(n, 0); return err },
		}
		onThread := map[string]func(n ipc.Name) error{
			"thread_terminate":        th.Mach().ThreadTerminate,
			"thread_suspend":          th.Mach().ThreadSuspend,
			"thread_resume":           th.Mach().ThreadResume,
			"thread_abort":            th.Mach().ThreadAbort,
			"thread_info":             func(n ipc.Name) error { _, err := th.Mach().ThreadInfo(n); return err },
			"thread_get_special_port": func(n ipc.Name) error { _, err := th.Mach().ThreadGetSpecialPort(n, 1); return err },
			"thread_set_special_port": func(n ipc.Name) error { return th.Mach().ThreadSetSpecialPort(n, 3, 0) },
			"thread_depress_abort":    th.Mach().ThreadDepressAbort,
			"thread_priority":         func(n ipc.Name) error { return th.Mach().ThreadPriority(n, 3) },
		}
		for what, call := range onTask {
			wants(th, what+" on a port", call(port), ipc.KERN_INVALID_ARGUMENT)
			wants(th, what+" on a thread", call(thread), ipc.KERN_INVALID_ARGUMENT)
			for _, n := range []ipc.Name{0x7700, ipc.Null, ipc.Dead} {
				wants(th, what+" on an unknown name", call(n), ipc.MACH_SEND_INVALID_DEST)
			}
		}
		for what, call := range onThread {
			wants(th, what+" on a port", call(port), ipc.KERN_INVALID_ARGUMENT)
			wants(th, what+" on a task", call(task), ipc.KERN_INVALID_ARGUMENT)
			for _, n := range []ipc.Name{0x7700, ipc.Null, ipc.Dead} {
				wants(th, what+" on an unknown name", call(n), ipc.MACH_SEND_INVALID_DEST)
			}
		}
		kernel.Must(th.Mach().ThreadTerminate(thread))
		for what, call := range onThread {
			wants(th, what+" on a thread that ended", call(thread), ipc.MACH_SEND_INVALID_DEST)
		}
		th.Check(kernel.Must(th.Mach().TaskInfo(task)).Threads == 0, "the task lives on without threads")
		kernel.Must(th.Mach().TaskTerminate(task))
		for what, call := range onTask {
			wants(th, what+" on a task that ended", call(task), ipc.MACH_SEND_INVALID_DEST)
		}
		wants(th, "abort of itself", th.Mach().ThreadAbort(th.Mach().ThreadSelf()), ipc.KERN_INVALID_ARGUMENT)
	}))
}

// A thread goes when its own count and its task's are both 0.
func TestSuspendAndResume(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		ran := 0
		task, thread := child(th, func(c *kernel.Thread) {
			for {
				ran++
				c.Sleep(1 * kernel.Millisecond)
			}
		})
		info := func() kernel.ThreadInfo { return kernel.Must(th.Mach().ThreadInfo(thread)) }
		runs := func(what string, want bool) {
			settle(th)
			before := ran
			th.Sleep(10 * kernel.Millisecond)
			th.Check((ran > before) == want, "%s: it runs %v", what, ran > before)
		}
		th.Check(info().Suspend == 1 && info().RunState == kernel.RunStateStopped, "%+v", info())
		runs("new", false)
		kernel.Must(th.Mach().TaskSuspend(task))
		kernel.Must(th.Mach().ThreadResume(thread))
		wants(th, "resumed too often", th.Mach().ThreadResume(thread), ipc.KERN_FAILURE)
		runs("task suspended", false)
		kernel.Must(th.Mach().TaskSuspend(task))
		kernel.Must(th.Mach().TaskResume(task))
		runs("one of two", false)
		kernel.Must(th.Mach().TaskResume(task))
		wants(th, "resumed too often", th.Mach().TaskResume(task), ipc.KERN_FAILURE)
		runs("both resumed", true)
		kernel.Must(th.Mach().ThreadSuspend(thread))
		before := ran
		th.Check(info().RunState == kernel.RunStateStopped, "%+v", info())
		th.Sleep(10 * kernel.Millisecond)
		th.Check(ran == before, "it had not stopped when suspend returned")
		kernel.Must(th.Mach().TaskTerminate(task))
	}))
}

// A wait goes on while its thread is suspended; what ends it is seen after the resume.
func TestSuspendedWaits(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p := th.NewPort("p")
		var got []error
		thread := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			for range 3 {
				_, err := c.Mach().Receive(p)
				got = append(got, err)
			}
		}))
		kernel.Must(th.Mach().ThreadResume(thread))
		settle(th)
		th.Check(kernel.Must(th.Mach().ThreadInfo(thread)).RunState == kernel.RunStateWaiting, "not waiting")
		kernel.Must(th.Mach().ThreadSuspend(thread))
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(1)))
		settle(th)
		th.Check(len(got) == 0, "it came back while suspended")
		silent(th, "the message was handed over", p)
		kernel.Must(th.Mach().ThreadResume(thread))
		settle(th)
		th.Check(len(got) == 1 && got[0] == nil, "%v", got)
		kernel.Must(th.Mach().ThreadSuspend(thread))
		kernel.Must(th.Mach().ThreadAbort(thread))
		settle(th)
		th.Check(len(got) == 1, "it came back while suspended")
		kernel.Must(th.Mach().ThreadResume(thread))
		settle(th)
		th.Check(len(got) == 2 && got[1] == ipc.MACH_RCV_INTERRUPTED.Err(), "%v", got)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(1)))
	}))
}

// An abort ends a wait there is; it is not remembered for the next one.
func TestAbortIsNotQueued(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p := th.NewPort("p")
		var err, slept error
		thread := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
			_, err = c.Mach().ReceiveTimeout(p, 10)
			slept = c.Mach().ThreadSwitch(ipc.Null, kernel.SwitchWait, 1000)
		}))
		kernel.Must(th.Mach().ThreadAbort(thread)) // it has not begun
		kernel.Must(th.Mach().ThreadResume(thread))
		th.Sleep(20 * kernel.Millisecond)
		wants(th, "receive", err, ipc.MACH_RCV_TIMED_OUT)
		start := th.Clock()
		kernel.Must(th.Mach().ThreadAbort(thread))
		settle(th)
		th.Check(th.Clock()-start < 100_000 && slept == nil, "an aborted thread_switch: %v", slept)
		wants(th, "thread_switch", th.Mach().ThreadSwitch(ipc.Null, 3, 0), ipc.KERN_INVALID_ARGUMENT)
		wants(th, "thread_switch", th.Mach().ThreadSwitch(ipc.Null, -1, 0), ipc.KERN_INVALID_ARGUMENT)
		wants(th, "not depressed", th.Mach().ThreadDepressAbort(th.Mach().ThreadSelf()), ipc.KERN_FAILURE)
		wants(th, "thread_switch with a hint that is none", th.Mach().ThreadSwitch(0x7700, kernel.SwitchNone, 0),
			ipc.KERN_SUCCESS)
	}))
}

// The kernel port of a task or thread is what the task itself is given for it.
func TestInterposition(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := th.NewPort("interposed")
		own := th.Mach().ThreadSelf()
		refs := kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), own, ipc.RightSend))
		th.Check(th.Mach().ThreadSelf() == own, "another name")
		th.Check(kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), own, ipc.RightSend)) == refs+1,
			"mach_thread_self adds a reference")
		kernel.Must(th.Mach().ThreadSetSpecialPort(own, kernel.SpecialKernel, port))
		th.Check(th.Mach().ThreadSelf() == port, "mach_thread_self does not give the interposed port")
		kernel.Must(th.Mach().ThreadSetSpecialPort(own, kernel.SpecialKernel, own))
		th.Check(th.Mach().ThreadSelf() == own, "mach_thread_self does not give the port back")
		th.Check(kernel.Must(th.Mach().ThreadGetSpecialPort(own, kernel.SpecialException)) == ipc.Null,
			"a new thread has an exception port")

		task := th.Mach().TaskSelf()
		th.Check(task == th.Mach().Self(), "mach_task_self")
		kernel.Must(th.Mach().TaskSetSpecialPort(task, kernel.SpecialKernel, port))
		th.Check(th.Mach().TaskSelf() == port, "mach_task_self does not give the interposed port")
		kernel.Must(th.Mach().TaskSuspend(kernel.Must(th.Mach().TaskCreate(task, "", false)))) // the real port still works
	}))
}

// victim is a task whose thread raises an exception, and the ports of its handlers.
type victim struct {
	task, thread, ofThread, ofTask ipc.Name
	went                           bool
}

func newVictim(th *kernel.Thread) *victim {
	v := &victim{ofThread: th.NewPort("of-thread"), ofTask: th.NewPort("of-task")}
	v.task, v.thread = child(th, func(c *kernel.Thread) {
		c.Mach().Raise(kernel.ExcBreakpoint, 3, 4)
		v.went = true
		_, _ = c.Mach().Receive(c.NewPort("")) // so that its task does not end
	})
	kernel.Must(th.Mach().ThreadSetSpecialPort(v.thread, kernel.SpecialException, v.ofThread))
	kernel.Must(th.Mach().TaskSetSpecialPort(v.task, kernel.SpecialException, v.ofTask))
	return v
}

// The answers of a thread's handler: whether they count as handled.
func TestExceptionAnswers(t *testing.T) {
	answer := func(items ...any) func(*kernel.Thread, *victim, *ipc.Message) {
		return func(th *kernel.Thread, _ *victim, m *ipc.Message) {
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, items...)))
		}
	}
	for _, c := range []struct {
		what    string
		do      func(th *kernel.Thread, v *victim, m *ipc.Message)
		handled bool
	}{
		{"success", answer(0), true},
		{"failure", answer(5), false},
		{"no code", answer(), false},
		{"a text for a code", answer("0"), false},
		{"more than a code", answer(0, 0), false},
		{"the wrong id", func(th *kernel.Thread, _ *victim, m *ipc.Message) {
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(2501, 0)))
		}, false},
		{"a reply port in the reply", func(th *kernel.Thread, v *victim, m *ipc.Message) {
			r := ipc.NewMessage(kernel.ExceptionReply, 0).To(m.Remote, ipc.MoveSendOnce).ReplyTo(v.ofThread, ipc.MakeSendOnce)
			kernel.Must(th.Mach().MachMsg(r, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		}, false},
		{"the request thrown away", func(th *kernel.Thread, _ *victim, m *ipc.Message) { th.Mach().Destroy(m) }, false},
		{"the handler's port dies with the request in its queue", nil, false},
		{"the victim is aborted", func(th *kernel.Thread, v *victim, _ *ipc.Message) {
			kernel.Must(th.Mach().ThreadAbort(v.thread))
		}, true},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				v := newVictim(th)
				kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), v.ofThread, 0)) // exceptions ignore the limit
				kernel.Must(th.Mach().ThreadResume(v.thread))
				settle(th)
				if c.do == nil {
					kill(th, v.ofThread)
				} else {
					m := poll(th, "exception", v.ofThread, kernel.ExceptionRaise)
					th.Check(m.RemoteType == ipc.PortSendOnce && m.Port(0) == v.thread && m.Port(1) == v.task, "%v", m)
					th.Check(m.Int(2) == kernel.ExcBreakpoint && m.Int(3) == 3 && m.Int(4) == 4, "%v", m)
					info := kernel.Must(th.Mach().ThreadInfo(v.thread))
					th.Check(info.Suspend == 0 && info.RunState == kernel.RunStateWaiting,
						"the victim waits, it is not suspended: %+v", info)
					c.do(th, v, m)
				}
				settle(th)
				th.Check(v.went == c.handled, "the victim went on: %v", v.went)
				if !c.handled {
					m := poll(th, "the task's handler is asked", v.ofTask, kernel.ExceptionRaise)
					th.Check(m.Int(2) == kernel.ExcBreakpoint && m.Int(3) == 3 && m.Int(4) == 4, "%v", m)
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
					settle(th)
					th.Check(v.went, "the victim did not go on")
				}
				silent(th, "asked once", v.ofTask)
				kernel.Must(th.Mach().TaskTerminate(v.task))
			}))
		})
	}
}

// An answer that comes after the wait was aborted is no answer to the next exception.
func TestLateExceptionAnswer(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := th.NewPort("handler")
		raised := 0
		task, thread := child(th, func(c *kernel.Thread) {
			for raised = 1; raised < 3; raised++ {
				c.Mach().Raise(kernel.ExcSoftware, int64(raised), 0)
			}
			_, _ = c.Mach().Receive(c.NewPort(""))
		})
		kernel.Must(th.Mach().TaskSetSpecialPort(task, kernel.SpecialException, port))
		kernel.Must(th.Mach().ThreadResume(thread))
		settle(th)
		late := poll(th, "first", port, kernel.ExceptionRaise)
		kernel.Must(th.Mach().ThreadAbort(thread))
		settle(th)
		m := poll(th, "second", port, kernel.ExceptionRaise)
		_ = th.Mach().Reply(late, ipc.NewMessage(kernel.ExceptionReply, 0))
		settle(th)
		th.Check(raised == 2, "the answer to the first exception was taken for that to the second")
		kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
		settle(th)
		th.Check(raised == 3, "the victim did not go on")
		kernel.Must(th.Mach().TaskTerminate(task))
	}))
}

// A handler that ends without an answer, and the absence of any other.
func TestUnhandledExceptionsEndTheTask(t *testing.T) {
	for seed := range uint64(6) {
		m := play(t, kernel.Config{Seed: seed, KeepGoing: true}, alone(func(th *kernel.Thread) {
			note := th.NewPort("note")
			v := newVictim(th)
			watch(th, v.task, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
			handler := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "handler", false))
			kernel.Must(th.Mach().PortInsertRight(handler, 100, v.ofThread, ipc.MoveReceive))
			kill(th, v.ofTask) // a dead exception port is none
			body := kernel.Must(th.Mach().ThreadCreate(handler, func(c *kernel.Thread) {
				kernel.Must(c.Mach().Receive(100))
				_ = c.Mach().TaskTerminate(c.Mach().Self())
			}))
			kernel.Must(th.Mach().ThreadResume(body))
			kernel.Must(th.Mach().ThreadResume(v.thread))
			settle(th)
			poll(th, "the victim's task ended", note, ipc.MACH_NOTIFY_DEAD_NAME)
			th.Check(!v.went, "the victim went on")
			holds(th, "its thread", v.thread, ipc.TypeDeadName, 1)
		}))
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v, %+v", seed, m.Outcome(), m.World().Failure)
		}
	}
}

// In a run that keeps going a panic is the end of its task alone, whatever its threads hold or
// wait for; a check that fails ends the run.
func TestPanicEndsItsTaskAlone(t *testing.T) {
	for seed := range uint64(6) {
		m := play(t, kernel.Config{Seed: seed, KeepGoing: true}, func(b *kernel.Boot) {
			var port, calc ipc.Name
			h := b.Host("a")
			deferred := false
			server := b.Task(h, "server", func(th *kernel.Thread) {
				th.CThreads().Fork("", func(c *kernel.Thread) { kernel.Must(c.Mach().Receive(c.NewPort(""))) })
				defer func() { deferred = true }()
				kernel.Must(th.Mach().Receive(port))
				panic("the server is not well")
			})
			client := b.Task(h, "client", func(th *kernel.Thread) {
				_, err := th.Mach().RPC(calc, ipc.NewMessage(1))
				wants(th, "the request dies with the server", err, ipc.MIG_SERVER_DIED)
				_, err = th.Mach().RPC(calc, ipc.NewMessage(1))
				wants(th, "no server", err, ipc.MACH_SEND_INVALID_DEST)
				th.Check(deferred, "the deferred calls have not run")
			})
			port = b.Port(server, "calc")
			calc = b.Send(server, port, client)
		})
		notes := m.World().Notes
		if m.Outcome() != kernel.Finished || len(notes) != 1 || notes[0].Kind != kernel.Panicked ||
			notes[0].Text != "the server is not well" {
			t.Fatalf("seed %d: %v, %+v, notes %+v", seed, m.Outcome(), m.World().Failure, notes)
		}
	}
	m := play(t, kernel.Config{Seed: 1, KeepGoing: true}, alone(func(th *kernel.Thread) { th.Check(false, "wrong") }))
	if m.Outcome() != kernel.Failed {
		t.Fatal(m.Outcome())
	}
}

// The exception port of a task is inherited by its children, so that a debugger
// follows the tree; a thread's is not.
func TestExceptionPortIsInherited(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := th.NewPort("debugger")
		task, thread := child(th, func(c *kernel.Thread) {
			kernel.Must(c.Spawn("", "grandchild", func(g *kernel.Thread) { g.Mach().Raise(kernel.ExcSoftware, 1, 2) }))
			_, _ = c.Mach().Receive(c.NewPort(""))
		})
		kernel.Must(th.Mach().TaskSetSpecialPort(task, kernel.SpecialException, port))
		kernel.Must(th.Mach().ThreadResume(thread))
		m := kernel.Must(th.Mach().Receive(port))
		th.Check(m.ID == kernel.ExceptionRaise && m.Port(1) != task, "%v", m)
		kernel.Must(th.Mach().TaskSuspend(m.Port(1)))
		kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
		settle(th)
		th.Check(kernel.Must(th.Mach().TaskInfo(m.Port(1))).Threads == 1,
			"replied to while its task is suspended, it went on")
		kernel.Must(th.Mach().TaskResume(m.Port(1)))
		settle(th)
		holds(th, "the grandchild", m.Port(1), ipc.TypeDeadName, 1)
		kernel.Must(th.Mach().TaskTerminate(task))
	}))
}
