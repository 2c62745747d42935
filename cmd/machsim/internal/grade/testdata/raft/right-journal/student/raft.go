// Package student is a replicated log. Its disk has a journal, to which each change is appended, and which is read up to
// the first line that is not whole. A leader begins its term with an entry that does nothing, looks first up to where
// logs agree, and then sends an entry at a time; who only asks for the balance waits for a round of ticks.
package student

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/kernel"
)

// Kinds of messages between replicas.
const (
	wantsVote = iota
	gives     // a vote
	tells     // what the leader has
	agrees
	refuses
)

// peer is a message between replicas: what its fields are depends on the kind.
type peer struct {
	Kind, Term, From, Index, IndexTerm, Commit, Round int
	Entries                                           []record // none, or the next one
	Image                                             []client // of a snapshot up to Index; none otherwise
}

// record is an entry.
type record struct{ Term, Client, Number, Add int }

// client is what one had last. The 0th of an image is nobody's: its balance is the account's.
type client struct{ Client, Number, Balance int }

// image is what entries have made.
type image []client

// request is one that waits: to be done at an index, or for a round of ticks.
type request struct {
	m            *kernel.Received[any]
	a            Ask
	index, round int
}

// raft is a replica.
type raft struct {
	th          *kernel.Thread
	h           *Host
	file        kernel.FileID
	term, vote  int // vote is a number from 1, 0 for nobody
	first       int // index of log[0], which is in the snapshot: only its term matters
	log         []record
	old, now    image // after log[0], after the last that was done
	done        int
	commit      int
	leader      int // from 0, -1 for nobody that is known
	deadline    kernel.Duration
	votes       []bool
	round       int // of ticks
	peers       []follower
	requests    []request
	isCandidate bool
}

// follower is what a leader knows of another replica.
type follower struct {
	agreed bool // up to match the logs are the same, and next is match + 1
	next   int
	match  int
	round  int // the last one that it has answered
}

// Serve is a replica.
func Serve(th *kernel.Thread, h *Host) {
	r := &raft{th: th, h: h, leader: -1, log: make([]record, 1), old: image{{}}, now: image{{}}}
	r.replay()
	for r.again(); ; {
		if m, err := kernel.ReceiveTimeout[any](th, h.Port, r.deadline-th.Clock(), Ask{}, peer{}); err == nil {
			switch x := m.Body.(type) {
			case Ask:
				r.asked(m, x)
			case peer:
				r.heard(x)
			}
		}
		if th.Clock() < r.deadline {
			continue
		}
		if r.leads() {
			r.tick()
		} else {
			r.elect()
		}
	}
}

func (r *raft) leads() bool { return r.leader == r.h.Me }

func (r *raft) last() int { return r.first + len(r.log) - 1 }

func (r *raft) at(index int) record { return r.log[index-r.first] }

// again begins the time for which a leader may be silent.
func (r *raft) again() { r.deadline = r.th.Clock() + r.h.Patience() }

// others does something for each other replica.
func (r *raft) others(f func(i int)) {
	for i := range r.h.N {
		if i != r.h.Me {
			f(i)
		}
	}
}

// say sends a message with the term and the sender.
func (r *raft) say(to int, x peer) {
	x.Term, x.From = r.term, r.h.Me
	r.h.Send(to, x)
}

// elect stands for election.
func (r *raft) elect() {
	r.enter(r.term+1, r.h.Me+1)
	r.isCandidate, r.votes = true, make([]bool, r.h.N)
	r.votes[r.h.Me] = true
	r.again()
	r.others(func(i int) { r.say(i, peer{Kind: wantsVote, Index: r.last(), IndexTerm: r.at(r.last()).Term}) })
}

// enter goes to a term, and gives a vote there.
func (r *raft) enter(term, vote int) {
	if r.leads() {
		r.again()
	}
	if term > r.term {
		r.leader, r.isCandidate, r.requests = -1, false, nil
	}
	r.term, r.vote = term, vote
	r.write(fmt.Sprintf("t %d %d .\n", term, vote))
}

// heard takes a message of another replica.
func (r *raft) heard(x peer) {
	if x.Term > r.term {
		r.enter(x.Term, 0)
	}
	if x.Term < r.term {
		if x.Kind == wantsVote || x.Kind == tells {
			r.say(x.From, peer{Kind: refuses})
		}
		return
	}
	switch x.Kind {
	case wantsVote:
		mine := r.at(r.last()).Term
		older := x.IndexTerm < mine || x.IndexTerm == mine && x.Index < r.last()
		if !older && r.vote == 0 {
			r.enter(r.term, x.From+1)
			r.again()
		}
		if r.vote == x.From+1 {
			r.say(x.From, peer{Kind: gives})
		}
	case gives:
		r.counted(x.From)
	case tells:
		r.told(x)
	case agrees, refuses:
		if r.leads() {
			r.answered(x)
		}
	}
}

// counted counts a vote.
func (r *raft) counted(from int) {
	if !r.isCandidate {
		return
	}
	n := 0
	r.votes[from] = true
	for _, v := range r.votes {
		if v {
			n++
		}
	}
	if n <= r.h.N/2 {
		return
	}
	r.isCandidate, r.leader = false, r.h.Me
	r.h.Leads(r.term, r.last(), r.at(r.last()).Term)
	r.peers = make([]follower, r.h.N)
	for i := range r.peers {
		r.peers[i].next = r.last() + 1
	}
	r.add(record{Term: r.term})
	r.tick()
}

// tick tells all others what they lack, in a new round.
func (r *raft) tick() {
	r.deadline = r.th.Clock() + Tick
	r.round++
	r.others(r.tell)
}

// tell tells another replica what comes next: an entry, if it is known where the logs agree; a snapshot, if that entry
// is gone.
func (r *raft) tell(i int) {
	p := &r.peers[i]
	x := peer{Kind: tells, Index: p.next - 1, Commit: r.commit, Round: r.round}
	switch {
	case x.Index < r.first:
		x.Index, x.Image = r.first, r.old
	case p.agreed && p.next <= r.last():
		x.Entries = []record{r.at(p.next)}
	}
	x.IndexTerm = r.at(x.Index).Term
	r.say(i, x)
}

// told follows the leader.
func (r *raft) told(x peer) {
	r.isCandidate, r.leader = false, x.From
	r.again()
	if len(x.Image) > 0 {
		r.take(x)
	}
	if x.Index < r.first {
		r.say(x.From, peer{Kind: agrees, Index: r.done, Round: x.Round}) // all that was done is the leader's, too
		return
	}
	if x.Index > r.last() || r.at(x.Index).Term != x.IndexTerm {
		r.say(x.From, peer{Kind: refuses, Index: max(r.done, min(x.Index-1, r.last())), Round: x.Round})
		return
	}
	match := x.Index
	for _, e := range x.Entries {
		match++
		if match <= r.last() && r.at(match).Term != e.Term {
			r.log = r.log[:match-r.first]
		}
		if match > r.last() {
			r.add(e)
		}
	}
	r.say(x.From, peer{Kind: agrees, Index: match, Round: x.Round})
	r.commit = max(r.commit, min(x.Commit, match))
	r.do()
}

// answered learns from an answer.
func (r *raft) answered(x peer) {
	p := &r.peers[x.From]
	p.round = max(p.round, x.Round)
	switch {
	case x.Kind == agrees && x.Index >= p.match:
		more := !p.agreed || x.Index > p.match
		p.agreed, p.match, p.next = true, x.Index, x.Index+1
		r.advance()
		if more && p.next <= r.last() {
			r.tell(x.From)
		}
	case x.Kind == refuses && !p.agreed && x.Round == r.round:
		p.next = max(min(p.next-1, x.Index+1), 1)
		r.tell(x.From)
	}
	r.reads()
}

// advance commits what more than half have, if the last of it is of this term.
func (r *raft) advance() {
	for n := r.commit + 1; n <= r.last(); n++ {
		have := 1
		r.others(func(i int) {
			if r.peers[i].match >= n {
				have++
			}
		})
		if have > r.h.N/2 && r.at(n).Term == r.term {
			r.commit = n
		}
	}
	r.do()
}

// asked takes a request of a client.
func (r *raft) asked(m *kernel.Received[any], a Ask) {
	switch {
	case !r.leads():
		_ = kernel.Reply(r.th, m, Elsewhere{r.leader})
	case a.Add == 0:
		r.requests = append(r.requests, request{m, a, r.last(), r.round + 1})
		r.tick()
	default:
		r.add(record{r.term, a.Client, a.Number, a.Add})
		r.requests = append(r.requests, request{m, a, r.last(), 0})
		r.others(r.tell)
	}
}

// reads answers those who wait for a round: more than half have answered it, so nobody else leads; and all that was
// committed before is done.
func (r *raft) reads() {
	var left []request
	for _, q := range r.requests {
		have := 1
		r.others(func(i int) {
			if r.peers[i].round >= q.round {
				have++
			}
		})
		if q.round == 0 || have <= r.h.N/2 || r.done < q.index {
			left = append(left, q)
			continue
		}
		_ = kernel.Reply(r.th, q.m, Answer{r.now[0].Balance})
	}
	r.requests = left
}

// do does what is committed, answers, and makes a snapshot if the log is long.
func (r *raft) do() {
	for r.done < r.commit {
		r.done++
		e := r.at(r.done)
		balance := r.now.do(e)
		r.h.Applied(r.term, r.done, Ask{e.Client, e.Number, e.Add}, r.now[0].Balance)
		for _, q := range r.requests {
			if q.round == 0 && q.index == r.done {
				_ = kernel.Reply(r.th, q.m, Answer{balance})
			}
		}
	}
	if r.h.Limit > 0 && r.last()-r.first >= r.h.Limit && r.done > r.first {
		r.cut(r.done, r.log[r.done-r.first:], r.now)
	}
}

// do does an entry, once, and returns its client's balance.
func (m *image) do(e record) int {
	i := 0
	for i < len(*m) && (*m)[i].Client != e.Client {
		i++
	}
	if i == len(*m) {
		*m = append(*m, client{Client: e.Client})
	}
	if e.Number > (*m)[i].Number {
		(*m)[0].Balance += e.Add
		(*m)[i].Number, (*m)[i].Balance = e.Number, (*m)[0].Balance
	}
	return (*m)[i].Balance
}

// take takes a snapshot, unless it has less than what was done.
func (r *raft) take(x peer) {
	if x.Index <= r.done {
		return
	}
	rest := []record{{Term: x.IndexTerm}}
	if x.Index <= r.last() && r.at(x.Index).Term == x.IndexTerm {
		rest = r.log[x.Index-r.first:]
	}
	r.cut(x.Index, rest, x.Image)
	r.restore()
}

// restore begins with the snapshot.
func (r *raft) restore() {
	r.now, r.done, r.commit = append(image{}, r.old...), r.first, max(r.commit, r.first)
	r.h.Restored(r.first, r.now[0].Balance)
}

// add adds an entry.
func (r *raft) add(e record) {
	r.h.Stored(r.last()+1, e.Term, r.at(r.last()).Term, Ask{e.Client, e.Number, e.Add})
	r.log = append(r.log, e)
	r.write(line(r.last(), e))
}

// line is an entry in the journal. It takes the place of any of its index, and of all after that.
func line(index int, e record) string {
	return fmt.Sprintf("e %d %d %d %d %d .\n", index, e.Term, e.Client, e.Number, e.Add)
}

// write appends to the journal.
func (r *raft) write(text string) {
	d := r.th.Disk()
	kernel.Must(d.Append(r.file, []byte(text)))
	kernel.Must(d.Sync(r.file))
}

// cut begins a new journal, with a snapshot.
func (r *raft) cut(first int, log []record, now image) {
	r.first, r.log, r.old = first, append([]record{}, log...), append(image{}, now...)
	var b strings.Builder
	b.WriteString(fmt.Sprintf("t %d %d .\ns %d %d .\n", r.term, r.vote, first, r.log[0].Term))
	for _, c := range r.old {
		b.WriteString(fmt.Sprintf("c %d %d %d .\n", c.Client, c.Number, c.Balance))
	}
	for i, e := range r.log[1:] {
		b.WriteString(line(first+1+i, e))
	}
	d := r.th.Disk()
	kernel.Must(d.Close(r.file))
	r.file = kernel.Must(d.Create("new"))
	kernel.Must(d.Truncate(r.file, 0))
	r.write(b.String())
	kernel.Must(d.Rename(r.file, "journal"))
	kernel.Must(d.Sync(r.file))
}

// replay reads the journal, and takes off what is not whole.
func (r *raft) replay() {
	d := r.th.Disk()
	r.file = kernel.Must(d.Create("journal"))
	size := 0
	for text := range strings.Lines(string(kernel.Must(d.Read(r.file, 0, kernel.MaxFileSize)))) {
		if !strings.HasSuffix(text, ".\n") {
			break
		}
		size += len(text)
		r.read(text[0], numbers(text))
	}
	kernel.Must(d.Truncate(r.file, int64(size)))
	kernel.Must(d.Sync(r.file))
	if r.first > 0 {
		r.restore()
	}
}

// read takes in a line of the journal.
func (r *raft) read(kind byte, n []int) {
	switch kind {
	case 't':
		r.term, r.vote = n[0], n[1]
	case 's':
		r.first, r.log, r.old = n[0], []record{{Term: n[1]}}, nil
	case 'c':
		r.old = append(r.old, client{n[0], n[1], n[2]})
	case 'e':
		r.log = append(r.log[:n[0]-r.first], record{n[1], n[2], n[3], n[4]})
	}
}

// numbers are those in a line.
func numbers(text string) (all []int) {
	for _, word := range strings.Fields(text) {
		if n, err := strconv.Atoi(word); err == nil {
			all = append(all, n)
		}
	}
	return all
}
