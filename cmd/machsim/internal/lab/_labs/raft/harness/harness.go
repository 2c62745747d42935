// Package harness judges a replicated log.
package harness

import (
	"lab/student"

	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Cluster},
	Parts: []lab.Part{
		{Name: "election", Points: 15, Do: election,
			Property: "A: no two lead in one term, whatever is lost, late or cut"},
		{Name: "calm", Points: 10, Do: calm,
			Property: "A: one second after the last trouble one leads, all others name it, and it goes on leading"},
		{Name: "log", Points: 15, Do: logs,
			Property: "B: all do the same commands in the same order, and each client has the answers that it should"},
		{Name: "trouble", Points: 20, Do: trouble,
			Property: "B: so it is when leaders are cut off and come back, and messages are lost, doubled and late"},
		{Name: "persistence", Points: 20, Do: persistence,
			Property: "C: so it is when hosts crash, and disks forget what was not synced"},
		{Name: "snapshots", Points: 15, Do: snapshots,
			Property: "D: so it is when no more than some entries are kept, and who comes back late gets a snapshot"},
		{Name: "proof", Points: 5, Do: proof,
			Property: "A: of two replicas that stand for election, every run that there is has one leader a term"},
	},
}

// people are the options of all runs with clients: their calls could have been made one after the other.
func people(t *lab.Trial, name string, faults string, more ...simtest.Option) []simtest.Option {
	return append([]simtest.Option{simtest.Linearizable(account), simtest.Faults(faults),
		simtest.With("clients", t.Number(name+" clients", 2, 3)),
		simtest.With("rounds", t.Number(name+" rounds", 3, 5))}, more...)
}

// nets are the faults of messages, and disks those of disks.
const (
	nets  = "loss=3%,dup=3%,reorder=3%,delay=1%"
	disks = ",unsynced=50%,torn=30%"
)

func election(t *lab.Trial) {
	for _, n := range []int{3, 5} {
		t.Run(&Cluster, simtest.Seeds(60), simtest.With("replicas", n), simtest.With("acts", t.Number("acts", 4, 6)),
			simtest.Faults(nets), simtest.Reaches("a second leader"))
	}
}

func calm(t *lab.Trial) {
	t.Run(&Cluster, simtest.Seeds(60), simtest.With("steady", 1))
	t.Run(&Cluster, simtest.Seeds(60), simtest.With("steady", 1), simtest.With("acts", 3),
		simtest.With("hasty", t.Number("hasty", 1, 3)))
}

func logs(t *lab.Trial) {
	t.Run(&Cluster, people(t, "", "", simtest.Seeds(60), simtest.Reaches("all have applied"))...)
}

func trouble(t *lab.Trial) {
	t.Run(&Cluster, people(t, "", nets, simtest.Seeds(100), simtest.With("acts", 8),
		simtest.With("hasty", t.Number("hasty", 0, 3)), simtest.Reaches("all have applied"))...)
	t.Run(&Cluster, people(t, "fickle", nets, simtest.Seeds(250), simtest.With("acts", 10),
		simtest.With("scene", fickle))...)
	t.Run(&Cluster, people(t, "five", nets, simtest.Seeds(30), simtest.With("acts", 8), simtest.With("replicas", 5))...)
}

func persistence(t *lab.Trial) {
	t.Run(&Cluster, people(t, "", nets+disks, simtest.Seeds(200), simtest.With("acts", 8), simtest.With("crash", 1),
		simtest.With("hasty", t.Number("hasty", 0, 3)), simtest.Reaches("all have applied"))...)
	// A third client makes a run longer by a third, and in the same time no more is found.
	t.Run(&Cluster, people(t, "amnesia", "loss=1%"+disks, simtest.Seeds(150), simtest.With("acts", 12),
		simtest.With("crash", 1), simtest.With("scene", amnesia), simtest.With("clients", 2))...)
}

func snapshots(t *lab.Trial) {
	t.Run(&Cluster, people(t, "", "loss=3%,dup=5%,delay=5%"+disks, simtest.Seeds(250), simtest.With("acts", 8),
		simtest.With("crash", 1), simtest.With("limit", t.Number("limit", 2, 4)),
		simtest.Reaches("a snapshot is restored"))...)
}

func proof(t *lab.Trial) {
	t.Prove(&Cluster, simtest.With("replicas", 2), simtest.With("quick", 1))
}

// account is what the clients see: one account, to which each request is added once, however often it is asked for.
// Who is sent elsewhere has done nothing.
var account = simtest.Model{
	Name: "bank account that adds once", Kinds: []any{student.Ask{}, student.Answer{}, student.Elsewhere{}},
	Wanted: func(asked any) bool { a, ok := asked.(student.Ask); return ok && a.Client > 0 },
	Init:   func() any { return [maxClients + 1]done{} },
	Step:   step,
}

// done is the last request of a client, and what was in the account then.
type done struct{ number, balance int }

// step does a request: the 0th of the state is the account, the others are what each client had last.
func step(state, asked, answer any) (any, bool) {
	s, a := state.([maxClients + 1]done), asked.(student.Ask)
	if _, ok := answer.(student.Elsewhere); ok {
		return s, true
	}
	if a.Number > s[a.Client].number {
		s[0].balance += a.Add
		s[a.Client] = done{a.Number, s[0].balance}
	}
	return s, answer == nil || answer == student.Answer{Balance: s[a.Client].balance}
}
