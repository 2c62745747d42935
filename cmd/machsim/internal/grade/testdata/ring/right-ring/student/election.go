package student

import "machsim/kernel"

// elect goes around the ring, past those that are down, and collects the greatest number. leader goes around after it.
// got says to the sender of either that it has come. ask and here are between a station and its leader.
type (
	elect  struct{ From, By, Greatest, Round, Hops int }
	leader struct{ From, By, Station, Round, Hops int }
	got    struct{ Round int }
	ask    struct{ From int }
	here   struct{ Station int }
)

const (
	answer = 30 * kernel.Millisecond // whoever has not answered by then is down
	look   = 50 * kernel.Millisecond
)

// voter is a station in an election.
type voter struct {
	th    *kernel.Thread
	s     Station
	leads func(int)
	who   int // leads, -1 if nobody does
	round int // number of the last message
	begun kernel.Duration

	out   any // message that was not taken yet, nil for none
	to    int // and to whom it goes
	sent  kernel.Duration
	queue []any

	heard kernel.Duration // of the leader
	asked kernel.Duration
}

// Elect is Chang and Roberts's election, with a list of one: the greatest that is up. Who is down is passed over.
func Elect(th *kernel.Thread, s Station, leads func(int)) {
	v := &voter{th: th, s: s, leads: leads, who: -1}
	v.start()
	for {
		m, err := kernel.ReceiveTimeout[any](th, s.In, 10*kernel.Millisecond, elect{}, leader{}, got{}, ask{}, here{})
		if err == nil {
			v.take(m.Body)
		}
		v.wait()
	}
}

// start starts an election.
func (v *voter) start() {
	v.who, v.begun = -1, v.th.Clock()
	v.pass(elect{By: v.s.Me, Greatest: v.s.Me})
}

func (v *voter) pass(m any) {
	v.queue = append(v.queue, m)
	v.flush()
}

// flush sends the next message, if none is under way.
func (v *voter) flush() {
	if v.out != nil || len(v.queue) == 0 {
		return
	}
	v.round++
	v.out, v.queue, v.to = v.queue[0], v.queue[1:], v.s.Next(v.s.Me)
	v.send()
}

func (v *voter) send() {
	v.sent = v.th.Clock()
	switch m := v.out.(type) {
	case elect:
		m.From, m.Round = v.s.Me, v.round
		_ = kernel.Send(v.th, v.s.Ring[v.to], m)
	case leader:
		m.From, m.Round = v.s.Me, v.round
		_ = kernel.Send(v.th, v.s.Ring[v.to], m)
	}
}

// wait does what time asks for.
func (v *voter) wait() {
	now := v.th.Clock()
	if v.out != nil && now-v.sent > answer { // to is down
		v.to = v.s.Next(v.to)
		v.send()
	}
	switch {
	case v.who < 0 && now-v.begun > 400*kernel.Millisecond:
		v.start() // the election was lost with a station
	case v.who < 0 || v.who == v.s.Me:
	case now-v.heard > look+answer:
		v.start()
	case now-v.heard > look && now-v.asked > look:
		v.asked = now
		_ = kernel.Send(v.th, v.s.Ring[v.who], ask{v.s.Me})
	}
}

func (v *voter) take(m any) {
	switch m := m.(type) {
	case got:
		if v.out != nil && m.Round == v.round {
			v.out = nil
			v.flush()
		}
	case ask:
		_ = kernel.Send(v.th, v.s.Ring[m.From], here{v.s.Me})
	case here:
		if m.Station == v.who {
			v.heard = v.th.Clock()
		}
	case elect:
		_ = kernel.Send(v.th, v.s.Ring[m.From], got{m.Round})
		if m.By == v.s.Me {
			v.pass(leader{By: v.s.Me, Station: m.Greatest})
			return
		}
		m.Greatest = max(m.Greatest, v.s.Me)
		if m.Hops++; m.Hops < len(v.s.Ring) { // else the station that began is down
			v.pass(m)
		}
	case leader:
		_ = kernel.Send(v.th, v.s.Ring[m.From], got{m.Round})
		v.follow(m.Station)
		if m.Hops++; m.By != v.s.Me && m.Hops < len(v.s.Ring) {
			v.pass(m)
		}
	}
}

func (v *voter) follow(k int) {
	if v.who != k {
		v.who, v.heard = k, v.th.Clock()
		v.leads(k)
	}
}
