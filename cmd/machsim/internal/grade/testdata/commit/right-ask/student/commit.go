// Package student is what you write and hand in.
package student

import "machsim/kernel"

const again = 40 * kernel.Millisecond

// Coordinate asks for votes until all are there, however long it takes, and notes what is decided. Participants ask.
func Coordinate(th *kernel.Thread, s *Site) {
	decided, votes := map[int]string{}, map[int]bool{}
	for _, r := range s.Records {
		decided[r.Transaction] = r.Word
	}
	now, no := 0, false // the transaction that is asked for, and whether one has voted no
	ask := func() {
		for to := 1; to <= s.N && now > 0; to++ {
			if !votes[to] {
				s.Send(Message{Kind: "can you", Transaction: now, To: to})
			}
		}
	}
	for next := th.Clock() + again; ; {
		if th.Clock() >= next {
			next = th.Clock() + again
			ask()
		}
		m, ok := s.Receive(next - th.Clock())
		if !ok {
			continue
		}
		t := m.Transaction
		if m.Kind == "vote" && t == now && decided[t] == "" {
			votes[m.From], no = true, no || !m.Yes
			if len(votes) == s.N {
				decided[t] = "done"
				if no {
					decided[t] = "undone"
				}
				s.Append(decided[t], t)
				s.Sync()
			}
		}
		word := decided[t]
		switch {
		case m.Kind == Begin && word != "":
			s.Send(Message{Kind: Finished, Transaction: t, Yes: word == "done", To: Client})
		case m.Kind == Begin && t != now:
			now, no, votes = t, false, map[int]bool{}
			ask()
		case m.Kind == "what" && word != "":
			s.Send(Message{Kind: word, Transaction: t, To: m.From})
		}
	}
}

// Participate asks for the decision until it has it. Before it is asked for its vote it can also be asked to ask.
func Participate(th *kernel.Thread, s *Site) {
	words := map[int]string{}
	for _, r := range s.Records {
		words[r.Transaction] = r.Word
	}
	for t := 1; t <= len(words); t++ { // what was noted may not have been said
		switch words[t] {
		case "done":
			s.Done(t)
		case "undone", "refused":
			s.Undone(t)
		}
	}
	note := func(word string, t int) {
		words[t] = word
		s.Append(word, t)
		s.Sync()
	}
	for {
		m, ok := s.Receive(again)
		t := m.Transaction
		switch {
		case !ok:
			for t := 1; t <= len(words); t++ {
				if words[t] == "ready" {
					s.Send(Message{Kind: "what", Transaction: t})
				}
			}
		case m.Kind == "can you":
			switch {
			case words[t] != "":
			case s.Vote(t):
				note("ready", t)
			default:
				note("refused", t)
				s.Undone(t)
			}
			s.Send(Message{Kind: "vote", Transaction: t, Yes: words[t] == "ready" || words[t] == "done"})
		case m.Kind == "done":
			note("done", t)
			s.Done(t)
		case m.Kind == "undone":
			note("undone", t)
			s.Undone(t)
		}
	}
}
