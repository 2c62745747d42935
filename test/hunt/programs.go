// Package hunt has programs that fail in few of their schedules, after descriptions in the literature on testing
// concurrent programs.
package hunt

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// variable is memory that the threads of a task share, the address of a region of its own: each access is a kernel
// call.
type variable uint64

func newVariable(th *kernel.Thread) variable {
	addr, err := th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 1, true)
	th.Check(err == nil, "there is no memory: %v", err)
	return variable(addr)
}

func (v variable) set(th *kernel.Thread, x byte) { th.Mach().Poke(uint64(v), []byte{x}) }
func (v variable) get(th *kernel.Thread) byte    { return th.Mach().Peek(uint64(v), 1)[0] }

// task makes a program of one task.
func task(name string, main func(th *kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: name, Main: func(b *kernel.Boot) { b.Task(b.Host("host"), name, main) }}
}

// fork forks n threads.
func fork(th *kernel.Thread, n int, name string, body func(th *kernel.Thread)) (all []cthreads.Thread) {
	for i := range n {
		all = append(all, cthreads.Fork(th, fmt.Sprint(name, i+1), body))
	}
	return all
}

// Reorder has n-1 threads set two variables, one after the other, and one that looks at both, and must not see the
// first alone. It is the last that is forked; so all others have to wait while one is between its two.
func Reorder(n int) *kernel.Program {
	return task(fmt.Sprint("reorder", n), func(th *kernel.Thread) {
		a, b := newVariable(th), newVariable(th)
		all := fork(th, n-1, "set", func(th *kernel.Thread) {
			a.set(th, 1)
			b.set(th, 1)
		})
		all = append(all, fork(th, 1, "check", func(th *kernel.Thread) {
			x, y := a.get(th), b.get(th)
			th.Check(x == y, "a is %d, and b is %d", x, y)
		})...)
		cthreads.JoinAll(th, all)
	})
}

// TwoStage has n-1 threads set one variable under one lock, and then another one, by the first, under another; the last
// thread must not look between the two.
func TwoStage(n int) *kernel.Program {
	return task(fmt.Sprint("twostage", n), func(th *kernel.Thread) {
		a, b := newVariable(th), newVariable(th)
		one, two := cthreads.NewMutex(th, "one"), cthreads.NewMutex(th, "two")
		all := fork(th, n-1, "set", func(th *kernel.Thread) {
			one.Lock(th)
			a.set(th, 1)
			one.Unlock(th)
			two.Lock(th)
			b.set(th, a.get(th)+1)
			two.Unlock(th)
		})
		all = append(all, fork(th, 1, "check", func(th *kernel.Thread) {
			one.Lock(th)
			x := a.get(th)
			one.Unlock(th)
			if x == 0 {
				return
			}
			two.Lock(th)
			y := b.get(th)
			two.Unlock(th)
			th.Check(y == x+1, "the first stage is done, and the second is not")
		})...)
		cthreads.JoinAll(th, all)
	})
}

// Messages of Paxos. A promise and an acceptance answer with the ballot that was accepted last, and its value.
type (
	prepare struct{ Ballot int }
	accept  struct{ Ballot, Value int }
	answer  struct {
		Yes           bool
		Ballot, Value int
	}
	decision struct{ Value int }
)

// Paxos has two proposers, who begin after a sleep at random that is long against all that they do, and three
// acceptors. A proposer is content with one promise, which is no majority: so both may decide, on different values.
func Paxos() *kernel.Program {
	return &kernel.Program{Name: "paxos", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		own := make([]kernel.Name, 3)
		acceptors := make([]kernel.TaskID, 3)
		for i := range acceptors {
			acceptors[i] = b.Server(h, fmt.Sprint("acceptor", i), func(th *kernel.Thread) { acceptor(th, own[i]) })
			own[i] = b.Port(acceptors[i], fmt.Sprint("acceptor", i))
		}
		var court kernel.Name
		judge := b.Task(h, "judge", func(th *kernel.Thread) {
			first := kernel.Must(kernel.Receive[decision](th, court)).Body
			second := kernel.Must(kernel.Receive[decision](th, court)).Body
			th.Check(first == second, "%d is decided, and %d", first.Value, second.Value)
		})
		court = b.Port(judge, "court")
		for me := range 2 {
			p := &proposer{me: me}
			t := b.Task(h, fmt.Sprint("proposer", me), p.run)
			for i, a := range acceptors {
				p.acceptors = append(p.acceptors, b.Send(a, own[i], t))
			}
			p.judge = b.Send(judge, court, t)
		}
	}}
}

func acceptor(th *kernel.Thread, own kernel.Name) {
	promised, last := 0, answer{}
	for {
		m := kernel.Must(kernel.Receive[any](th, own, prepare{}, accept{}))
		switch r := m.Body.(type) {
		case prepare:
			last.Yes = r.Ballot > promised
			promised = max(promised, r.Ballot)
		case accept:
			if last.Yes = r.Ballot >= promised; last.Yes {
				promised, last.Ballot, last.Value = r.Ballot, r.Ballot, r.Value
			}
		}
		_ = kernel.Reply(th, m, last)
	}
}

type proposer struct {
	me        int
	acceptors []kernel.Name
	judge     kernel.Name
}

// run proposes with greater and greater ballots until a value is decided.
func (p *proposer) run(th *kernel.Thread) {
	th.Sleep(kernel.Duration(th.Random(20_000)) * kernel.Microsecond)
	for ballot := 1 + p.me; ; ballot += 2 {
		value, promised := p.prepare(th, ballot)
		if promised && p.accept(th, ballot, value) {
			kernel.Must(kernel.Send(th, p.judge, decision{value}))
			return
		}
	}
}

// prepare asks for one promise, where three would make two.
func (p *proposer) prepare(th *kernel.Thread, ballot int) (value int, promised bool) {
	first := p.acceptors[p.me]
	a := kernel.Must(kernel.RPC[prepare, answer](th, first, prepare{ballot}))
	if a.Ballot == 0 {
		return 100 + p.me, a.Yes
	}
	return a.Value, a.Yes
}

// accept has the value accepted by a majority.
func (p *proposer) accept(th *kernel.Thread, ballot, value int) bool {
	yes := 0
	for i := range p.acceptors {
		to := p.acceptors[(p.me+i)%len(p.acceptors)]
		if kernel.Must(kernel.RPC[accept, answer](th, to, accept{ballot, value})).Yes {
			yes++
		}
	}
	return yes >= 2
}
