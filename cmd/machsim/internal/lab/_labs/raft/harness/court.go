package harness

import (
	"fmt"
	"slices"

	"lab/student"

	"machsim/kernel"
)

// court hears what the replicas do, judges it, and makes the weather.
type court struct {
	*cluster
	th       *kernel.Thread
	port     kernel.Name
	replicas []address
	guests   []kernel.Name // where clients hear of replicas that have moved
	ledger
	weather
	waiting []*kernel.Received[any] // who is done, and waits for the others
}

func newCourt(c *cluster) *court {
	x := &court{cluster: c, replicas: make([]address, c.n)}
	x.ledger, x.weather = newLedger(c.n), weather{left: c.acts, modes: make([]mode, c.n)}
	return x
}

// run lets the clients go when all of them are done, the weather is over, and the replicas have come to the same.
func (x *court) run(th *kernel.Thread) {
	x.th, x.ledger.th = th, th
	th.SetQueueLimit(x.port, 16)
	x.next = x.pause()
	for !x.finished() {
		heard := x.hear(x.soon())
		th.Check(heard || x.quick == 0, "nobody leads, and nobody stands for election any more")
		if x.left > 0 && th.Clock() >= x.next {
			x.change(th.Random(x.n))
		}
	}
	x.left = 0
	x.mend(-1)
	x.settle()
	for _, m := range x.waiting {
		kernel.Must(kernel.Reply(th, m, close{}))
	}
	for {
		x.hear(hour) // of those who do not know that it is over
	}
}

// finished says whether all clients are done, and the weather is.
func (x *court) finished() bool {
	switch {
	case x.quick > 0:
		return len(x.leaders) > 0
	case x.clients == 0:
		return x.left == 0
	}
	return len(x.waiting) == x.clients
}

// hear hears a report, and looks whether it goes with all others.
func (x *court) hear(patience kernel.Duration) bool {
	m, err := kernel.ReceiveTimeout[any](x.th, x.port, patience, leads{}, stored{}, applied{}, restored{}, here{}, over{})
	if err != nil {
		return false
	}
	switch r := m.Body.(type) {
	case leads:
		x.leads(r)
		x.leader = r.Replica
		x.reported(r.Replica, false)
	case stored:
		x.stored(r)
		x.reported(r.Replica, true)
	case applied:
		x.applied(r)
		x.reported(r.Replica, x.scene == fickle)
	case restored:
		x.restored(r)
	case here:
		x.tell(m, r)
	case over:
		x.waiting = append(x.waiting, m)
	}
	return true
}

// tell tells a replica that was started again where the others are, and all others where it is.
func (x *court) tell(m *kernel.Received[any], r here) {
	x.replicas[r.Replica] = address{r.Port, r.News}
	var all there
	news := moved{r.Replica, r.Port}
	for i, a := range x.replicas {
		all.Ports = append(all.Ports, a.Port)
		if i != r.Replica && x.modes[i] != down {
			_ = kernel.SendTimeout(x.th, a.News, news, 0)
		}
	}
	for _, g := range x.guests {
		_ = kernel.SendTimeout(x.th, g, news, 0)
	}
	_ = kernel.Reply(x.th, m, all)
}

// long is how long the replicas have, when all is calm, to come to the same. A report may take seconds.
const long = 10 * kernel.Second

// settle waits until the replicas have come to the same.
func (x *court) settle() {
	switch {
	case x.quick > 0:
		for x.hear(student.Tick / 2) {
		}
	case x.clients == 0:
		x.rest(kernel.Second)
		x.elected()
	default:
		x.agreed()
	}
}

// rest hears reports for a time.
func (x *court) rest(d kernel.Duration) {
	for until := x.th.Clock() + d; x.th.Clock() < until; {
		x.hear(until - x.th.Clock())
	}
}

// agreed waits until all replicas have done what was done when a request of the court's was. It makes others meanwhile:
// a leader may need one to know that those before it are committed.
func (x *court) agreed() {
	n, at, goal := 1, 0, -1
	for until := x.th.Clock() + long; goal < 0 || x.behind(goal) >= 0; x.rest(4 * student.Tick) {
		late := x.th.Clock() >= until
		x.th.Check(!late || goal >= 0, "no request is answered, and all was calm for %v", long)
		i := max(x.behind(goal), 0)
		x.th.Check(!late, "replica %d has done entries up to %d, others up to %d, and all was calm for %v", i,
			x.upto[i], x.newest, long)
		switch m := x.asked(at, student.Ask{Client: maxClients, Number: n}).(type) {
		case student.Answer:
			if n++; goal < 0 {
				goal = x.newest
			}
		case student.Elsewhere:
			at = m.Leader
		default:
			at = -1
		}
		if at < 0 || at >= x.n {
			at = x.th.Random(x.n)
		}
	}
	x.th.Reach("all have applied")
}

// asked is what a replica answers, nil for nothing.
func (x *court) asked(i int, a student.Ask) any {
	m, _ := kernel.RPCTimeout[student.Ask, any](x.th, x.replicas[i].Port, a, usual, student.Answer{}, student.Elsewhere{})
	return m
}

// behind is a replica that has not done an entry, -1 if there is none.
func (x *court) behind(entry int) int {
	return slices.IndexFunc(x.upto, func(n int) bool { return n < entry })
}

// elected asks all replicas who leads, and sees that it goes on leading. Where messages get lost there may be moments
// without a leader, so it asks again.
func (x *court) elected() {
	since := x.th.Clock() - kernel.Second
	for why := x.one(since); why != ""; why = x.one(since) {
		x.th.Check(!x.steady && x.th.Clock() < since+long, "%s", why)
		x.rest(4 * student.Tick)
	}
	terms := len(x.leaders)
	if x.steady {
		x.rest(kernel.Second)
		x.th.Check(len(x.leaders) == terms, "all was calm for %v, and there is a new leader", kernel.Second)
	}
	if terms > 1 {
		x.th.Reach("a second leader")
	}
}

// one says why the replicas do not all take the same one for the leader, "" if they do. All was calm since then.
func (x *court) one(since kernel.Duration) (why string) {
	leader := -1
	for i := range x.n {
		switch named := x.named(i); {
		case named < 0:
			return fmt.Sprintf("replica %d knows no leader, and all was calm for %v", i, x.th.Clock()-since)
		case leader >= 0 && named != leader:
			return fmt.Sprintf("replica %d takes replica %d for the leader, and others replica %d", i, named, leader)
		default:
			leader = named
		}
	}
	return ""
}

// named is whom a replica takes for the leader, -1 for nobody. A request may be lost. No two replicas get the same one,
// for who has a request in its log already may keep silent, or answer it.
func (x *court) named(i int) int {
	for range 5 {
		switch m := x.asked(i, student.Ask{Client: maxClients, Number: i + 1}).(type) {
		case student.Answer:
			return i
		case student.Elsewhere:
			return m.Leader
		}
	}
	x.th.Fail("replica %d says neither Answer nor Elsewhere, and all was calm for %v", i, kernel.Second)
	return -1
}
