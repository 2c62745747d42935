package runner

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/programs"
)

// clients is a server and two clients, each of which makes two requests when it has waited.
func clients(wait func(th *kernel.Thread), serve func(th *kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "clients", Main: func(b *kernel.Boot) {
		host := b.Host("a")
		b.Task(host, "server", func(th *kernel.Thread) {
			port := th.NewPort("port")
			kernel.Must(netname.CheckIn(th, "port", ipc.Null, port))
			for range 4 {
				request := kernel.Must(th.Mach().Receive(port))
				serve(th)
				kernel.Must(th.Mach().Reply(request, ipc.NewMessage(0)))
			}
		})
		for _, name := range []string{"ann", "bob"} {
			b.Task(host, name, func(th *kernel.Thread) {
				wait(th)
				port := kernel.Must(netname.Await(th, "*", "port", 10_000*kernel.Millisecond))
				for range 2 {
					kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1)))
				}
			})
		}
		netname.Serve(b)
	}}
}

// Tasks that sleep long are never at work at the same time, and that is noticed; whatever else
// they do is no reason to say so.
func TestApart(t *testing.T) {
	atOnce := func(*kernel.Thread) {}
	long := func(th *kernel.Thread) { th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond) }
	number := 0
	inTurn := func(th *kernel.Thread) { number++; th.Sleep(kernel.Duration(10*(1+number%2)) * kernel.Millisecond) }
	for _, c := range []struct {
		name    string
		program *kernel.Program
		want    bool
	}{
		{"in turn", clients(inTurn, atOnce), true},
		{"mostly apart", clients(long, atOnce), false}, // with some seeds both sleep as long
		{"together", clients(atOnce, atOnce), false},
		{"in the middle of a request", clients(inTurn, func(th *kernel.Thread) { th.Sleep(15 * kernel.Millisecond) }), false},
		{"one task", single(func(th *kernel.Thread) { th.Sleep(1 * kernel.Millisecond) }), false},
	} {
		if got := Apart(New(c.program, 1), 100); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	apart := 0
	for seed := range uint64(20) {
		if Apart(&NewOptions{Common: Common{Program: clients(long, atOnce)}, Choices: Choices{Seed: seed}}, 1) {
			apart++
		}
	}
	if apart < 10 || apart == 20 {
		t.Errorf("%d of 20 runs are mostly apart", apart)
	}
}

// The sample programs are made for schedules that differ.
func TestSamplesOverlap(t *testing.T) {
	for _, p := range programs.All {
		if Apart(New(p, 1), 20) {
			t.Errorf("%s: tasks are never at work at the same time", p.Name)
		}
	}
}
