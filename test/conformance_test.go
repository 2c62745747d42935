package test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// The conformance tests hold the public calls against what Mach, C Threads and
// netname really do, section by section of the reference of behaviours. They look
// through the eyes of programs only: each is a program that checks itself, run
// under several seeds, and the whole state is checked after every step.

// play runs a program and checks the state after every step.
func play(t *testing.T, cfg kernel.Config, main func(*kernel.Boot)) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "conformance", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for m.Step() {
		if err := m.World().Check(); err != nil {
			t.Fatalf("seed %d, after event %d: %v", cfg.Seed, m.World().Steps, err)
		}
	}
	return m
}

// conform wants a program to end well under several seeds.
func conform(t *testing.T, main func(*kernel.Boot)) {
	t.Helper()
	for seed := range uint64(6) {
		m := play(t, kernel.Config{Seed: seed}, main)
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v, %+v", seed, m.Outcome(), m.World().Failure)
		}
	}
}

// alone is a program of one task with one thread to begin with.
func alone(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }
}

// wants fails the program unless a call was answered with a code.
func wants(th *kernel.Thread, what string, got error, want ipc.Code) {
	th.Check(got == want.Err(), "%s: got %v, want %v", what, got, want)
}

// settle lets all others go as far as they can.
func settle(th *kernel.Thread) { th.Sleep(5 * kernel.Millisecond) }

// holds checks the kind of right and the references under a name.
func holds(th *kernel.Thread, what string, n ipc.Name, want ipc.Type, refs int) {
	ty, err := th.Mach().PortType(th.Mach().Self(), n)
	th.Check(err == nil && ty == want, "%s: the name holds %v (%v), want %v", what, ty, err, want)
	right := ipc.RightSend
	if want&ipc.TypeDeadName != 0 {
		right = ipc.RightDeadName
	}
	if want&(ipc.TypeSend|ipc.TypeDeadName) != 0 {
		got := kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), n, right))
		th.Check(got == refs, "%s: %d references, want %d", what, got, refs)
	}
}

// gone checks that a name stands for nothing.
func gone(th *kernel.Thread, what string, n ipc.Name) {
	_, err := th.Mach().PortType(th.Mach().Self(), n)
	wants(th, what, err, ipc.KERN_INVALID_NAME)
}

// sendRight makes a port with a receive and a send right under one name.
func sendRight(th *kernel.Thread) ipc.Name {
	n := th.NewPort("")
	kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), n, n, ipc.MakeSend))
	return n
}

// sendOnce makes a send-once right to a port that the task receives from.
func sendOnce(th *kernel.Thread, port ipc.Name) ipc.Name {
	return kernel.Must(th.Mach().PortExtractRight(th.Mach().Self(), port, ipc.MakeSendOnce))
}

// deadName makes a dead name with one reference.
func deadName(th *kernel.Thread) ipc.Name {
	return kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightDeadName))
}

// status is what a port's receiver can learn of it.
func status(th *kernel.Thread, port ipc.Name) ipc.ReceiveStatus {
	return kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port))
}

// kill destroys the port of a receive right.
func kill(th *kernel.Thread, port ipc.Name) {
	kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
}

// poll takes the next message, which must be there, and have the id.
func poll(th *kernel.Thread, what string, port ipc.Name, id int32) *ipc.Message {
	m, err := th.Mach().ReceiveTimeout(port, 0)
	th.Check(err == nil, "%s: no message %d: %v", what, id, err)
	th.Check(m.ID == id, "%s: message %v, want id %d", what, m, id)
	return m
}

// silent checks that no message is there.
func silent(th *kernel.Thread, what string, port ipc.Name) {
	m, err := th.Mach().ReceiveTimeout(port, 0)
	th.Check(err == ipc.MACH_RCV_TIMED_OUT, "%s: there is %v (%v), want nothing", what, m, err)
}

// watch asks for a notification at port, which the task receives from.
func watch(th *kernel.Thread, name ipc.Name, id int32, sync int, port ipc.Name) {
	_, err := th.Mach().PortRequestNotification(th.Mach().Self(), name, id, sync, port, ipc.MakeSendOnce)
	kernel.Must(err)
}

// fill queues n messages, with ids from 0.
func fill(th *kernel.Thread, port ipc.Name, n int) {
	for i := range n {
		kernel.Must(th.Mach().SendTimeout(port, ipc.NewMessage(int32(i)), 0))
	}
}

// fork runs a body as another thread of the task.
func fork(th *kernel.Thread, body func(*kernel.Thread)) { th.CThreads().Fork("", body) }
