package kernel_test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// bootOf runs a program with such a Main, and returns why it is refused.
func refusedMain(main func(*kernel.Boot)) error {
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{Seed: 1})
	if err == nil {
		m.Close()
	}
	return err
}

func idle(*kernel.Thread) {}

// What makes no sense in Main is refused with a sentence, which has the line.
func TestAbuseOfBoot(t *testing.T) {
	for _, c := range []struct {
		want string
		main func(b *kernel.Boot)
	}{
		{"b.Task: there is no host 77; give it what b.Host has returned", func(b *kernel.Boot) { b.Task(77, "x", idle) }},
		{"b.Server: there is no host 77;", func(b *kernel.Boot) { b.Server(77, "x", idle) }},
		{`task "x" has no body`, func(b *kernel.Boot) { b.Task(b.Host("a"), "x", nil) }},
		{"b.Port: there is no task 9; give it what b.Task or b.Server has returned", func(b *kernel.Boot) { b.Port(9, "p") }},
		{"b.Send: there is no task 9;", func(b *kernel.Boot) { b.Send(9, 1, 9) }},
		{"Boot.Send: the first task does not receive", func(b *kernel.Boot) {
			task := b.Task(b.Host("a"), "x", idle)
			b.Send(task, 77, task)
		}},
		{"b.Speed: there is no host 5;", func(b *kernel.Boot) { b.Speed(5, 50) }},
		{"a host's speed must be above 0 percent, not 0", func(b *kernel.Boot) { b.Speed(b.Host("a"), 0) }},
		{"b.Clock: there is no host 5;", func(b *kernel.Boot) { b.Clock(5, 1, 1) }},
		{"b.Delay: there is no host 5;", func(b *kernel.Boot) {
			b.Delay(b.Host("a"), 5, 1*kernel.Millisecond, 2*kernel.Millisecond)
		}},
		{"b.Delay(1, 1, 1ms, 2ms): it needs two hosts", func(b *kernel.Boot) {
			b.Delay(b.Host("a"), b.Host("a"), 1*kernel.Millisecond, 2*kernel.Millisecond)
		}},
		{"b.Delay(1, 2, 3ms, 2ms): it needs two hosts, and a time", func(b *kernel.Boot) {
			b.Delay(b.Host("a"), b.Host("b"), 3*kernel.Millisecond, 2*kernel.Millisecond)
		}},
		{"b.HostName: there is no host 5;", func(b *kernel.Boot) { b.HostName(5) }},
		{"b.OnRestart: there is no host 5;", func(b *kernel.Boot) { b.OnRestart(5, idle) }},
		{"b.OnRestart: the server has nothing to run", func(b *kernel.Boot) { b.OnRestart(b.Host("a"), nil) }},
		{"b.NetServer: x does not receive from name 77", func(b *kernel.Boot) {
			b.NetServer(b.Host("a"), b.Server(b.Host("a"), "x", idle), 77)
		}},
		{"Boot.Host: a *kernel.Boot that machsim did not make", func(*kernel.Boot) { new(kernel.Boot).Host("a") }},
		{"Boot.Text: a *kernel.Boot that machsim did not make", func(*kernel.Boot) { (*kernel.Boot)(nil).Int("n") }},
		{"a call on a *kernel.Thread that machsim did not make", func(*kernel.Boot) { new(kernel.Thread).Yield() }},
		{"Boot.Task was called in a goroutine that the program has started", func(b *kernel.Boot) {
			b.Task(b.Host("a"), "x", idle)
			done := make(chan bool)
			go func() {
				defer close(done)
				b.Task(1, "y", idle)
			}()
			<-done
		}},
	} {
		err := refusedMain(c.main)
		if err == nil || !strings.HasPrefix(err.Error(), "program test: "+c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	if err := refusedMain(nil); err == nil || err.Error() != "program test: it has no Main" {
		t.Error(err)
	}
}

// Tasks that are given no host are on one of their own.
func TestNoHost(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		b.Task(0, "x", func(th *kernel.Thread) { th.Check(th.HostName() == "local", "on %s", th.HostName()) })
	})
}

// What makes no sense in a thread fails the run with a sentence that says whose doing it was.
func TestAbuseOfThread(t *testing.T) {
	var boot *kernel.Boot
	var other *kernel.Thread
	elsewhere := func(f func()) {
		done := make(chan bool)
		go func() {
			defer close(done)
			f()
		}()
		<-done
	}
	for _, c := range []struct {
		want string
		body func(th *kernel.Thread)
	}{
		{"Boot.Task was called, after Main had returned, by b.1; a thread makes tasks with th.Spawn",
			func(*kernel.Thread) { boot.Task(1, "x", idle) }},
		{"Boot.Text was called, after Main had returned, by b.1;", func(*kernel.Thread) { boot.Int("n") }},
		{"the Thread of a.1 was used by b.1; a Thread is for the code of that thread alone", func(*kernel.Thread) {
			other.Yield()
		}},
		{"the Thread of a.1 was used by b.1;", func(*kernel.Thread) { other.Watch("x", new(int)) }},
		{"the Thread of a.1 was used by b.1;", func(*kernel.Thread) { _ = other.Name() }},
		{"the Thread of b.1 was used in a goroutine that the program has started (abuse_test.go:",
			func(th *kernel.Thread) { elsewhere(th.Yield); th.Yield() }},
		{"the Thread of a.1 was used in a goroutine that the program has started",
			func(th *kernel.Thread) { elsewhere(other.Yield); th.Yield() }},
		{"Boot.Host was called, after Main had returned, in a goroutine that the program has started",
			func(th *kernel.Thread) { elsewhere(func() { boot.Host("x") }); th.Yield() }},
		{"a call on a *kernel.Thread that machsim did not make", func(*kernel.Thread) { new(kernel.Thread).Yield() }},
		{"a call on a *kernel.Thread that machsim did not make", func(*kernel.Thread) { _ = (*kernel.Thread)(nil).ID() }},
		{"th.Send: the message is nil", func(th *kernel.Thread) { _ = th.Mach().Send(1, nil) }},
		{"th.Send: the message is nil", func(th *kernel.Thread) { _ = th.Mach().SendTimeout(1, nil, 1) }},
		{"th.RPC: the message is nil", func(th *kernel.Thread) { _, _ = th.Mach().RPC(1, nil) }},
		{"th.Reply: the message is nil", func(th *kernel.Thread) { _ = th.Mach().Reply(nil, ipc.NewMessage(1)) }},
		{"th.Reply: the message is nil", func(th *kernel.Thread) { _ = th.Mach().Reply(ipc.NewMessage(1), nil) }},
		{"th.Destroy: the message is nil", func(th *kernel.Thread) { th.Mach().Destroy(nil) }},
		{"th.MachMsg: the message is nil", func(th *kernel.Thread) {
			_ = th.Mach().MachMsg(nil, ipc.MACH_RCV_MSG, 0, 1, 0, 0)
		}},
		{"th.MsgReceive: the message is nil", func(th *kernel.Thread) { _ = th.Mach25().MsgReceive(nil, 0, 0) }},
		{"th.msg_send: the message is nil", func(th *kernel.Thread) { _ = th.Mach25().MsgSend(nil, 0, 0) }},
		{"th.MsgRPC: the message is nil", func(th *kernel.Thread) { _ = th.Mach25().MsgRPC(nil, 0, 0, 0, 0) }},
		{"th.Spawn: the new thread has nothing to run", func(th *kernel.Thread) { _, _ = th.Spawn("a", "x", nil) }},
		{"th.CThreadFork: the new thread has nothing to run", func(th *kernel.Thread) { th.CThreads().Fork("x", nil) }},
		{"th.ThreadCreate: the new thread has nothing to run", func(th *kernel.Thread) {
			_, _ = th.Mach().ThreadCreate(th.Mach().Self(), nil)
		}},
	} {
		m := runMain(t, kernel.Config{Seed: 1}, func(b *kernel.Boot) {
			boot = b
			h := b.Host("a")
			b.Task(h, "a", func(th *kernel.Thread) { other = th; _, _ = th.Mach().Receive(th.NewPort("never")) })
			b.Task(h, "b", func(th *kernel.Thread) {
				for other == nil {
					th.Yield()
				}
				c.body(th)
			})
		})
		other = nil
		f := m.World().Failure
		if f == nil || f.Kind != kernel.Misuse || !strings.HasPrefix(f.Text, c.want) {
			t.Errorf("%+v\nwant %s", f, c.want)
		}
		m.Close()
	}
}

// TestGoroutineAtTheEnd: a goroutine that uses a Thread when nothing else is left fails the run, with its line, and the
// thread that is named is the one whose Thread it uses.
func TestGoroutineAtTheEnd(t *testing.T) {
	for range effort.Of(20) {
		m := runMain(t, kernel.Config{}, func(b *kernel.Boot) {
			h := b.Host("a")
			b.Task(h, "a", func(th *kernel.Thread) {
				done := make(chan bool)
				go func() {
					defer close(done)
					th.Label("late")
				}()
				<-done
			})
			b.Task(h, "b", func(*kernel.Thread) {})
		})
		f := m.World().Failure
		want := "the Thread of a.1 was used in a goroutine that the program has started (abuse_test.go:"
		if f == nil || f.Kind != kernel.Misuse || m.World().ThreadName(f.Thread) != "a.1" ||
			!strings.HasPrefix(f.Text, want) {
			t.Fatalf("%+v", f)
		}
		m.Close()
	}
}

// TestThreadOfEarlierRun: a run that uses a Thread or a Boot of one before it is wrong, and says where.
func TestThreadOfEarlierRun(t *testing.T) {
	for _, pool := range []*kernel.Pool{nil, new(kernel.Pool)} {
		var kept *kernel.Thread
		var boot *kernel.Boot
		for i, want := range []string{
			"", " was used in another run than its own (abuse_test.go:",
			"Boot.Task was called, after Main had returned, in another run than its own (abuse_test.go:",
		} {
			m := runMain(t, kernel.Config{Pool: pool}, func(b *kernel.Boot) {
				b.Task(b.Host("a"), "a", func(th *kernel.Thread) {
					switch i {
					case 0:
						kept, boot = th, b
					case 1:
						kept.Yield()
					case 2:
						boot.Task(1, "x", idle)
					}
				})
			})
			f := m.World().Failure
			if want == "" && f != nil || want != "" && (f == nil || f.Kind != kernel.Misuse || !strings.Contains(f.Text, want)) {
				t.Errorf("run %d: %+v", i, f)
			}
			m.Close()
		}
	}
}

// A method of a value may make kernel calls when it is printed.
type chatty struct{ th *kernel.Thread }

func (c chatty) String() string {
	c.th.Yield()
	return "chatty"
}

func TestCallWithinPrint(t *testing.T) {
	m := steps(t, kernel.Config{Seed: 1}, one(func(th *kernel.Thread) { th.Printf("%v", chatty{th}) }))
	if c := m.World().Console; len(c) != 1 || c[0].Text != "chatty" {
		t.Errorf("%+v", c)
	}
}
