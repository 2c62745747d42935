package harness

import (
	"lab/student"

	"machsim/kernel"
)

// over tells the court that a client is done. The answer comes when all is.
type (
	over  struct{}
	close struct{}
)

// client asks until it is answered.
type client struct {
	*cluster
	th       *kernel.Thread
	me       int
	court    kernel.Name
	news     kernel.Name
	replicas []kernel.Name
	at       int // the replica that it takes for the leader
}

// Times of clients: how long one waits for an answer, and how long it tries.
const (
	usual   = 250 * kernel.Millisecond
	longest = 20 * kernel.Second
)

// run makes requests that add 1, 10, 100 and so on, and in between such that add nothing.
func (p *client) run(th *kernel.Thread) {
	p.th = th
	th.SetQueueLimit(p.news, 16)
	for n := range p.rounds {
		th.Sleep(kernel.Duration(th.Random(20)) * 10 * kernel.Millisecond)
		p.ask(student.Ask{Client: p.me, Number: n + 1, Add: th.Random(2) * (p.me + n*10)})
	}
	leave(th, p.court)
}

// leave waits until all is done.
func leave(th *kernel.Thread, court kernel.Name) {
	kernel.Must(kernel.RPC[over, close](th, court, over{}))
}

// ask asks one replica after the other.
func (p *client) ask(a student.Ask) {
	for until := p.th.Clock() + longest; p.th.Clock() < until; {
		p.listen()
		m, _ := kernel.RPCTimeout[student.Ask, any](p.th, p.replicas[p.at], a, usual, student.Answer{}, student.Elsewhere{})
		switch m := m.(type) {
		case student.Answer:
			return
		case student.Elsewhere:
			p.turn(m.Leader)
		default:
			p.turn(-1)
		}
	}
	p.th.Fail("request %d of client %d was made for %v, and never answered", a.Number, p.me, longest)
}

// turn turns to another replica, the leader if it is known.
func (p *client) turn(leader int) {
	if leader >= 0 && leader < p.n && leader != p.at {
		p.at = leader
		return
	}
	p.th.Sleep(student.Tick)
	p.at = (p.at + 1) % p.n
}

// listen hears which replicas have moved.
func (p *client) listen() {
	for {
		m, err := kernel.ReceiveTimeout[moved](p.th, p.news, 0)
		if err != nil {
			return
		}
		p.replicas[m.Body.Replica] = m.Body.Port
	}
}
