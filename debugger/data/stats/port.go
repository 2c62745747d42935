package stats

import (
	"cmp"
	"slices"

	"machsim/debugger/event/facts"
)

type port struct {
	PortUse
	took latencies
}

// ports reports on the ports to which messages went. Two of one name are two.
func (q *query) ports() {
	all, order := make([]port, len(q.f.Mail.Objects)), []*port(nil)
	left := map[uint64]bool{}
	for _, m := range facts.Left(q.s.Final()) {
		left[m.Sent] = true
	}
	sent := q.events.Column("sent_n")
	for i := range q.f.Mail.All {
		l, from := &q.f.Mail.All[i], uint64(0)
		switch {
		case l.Sent == 0: // the kernel's, which may have sent it for a thread, as that of an exception
			from = uint64(q.events.Value(int(l.Got)-1-q.s.First(), sent).Int())
		case l.Left:
			from = l.Sent
		}
		if from == 0 {
			continue
		}
		p := &all[l.Port]
		if p.Sent++; p.Sent == 1 {
			p.Port, order = q.f.Mail.Objects[l.Port].Text, append(order, p)
		}
		switch {
		case l.Got != 0:
			p.received(q.time(l.Got)-q.time(from), int(l.Got))
		case left[l.Sent]:
			p.Waiting++
		default:
			p.Lost++
		}
	}
	for _, p := range order {
		p.Median, p.P95 = p.took.quantile(1, 2), p.took.quantile(19, 20)
		q.x.Ports = append(q.x.Ports, p.PortUse)
	}
	slices.SortFunc(q.x.Ports, func(a, b PortUse) int { return cmp.Or(b.Sent-a.Sent, cmp.Compare(a.Port, b.Port)) })
}

// received notes how long a message took.
func (p *port) received(took int64, at int) {
	p.Received++
	p.took.add(took)
	if p.At == 0 || took > p.Max {
		p.Max, p.At = took, at
	}
}
