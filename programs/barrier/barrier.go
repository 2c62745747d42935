// Package barrier is a barrier that a process implements for others, as in figure 4
// of Spezialetti and Gupta's paper on simultaneous events (1994). It is a fuzzy one:
// a process says that it has arrived, does something useful, and only then waits
// until all have arrived.
//
// It teaches what it takes to use a barrier again. The bug: the barrier counts
// arrivals, and begins anew when the last one has left. A fast process can leave, and
// arrive for the next phase, before a slow one has left; it is counted in the phase
// that is still going on, and there the number is never right again. The fix is to
// count the arrivals of each phase by themselves.
package barrier

import (
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Program counts all arrivals together.
var Program = kernel.Program{
	Name:   "barrier",
	Doc:    "a fuzzy barrier (Spezialetti and Gupta, figure 4)",
	Bug:    "an arrival for the next phase is counted in this one",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, alwaysTheSame) },
}

// Fixed counts the arrivals of each phase.
var Fixed = kernel.Program{
	Name:   "barrier-fixed",
	Doc:    "a fuzzy barrier that tells phases apart",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, inTurns) },
}

var params = []kernel.Param{
	{Name: "n", Default: "3", Doc: "how many processes, 2 to 8"},
	{Name: "phases", Default: "2", Doc: "how many phases"},
}

// Messages to the barrier.
const (
	arrive = 1 + iota // phase, value: a process has reached S
	leave             // phase -> sum of all values: it waits at R
)

// gateOf says by which of two gates a phase goes. Two are enough: nobody arrives for
// a phase before all have left the one before the last.
type gateOf func(phase int64) int

func alwaysTheSame(int64) int { return 0 }

func inTurns(phase int64) int { return int(phase % 2) }

func setUp(b *kernel.Boot, of gateOf) {
	n, phases := b.IntIn("n", 2, 8), b.IntIn("phases", 1, 1000)
	b.Server(b.Host("host0"), "bar", func(th *kernel.Thread) { bar(th, n, of) })
	for i := range n {
		b.Task(b.Host(fmt.Sprint("host", i+1)), fmt.Sprint("p", i+1), func(th *kernel.Thread) {
			process(th, i+1, n, phases)
		})
	}
	netname.Serve(b)
}

// gate is the barrier as it stands in the phases that go by it.
type gate struct {
	arrived int
	sum     int64          // of the values of those who arrived
	waiting []*ipc.Message // from those who wait at R
	left    int
}

// bar is the process that implements the barrier.
func bar(th *kernel.Thread, n int, of gateOf) {
	port := th.NewPort("bar")
	kernel.Must(netname.CheckIn(th, "bar", ipc.Null, port))
	var gates [2]gate
	th.Watch("gates", &gates)
	for {
		m := kernel.Must(th.Receive(port))
		g := &gates[of(m.Int(0))]
		switch m.ID {
		case arrive:
			g.arrived++
			g.sum += m.Int(1)
		case leave:
			g.waiting = append(g.waiting, m)
		}
		if g.arrived >= n {
			g.open(th, n)
		}
	}
}

// open lets go who waits. When the last of n has left, the gate is as it was at first.
func (g *gate) open(th *kernel.Thread, n int) {
	for _, m := range g.waiting {
		kernel.Must(th.Reply(m, ipc.NewMessage(0, g.sum)))
		g.left++
	}
	g.waiting = nil
	if g.left == n {
		*g = gate{}
	}
}

// process is process number i of n. In each phase the processes add up their numbers.
func process(th *kernel.Thread, i, n, phases int) {
	bar := kernel.Must(netname.Await(th, "*", "bar", 10_000*kernel.Millisecond))
	want := int64(n * (n + 1) / 2)
	for phase := range phases {
		kernel.Must(th.Send(bar, ipc.NewMessage(arrive, phase, i)))          // S
		th.Yield()                                                           // something useful
		sum := kernel.Must(th.RPC(bar, ipc.NewMessage(leave, phase))).Int(0) // R
		th.Check(sum == want, "p%d leaves phase %d with the sum %d, and should with %d", i, phase, sum, want)
	}
}
