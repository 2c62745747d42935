package rpc

import (
	"fmt"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// diary is what the programs of a run note themselves: it is on no wire, and knows no time-outs but those that a
// caller has seen.
type diary struct {
	calls map[int64]*noted // by the number that a request carries
	made  map[kernel.ThreadID][]int64
	last  int64
}

// noted is a call as its caller and its server saw it.
type noted struct {
	parent   int64
	served   kernel.ThreadID // who had it last
	began    bool            // its server has received it
	answered bool            // its server has sent a reply, to whomever
	heard    bool            // its caller got the reply
	failed   bool            // its caller got an error
	dropped  bool            // its server has destroyed it
}

// begin notes a call that is about to be made.
func (d *diary) begin(by kernel.ThreadID, parent int64) int64 {
	d.last++
	d.calls[d.last] = &noted{parent: parent}
	d.made[by] = append(d.made[by], d.last)
	return d.last
}

// numbers are those of the calls of a run, which go by callers.
func (d *diary) numbers(c *Calls) (all []int64) {
	done := map[kernel.ThreadID]int{}
	for i := range c.All {
		by := c.All[i].Caller
		all = append(all, d.made[by][done[by]])
		done[by]++
	}
	return all
}

// compare compares a call with what was noted; numbers are the numbers of all calls.
func (d *diary) compare(c *Calls, call *Call, numbers []int64) error {
	n := d.calls[numbers[call.Number-1]]
	switch {
	case n.began != (call.Dequeued != 0):
		return fmt.Errorf("received: %t", n.began)
	case call.wasDead():
	case n.answered != (call.Replied != 0):
		return fmt.Errorf("replied: %t", n.answered)
	case n.heard != (call.Received != 0):
		return fmt.Errorf("answered: %t", n.heard)
	case n.failed != (call.Failed != 0):
		return fmt.Errorf("failed: %t", n.failed)
	case call.Replied != 0 && call.By != n.served:
		return fmt.Errorf("thread %d served it", n.served)
	case n.dropped && n.failed && call.Lost == 0:
		return fmt.Errorf("it was thrown away")
	}
	return d.compareParent(c, call, n, numbers)
}

func (d *diary) compareParent(c *Calls, call *Call, n *noted, numbers []int64) error {
	if call.Parent != 0 {
		if got := numbers[call.Parent-1]; got != n.parent && !c.Get(call.Parent).wasDead() {
			return fmt.Errorf("made for call %d", n.parent)
		}
		return nil
	}
	if n.parent == 0 {
		return nil
	}
	for i := range c.All { // a thread to which a call was handed in memory is known by its answer
		if numbers[i] == n.parent && !c.All[i].wasDead() && (c.All[i].Replied != 0 || c.All[i].Callee == call.Caller) {
			return fmt.Errorf("made for call %d, which is %d here", n.parent, i+1)
		}
	}
	return nil
}

// wasDead says whether the right to answer a call was dead when it was received: all such rights look the same, so
// which of several a worker has answered cannot be known.
func (c *Call) wasDead() bool { return c.Dequeued != 0 && c.GaveUp != 0 && c.GaveUp < c.Dequeued }

// outcome is what became of a call by what both ends have noted, where they know it.
func (n *noted) outcome() []Outcome {
	switch {
	case n.heard:
		return []Outcome{Answered}
	case n.answered && n.failed:
		return []Outcome{Late, LostWithHost, ThrownAway}
	case n.answered:
		return []Outcome{Answered, Late, LostWithHost}
	case n.dropped && n.failed:
		return []Outcome{ThrownAway}
	case n.dropped:
		return []Outcome{ThrownAway, LostWithHost}
	case n.began:
		return []Outcome{Executing, ThrownAway, LostWithHost}
	}
	return []Outcome{NotReceived, ThrownAway, LostWithHost, TurnedDown}
}

// trees is a program of random trees of calls: servers on several hosts, which call each other to a depth, hand calls
// on to workers, take too long, drop requests, and crash with their hosts.
type trees struct {
	d *diary
}

// ranks are how deep servers are called: each calls those of a greater rank only.
const ranks = 5

func (x *trees) program(seed uint64) *kernel.Program {
	return &kernel.Program{Name: "trees", Main: func(b *kernel.Boot) {
		*x.d = diary{calls: map[int64]*noted{}, made: map[kernel.ThreadID][]int64{}}
		var tasks [ranks]kernel.TaskID
		var inbox [ranks]kernel.Name
		var out [ranks + 2][ranks]kernel.Name
		for r := range ranks {
			tasks[r] = b.Server(b.Host(fmt.Sprint("h", r%3)), fmt.Sprint("s", r), func(th *kernel.Thread) {
				x.serve(th, r, &inbox[r], out[r][:])
			})
		}
		for i := range 2 {
			who := ranks + i
			driver := b.Task(b.Host("desk"), fmt.Sprint("c", i), func(th *kernel.Thread) {
				for range 4 {
					x.call(th, 0, out[who][th.Random(2)])
				}
				th.Sleep(100 * kernel.Millisecond)
			})
			for r := range ranks {
				if inbox[r] == 0 {
					inbox[r] = b.Port(tasks[r], fmt.Sprint("p", r))
				}
				out[who][r] = b.Send(tasks[r], inbox[r], driver)
			}
		}
		for r := range ranks {
			for q := r + 1; q < ranks; q++ {
				out[r][q] = b.Send(tasks[q], inbox[q], tasks[r])
			}
		}
		if seed%4 == 3 {
			b.Task(b.Host("desk"), "accident", func(th *kernel.Thread) {
				th.Sleep(kernel.Duration(th.Random(30)) * kernel.Millisecond)
				_ = th.CrashHost(fmt.Sprint("h", th.Random(3)))
			})
		}
	}}
}

// call makes a call on behalf of another one.
func (x *trees) call(th *kernel.Thread, parent int64, to kernel.Name) {
	n := x.d.begin(me(th), parent)
	var err error
	if request := kernel.NewMessage(1, int(n)); th.Random(3) == 0 {
		_, err = th.Mach().RPCTimeout(to, request, 1+th.Random(8))
	} else {
		_, err = th.Mach().RPC(to, request)
	}
	x.d.calls[n].heard, x.d.calls[n].failed = err == nil, err != nil
}

// serve receives calls, and serves them, or hands them on to a worker.
func (x *trees) serve(th *kernel.Thread, rank int, inbox *kernel.Name, out []kernel.Name) {
	crew := th.NewPort("crew")
	th.CThreads().Fork("worker", func(th *kernel.Thread) {
		for {
			m := kernel.Must(th.Mach().Receive(crew))
			x.execute(th, rank, m, int64(m.Int(0)), out)
		}
	})
	for {
		m := kernel.Must(th.Mach().Receive(*inbox))
		n := int64(m.Int(0))
		x.d.calls[n].began, x.d.calls[n].served = true, me(th)
		switch th.Random(8) {
		case 0: // thrown away
			th.Mach().Destroy(m)
			x.d.calls[n].dropped = true
		case 1, 2: // the right to answer goes along
			on := kernel.NewMessage(1, int(n))
			on.To(crew, ipc.MakeSend).ReplyTo(m.Remote, ipc.MoveSendOnce)
			kernel.Must(th.Mach().MachMsg(on, ipc.MACH_SEND_MSG, 0, kernel.Null, 0, kernel.Null))
		case 3: // a new thread has it
			th.CThreads().Fork("", func(th *kernel.Thread) { x.execute(th, rank, m, n, out) })
		default:
			x.execute(th, rank, m, n, out)
		}
	}
}

// execute serves one call.
func (x *trees) execute(th *kernel.Thread, rank int, m *kernel.Message, n int64, out []kernel.Name) {
	x.d.calls[n].served = me(th)
	for range th.Random(3) {
		if rank+1 < ranks {
			x.call(th, n, out[rank+1+th.Random(ranks-rank-1)])
		}
	}
	if th.Random(3) == 0 {
		th.Sleep(kernel.Duration(th.Random(6)) * kernel.Millisecond)
	}
	_ = th.Mach().Reply(m, kernel.NewMessage(0))
	x.d.calls[n].answered = true
}

func me(th *kernel.Thread) kernel.ThreadID { return th.ID() }

// TestTrees compares the calls of random trees with what the programs noted: callers, servers, parents, and what the
// two ends saw.
func TestTrees(t *testing.T) {
	var seen [len(outcomes)]int
	for seed := range effort.Of(uint64(1000)) {
		x := &trees{d: &diary{}}
		c := observe(t, x.program(seed), kernel.Config{Seed: seed, Weak: seed%5 == 4}, nil)
		numbers := x.d.numbers(c)
		for i := range c.All {
			call := &c.All[i]
			seen[call.Outcome()]++
			if err := x.d.compare(c, call, numbers); err != nil {
				t.Fatalf("seed %d: %v: %+v %v", seed, err, *call, call.Outcome())
			}
			if n := x.d.calls[numbers[i]]; !call.wasDead() && !slices.Contains(n.outcome(), call.Outcome()) {
				t.Fatalf("seed %d: %+v is %v: %+v", seed, *n, call.Outcome(), *call)
			}
		}
	}
	for o, n := range seen[:ExecutedTwice] {
		if n == 0 {
			t.Errorf("no call was %v", Outcome(o))
		}
	}
}
