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

	"machsim/ipc"
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
const (
	prepare = 1 + iota // to a participant: vote
	vote               // to the coordinator: participant, yes or no
	decide             // to a participant: commit or not
	inquire            // to a participant: what is the decision?
	note               // to the disk: the decision is to commit ->
	read               // to the disk: -> whether it is
	outcome            // to the judge: participant, committed or not
	finish             // to a participant: all have decided
)

func setUp(b *kernel.Boot, alone func(*participant)) {
	n := b.IntIn("n", 2, 6)
	patience, repair := b.IntIn("patience", 1, 100_000), b.IntIn("repair", 1, 100_000)
	center := b.Host("center")
	b.Server(center, "coordinator", func(th *kernel.Thread) { coordinate(th, n) })
	b.Server(b.Host("archive"), "disk", disk)
	b.Task(b.Host("court"), "judge", func(th *kernel.Thread) { judge(th, n) })
	b.Server(b.Host("court"), "lightning", func(th *kernel.Thread) { strike(th, n, repair) })
	for i := range n {
		h := b.Host(fmt.Sprint("branch", i))
		b.Delay(center, h, 1*kernel.Millisecond, 10*kernel.Millisecond)
		b.Task(h, participantName(i), func(th *kernel.Thread) {
			p := &participant{th: th, me: i, alone: alone}
			p.join(n)
			p.run(patience)
		})
	}
	netname.Serve(b)
}

func participantName(i int) string { return fmt.Sprint("participant", i) }

func find(th *kernel.Thread, name string) ipc.Name {
	return kernel.Must(netname.Await(th, "*", name, 100_000*kernel.Millisecond))
}

func findParticipants(th *kernel.Thread, n int) []ipc.Name {
	all := make([]ipc.Name, n)
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
		kernel.Must(th.Send(p, ipc.NewMessage(prepare, th.SendRight(port))))
	}
	all := true
	for range participants {
		all = kernel.Must(th.Receive(port)).Bool(1) && all
	}
	if all {
		kernel.Must(th.RPC(disk, ipc.NewMessage(note)))
	}
	tell(th, participants, all)
}

// recoverDecision is the coordinator after it.
func recoverDecision(th *kernel.Thread, n int) {
	commit := kernel.Must(th.RPC(find(th, "disk"), ipc.NewMessage(read))).Bool(0)
	tell(th, findParticipants(th, n), commit)
}

func tell(th *kernel.Thread, participants []ipc.Name, commit bool) {
	for _, p := range participants {
		_ = th.Send(p, ipc.NewMessage(decide, commit)) // some may have finished
	}
}

// disk remembers one bit.
func disk(th *kernel.Thread) {
	port := th.NewPort("disk")
	kernel.Must(netname.CheckIn(th, "disk", ipc.Null, port))
	commit := false
	for {
		m := kernel.Must(th.Receive(port))
		commit = commit || m.ID == note
		_ = th.Reply(m, ipc.NewMessage(0, commit)) // the coordinator may have crashed
	}
}

// strike crashes the coordinator's host, and starts it again.
func strike(th *kernel.Thread, n, repair int) {
	findParticipants(th, n)
	th.Sleep(kernel.Duration(th.Random(100)) * kernel.Millisecond)
	kernel.Must(th.CrashHost("center"))
	th.Sleep(kernel.Duration(repair) * kernel.Millisecond)
	kernel.Must(th.RestartHost("center"))
	kernel.Must(th.Spawn("center", "coordinator", func(th *kernel.Thread) { recoverDecision(th, n) }))
}

// judge hears what the participants have done, and lets them go.
func judge(th *kernel.Thread, n int) {
	port := th.NewPort("judge")
	kernel.Must(netname.CheckIn(th, "judge", ipc.Null, port))
	participants := findParticipants(th, n)
	first := kernel.Must(th.Receive(port))
	for range n - 1 {
		m := kernel.Must(th.Receive(port))
		th.Check(m.Bool(1) == first.Bool(1), "%s %s, but %s %s",
			participantName(int(first.Int(0))), verb(first.Bool(1)), participantName(int(m.Int(0))), verb(m.Bool(1)))
	}
	for _, p := range participants {
		kernel.Must(th.Send(p, ipc.NewMessage(finish)))
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
	in     ipc.Name
	judge  ipc.Name
	others []ipc.Name
	state  progress
	alone  func(*participant) // what it does when it hears nothing after its vote
}

func (p *participant) join(n int) {
	p.in = p.th.NewPort(participantName(p.me))
	kernel.Must(p.th.Mach().PortSetQLimit(p.th.Mach().Self(), p.in, 16))
	kernel.Must(netname.CheckIn(p.th, participantName(p.me), ipc.Null, p.in))
	p.judge = find(p.th, "judge")
	for i, port := range findParticipants(p.th, n) {
		if i != p.me {
			p.others = append(p.others, port)
		}
	}
}

// run goes on until all have decided.
func (p *participant) run(patience int) {
	for {
		m, err := p.th.ReceiveTimeout(p.in, kernel.Duration(patience)*kernel.Millisecond)
		if errors.Is(err, ipc.MACH_RCV_TIMED_OUT) {
			if p.state == uncertain {
				p.alone(p)
			}
			continue
		}
		kernel.Must(err)
		switch m.ID {
		case prepare:
			p.vote(m.Port(0))
		case decide:
			p.decide(m.Bool(0))
		case inquire:
			p.answer(m)
		case finish:
			return
		}
	}
}

// vote answers the coordinator, most often with yes.
func (p *participant) vote(coordinator ipc.Name) {
	yes := p.state == working && p.th.Random(8) != 0
	if yes {
		p.state = uncertain
	} else {
		p.decide(false)
	}
	_ = p.th.Send(coordinator, ipc.NewMessage(vote, p.me, yes)) // it may have crashed
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
	kernel.Must(p.th.Send(p.judge, ipc.NewMessage(outcome, p.me, commit)))
}

// giveUp is the bug.
func (p *participant) giveUp() { p.decide(false) }

// askOthers asks all others for the decision; those who know it reply.
func (p *participant) askOthers() {
	for _, other := range p.others {
		question := ipc.NewMessage(inquire).ReplyTo(p.in, ipc.MakeSendOnce)
		_ = p.th.Send(other, question) // it may have finished: the answer is on its way
	}
}

// answer tells another participant the decision, if it is known. Who has not voted
// makes one: to abort.
func (p *participant) answer(m *ipc.Message) {
	if p.state == working {
		p.decide(false)
	}
	if p.state == uncertain {
		kernel.Must(p.th.Mach().PortDeallocate(p.th.Mach().Self(), m.Remote))
		return
	}
	_ = p.th.Reply(m, ipc.NewMessage(decide, p.state == committed))
}
