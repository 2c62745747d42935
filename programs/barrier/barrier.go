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

// Messages to the barrier, and its answer to leave.
type (
	arrive struct{ Phase, Value int } // a process has reached S
	leave  struct{ Phase int }        // it waits at R
	total  struct{ Sum int }          // of all values
)

// gateOf says by which of two gates a phase goes. Two are enough: nobody arrives for
// a phase before all have left the one before the last.
type gateOf func(phase int) int

func alwaysTheSame(int) int { return 0 }

func inTurns(phase int) int { return phase % 2 }

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
	sum     int                     // of the values of those who arrived
	waiting []*kernel.Received[any] // from those who wait at R
	left    int
}

// bar is the process that implements the barrier.
func bar(th *kernel.Thread, n int, of gateOf) {
	port := th.NewPort("bar")
	kernel.Must(netname.Register(th, "bar", port))
	var gates [2]gate
	th.Watch("gates", &gates)
	for {
		m := kernel.Must(kernel.Receive[any](th, port, arrive{}, leave{}))
		var g *gate
		switch r := m.Body.(type) {
		case arrive:
			g = &gates[of(r.Phase)]
			g.arrived++
			g.sum += r.Value
		case leave:
			g = &gates[of(r.Phase)]
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
		kernel.Must(kernel.Reply(th, m, total{g.sum}))
		g.left++
	}
	g.waiting = nil
	if g.left == n {
		*g = gate{}
	}
}

// process is process number i of n. In each phase the processes add up their numbers.
func process(th *kernel.Thread, i, n, phases int) {
	bar := kernel.Must(netname.Find(th, "bar"))
	want := n * (n + 1) / 2
	for phase := range phases {
		kernel.Must(kernel.Send(th, bar, arrive{phase, i}))                     // S
		th.Yield()                                                              // something useful
		sum := kernel.Must(kernel.RPC[leave, total](th, bar, leave{phase})).Sum // R
		th.Check(sum == want, "p%d leaves phase %d with the sum %d, and should with %d", i, phase, sum, want)
	}
}
