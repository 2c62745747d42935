package harness

import (
	"fmt"

	"lab/student"

	"machsim/kernel"
)

// name is the name of a site and of its host.
func name(site int) string {
	if site == 0 {
		return "coordinator"
	}
	return fmt.Sprint("participant", site)
}

// build makes the hosts: of the judge, of the post, and of each site. Judge and post are found by their hosts.
func (j *judge) build(b *kernel.Boot, loss bool, slow kernel.Duration) {
	court, net := b.Host("court"), b.Host("net")
	me := b.Task(court, "client", j.run)
	p := &post{loss: loss}
	office := b.Server(net, "post", p.run)
	j.in, p.in = b.Port(me, "client"), b.Port(office, "post")
	j.post, p.client = b.Send(office, p.in, me), b.Send(me, j.in, office)
	b.NetServer(court, me, j.in)
	b.NetServer(net, office, p.in)
	for site := range j.n + 1 {
		b.Delay(net, b.Host(name(site)), kernel.Millisecond, slow)
	}
}

// hello is where a site can be reached from now on.
type hello struct {
	Site int
	Port kernel.Name
}

// run is a site from a start to the next crash.
func run(th *kernel.Thread, me, n int) {
	in := th.NewDatagramPort(name(me))
	th.SetQueueLimit(in, 16)
	judge, post := kernel.Must(th.Mach().NetServer("court")), kernel.Must(th.Mach().NetServer("net"))
	kernel.Must(kernel.RPC[hello, noted](th, post, hello{me, in}))
	left := kernel.Must(kernel.RPC[started, calls](th, judge, started{me})).Left
	call := func() {
		if left--; left == -1 {
			_, _ = kernel.RPC[crash, noted](th, judge, crash{me}) // comes back only if there were enough crashes
		}
	}
	s := &student.Site{Me: me, N: n}
	log(th, s, call)
	s.Send = func(m student.Message) {
		call()
		m.From = me
		kernel.Must(kernel.Send(th, post, m))
	}
	s.Receive = func(wait kernel.Duration) (student.Message, bool) {
		m, err := kernel.ReceiveTimeout[student.Message](th, in, wait)
		if err != nil {
			return student.Message{}, false
		}
		call()
		return m.Body, true
	}
	s.Vote = func(t int) bool {
		call()
		return kernel.Must(kernel.RPC[asks, vote](th, judge, asks{me, t})).Yes
	}
	decide := func(t int, yes bool) {
		call()
		kernel.Must(kernel.RPC[decides, noted](th, judge, decides{me, t, yes}))
	}
	s.Done, s.Undone = func(t int) { decide(t, true) }, func(t int) { decide(t, false) }
	if me == 0 {
		student.Coordinate(th, s)
		return
	}
	student.Participate(th, s)
}

// post takes messages from one site to the other.
type post struct {
	loss       bool
	in, client kernel.Name
	sites      map[int]kernel.Name
	late       []student.Message
}

func (p *post) run(th *kernel.Thread) {
	p.sites = map[int]kernel.Name{student.Client: p.client}
	for {
		m := kernel.Must(kernel.Receive[any](th, p.in, hello{}, student.Message{}))
		switch r := m.Body.(type) {
		case hello:
			p.sites[r.Site] = r.Port
			_ = kernel.Reply(th, m, noted{})
		case student.Message:
			p.take(th, r)
		}
	}
}

// take takes a message. If there may be losses, one in six is lost, and one in six waits until others have come.
func (p *post) take(th *kernel.Thread, m student.Message) {
	if p.loss {
		switch th.Random(6) {
		case 0:
			th.Reach("a message is lost")
			return
		case 1:
			p.late = append(p.late, m)
			return
		}
	}
	p.bring(th, m)
	if len(p.late) > 0 && th.Random(4) == 0 {
		i := th.Random(len(p.late))
		th.Reach("a message is late")
		p.bring(th, p.late[i])
		p.late = append(p.late[:i:i], p.late[i+1:]...)
	}
}

// bring brings a message to a site, if that can be reached.
func (p *post) bring(th *kernel.Thread, m student.Message) {
	if to, ok := p.sites[m.To]; ok {
		_ = kernel.SendTimeout(th, to, m, 0) // its host may be down
	}
}
