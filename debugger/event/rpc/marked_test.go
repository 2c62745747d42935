package rpc

import (
	"fmt"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// wires counts what happens to packets on their way, by what the packets say themselves.
type wires struct {
	doubled, slowed map[wired]int
}

type wired struct {
	step         kernel.MarkStep
	caller, call uint32
}

func wiredOf(items []ipc.Item) (w wired, ok bool) {
	if len(items) < 6 {
		return w, false
	}
	return wired{kernel.MarkStep(items[0].Num), uint32(items[1].Num), uint32(items[2].Num)}, items[4].Str == "retry"
}

func (x *wires) see(e *kernel.Event) {
	if e.Packet == nil || e.Msg == nil {
		return
	}
	if w, ok := wiredOf(e.Msg.Items); ok && e.Fault.Kind == kernel.FaultDup {
		x.doubled[w]++
	} else if ok && e.Fault.Kind.OfPacket() && !e.Fault.Kind.Loses() {
		x.slowed[w]++
	}
}

// left counts the packets that are there at the end of a run.
func left(s *kernel.State) map[wired]int {
	all := map[wired]int{}
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(id)
		if w, ok := wiredOf(m.Items); ok && !m.Draft {
			all[w]++
		}
	}
	return all
}

// randomCalls is a random program, and random faults for it.
func randomCalls(seed uint64) (*testrun.Calls, kernel.Config) {
	r := kernel.NewRandom(seed + 1000)
	choose := func(n int) int { return r.Choose(kernel.Point{Kind: kernel.PointRandom, N: n}) }
	x := &testrun.Calls{Clients: 1 + choose(2), Calls: 1 + choose(3), Tries: 1 + choose(5), Once: choose(2) == 0,
		Slow: choose(2) == 0, Crash: choose(3) == 0, Workers: choose(3) == 0, Parted: choose(3) == 0}
	cfg := kernel.Config{Seed: seed, MaxSteps: 6000}
	for _, f := range []struct {
		kind kernel.FaultKind
		most int
	}{
		{kernel.FaultLoss, 4}, {kernel.FaultDup, 3}, {kernel.FaultReorder, 2}, {kernel.FaultDelay, 3},
		{kernel.FaultCrash, 1}, {kernel.FaultKill, 1},
	} {
		cfg.Faults[f.kind] = kernel.Budget{Most: uint16(choose(f.most + 1))}
	}
	return x, cfg
}

// run makes a run of a random program, and returns its calls.
func (x *wires) run(t *testing.T, p *kernel.Program, cfg kernel.Config, each func(*kernel.Event, *Collector)) (*Calls,
	*kernel.State) {
	t.Helper()
	x.doubled, x.slowed = map[wired]int{}, map[wired]int{}
	c := New()
	cfg.Tracer = kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		x.see(e)
		c.See(e)
		if each != nil {
			each(e, c)
		}
	}}
	cfg.Door = testrun.Faulty{Random: kernel.NewRandom(cfg.Seed)}
	m := kernel.Must(kernel.New(p, cfg))
	defer m.Close()
	m.Run()
	return c.Calls(), m.World().Clone()
}

// TestMarkedCalls compares the calls of random programs of a protocol of their own with what both sides have noted
// themselves, and with the packets that are left at the end: tries, executions, losses, copies and outcomes.
func TestMarkedCalls(t *testing.T) {
	seen := map[Outcome]int{}
	for seed := range effort.Of(uint64(100)) {
		program, cfg := randomCalls(seed)
		var x wires
		calls, end := x.run(t, program.Program(), cfg, nil)
		there, n := left(end), 0
		for i := range calls.All {
			c := &calls.All[i]
			if c.Marked == nil {
				continue
			}
			n++
			seen[c.Outcome()]++
			note := program.Notes[testrun.CallID{Caller: c.Marked.Caller, Call: c.Marked.Call}]
			if err := x.compare(c, note, there, end); err != nil {
				t.Fatalf("seed %d: call %d is %v: %v\n%+v\n%+v\n%+v", seed, c.Number, c.Outcome(), err, *note, *c, *c.Marked)
			}
		}
		if sent, tried := program.Called(); n < sent || n > tried {
			t.Fatalf("seed %d: %d calls, want %d to %d", seed, n, sent, tried)
		}
	}
	for o := ExecutedTwice; int(o) < len(outcomes); o++ {
		if seen[o] == 0 && o != NotExecuted {
			t.Errorf("no call was %v: %v", o, seen)
		}
	}
}

// compare compares a call with what was noted.
func (x *wires) compare(c *Call, n *testrun.CallNote, there map[wired]int, end *kernel.State) error {
	m := c.Marked
	asks, tells := wired{kernel.MarkRequest, m.Caller, m.Call}, wired{kernel.MarkReply, m.Caller, m.Call}
	slow := 0
	for _, p := range m.Packets {
		slow += len(p.Slow)
	}
	first, copied := func(p *Packet) bool { return p.Copy == 1 }, func(p *Packet) bool { return p.Copy > 1 }
	for _, of := range []struct {
		what             string
		got, least, most int
	}{
		{"tries", m.Tries(), n.Sent, n.Tried},
		{"replies", m.count(kernel.MarkReply, first), n.Replies, n.Replying},
		{"executions", c.Executions(), n.Begun, n.Begun},
		{"lost requests", m.Lost(kernel.MarkRequest), m.Tries() + x.doubled[asks] - n.Got - there[asks], 0},
		{"lost replies", m.Lost(kernel.MarkReply),
			m.count(kernel.MarkReply, first) + x.doubled[tells] - n.Heard - there[tells], 0},
		{"copies of requests", m.count(kernel.MarkRequest, copied), x.doubled[asks], 0},
	} {
		if of.got < of.least || of.got > max(of.least, of.most) {
			return fmt.Errorf("%d %s, want %d", of.got, of.what, of.least)
		}
	}
	if want := max(0, n.Got-n.Begun); n.Begun > 0 && m.Idle() != want {
		return fmt.Errorf("%d were dropped, want %d", m.Idle(), want)
	}
	if slow > 0 && x.slowed[asks]+x.slowed[tells] == 0 {
		return fmt.Errorf("%d packets were slow", slow)
	}
	if !slices.Contains(expected(n, c, end), c.Outcome()) {
		return fmt.Errorf("want %v", expected(n, c, end))
	}
	return nil
}

// expected is what may have become of a call by what was noted.
func expected(n *testrun.CallNote, c *Call, end *kernel.State) []Outcome {
	lostAll := func(step kernel.MarkStep) bool {
		return c.Marked.Lost(step) == c.Marked.count(step, func(*Packet) bool { return true })
	}
	gone := end.Threads.At(uint32(c.Caller)).Status == kernel.Ended
	switch {
	case n.Begun == 2:
		return []Outcome{ExecutedTwice}
	case n.Begun > 2:
		return []Outcome{ExecutedOften}
	case n.Answered:
		return []Outcome{Answered}
	case n.Begun == 1 && n.Done == 0:
		return []Outcome{Executing, PartlyExecuted}
	case n.Replies > 0 && lostAll(kernel.MarkReply):
		return []Outcome{ReplyLost}
	case n.Replies > 0 && (n.Lost || gone):
		return []Outcome{Late}
	case n.Replies > 0:
		return []Outcome{Answered}
	case n.Replying > 0: // it could not be sent, or its sender has not come so far
		return []Outcome{ReplyLost, Executed}
	case n.Begun == 1:
		return []Outcome{Executed}
	case lostAll(kernel.MarkRequest):
		return []Outcome{RequestLost}
	case n.Got > 0:
		return []Outcome{NotExecuted}
	}
	return []Outcome{NotReceived}
}

// TestMarkedCallsAt: what a call was after an event is what is known of it when the run has come no further.
func TestMarkedCallsAt(t *testing.T) {
	type row struct {
		outcome                                    Outcome
		tries, executions, requests, replies, idle int
		failed, orphan                             bool
		story                                      string
	}
	of := func(calls *Calls, c *Call, has func(uint64) bool) row {
		m := c.Marked
		return row{c.Outcome(), m.Tries(), c.Executions(), m.Lost(kernel.MarkRequest), m.Lost(kernel.MarkReply), m.Idle(),
			c.HasFailed(), c.Orphan(), calls.Story(calls.Get(c.Number), has)}
	}
	for seed := range effort.Of(uint64(20)) {
		program, cfg := randomCalls(seed)
		var then []map[int32]row // by event
		calls, _ := new(wires).run(t, program.Program(), cfg, func(_ *kernel.Event, c *Collector) {
			now := map[int32]row{}
			for i := range c.calls.All {
				if call := &c.calls.All[i]; call.Marked != nil {
					now[call.Number] = of(&c.calls, call, func(uint64) bool { return true })
				}
			}
			then = append(then, now)
		})
		for at := 0; at < len(then); at += 7 {
			has := func(event uint64) bool { return int(event) <= at+1 }
			for i := range calls.All {
				c := &calls.All[i]
				now, ok := c.At(has)
				if c.Marked == nil || !ok {
					continue
				}
				if got, want := of(calls, &now, has), then[at][c.Number]; got != want {
					t.Fatalf("seed %d: after event %d call %d is\n%+v, want\n%+v", seed, at+1, c.Number, got, want)
				}
				if by, _ := calls.Server(c, has); (by != 0) != (now.Marked.executes() != nil) {
					t.Fatalf("seed %d: after event %d thread %d serves call %d", seed, at+1, by, c.Number)
				}
			}
		}
	}
}
