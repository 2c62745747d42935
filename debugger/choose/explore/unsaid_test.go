package explore

import (
	"fmt"
	"math"
	"math/rand/v2"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
	"machsim/test/testrun"
)

// Unsaid makes a run by chance, and returns how many of its events depend on others by the access log, and which do
// not by what both were said to use before they were taken. A run may teach what else is to be tried: another is made
// then.
func Unsaid(p *kernel.Program, seed uint64) (depend int, unsaid []string) {
	n := touch.NewNames()
	for {
		w := &witness{run: newRun(n, 0, nil, anyone{rand: rand.New(rand.NewPCG(seed, 1))}, false, nil)}
		d := &chance{Door: w}
		m := kernel.Must(kernel.New(p, kernel.Config{Door: d, StepTime: kernel.Timeless, MaxSteps: mostWitnessed,
			Tracer: kernel.Tracer{Log: w}}))
		m.Run()
		w.ended()
		m.Close()
		if n.Teach(); !n.Learned() {
			g := testrun.Graph(p, kernel.Config{Door: &begun{d, d.answers, math.MaxInt}, StepTime: kernel.Timeless,
				MaxSteps: mostWitnessed})
			return w.compare(g.Causes)
		}
		n = n.Names()
	}
}

// mostWitnessed is how many events are looked at: some random programs have no end.
const mostWitnessed = 2000

// anyone takes any of the options.
type anyone struct {
	first
	rand *rand.Rand
}

func (a anyone) decide(_ int, options []option) int { return a.rand.IntN(len(options)) }

// witness is the Log of a run that keeps what its steps were.
type witness struct {
	*run
	steps []witnessed
}

type witnessed struct {
	what   string
	event  int
	limits bool            // it sets the limit of a queue
	goesOn bool            // with a call that has waited
	names  kernel.ThreadID // whose name it changes, or data it reads or sets: no business of that thread's other steps
	forks  bool
	exits  bool
	maps   bool // it makes memory: where that lies makes no difference to a sensible program
}

func (w *witness) Begin(s *kernel.State, a kernel.Actor) {
	x := witnessed{what: who(s, a)}
	if a.Thread != 0 {
		t := s.Threads.At(uint32(a.Thread))
		x.limits, x.goesOn = t.Call.Op == kernel.OpPortSetQLimit, !t.Fresh()
		switch t.Call.Op {
		case kernel.OpCThreadSetName, kernel.OpCThreadSetData, kernel.OpCThreadData:
			x.names = kernel.ThreadID(t.Call.N)
		case kernel.OpVMAllocate:
			x.maps = true
		case kernel.OpCThreadFork:
			x.forks = true
		case kernel.OpExit:
			x.exits = true
		}
	}
	w.run.Begin(s, a)
	x.event = len(w.run.events) - 1
	w.steps = append(w.steps, x)
}

// compare holds the causes that the access log shows against the order of the events.
func (w *witness) compare(causes func(func(step int, causes []int))) (depend int, unsaid []string) {
	o := &order{events: w.run.events}
	for range o.events {
		o.add()
	}
	causes(func(step int, causes []int) {
		x := &w.steps[step]
		if x.event >= len(o.events) {
			return // or it only began to wait
		}
		for _, c := range causes {
			of := &w.steps[c]
			depend++
			if o.within(of.event, o.stamps[x.event].clock) || of.limits && x.goesOn { // whom a limit has let in it has let in
				continue
			}
			if x.names != of.names || x.maps && of.maps {
				continue
			}
			if of.forks && x.exits { // who forks is there still: the first thread waits for it in either order
				continue
			}
			unsaid = append(unsaid, fmt.Sprintf("%d: %s, which uses %v, after %d: %s, which uses %v", step, x.what,
				o.events[x.event].uses, c, of.what, o.events[of.event].uses))
		}
	})
	return depend, unsaid
}
