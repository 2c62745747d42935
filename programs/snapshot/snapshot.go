// Package snapshot is a global snapshot of a running system (Chandy and Lamport,
// 1985). Branches of a bank send each other money; one of them starts a snapshot,
// from which the sum of all money is computed while it goes on moving.
//
// A branch records its balance when it first hears of the snapshot, and sends a
// marker on all channels. What comes on a channel after that and before the channel's
// own marker was under way when the snapshot was taken, and is the state of the
// channel.
//
// It teaches that the state of a distributed system is that of its processes and that
// of its channels. The bug: the channels are taken to be empty, and money that is
// under way is missing. The fix is to record it.
package snapshot

import (
	"fmt"
	"slices"

	"machsim/kernel"
	"machsim/netname"
)

// Program forgets what is under way.
var Program = kernel.Program{
	Name:   "snapshot",
	Doc:    "Chandy and Lamport's snapshot, of money on the move",
	Bug:    "the state of the channels is not recorded: the sum is wrong",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed records it.
var Fixed = kernel.Program{
	Name:   "snapshot-fixed",
	Doc:    "a snapshot that records what is under way on the channels",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "n", Default: "3", Doc: "how many branches, 2 to 6"},
	{Name: "payments", Default: "4", Doc: "how many payments each branch makes"},
}

const (
	start = 100 // what each branch has to begin with
	most  = 20  // of a payment
)

// Messages between branches, and to the auditor.
type (
	payment struct{ Amount int }
	marker  struct{}                        // the snapshot was taken at the sender
	closing struct{}                        // no more payments
	report  struct{ Balance, UnderWay int } // what was under way to the branch
)

var messages = []any{payment{}, marker{}, closing{}}

func setUp(b *kernel.Boot, recordChannels bool) {
	n, payments := b.IntIn("n", 2, 6), b.IntIn("payments", 1, 1000)
	b.Task(b.Host("head-office"), "auditor", func(th *kernel.Thread) { audit(th, n) })
	for i := range n {
		b.Task(b.Host(branchName(i)), branchName(i), func(th *kernel.Thread) {
			br := &branch{th: th, number: i, records: recordChannels, balance: start}
			br.open(n)
			br.trade(payments)
		})
	}
	netname.Serve(b)
}

func branchName(i int) string { return fmt.Sprint("branch", i) }

func channelName(from, to int) string { return fmt.Sprintf("channel %d to %d", from, to) }

// audit adds up what the branches report.
func audit(th *kernel.Thread, n int) {
	port := th.NewPort("auditor")
	kernel.Must(netname.Register(th, "auditor", port))
	sum := 0
	for range n {
		r := kernel.Must(kernel.Receive[report](th, port)).Body
		sum += r.Balance + r.UnderWay
	}
	th.Check(sum == n*start, "there is %d in the snapshot, and should be %d", sum, n*start)
}

// branch is what a branch knows.
type branch struct {
	th      *kernel.Thread
	number  int
	auditor kernel.Name
	set     kernel.Name   // of the ports of all channels to here
	in      []channel     // from each other branch
	out     []kernel.Name // to each other branch
	balance int
	closed  int // channels on which no payment will come any more

	records  bool // the state of channels, as it should
	taken    bool // the snapshot was taken here
	recorded int  // the balance at that time
	underWay int  // the money that was on the channels to here
	marked   int  // channels whose marker has come
}

// channel is a channel from another branch: a port of its own.
type channel struct {
	port   kernel.Name
	marked bool
}

// open makes the channels to the branch, and finds those to the others.
func (br *branch) open(n int) {
	th := br.th
	br.set = th.NewPortSet("channels")
	for i := range n {
		if i == br.number {
			continue
		}
		port := th.NewPort(channelName(i, br.number))
		th.SetQueueLimit(port, 16)
		th.AddMember(br.set, port)
		kernel.Must(netname.Register(th, channelName(i, br.number), port))
		br.in = append(br.in, channel{port: port})
	}
	for i := range n {
		if i != br.number {
			br.out = append(br.out, kernel.Must(netname.Find(th, channelName(br.number, i))))
		}
	}
	br.auditor = kernel.Must(netname.Find(th, "auditor"))
}

// trade makes payments, and takes what the others pay until all have finished, and
// the snapshot too. Branch 0 starts that.
func (br *branch) trade(payments int) {
	for i := range payments {
		if br.number == 0 && i == payments/2 {
			br.take()
		}
		br.pay(br.out[br.th.Random(len(br.out))], min(1+br.th.Random(most), br.balance))
		br.listen()
	}
	br.sendAll(closing{})
	for br.closed < len(br.in) || br.marked < len(br.in) {
		br.handle(kernel.Must(kernel.Receive(br.th, br.set, messages...)))
	}
}

func (br *branch) pay(to kernel.Name, amount int) {
	br.balance -= amount
	kernel.Must(kernel.Send(br.th, to, payment{amount}))
}

// listen takes messages until none comes for a while.
func (br *branch) listen() {
	for {
		m, err := kernel.ReceiveTimeout(br.th, br.set, kernel.Duration(br.th.Random(2))*kernel.Millisecond, messages...)
		if err != nil {
			return
		}
		br.handle(m)
	}
}

func (br *branch) sendAll(message any) {
	for _, to := range br.out {
		kernel.Must(kernel.Send(br.th, to, message))
	}
}

// take takes the snapshot of the branch.
func (br *branch) take() {
	br.taken, br.recorded = true, br.balance
	br.sendAll(marker{})
}

func (br *branch) handle(m *kernel.Received[any]) {
	c := br.channel(m.Local)
	switch r := m.Body.(type) {
	case payment:
		br.balance += r.Amount
		if br.records && br.taken && !c.marked {
			br.underWay += r.Amount
		}
	case marker:
		if !br.taken {
			br.take()
		}
		c.marked = true
		if br.marked++; br.marked == len(br.in) {
			kernel.Must(kernel.Send(br.th, br.auditor, report{br.recorded, br.underWay}))
		}
	case closing:
		br.closed++
	}
}

// channel returns the channel whose port a message came by.
func (br *branch) channel(port kernel.Name) *channel {
	i := slices.IndexFunc(br.in, func(c channel) bool { return c.port == port })
	return &br.in[i]
}
