package kernel_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// TestDeadPortsGo has tasks of another host come and go, of whose ports this one knew: those that were ended with it,
// and the reply ports of calls that nobody answered. No record of them stays, however many there were.
func TestDeadPortsGo(t *testing.T) {
	left := map[int]int{}
	for _, rounds := range []int{3, 30} {
		p := kernel.Program{Name: "come and go", Main: func(b *kernel.Boot) {
			b.Host("far")
			b.Task(b.Host("here"), "boss", func(th *kernel.Thread) {
				port := th.NewPort("asked")
				for range rounds {
					came(th, port)
				}
			})
		}}
		m, err := kernel.New(&p, kernel.Config{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if m.Run() != kernel.Finished {
			t.Fatal(m.Outcome(), m.World().Failure)
		}
		if err := m.World().Check(); err != nil {
			t.Error(err)
		}
		left[rounds] = m.World().IPC.Ports.Len()
		m.Close()
	}
	if left[3] != left[30] {
		t.Errorf("ports that are left, by rounds: %v", left)
	}
}

// came makes a task on the other host, which asks the port and is ended.
func came(th *kernel.Thread, port ipc.Name) {
	k := th.Mach()
	task := kernel.Must(th.Spawn("far", "", func(th *kernel.Thread) {
		th.Sleep(kernel.Second) // until the port is registered
		all := kernel.Must(th.Mach().PortsLookup(th.Mach().TaskSelf()))
		_, _ = th.Mach().RPC(all[0], &ipc.Message{})
	}))
	if err := k.PortsRegister(task, port); err != nil {
		th.Fail("%v", err)
	}
	asked := kernel.Must(k.Receive(port))
	if err := k.TaskTerminate(task); err != nil {
		th.Fail("%v", err)
	}
	th.Sleep(kernel.Second)
	k.Destroy(asked)
	_ = k.PortDeallocate(k.TaskSelf(), task)
}
