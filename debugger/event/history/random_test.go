package history

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// Random mail: threads send each other all kinds of rights, put ports into sets, wait for
// notifications and let ports die. The histories must agree with the queues after every event.
// Receive rights travel in the runs on one host only: on another, what waits there to be
// sent gets into the queue before what travels along, and the order is no longer that of the history.
func TestRandomMail(t *testing.T) {
	seeds := effort.Of(uint64(30))
	for seed := range seeds {
		k := newChecker()
		hosts := 1 + int(seed%2)
		program := &kernel.Program{Name: "mail", Main: func(b *kernel.Boot) { randomMail(b, hosts) }}
		observe(t, program, kernel.Config{Seed: seed, MaxSteps: 600, Weak: seed%3 == 1, KeepGoing: true}, k.see)
		if err := k.whole(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func randomMail(b *kernel.Boot, hosts int) {
	least := ipc.MoveReceive
	if hosts > 1 {
		least = ipc.MoveSend
	}
	var tasks []kernel.TaskID
	for i := range 4 {
		tasks = append(tasks, b.Task(b.Host(fmt.Sprint("host", i%hosts)), fmt.Sprint("task", i), func(th *kernel.Thread) {
			th.CThreads().Fork("", func(th *kernel.Thread) { postman(th, least) })
			postman(th, least)
		}))
	}
	for _, to := range tasks {
		port := b.Port(to, "box")
		for _, from := range tasks {
			if from != to {
				b.Send(to, port, from)
			}
		}
	}
}

// postman does one random thing after the other. What it sends are rights from least on.
func postman(th *kernel.Thread, least ipc.Disposition) {
	for {
		switch n := anyName(th); th.Random(14) {
		case 0:
			th.NewPort("box")
		case 1:
			_ = th.Mach().PortMoveMember(th.Mach().Self(), n, th.NewPortSet("set"))
		case 2:
			_ = th.Mach().PortMoveMember(th.Mach().Self(), n, anyName(th))
		case 3:
			_, _ = th.Mach().PortRequestNotification(th.Mach().Self(), n, ipc.MACH_NOTIFY_DEAD_NAME, 1, anyName(th),
				ipc.MakeSendOnce)
		case 4:
			_ = th.Mach().PortModRefs(th.Mach().Self(), n, ipc.RightReceive, -1)
		case 5, 6:
			_, _ = th.Mach().ReceiveTimeout(n, th.Random(2))
		case 7:
			m := ipc.NewMessage(1).To(n, ipc.MakeSend)
			more := []ipc.Option{0, ipc.MACH_RCV_LARGE, ipc.MACH_RCV_NOTIFY}[th.Random(3)]
			_ = th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG|ipc.MACH_RCV_TIMEOUT|more, 30*th.Random(2), n, 0,
				anyName(th))
		case 8:
			_ = th.Mach25().MsgSend(ipc.NewMessage(2).To(n, ipc.CopySend), ipc.SEND_NOTIFY, 0)
		case 9:
			shortLived(th, n)
		case 10:
			_ = th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: n, Size: 30}}, ipc.RCV_TIMEOUT, 0)
		default:
			name := uint64(anyName(th))
			right := ipc.Item{Kind: ipc.KindPort, Num: name, Disp: least + ipc.Disposition(th.Random(5))}
			_ = th.Mach().SendTimeout(n, ipc.NewMessage(3, right), 1)
		}
	}
}

// shortLived has a thread receive, and ends it, perhaps before it has what it was handed.
func shortLived(th *kernel.Thread, from ipc.Name) {
	child, err := th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) { _, _ = th.Mach().Receive(from) })
	if err != nil {
		return
	}
	_ = th.Mach().ThreadResume(child)
	th.Sleep(kernel.Duration(th.Random(2)) * kernel.Millisecond)
	_ = th.Mach().ThreadTerminate(child)
}

// anyName is a name of the task's.
func anyName(th *kernel.Thread) ipc.Name {
	names, _, err := th.Mach().PortNames(th.Mach().Self())
	if err != nil || len(names) == 0 {
		return ipc.Null
	}
	return names[th.Random(len(names))]
}
