// Package student is a replicated log. All that has to survive is written anew whenever it changes.
package student

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/kernel"
)

// Messages between replicas.
type (
	requestVote struct{ Term, From, Last, LastTerm int }
	voted       struct {
		Term, From int
		Granted    bool
	}
	appendEntries struct {
		Term, From, Before, BeforeTerm int
		Entries                        []entry
		Commit                         int
	}
	// appended: up to Match the log is the leader's; if not, it may be up to Match.
	appended struct {
		Term, From, Match int
		Ok                bool
	}
	install struct {
		Term, From, Index, IndexTerm, Balance int
		Done                                  []done
	}
)

// entry is an entry of the log.
type entry struct {
	Term int
	Ask  Ask
}

// done is the last request of a client that was done, and its answer.
type done struct{ Client, Number, Balance int }

// account is what the log makes.
type account struct {
	balance int
	done    []done
}

// Roles.
const (
	follower = iota
	candidate
	leader
)

// replica is all that a replica knows.
type replica struct {
	th *kernel.Thread
	h  *Host

	// On the disk:
	term, voted    int
	base, baseTerm int     // the last entry that is in the snapshot
	snapshot       account // after that entry
	log            []entry // the entries after it

	// Not on the disk:
	role        int
	leader      int // -1 if it is not known
	until       kernel.Duration
	votes       map[int]bool
	next, match []int
	commit      int
	applied     int
	state       account // after that entry
	waiting     map[int]*kernel.Received[any]
}

// Serve is a replica.
func Serve(th *kernel.Thread, h *Host) {
	r := &replica{th: th, h: h, voted: -1, leader: -1, waiting: map[int]*kernel.Received[any]{}}
	r.load()
	r.wait()
	for {
		m, err := kernel.ReceiveTimeout[any](th, h.Port, r.until-th.Clock(), Ask{}, requestVote{}, voted{},
			appendEntries{}, appended{}, install{})
		if err == nil {
			r.hear(m)
		}
		if th.Clock() >= r.until {
			r.late()
		}
	}
}

// wait sets the time at which a leader is missed.
func (r *replica) wait() { r.until = r.th.Clock() + r.h.Patience() }

// late is called when the time is over.
func (r *replica) late() {
	if r.role != leader {
		r.stand()
		return
	}
	r.until = r.th.Clock() + Tick
	for i := range r.h.N {
		r.supply(i)
	}
}

// stand stands for election.
func (r *replica) stand() {
	r.term++
	r.voted, r.role, r.leader, r.votes = r.h.Me, candidate, -1, map[int]bool{r.h.Me: true}
	r.save()
	r.wait()
	for i := range r.h.N {
		if i != r.h.Me {
			r.h.Send(i, requestVote{r.term, r.h.Me, r.last(), r.termOf(r.last())})
		}
	}
	r.won()
}

// newer becomes a follower in a higher term.
func (r *replica) newer(term int) {
	if term > r.term {
		r.term, r.voted, r.leader = term, -1, -1
		r.save()
		if r.role == leader {
			r.wait()
		}
		r.role = follower
	}
}

// hear does what a message asks for.
func (r *replica) hear(m *kernel.Received[any]) {
	switch x := m.Body.(type) {
	case Ask:
		r.ask(m, x)
	case requestVote:
		r.newer(x.Term)
		r.vote(x)
	case voted:
		r.newer(x.Term)
		if r.role == candidate && x.Term == r.term && x.Granted {
			r.votes[x.From] = true
			r.won()
		}
	case appendEntries:
		r.newer(x.Term)
		r.append(x)
	case appended:
		r.newer(x.Term)
		if r.role == leader && x.Term == r.term {
			r.matched(x)
		}
	case install:
		r.newer(x.Term)
		r.install(x)
	}
}

func (r *replica) vote(x requestVote) {
	last, lastTerm := r.last(), r.termOf(r.last())
	fresh := x.LastTerm > lastTerm || x.LastTerm == lastTerm && x.Last >= last
	granted := x.Term == r.term && fresh && (r.voted == -1 || r.voted == x.From)
	if granted {
		r.voted = x.From
		r.save()
		r.wait()
	}
	r.h.Send(x.From, voted{r.term, r.h.Me, granted})
}

// won begins to lead if a majority has voted for it.
func (r *replica) won() {
	if r.role != candidate || 2*len(r.votes) <= r.h.N {
		return
	}
	r.role, r.leader = leader, r.h.Me
	r.next, r.match = make([]int, r.h.N), make([]int, r.h.N)
	for i := range r.next {
		r.next[i] = r.last() + 1
	}
	r.h.Leads(r.term, r.last(), r.termOf(r.last()))
	r.late()
}

// last is the index of the last entry.
func (r *replica) last() int { return r.base + len(r.log) }

// termOf is the term of an entry that is in the log, or the last in the snapshot.
func (r *replica) termOf(index int) int {
	if index == r.base {
		return r.baseTerm
	}
	return r.log[index-r.base-1].Term
}

// put puts an entry at the end of the log.
func (r *replica) put(e entry) {
	r.h.Stored(r.last()+1, e.Term, r.termOf(r.last()), e.Ask)
	r.log = append(r.log, e)
}

// ask takes a client's request.
func (r *replica) ask(m *kernel.Received[any], a Ask) {
	if r.role != leader {
		_ = kernel.Reply(r.th, m, Elsewhere{r.leader})
		return
	}
	r.put(entry{r.term, a})
	r.save()
	r.waiting[r.last()] = m
	for i := range r.h.N {
		r.supply(i)
	}
	r.count()
}

// supply sends another replica what it lacks, or that there is nothing.
func (r *replica) supply(i int) {
	switch before := 0; {
	case i == r.h.Me:
	case r.next[i] <= r.base:
		r.h.Send(i, install{r.term, r.h.Me, r.base, r.baseTerm, r.snapshot.balance, r.snapshot.done})
	default:
		before = r.next[i] - 1
		r.h.Send(i, appendEntries{r.term, r.h.Me, before, r.termOf(before), r.log[before-r.base:], r.commit})
	}
}

// append takes entries from the leader.
func (r *replica) append(x appendEntries) {
	if x.Term < r.term {
		r.h.Send(x.From, appended{r.term, r.h.Me, 0, false})
		return
	}
	r.role, r.leader = follower, x.From
	r.wait()
	if x.Before < r.base { // the snapshot has some of it
		some := min(r.base-x.Before, len(x.Entries))
		if x.Before += some; x.Before < r.base {
			r.h.Send(x.From, appended{r.term, r.h.Me, r.base, true})
			return
		}
		x.Entries, x.BeforeTerm = x.Entries[some:], r.baseTerm
	}
	if x.Before > r.last() || r.termOf(x.Before) != x.BeforeTerm {
		r.h.Send(x.From, appended{r.term, r.h.Me, min(x.Before-1, r.last()), false})
		return
	}
	changed := false
	for i, e := range x.Entries {
		at := x.Before + 1 + i
		if at <= r.last() && r.termOf(at) != e.Term {
			r.log = r.log[:at-r.base-1]
		}
		if at > r.last() {
			r.put(e)
			changed = true
		}
	}
	if changed {
		r.save()
	}
	match := x.Before + len(x.Entries)
	r.h.Send(x.From, appended{r.term, r.h.Me, match, true})
	r.commit = max(r.commit, min(x.Commit, match))
	r.apply()
}

// matched takes note of what another replica has.
func (r *replica) matched(x appended) {
	if !x.Ok {
		r.next[x.From] = max(r.match[x.From]+1, min(r.next[x.From]-1, x.Match+1))
		r.supply(x.From)
		return
	}
	r.match[x.From] = max(r.match[x.From], x.Match)
	r.next[x.From] = max(r.next[x.From], r.match[x.From]+1)
	r.count()
}

// count finds out what a majority has: of this term, it is committed, and all before it.
func (r *replica) count() {
	for n := r.last(); n > r.commit && r.termOf(n) == r.term; n-- {
		have := 1
		for i, m := range r.match {
			if i != r.h.Me && m >= n {
				have++
			}
		}
		if 2*have > r.h.N {
			r.commit = n
			r.apply()
			return
		}
	}
}

// apply does what is committed.
func (r *replica) apply() {
	for r.applied < r.commit {
		r.applied++
		a := r.log[r.applied-r.base-1].Ask
		answer := r.state.do(a)
		r.h.Applied(r.term, r.applied, a, r.state.balance)
		if m := r.waiting[r.applied]; m != nil {
			if m.Body == a {
				_ = kernel.Reply(r.th, m, Answer{answer})
			}
			delete(r.waiting, r.applied)
		}
	}
	r.compact()
}

// do does a request, unless it was done, and returns the answer.
func (a *account) do(x Ask) int {
	for i, d := range a.done {
		if d.Client == x.Client {
			if x.Number > d.Number {
				a.balance += x.Add
				a.done[i] = done{x.Client, x.Number, a.balance}
			}
			return a.done[i].Balance
		}
	}
	a.balance += x.Add
	a.done = append(a.done, done{x.Client, x.Number, a.balance})
	return a.balance
}

// copied is the account with a list of its own.
func (a *account) copied() account { return account{a.balance, append([]done{}, a.done...)} }

// compact makes a snapshot of what was applied, if the log is long.
func (r *replica) compact() {
	if r.h.Limit == 0 || len(r.log) < r.h.Limit || r.applied == r.base {
		return
	}
	r.baseTerm = r.termOf(r.applied)
	r.log = append([]entry{}, r.log[r.applied-r.base:]...)
	r.base, r.snapshot = r.applied, r.state.copied()
	r.save()
}

// install takes a snapshot from the leader.
func (r *replica) install(x install) {
	if x.Term < r.term {
		r.h.Send(x.From, appended{r.term, r.h.Me, 0, false})
		return
	}
	r.role, r.leader = follower, x.From
	r.wait()
	if x.Index > r.commit {
		if x.Index < r.last() && r.termOf(x.Index) == x.IndexTerm {
			r.log = append([]entry{}, r.log[x.Index-r.base:]...)
		} else {
			r.log = nil
		}
		r.base, r.baseTerm, r.snapshot = x.Index, x.IndexTerm, account{x.Balance, x.Done}
		r.save()
		r.restore()
	}
	r.h.Send(x.From, appended{r.term, r.h.Me, x.Index, true})
}

// restore has the account be what it was at the snapshot.
func (r *replica) restore() {
	r.state, r.applied, r.commit = r.snapshot.copied(), r.base, r.base
	r.h.Restored(r.base, r.state.balance)
}

// save writes to another file, and gives that the name when it is safe.
func (r *replica) save() {
	var b strings.Builder
	b.WriteString(fmt.Sprintln(r.term, r.voted, r.base, r.baseTerm, r.snapshot.balance, len(r.snapshot.done)))
	for _, d := range r.snapshot.done {
		b.WriteString(fmt.Sprintln(d.Client, d.Number, d.Balance))
	}
	for _, e := range r.log {
		b.WriteString(fmt.Sprintln(e.Term, e.Ask.Client, e.Ask.Number, e.Ask.Add))
	}
	d := r.th.Disk()
	f := kernel.Must(d.Create("next"))
	kernel.Must(d.Truncate(f, 0))
	kernel.Must(d.Append(f, []byte(b.String())))
	kernel.Must(d.Sync(f))
	kernel.Must(d.Rename(f, "state"))
	kernel.Must(d.Sync(f))
	kernel.Must(d.Close(f))
}

// load reads what is there.
func (r *replica) load() {
	d := r.th.Disk()
	f, err := d.Open("state")
	if err != nil {
		return
	}
	n := numbers(string(kernel.Must(d.Read(f, 0, kernel.MaxFileSize))))
	kernel.Must(d.Close(f))
	r.term, r.voted, r.base, r.baseTerm, r.snapshot.balance = n[0], n[1], n[2], n[3], n[4]
	some := n[5]
	for n = n[6:]; some > 0; n, some = n[3:], some-1 {
		r.snapshot.done = append(r.snapshot.done, done{n[0], n[1], n[2]})
	}
	for ; len(n) > 0; n = n[4:] {
		r.log = append(r.log, entry{n[0], Ask{n[1], n[2], n[3]}})
	}
	if r.base > 0 {
		r.restore()
	}
}

// numbers are those in a text.
func numbers(text string) (all []int) {
	for _, word := range strings.Fields(text) {
		n, _ := strconv.Atoi(word)
		all = append(all, n)
	}
	return all
}
