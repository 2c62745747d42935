package session

import (
	"machsim/debugger/record"
	"machsim/kernel"
)

// Answers returns who took the steps of the recorded run, and the answers of its Door.
func (s *Session) Answers() *record.Answers {
	a := record.NewAnswers()
	t := s.log().tape
	a.Packet = func(event uint64) kernel.PacketKey { return t.Lanes[t.Lane(int(event-1))].Packet }
	for range t.First() {
		a.Add(kernel.Actor{}, 0, true) // nobody follows these
	}
	for e := t.First(); e < t.Len(); e++ {
		for _, c := range t.Choices(e) {
			a.Chosen(record.Choice{Kind: c.Kind, N: int(c.N), C: int(c.C)})
		}
		lane := t.Lane(e)
		l := &t.Lanes[lane]
		who, op := kernel.Actor{Thread: l.Thread}, kernel.Op(0)
		switch {
		case l.Thread != 0:
			k := l.CallOf(t.Nth(e))
			if op = l.OpOf(k); op == kernel.OpReadLine {
				res, _ := t.Result(lane, k)
				a.Read(res.Text, res.N != 0)
			}
		case !l.Edits:
			who.Packet = 1 // which one, its key says
		}
		a.Add(who, op, l.Thread == 0 || t.Done(e))
	}
	return a
}
