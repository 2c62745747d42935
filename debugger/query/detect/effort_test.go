package detect_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/query/halt"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestEffort lets Manabe and Aoyagi's algorithm halt random programs, with control channels of several delays: always
// at the first state, which is computed from the causal order.
func TestEffort(t *testing.T) {
	t.Parallel()
	halted, differ := 0, 0
	var all halt.Effort
	for seed := range effort.Of(uint64(40)) {
		z := randprog.Size{Hosts: 1 + int(seed%3), Tasks: 3, Threads: 1 + int(seed/3%3), Calls: 15}
		g := testrun.Graph(randprog.Program(seed, z), kernel.Config{Seed: seed, MaxSteps: 40 + 10*(seed%30)})
		x := &trial{naive: &naive{g: g}, t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 8)), r: runOf(g)}
		var err error
		if x.shown, err = x.r.Shown(); err != nil || len(x.shown) == 0 {
			continue
		}
		for range 6 {
			c, _ := x.conjunction()
			p := x.quietly(c.text)
			if p == nil || p.Form != detect.Conjunctive {
				continue
			}
			efforts := x.efforts(p)
			halted += len(efforts)
			requests := map[int]bool{}
			for _, e := range efforts {
				requests[e.Asked()] = true
				for k, n := range e.Requests {
					all.Requests[k] += n
				}
				all.Starts, all.Acks = all.Starts+e.Starts, all.Acks+e.Acks
			}
			if len(requests) > 1 {
				differ++
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("halted %d times, %v requests, %d starts, %d acknowledgements; in %d cases the delay makes a difference",
		halted, all.Requests, all.Starts, all.Acks, differ)
	for _, k := range []halt.Sort{halt.ToSend, halt.ToDeliver, halt.ToFork, halt.ToWake, halt.ToYield} {
		if all.Requests[k] == 0 && !testing.Short() {
			t.Errorf("nobody is asked for %s", k)
		}
	}
}

// efforts lets the algorithm halt a run with several delays.
func (x *trial) efforts(p *detect.Predicate) (all []*halt.Effort) {
	x.t.Helper()
	first, err := p.First()
	must(x.t, err)
	delays := []halt.Control{{}, {Delay: 1}, {Delay: 9}, {Delay: 30, Seed: 1}, {Delay: 7, Seed: x.seed + 2}}
	for _, o := range delays {
		o.Trace = true
		e, err := p.Effort(o)
		must(x.t, err)
		if (e == nil) != (first == nil) || e != nil && !slices.Equal(e.Cut, first.Cut) {
			x.t.Errorf("seed %d, %s, %+v: the algorithm halts at %+v, the first position is %+v", x.seed, p.Text, o, e, first)
		}
		if e != nil {
			x.moves(p, e)
			all = append(all, e)
		}
	}
	return all
}

// TestEffortInTask is the same where threads share variables and locks: an event of one of them makes a condition
// false that an event of another makes true, and is told so.
func TestEffortInTask(t *testing.T) {
	t.Parallel()
	var requests [halt.NumSorts]int
	for seed := range effort.Of(uint64(10)) {
		g := testrun.Graph(programs.Find("buffer"), kernel.Config{Seed: seed, MaxSteps: 1000})
		x := &trial{naive: &naive{g: g}, t: t, seed: seed, r: runOf(g)}
		for _, text := range []string{
			"len(items) = 0 and after unlock by producer1", "len(items) = 1 and blocked by consumer2",
			"len(items) = 2 and after unlock by consumer1", "blocked by producer1 and blocked by consumer1",
		} {
			p := x.predicate(text)
			for _, e := range x.efforts(p) {
				for k, n := range e.Requests {
					requests[k] += n
				}
			}
		}
	}
	t.Logf("requests: %v", requests)
	for _, k := range []halt.Sort{halt.ToFork, halt.ToWake, halt.ToUnlock, halt.ToFulfil} {
		if requests[k] == 0 {
			t.Errorf("nobody is asked for %s", k)
		}
	}
}

// quietly returns a predicate, nil if threads share its variables without a lock.
func (x *trial) quietly(text string) *detect.Predicate {
	p, err := x.r.Predicate(text)
	if err != nil {
		return nil
	}
	return p
}

// moves follows the moves of the algorithm with a computation of its own: every event is taken after all that come
// before it, by a process that is active; every control message arrives once, behind the others of its channel; what
// is counted is what was sent; and when the debugger process knows that all are passive, all are, and no request is on
// its way.
func (x *trial) moves(p *detect.Predicate, e *halt.Effort) {
	x.t.Helper()
	bad := func(m *halt.Move, what string) {
		x.t.Errorf("seed %d, %s: step %d, %s: %s", x.seed, p.Text, m.Step, e.Says(m), what)
	}
	active, way, owes := map[int]bool{}, map[int]halt.Move{}, map[int]int{}
	cut, changes, taken, step := graph.Cut(slices.Repeat([]uint32{0}, len(e.Cut))), 0, 0, 0
	var requests, answers [halt.NumSorts]int
	starts, acks := 0, 0
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Step < step {
			bad(m, "is earlier than the move before it")
		}
		step = m.Step
		switch m.Kind {
		case halt.MoveAsks, halt.MoveAcks:
			way[m.Message] = *m
			switch {
			case m.Kind == halt.MoveAcks:
				acks++
				owes[m.Lane]--
			case m.Start:
				starts++
			default:
				requests[m.Sort]++
				if !active[m.Lane] {
					bad(m, "a passive process asks")
				}
			}
		case halt.MoveGets:
			sent, ok := way[m.Message]
			if !ok || sent.Other != m.Lane || sent.Lane != m.Other || sent.Event != m.Event {
				bad(m, "was not sent so")
			}
			for n, other := range way {
				if n < m.Message && other.Lane == m.Other && other.Other == m.Lane {
					bad(m, "overtakes another")
				}
			}
			if !m.Ack {
				owes[m.Lane]++
			}
			delete(way, m.Message)
		case halt.MoveAnswered:
			answers[m.Sort]++
			if !x.g.Holds(cut, p.Number(m.Event+1)-1) {
				bad(m, "the event was not taken")
			}
		case halt.MoveActive, halt.MovePassive:
			changes++
			if now := m.Kind == halt.MoveActive; active[m.Lane] == now {
				bad(m, "is no change")
			} else {
				active[m.Lane] = now
			}
		case halt.MoveTakes:
			taken++
			x.g.Raise(cut, p.Number(m.Event+1)-1)
			if size := events(cut); size != taken || !active[m.Lane] {
				bad(m, "is not its turn")
			}
		case halt.MoveHalts:
			for lane, is := range active {
				if is || owes[lane] != 0 {
					bad(m, "but some process is active, or owes an acknowledgement")
				}
			}
			if len(way) > 0 || i+1 < len(e.Moves) {
				bad(m, "but a message is on its way")
			}
		}
	}
	if requests != e.Requests || answers != e.Answers || starts != e.Starts || acks != e.Acks || changes != e.Changes ||
		acks != starts+e.Asked() || taken != e.Events || step != e.Known {
		x.t.Errorf("seed %d, %s: %+v counts otherwise", x.seed, p.Text, e)
	}
}
