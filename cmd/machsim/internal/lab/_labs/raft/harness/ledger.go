package harness

import (
	"fmt"
	"slices"

	"machsim/kernel"
)

// ledger is what the replicas have reported: what has to be true of it is Raft's figure 3.
type ledger struct {
	th      *kernel.Thread
	leaders map[int]leads    // by term
	entries map[place]stored // that some log has had
	commits map[int]applied  // by index: as first reported
	upto    []int            // what each replica has applied
	newest  int              // what one has
}

// place is where an entry is: no two entries have the same.
type place struct{ index, term int }

func newLedger(n int) ledger {
	return ledger{leaders: map[int]leads{}, entries: map[place]stored{}, commits: map[int]applied{}, upto: make([]int, n)}
}

// leads: election safety, and leader completeness for what is known to be committed.
func (l *ledger) leads(r leads) {
	first, ok := l.leaders[r.Term]
	l.th.Check(!ok || first.Replica == r.Replica, "replica %d and replica %d both lead in term %d", first.Replica,
		r.Replica, r.Term)
	l.leaders[r.Term] = r
	for i := range l.newest {
		l.complete(r, l.commits[i+1])
	}
}

// stored: log matching. An entry of an index and a term is the same everywhere, and so is what is before it.
func (l *ledger) stored(r stored) {
	at := place{r.Index, r.Term}
	first, ok := l.entries[at]
	if !ok {
		l.entries[at], first = r, r
	}
	a, b := command(first.Client, first.Number), command(r.Client, r.Number)
	l.th.Check(a == b, "entry %d of term %d is %s at replica %d, and %s at replica %d", r.Index, r.Term, a, first.Replica,
		b, r.Replica)
	l.th.Check(first.Before == r.Before,
		"entry %d of term %d is after one of term %d at replica %d, of term %d at replica %d",
		r.Index, r.Term, first.Before, first.Replica, r.Before, r.Replica)
}

// applied: state machine safety, and leader completeness for the leaders that are known.
func (l *ledger) applied(r applied) {
	first, ok := l.commits[r.Index]
	if !ok {
		l.commits[r.Index], first = r, r
		l.newest = max(l.newest, r.Index)
		for _, leader := range l.later(r.Term) {
			l.complete(leader, r)
		}
	}
	l.upto[r.Replica] = max(l.upto[r.Replica], r.Index) // a report from before a crash may be late
	a, b := command(first.Client, first.Number), command(r.Client, r.Number)
	l.th.Check(a == b, "entry %d is %s for replica %d, and %s for replica %d", r.Index, a, first.Replica, b, r.Replica)
	l.th.Check(first.Balance == r.Balance, "after entry %d the account has %d at replica %d, and %d at replica %d",
		r.Index, first.Balance, first.Replica, r.Balance, r.Replica)
}

// later are the leaders of later terms, in their order.
func (l *ledger) later(than int) (all []leads) {
	for term := range l.leaders {
		if term > than {
			all = append(all, l.leaders[term])
		}
	}
	slices.SortFunc(all, func(a, b leads) int { return a.Term - b.Term })
	return all
}

// complete: a leader has in its log what was committed in an earlier term. What the ledger does not know of the log is
// not judged.
func (l *ledger) complete(leader leads, c applied) {
	if c.Index == 0 || leader.Term <= c.Term {
		return
	}
	l.th.Check(leader.Index >= c.Index, "replica %d leads in term %d without entry %d, which was committed in term %d",
		leader.Replica, leader.Term, c.Index, c.Term)
	at := place{leader.Index, leader.Last}
	for at.index > c.Index {
		e, ok := l.entries[at]
		if !ok {
			return
		}
		at = place{at.index - 1, e.Before}
	}
	if e, ok := l.entries[at]; ok {
		a, b := command(e.Client, e.Number), command(c.Client, c.Number)
		l.th.Check(a == b, "replica %d leads in term %d, and its entry %d is %s; committed was %s", leader.Replica,
			leader.Term, c.Index, a, b)
	}
}

// restored: a snapshot has what the commands up to its entry make.
func (l *ledger) restored(r restored) {
	if c, ok := l.commits[r.Index]; ok {
		l.th.Check(c.Balance == r.Balance,
			"after entry %d the account has %d at replica %d, and %d in a snapshot at replica %d",
			r.Index, c.Balance, c.Replica, r.Balance, r.Replica)
	}
	l.upto[r.Replica] = max(l.upto[r.Replica], r.Index)
	l.th.Reach("a snapshot is restored")
}

// command names a client's request.
func command(client, number int) string {
	if client == 0 {
		return "nothing"
	}
	return fmt.Sprintf("request %d of client %d", number, client)
}
