// Package student is what you write and hand in.
package student

import "machsim/kernel"

const again = 40 * kernel.Millisecond

// coordinator is what the coordinator knows. What was begun, and is not in the log, was not decided.
type coordinator struct {
	s       *Site
	decided map[int]bool         // of transactions
	votes   map[int]map[int]bool // of those that are not decided
	acks    map[int]map[int]bool // of those that are
	tries   map[int]int
}

// Coordinate asks all for their votes, decides when they are there or after a while, and tells all until they know.
func Coordinate(th *kernel.Thread, s *Site) {
	c := &coordinator{s, map[int]bool{}, map[int]map[int]bool{}, map[int]map[int]bool{}, map[int]int{}}
	for _, r := range s.Records {
		if r.Word != "told" {
			c.decided[r.Transaction], c.acks[r.Transaction] = r.Word == "yes", map[int]bool{}
		}
	}
	for _, r := range s.Records {
		if r.Word == "told" {
			delete(c.acks, r.Transaction)
		}
	}
	next := th.Clock() + again
	for {
		if m, ok := s.Receive(max(0, next-th.Clock())); ok {
			c.take(m)
		}
		if th.Clock() >= next {
			next = th.Clock() + again
			c.repeat()
		}
	}
}

// each sends a message to all participants that are not in a set.
func (c *coordinator) each(kind string, t int, but map[int]bool) {
	for to := 1; to <= c.s.N; to++ {
		if !but[to] {
			c.s.Send(Message{Kind: kind, Transaction: t, Yes: c.decided[t], To: to})
		}
	}
}

// repeat asks and tells again whoever has not answered.
func (c *coordinator) repeat() {
	for t := 1; t <= c.last(); t++ {
		switch votes, open := c.votes[t]; {
		case open && c.tries[t] > 5:
			c.decide(t, false)
		case open:
			c.tries[t]++
			c.each("prepare", t, votes)
		case c.acks[t] != nil:
			c.each("decision", t, c.acks[t])
		}
	}
}

// last is the greatest transaction that is not over.
func (c *coordinator) last() (last int) {
	for t := range c.votes {
		last = max(last, t)
	}
	for t := range c.acks {
		last = max(last, t)
	}
	return last
}

func (c *coordinator) take(m Message) {
	t := m.Transaction
	yes, decided := c.decided[t]
	votes, open := c.votes[t]
	switch {
	case m.Kind == Begin && decided:
		c.s.Send(Message{Kind: Finished, Transaction: t, Yes: yes, To: Client})
	case m.Kind == Begin && !open:
		c.votes[t] = map[int]bool{}
		c.each("prepare", t, nil)
	case m.Kind == "vote" && open && !m.Yes:
		c.decide(t, false)
	case m.Kind == "vote" && open:
		if votes[m.From] = true; len(votes) == c.s.N {
			c.decide(t, true)
		}
	case m.Kind == "ack" && c.acks[t] != nil:
		if c.acks[t][m.From] = true; len(c.acks[t]) == c.s.N {
			delete(c.acks, t)
			c.s.Append("told", t)
		}
	}
}

// decide decides a transaction for good, and tells all.
func (c *coordinator) decide(t int, yes bool) {
	word := "no"
	if yes {
		word = "yes"
	}
	c.s.Append(word, t)
	c.s.Sync()
	c.decided[t], c.acks[t] = yes, map[int]bool{}
	delete(c.votes, t)
	c.each("decision", t, nil)
	c.s.Send(Message{Kind: Finished, Transaction: t, Yes: yes, To: Client})
}

// Participate keeps its vote in the log, and waits for the decision.
func Participate(th *kernel.Thread, s *Site) {
	words := map[int]string{} // the last of each transaction
	for _, r := range s.Records {
		words[r.Transaction] = r.Word
	}
	note := func(word string, t int) {
		words[t] = word
		s.Append(word, t)
	}
	for {
		m, ok := s.Receive(1000 * kernel.Millisecond)
		if !ok {
			continue
		}
		t := m.Transaction
		switch {
		case m.Kind == "prepare" && words[t] == "":
			if s.Vote(t) {
				note("ready", t)
			} else {
				note("undone", t)
				s.Undone(t)
			}
			s.Send(Message{Kind: "vote", Transaction: t, Yes: words[t] == "ready"})
		case m.Kind == "prepare":
			s.Send(Message{Kind: "vote", Transaction: t, Yes: words[t] != "undone"})
		case m.Kind == "decision":
			if m.Yes && words[t] != "done" {
				note("done", t)
			}
			if !m.Yes && words[t] != "undone" {
				note("undone", t)
			}
			if m.Yes {
				s.Done(t)
			} else {
				s.Undone(t)
			}
			s.Send(Message{Kind: "ack", Transaction: t})
		}
	}
}
