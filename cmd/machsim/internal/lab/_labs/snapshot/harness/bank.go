package harness

import (
	"lab/student"

	"machsim/kernel"
)

// Bank has branches that pay each other, and an auditor who hears of snapshots.
var Bank = kernel.Program{
	Name: "bank",
	Doc:  "branches that pay each other, with the recorder of the lab in each",
	Params: append([]kernel.Param{
		{Name: "branches", Default: "3", Doc: "how many there are"},
		{Name: "payments", Default: "3", Doc: "how often each of them pays"},
		{Name: "snapshots", Default: "1", Doc: "how many are taken"},
	}, params...),
	Main: func(b *kernel.Boot) {
		o := &office{payments: b.IntIn("payments", 1, 9), snapshots: b.IntIn("snapshots", 1, 9),
			turns: b.IntIn("turns", 0, 50)}
		newNet(b, b.IntIn("branches", 2, 9), "branch", "auditor", o.branch, o.audit)
	},
}

// office is what all are told.
type office struct{ payments, snapshots, turns int }

// start is what each branch has to begin with.
const start = 100

// Messages between branches, and with the auditor.
type (
	payment struct{ From, Amount int }
	marker  struct{ From, Snapshot int }
	part    struct{ From, Snapshot, Balance, UnderWay int }
	paid    struct{ From int } // this branch has made its payments
	finish  struct{}           // all is reported and paid
)

var messages = []any{payment{}, marker{}, finish{}}

// branch is a branch of the bank.
type branch struct {
	*member
	*office
	balance  int
	begun    map[int]int  // the balance when a snapshot began here
	heard    map[int]bool // of snapshots; true: they are reported
	recorder *student.Recorder
}

func (o *office) branch(m *member) {
	b := &branch{member: m, office: o, balance: start, begun: map[int]int{}, heard: map[int]bool{}}
	m.th.Watch("balance", &b.balance)
	b.recorder = student.NewRecorder(student.Branch{Number: m.number, Branches: m.members,
		Balance: func() int { return b.balance },
		Mark:    func(to, snapshot int) { sends(m, b.other(to), marker{m.number, snapshot}) },
		Report:  b.report,
	})
	for i := range o.payments {
		b.begin(i)
		b.pay()
		b.listen()
	}
	sends(m, m.hearer(), paid{m.number})
	for b.take(kernel.Must(kernel.Receive(m.th, m.all, messages...))) {
	}
}

// begin begins the snapshots whose time has come. Snapshot s begins at branch s, counted round.
func (b *branch) begin(round int) {
	for s := range b.snapshots {
		if s%b.members != b.number || b.begun[s] != 0 || round < b.payments-1 && b.th.Random(2) == 0 {
			continue
		}
		b.begun[s] = b.balance
		b.hear(s)
		b.recorder.Begin(s)
	}
}

// hear notes that this branch hears of a snapshot.
func (b *branch) hear(s int) {
	for other, done := range b.heard {
		if other != s && !done {
			b.th.Reach("two snapshots at a time")
		}
	}
	b.heard[s] = b.heard[s]
}

// pay pays another branch.
func (b *branch) pay() {
	amount := 1 + b.number
	b.balance -= amount
	sends(b.member, b.any(), payment{b.number, amount})
}

// listen takes messages for a while.
func (b *branch) listen() {
	if b.turns == 0 {
		return
	}
	for range b.th.Random(b.turns) {
		m, err := kernel.ReceiveTimeout(b.th, b.all, kernel.Millisecond, messages...)
		if err == nil {
			b.take(m)
		}
	}
}

// take takes a message; false: it was the last.
func (b *branch) take(m *kernel.Received[any]) bool {
	switch r := m.Body.(type) {
	case payment:
		b.balance += r.Amount
		b.recorder.Paid(r.From, r.Amount)
	case marker:
		b.hear(r.Snapshot)
		b.recorder.Marker(r.From, r.Snapshot)
	case finish:
		return false
	}
	return true
}

// report tells the auditor of this branch's part.
func (b *branch) report(snapshot, balance, underWay int) {
	was, here := b.begun[snapshot]
	b.th.Check(!here || balance == was, "snapshot %d began here, when the balance was %d, and %d is reported", snapshot,
		was, balance)
	b.th.Check(!b.heard[snapshot], "branch %d reports of snapshot %d twice", b.number, snapshot)
	b.heard[snapshot] = true
	sends(b.member, b.hearer(), part{b.number, snapshot, balance, underWay})
}

// patience is how long it takes at most until the next message comes.
const patience = 10 * kernel.Second

// snapshot is what the auditor knows of one.
type snapshot struct{ parts, balance, underWay int }

// audit adds up what the branches report.
func (o *office) audit(m *member) {
	all := make([]snapshot, o.snapshots)
	for range m.members * (o.snapshots + 1) {
		r, err := kernel.ReceiveTimeout[any](m.th, m.all, patience, part{}, paid{})
		for s, of := range all {
			m.th.Check(err == nil || of.parts == m.members, "of snapshot %d, %d of %d branches have reported, and no other one "+
				"does", s, of.parts, m.members)
		}
		if p, ok := r.Body.(part); ok {
			m.th.Check(p.Snapshot >= 0 && p.Snapshot < len(all), "there is no snapshot %d", p.Snapshot)
			all[p.Snapshot].take(m, p)
		}
	}
	for i := range m.members {
		sends(m, i, finish{})
	}
}

// take adds a part.
func (s *snapshot) take(m *member, p part) {
	s.parts, s.balance, s.underWay = s.parts+1, s.balance+p.Balance, s.underWay+p.UnderWay
	if s.parts < m.members {
		return
	}
	if s.underWay > 0 {
		m.th.Reach("money is under way")
	}
	all, should := s.balance+s.underWay, m.members*start
	m.th.Check(all == should, "in snapshot %d there is %d, and should be %d: balances %d, under way %d", p.Snapshot, all,
		should, s.balance, s.underWay)
}
