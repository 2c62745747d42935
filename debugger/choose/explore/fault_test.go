package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// budget returns a budget for a number of faults of one kind.
func budget(kind kernel.FaultKind, n int) (f kernel.Faults) {
	f[kind].Most = uint16(n)
	return f
}

// talking returns a random program: two tasks that send to each other's ports, on one host or on two; on one host they
// may ask a server.
func talking(r *rand.Rand, hosts int) (*kernel.Program, string) {
	calls := []string{"send", "send now", "receive", "receive now", "clock", "rpc", "rpc"}
	tasks := make([][]step, 2)
	asks := 0
	for i := range tasks {
		for range 1 + r.IntN(3-hosts) {
			s := step{calls[r.IntN(len(calls)-2*(hosts-1+asks))], r.IntN(2), r.IntN(100)}
			tasks[i] = append(tasks[i], s)
			if s.what == "rpc" {
				asks = 1 // one is enough, for all orders to be tried
			}
		}
	}
	begin := func(b *kernel.Boot) { boot(b, tasks, hosts, asks > 0) }
	return &kernel.Program{Name: "random", Main: begin}, fmt.Sprint(tasks)
}

// boot makes the tasks.
func boot(b *kernel.Boot, tasks [][]step, hosts int, serves bool) {
	var ids []kernel.TaskID
	var own, to, serve [2]kernel.Name
	for i := range tasks {
		ids = append(ids, b.Task(b.Host(fmt.Sprint("h", i%hosts)), fmt.Sprint("t", i), func(th *kernel.Thread) {
			talk(th, tasks[i], own[i], to[i], serve[i])
		}))
		if own[i] = b.Port(ids[i], fmt.Sprint("p", i)); hosts > 1 {
			own[i] = b.DatagramPort(ids[i], fmt.Sprint("d", i))
		}
	}
	for i := range tasks {
		to[i] = b.Send(ids[1-i], own[1-i], ids[i])
	}
	if !serves {
		return
	}
	var box kernel.Name
	server := b.Server(b.Host("h0"), "server", func(th *kernel.Thread) {
		m, err := kernel.Receive[request](th, box)
		if err == nil {
			_ = kernel.Reply(th, m, m.Body)
		}
	})
	box = b.Port(server, "box")
	for i := range tasks {
		serve[i] = b.Send(server, box, ids[i])
	}
}

// talk takes the steps of a task.
func talk(th *kernel.Thread, steps []step, own, to, serve kernel.Name) {
	for _, s := range steps {
		switch s.what {
		case "send":
			_ = kernel.Send(th, to, request{s.n})
		case "send now":
			_ = kernel.SendTimeout(th, to, request{s.n}, 0)
		case "receive":
			_, _ = kernel.Receive[request](th, own)
		case "receive now":
			_, _ = kernel.ReceiveTimeout[request](th, own, 0)
		case "clock":
			th.Clock()
		case "rpc":
			_, _ = kernel.RPC[request, request](th, serve, request{s.n})
		}
	}
}

// TestFaults holds the search against all runs of random programs with faults: the same outcomes, the classes of all
// orders, and no run that leaves its path.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		kind     kernel.FaultKind
		n, hosts int
	}{
		{kernel.FaultKill, 1, 1}, {kernel.FaultKill, 2, 1}, {kernel.FaultCrash, 1, 2}, {kernel.FaultCut, 1, 2},
		{kernel.FaultDrift, 1, 1}, {kernel.FaultLoss, 1, 2}, {kernel.FaultDup, 1, 2}, {kernel.FaultReorder, 1, 2},
		{kernel.FaultDelay, 1, 2},
	} {
		r := rand.New(rand.NewPCG(5, 6))
		compared, runs, redundant := 0, 0, 0
		for range effort.Of(2) {
			p, text := talking(r, c.hosts)
			x := explore.Compare(p, explore.Begun{Faults: budget(c.kind, c.n)}, 800)
			if x == nil {
				continue
			}
			if wrong := x.Missing(); wrong != "" {
				t.Errorf("%v=%d, %s: %s", c.kind, c.n, text, wrong)
			}
			compared++
			runs += x.Runs
			redundant += x.Search.Redundant
		}
		t.Logf("%v=%d: %d programs, %d runs, %d redundant", c.kind, c.n, compared, runs, redundant)
	}
}

// TestFaultsBeside has several workers explore programs with faults: the same runs are taken in in the same order. What
// one run has shown of the chance of a fault holds for the next one, whoever has made that.
func TestFaultsBeside(t *testing.T) {
	for _, hosts := range []int{1, 2} {
		r := rand.New(rand.NewPCG(13, 14))
		b := explore.Begun{Faults: budget(kernel.FaultKill, 1)}
		for range effort.Of(6) {
			p, text := talking(r, hosts)
			one := explore.Runs(p, b, 60, true)
			if many, _, _ := explore.Beside(p, b, 60, 2+r.IntN(6), r); !slices.Equal(one, many) {
				t.Errorf("%s: %d runs, by several workers %d, or others", text, len(one), len(many))
			}
		}
	}
}
