// Package timeout is the example of figure 4.1 in Cooper's thesis on debugging remote
// procedure calls (1987). Process Q on node B waits at a semaphore, for at most 10
// seconds. Process P on node A calls a remote procedure of B that notifies it.
//
// It teaches that a timeout is a decision that the other side has to learn. The bug:
// when P is a little late, Q has given up and gone on without it; but the remote
// procedure notifies the semaphore all the same, and tells P that all is well. The
// fix: Q and the remote procedure decide with a mutex locked, so that exactly one of
// them comes first.
//
// It is also what a debugger should not do to a program: to halt P for a while makes
// Q time out, unless its time stands still as well.
package timeout

import (
	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname"
)

// Program lets both sides decide for themselves.
var Program = kernel.Program{
	Name:   "timeout",
	Doc:    "a semaphore with a time-out (Cooper, figure 4.1)",
	Bug:    "a notification that is too late counts as received",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed has them agree.
var Fixed = kernel.Program{
	Name:   "timeout-fixed",
	Doc:    "a semaphore with a time-out on which both sides agree",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "timeout", Default: "10000", Doc: "how many milliseconds Q waits"},
	{Name: "work", Default: "11000", Doc: "how many milliseconds P works at most"},
}

func setUp(b *kernel.Boot, agree bool) {
	timeout, work := b.Milliseconds("timeout", 1, 100_000), b.IntIn("work", 1, 100_000)
	hostA, hostB := b.Host("A"), b.Host("B")
	b.Task(hostA, "p", func(th *kernel.Thread) { p(th, work) })
	b.Task(hostB, "b", func(th *kernel.Thread) { nodeB(th, timeout, agree) })
	b.Delay(hostA, hostB, kernel.Millisecond, 10*kernel.Millisecond)
	netname.Serve(b)
}

type (
	notify   struct{}              // the remote procedure call
	notified struct{ InTime bool } // its result
	wake     struct{}              // to the semaphore
)

// p works for a while, and tells Q.
func p(th *kernel.Thread, work int) {
	b := kernel.Must(netname.Find(th, "b"))
	th.Sleep(kernel.Duration(th.Random(work)) * kernel.Millisecond)
	reply := kernel.Must(kernel.RPC[notify, notified](th, b, notify{}))
	th.Printf("Q waited for me: %v", reply.InTime)
}

// semaphore is one with a timed wait: a port whose messages are the notifications.
type semaphore struct {
	port     kernel.Name
	agree    bool           // each side heeds what the other has decided
	mu       cthreads.Mutex // protects what follows
	notified bool           // a notification was sent
	gaveUp   bool           // the wait has ended without one
}

// wait returns false when time is up.
func (s *semaphore) wait(th *kernel.Thread, patience kernel.Duration) bool {
	if _, err := kernel.ReceiveTimeout[wake](th, s.port, patience); err == nil {
		return true
	}
	s.mu.Lock(th)
	defer s.mu.Unlock(th)
	if s.agree && s.notified {
		return true // just in time
	}
	s.gaveUp = true
	return false
}

// notify returns false when nobody waits any more, if the sides agree; otherwise it
// takes for granted that somebody does.
func (s *semaphore) notify(th *kernel.Thread) bool {
	s.mu.Lock(th)
	defer s.mu.Unlock(th)
	if s.agree && s.gaveUp {
		return false
	}
	s.notified = true
	kernel.Must(kernel.Send(th, s.port, wake{}))
	return true
}

// nodeB is node B: thread q, and the body of the remote procedure.
func nodeB(th *kernel.Thread, timeout kernel.Duration, agree bool) {
	s := &semaphore{port: th.NewPort("s"), agree: agree, mu: cthreads.NewMutex(th, "s")}
	inTime := false
	q := cthreads.Fork(th, "q", func(th *kernel.Thread) { inTime = s.wait(th, timeout) })
	port := th.NewPort("b")
	kernel.Must(netname.Register(th, "b", port))
	call := kernel.Must(kernel.Receive[notify](th, port))
	accepted := s.notify(th)
	kernel.Must(kernel.Reply(th, call, notified{accepted}))
	cthreads.Join(th, q)
	th.Check(accepted == inTime, "P is told that Q waited for it, but Q had given up")
}
