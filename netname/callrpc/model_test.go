package callrpc_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname/callrpc"
	"machsim/test/effort"
)

type (
	work struct{ ID, Long int } // takes so many milliseconds at most
	done struct{ ID, Times int }
)

// naive is a table of what was sent, received and executed in a run, by calls; it is filled from the run's events, and
// knows what each packet that a server receives has to lead to.
type naive struct {
	t    *testing.T
	seed uint64

	seen     map[string]bool // calls, or keys, whose request was received
	due      []string        // calls that are to be executed next
	executed map[string]int  // by call
	received map[string]int  // requests, by call
	sent     map[string]int  // packets, by call and step
}

func newNaive(t *testing.T, seed uint64) *naive {
	return &naive{t, seed, map[string]bool{}, nil, map[string]int{}, map[string]int{}, map[string]int{}}
}

func callOf(m kernel.Mark) string { return fmt.Sprintf("%d.%d", m.Caller, m.Call) }

// event takes one event of the run down.
func (n *naive) event(e *kernel.Event) {
	if e.Call == nil {
		return
	}
	if e.Call.Op == kernel.OpSpan {
		if s, ok := kernel.MarkedSpanOf(e.Call.Text); ok && s.Serves {
			n.executes(s.Mark)
		}
	}
	if e.Phase == 0 && e.Call.Msg != 0 && e.Msg != nil {
		if m, ok := kernel.MarkOf(e.Msg.Items); ok {
			n.sent[callOf(m)+m.Step.String()]++
		}
	}
	if e.Done && e.Call.Opt&ipc.MACH_RCV_MSG != 0 && e.Result.Code == 0 && e.Result.Msg != nil {
		if m, ok := kernel.MarkOf(e.Result.Msg.Items); ok && m.Step == kernel.MarkRequest {
			n.receives(m, kernel.FieldOf(e.Result.Msg.Items, "Key").Str)
		}
	}
}

// receives says what a request that a server has received leads to.
func (n *naive) receives(m kernel.Mark, key string) {
	n.received[callOf(m)]++
	name := callOf(m)
	switch m.Protocol {
	case "maybe", "idempotent":
		n.due = append(n.due, name)
		return
	case "keyed":
		name = "key " + key
	}
	if !n.seen[name] {
		n.due = append(n.due, callOf(m))
	}
	n.seen[name] = true
}

// executes compares an execution with what is due.
func (n *naive) executes(m kernel.Mark) {
	i := slices.Index(n.due, callOf(m))
	if i < 0 {
		n.t.Errorf("seed %d: call %s is executed, and %v are due", n.seed, callOf(m), n.due)
		return
	}
	n.due = slices.Delete(n.due, i, i+1)
	n.executed[callOf(m)]++
}

// ended is what a client was told of a call.
type ended struct {
	caller   kernel.ThreadID
	id       int
	protocol int
	key      string
	err      error
	done     done
}

// a protocol that a random client uses.
func protocol(i int, key string) callrpc.Protocol {
	policy := callrpc.Policy{
		MaxAttempts: 3, Timeout: 20 * kernel.Millisecond, InitialBackoff: 5 * kernel.Millisecond,
		MaxBackoff: 20 * kernel.Millisecond, BackoffMultiplier: 2,
	}
	return []callrpc.Protocol{
		callrpc.Maybe(20 * kernel.Millisecond),
		callrpc.ExactlyOnce().Every(20 * kernel.Millisecond),
		callrpc.AtMostOnce().Every(20 * kernel.Millisecond),
		callrpc.Idempotent(policy),
		callrpc.Keyed(key, policy),
	}[i]
}

// crowd is a program in which threads of several clients make calls of all protocols at once, of a server with workers.
func crowd(times map[int]int, told *[]ended) *kernel.Program {
	return &kernel.Program{Name: "crowd", Main: func(b *kernel.Boot) {
		clear(times)
		*told = nil
		var port kernel.Name
		north := b.Host("north")
		s := b.Server(north, "server", func(th *kernel.Thread) {
			s := callrpc.NewServerAt(th, port)
			s.Workers = 1 + th.Random(3)
			callrpc.Handle(th, s, func(th *kernel.Thread, w work) done {
				th.Sleep(kernel.Duration(th.Random(w.Long+1)) * kernel.Millisecond)
				times[w.ID]++
				return done{w.ID, times[w.ID]}
			})
			s.Serve(th)
		})
		port = b.DatagramPort(s, "service")
		for i := range 2 {
			h := b.Host(fmt.Sprint("south", i))
			b.Delay(h, north, 0, 10*kernel.Millisecond)
			var service kernel.Name
			c := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { callers(th, service, 10*i, told) })
			service = b.Send(s, port, c)
		}
	}}
}

// callers makes calls from several threads through one client.
func callers(th *kernel.Thread, service kernel.Name, first int, told *[]ended) {
	c := kernel.Must(callrpc.BindTo(th, service))
	var all []cthreads.Thread
	for i := range 3 {
		all = append(all, cthreads.Fork(th, "", func(th *kernel.Thread) {
			for j := range 3 {
				id := first + 100*i + j
				p, key := th.Random(5), fmt.Sprint("key", th.Random(4))
				d, err := callrpc.Call[work, done](th, c, work{id, 1 + th.Random(40)}, protocol(p, key))
				*told = append(*told, ended{th.ID(), id, p, key, err, d})
			}
		}))
	}
	cthreads.JoinAll(th, all)
}

// Random clients and servers do what a naive model says of the packets that they receive, and tell their programs the
// truth.
func TestModel(t *testing.T) {
	seen := map[string]int{}
	for seed := range effort.Of(uint64(100)) {
		times, told := map[int]int{}, []ended(nil)
		n := newNaive(t, seed)
		c := rates(seed, int(seed%4)*10, int(seed%3)*10)
		c.Tracer = kernel.Tracer{Event: n.event, Before: true}
		fine(t, crowd(times, &told), c)
		for _, e := range told {
			n.judge(e, times[e.id])
			seen[fmt.Sprintf("%d %v", e.protocol, e.err)]++
		}
		for call, times := range n.received {
			if n.sent[call+"request"] == 0 || n.executed[call] > times {
				t.Errorf("seed %d: call %s was received %d times, executed %d times, sent %d times", seed, call, times,
					n.executed[call], n.sent[call+"request"])
			}
		}
		// What is received from a client that has gone is not executed; and as many as there are workers may not have
		// begun when the last client ends.
		n.due = slices.DeleteFunc(n.due, func(call string) bool { return n.executed[call] > 0 })
		if len(n.due) > 3 {
			t.Errorf("seed %d: %v were received, and never executed", seed, n.due)
		}
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
}

// judge compares what a client was told of a call with how often it was executed.
func (n *naive) judge(e ended, times int) {
	bad := func(text string) {
		n.t.Errorf("seed %d: call %d of protocol %d: told %v %+v, executed %d times: %s", n.seed, e.id, e.protocol, e.err,
			e.done, times, text)
	}
	switch {
	case e.err != nil && e.err != callrpc.TimedOut && e.err != callrpc.KeyReused:
		bad("that cannot be")
	case e.err == callrpc.KeyReused && times > 0:
		bad("it was said not to be executed")
	case e.err != nil:
	case e.protocol == 4:
		if e.done.Times != 1 {
			bad("under a key it is executed once")
		}
	case e.done.ID != e.id || e.done.Times > times || times == 0:
		bad("the reply is another's")
	case (e.protocol == 1 || e.protocol == 2) && times != 1:
		bad("once, it says")
	}
}
