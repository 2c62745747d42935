package harness

import (
	"lab/student"

	"machsim/kernel"
)

// decides takes a decision of a participant, which must be that of all others.
func (j *judge) decides(th *kernel.Thread, d decides) {
	t := j.of(th, d.Site, d.Transaction)
	yes, voted := t.votes[d.Site]
	th.Check(!d.Yes || voted, "%s does transaction %d, and was not asked for its vote", name(d.Site), d.Transaction)
	th.Check(!d.Yes || yes, "%s does transaction %d, for which it has voted no", name(d.Site), d.Transaction)
	for site := 1; site <= j.n; site++ {
		other, decided := t.decided[site]
		th.Check(!decided || other == d.Yes, "%s %s transaction %d, and %s has %s it", name(d.Site), does(d.Yes),
			d.Transaction, name(site), done(other))
	}
	if told, ok := t.told[0]; ok {
		th.Check(told == d.Yes, "%s %s transaction %d, and the client was told that it is %s", name(d.Site), does(d.Yes),
			d.Transaction, done(told))
	}
	t.decided[d.Site] = d.Yes
}

// finished takes what the client is told.
func (j *judge) finished(th *kernel.Thread, m student.Message) {
	if m.Kind != student.Finished {
		return
	}
	t := j.of(th, 0, m.Transaction)
	for site := 1; site <= j.n; site++ {
		other, decided := t.decided[site]
		th.Check(!decided || other == m.Yes, "the client is told that transaction %d is %s, and %s has %s it",
			m.Transaction, done(m.Yes), name(site), done(other))
	}
	told, before := t.told[0]
	th.Check(!before || told == m.Yes, "the client is told that transaction %d is %s, and was told otherwise before",
		m.Transaction, done(m.Yes))
	t.told[0] = m.Yes
	if j.sure {
		j.voted(th, t, m)
	}
}

// voted sees that what became of a transaction is what all have voted.
func (j *judge) voted(th *kernel.Thread, t transaction, m student.Message) {
	all := len(t.votes) == j.n
	for _, site := range []int{1, 2, 3, 4, 5, 6, 7, 8} {
		all = all && (site > j.n || t.votes[site])
	}
	th.Check(m.Yes == all, "the client is told that transaction %d is %s, and it is %t that all have voted yes",
		m.Transaction, done(m.Yes), all)
	if all {
		th.Reach("all vote yes")
	} else {
		th.Reach("some vote no")
	}
}

func does(yes bool) string {
	if yes {
		return "does"
	}
	return "undoes"
}

func done(yes bool) string {
	if yes {
		return "done"
	}
	return "undone"
}
