// Package commit is two-phase commit with a coordinator that crashes. All
// participants of a transaction are to commit, or all to abort. The coordinator asks
// them to prepare; when all have voted yes it decides to commit, notes this on a disk
// that survives a crash, and tells them. Its host may crash at any moment, and is
// started again after a while; then it decides by what is on the disk: commit if that
// is noted there, otherwise abort.
//
// It teaches that who has voted yes is no longer free. The bug: a participant that
// hears nothing after its vote aborts by itself. The coordinator may have decided to
// commit, and have told the others. The fix is a termination protocol: it asks the
// others, and if none of them knows, waits until the coordinator is back.
package commit

import (
	"errors"
	"fmt"

	"machsim/kernel"
	"machsim/netname"
)

// Program aborts after a timeout.
var Program = kernel.Program{
	Name:   "commit",
	Doc:    "two-phase commit with a coordinator that crashes",
	Bug:    "a participant that has voted yes aborts by itself: some commit, some abort",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, (*participant).giveUp) },
}

// Fixed asks the others.
var Fixed = kernel.Program{
	Name:   "commit-fixed",
	Doc:    "two-phase commit with a termination protocol",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, (*participant).askOthers) },
}

var params = []kernel.Param{
	{Name: "n", Default: "3", Doc: "how many participants, 2 to 6"},
	{Name: "patience", Default: "50", Doc: "after how many milliseconds a participant misses the decision"},
	{Name: "repair", Default: "1000", Doc: "how many milliseconds the coordinator's host is down"},
}

// Messages.
type (
	prepare struct{ Coordinator kernel.Name }     // to a participant: vote
	vote    struct{ Yes bool }                    // to the coordinator
	decide  struct{ Commit bool }                 // to a participant; from the disk
	inquire struct{ Answer kernel.SendOnceRight } // to a participant: what is the decision?
	note    struct{}                              // to the disk: it is to commit
	read    struct{}                              // to the disk: is it to commit?
	finish  struct{}                              // to a participant: all have decided
	outcome struct {                              // to the judge
		Participant int
		Commit      bool
	}
)

func setUp(b *kernel.Boot, alone func(*participant)) {
	n := b.IntIn("n", 2, 6)
	patience, repair := b.Milliseconds("patience", 1, 100_000), b.Milliseconds("repair", 1, 100_000)
	center := b.Host("center")
	b.Server(center, "coordinator", func(th *kernel.Thread) { coordinate(th, n) })
	b.Server(b.Host("archive"), "disk", disk)
	b.Task(b.Host("court"), "judge", func(th *kernel.Thread) { judge(th, n) })
	b.Server(b.Host("court"), "lightning", func(th *kernel.Thread) { strike(th, n, repair) })
	for i := range n {
		h := b.Host(fmt.Sprint("branch", i))
		b.Delay(center, h, kernel.Millisecond, 10*kernel.Millisecond)
		b.Task(h, participantName(i), func(th *kernel.Thread) {
			p := &participant{th: th, me: i, alone: alone}
			p.join(n)
			p.run(patience)
		})
	}
	netname.Serve(b)
}

func participantName(i int) string { return fmt.Sprint("participant", i) }

func find(th *kernel.Thread, name string) kernel.Name {
	return kernel.Must(netname.Await(th, "*", name, 100*kernel.Second))
}

func findParticipants(th *kernel.Thread, n int) []kernel.Name {
	all := make([]kernel.Name, n)
	for i := range all {
		all[i] = find(th, participantName(i))
	}
	return all
}

// coordinate is the coordinator before the crash.
func coordinate(th *kernel.Thread, n int) {
	port := th.NewPort("coordinator")
	participants, disk := findParticipants(th, n), find(th, "disk")
	for _, p := range participants {
		kernel.Must(kernel.Send(th, p, prepare{port}))
	}
	all := true
	for range participants {
		all = kernel.Must(kernel.Receive[vote](th, port)).Body.Yes && all
	}
	if all {
		kernel.Must(kernel.RPC[note, decide](th, disk, note{}))
	}
	tell(th, participants, all)
}

// recoverDecision is the coordinator after it.
func recoverDecision(th *kernel.Thread, n int) {
	commit := kernel.Must(kernel.RPC[read, decide](th, find(th, "disk"), read{})).Commit
	tell(th, findParticipants(th, n), commit)
}

func tell(th *kernel.Thread, participants []kernel.Name, commit bool) {
	for _, p := range participants {
		_ = kernel.Send(th, p, decide{commit}) // some may have finished
	}
}

// disk remembers one bit.
func disk(th *kernel.Thread) {
	port := th.NewPort("disk")
	kernel.Must(netname.Register(th, "disk", port))
	commit := false
	for {
		m := kernel.Must(kernel.Receive[any](th, port, note{}, read{}))
		commit = commit || m.Body == (note{})
		_ = kernel.Reply(th, m, decide{commit}) // the coordinator may have crashed
	}
}

// strike crashes the coordinator's host, and starts it again.
func strike(th *kernel.Thread, n int, repair kernel.Duration) {
	findParticipants(th, n)
	th.Sleep(kernel.Duration(th.Random(100)) * kernel.Millisecond)
	kernel.Must(th.CrashHost("center"))
	th.Sleep(repair)
	kernel.Must(th.RestartHost("center"))
	kernel.Must(th.Spawn("center", "coordinator", func(th *kernel.Thread) { recoverDecision(th, n) }))
}

// judge hears what the participants have done, and lets them go.
func judge(th *kernel.Thread, n int) {
	port := th.NewPort("judge")
	kernel.Must(netname.Register(th, "judge", port))
	participants := findParticipants(th, n)
	first := kernel.Must(kernel.Receive[outcome](th, port)).Body
	for range n - 1 {
		m := kernel.Must(kernel.Receive[outcome](th, port)).Body
		th.Check(m.Commit == first.Commit, "%s %s, but %s %s",
			participantName(first.Participant), verb(first.Commit), participantName(m.Participant), verb(m.Commit))
	}
	for _, p := range participants {
		kernel.Must(kernel.Send(th, p, finish{}))
	}
}

func verb(commit bool) string {
	if commit {
		return "commits"
	}
	return "aborts"
}

// progress is how far a participant has got.
type progress int

const (
	working   progress = iota // it has not voted, and may abort
	uncertain                 // it has voted yes
	committed
	aborted
)

// participant is what a participant knows.
type participant struct {
	th     *kernel.Thread
	me     int
	in     kernel.Name
	judge  kernel.Name
	others []kernel.Name
	state  progress
	alone  func(*participant) // what it does when it hears nothing after its vote
}

func (p *participant) join(n int) {
	p.in = p.th.NewPort(participantName(p.me))
	p.th.SetQueueLimit(p.in, 16)
	kernel.Must(netname.Register(p.th, participantName(p.me), p.in))
	p.judge = find(p.th, "judge")
	for i, port := range findParticipants(p.th, n) {
		if i != p.me {
			p.others = append(p.others, port)
		}
	}
}

// run goes on until all have decided.
func (p *participant) run(patience kernel.Duration) {
	for {
		m, err := kernel.ReceiveTimeout[any](p.th, p.in, patience, prepare{}, decide{}, inquire{}, finish{},
			kernel.SendOnce{})
		if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
			if p.state == uncertain {
				p.alone(p)
			}
			continue
		}
		kernel.Must(err)
		switch r := m.Body.(type) {
		case prepare:
			p.vote(r.Coordinator)
		case decide:
			p.decide(r.Commit)
		case inquire:
			p.answer(kernel.Name(r.Answer))
		case finish:
			return
		}
	}
}

// vote answers the coordinator, most often with yes.
func (p *participant) vote(coordinator kernel.Name) {
	yes := p.state == working && p.th.Random(8) != 0
	if yes {
		p.state = uncertain
	} else {
		p.decide(false)
	}
	_ = kernel.Send(p.th, coordinator, vote{yes}) // it may have crashed
}

// decide commits or aborts, unless that is done.
func (p *participant) decide(commit bool) {
	switch {
	case p.state == committed || p.state == aborted:
		return
	case commit:
		p.state = committed
	default:
		p.state = aborted
	}
	kernel.Must(kernel.Send(p.th, p.judge, outcome{p.me, commit}))
}

// giveUp is the bug.
func (p *participant) giveUp() { p.decide(false) }

// askOthers asks all others for the decision; those who know it reply.
func (p *participant) askOthers() {
	for _, other := range p.others {
		_ = kernel.Send(p.th, other, inquire{kernel.SendOnceRight(p.in)}) // it may have finished: the answer is on its way
	}
}

// answer tells another participant the decision, if it is known. Who has not voted
// makes one: to abort.
func (p *participant) answer(to kernel.Name) {
	if p.state == working {
		p.decide(false)
	}
	if p.state == uncertain {
		kernel.Must(p.th.Mach().PortDeallocate(p.th.Mach().Self(), to))
		return
	}
	_ = kernel.Send(p.th, to, decide{p.state == committed})
}
