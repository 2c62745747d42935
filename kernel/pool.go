package kernel

import (
	"iter"

	"machsim/kernel/hook"
)

// Pool keeps what a Machine leaves behind, for the next one with the same Pool (Config.Pool): the pages of its
// tables, the coroutines of threads that have returned, and where in the source calls are made. Runs are the same with
// it as without. It serves one Machine at a time, and gets pages and coroutines back only from a run that has come to a
// good end: what a program has done wrong stays with the Machine in which it did it.
type Pool struct {
	state  *State
	idle   []*coroutine
	places *places
}

// known is what earlier machines have found out about the program's code; nothing without a Pool.
func (p *Pool) known() *places {
	if p == nil {
		return newPlaces()
	}
	if p.places == nil {
		p.places = newPlaces()
	}
	return p.places
}

// Close ends the coroutines. A Pool that is not closed keeps them in memory for ever.
func (p *Pool) Close() {
	for _, co := range p.idle {
		co.kill()
	}
	*p = Pool{}
}

// newState returns an empty State.
func (p *Pool) newState() *State {
	if p == nil || p.state == nil {
		return new(State)
	}
	s := p.state
	p.state = nil
	s.reset()
	return s
}

// takeBack takes the State of a machine whose run has ended well. The State can be read until the next machine
// begins. A Thread that the program has kept finds an empty State instead.
func (p *Pool) takeBack(m *Machine) {
	if p == nil || m.Outcome() != Finished || m.broken != nil || m.ForeignUse() != "" || hook.Goroutine() == 0 {
		return
	}
	p.state, m.State, m.cfg.Pool = m.State, new(State), nil
}

// coroutine runs the programs of threads, one after the other.
type coroutine struct {
	next  func() (struct{}, bool)
	yield func(struct{}) bool
	kill  func()
	th    *Thread // whose program it runs, or is about to
}

// coroutine returns one that is about to run the program of a thread.
func (p *Pool) coroutine(th *Thread) *coroutine {
	if p != nil && len(p.idle) > 0 {
		last := len(p.idle) - 1
		co := p.idle[last]
		p.idle = p.idle[:last]
		co.th = th
		return co
	}
	co := &coroutine{th: th}
	co.next, co.kill = iter.Pull(co.run)
	return co
}

// run is the body of the coroutine. It ends with the first thread that does not return.
func (co *coroutine) run(yield func(struct{}) bool) {
	co.yield = yield
	for co.runThread() && yield(struct{}{}) {
	}
}

// runThread runs the program of a thread, and says whether the coroutine can run another.
func (co *coroutine) runThread() bool {
	th := co.th
	pool := th.m.cfg.Pool
	if !th.run(th.m.cfg.Heartbeat, th.id, co.yield) || pool == nil {
		return false
	}
	co.th, th.next, th.kill, th.yield = nil, nil, nil, nil
	pool.idle = append(pool.idle, co)
	return true
}
