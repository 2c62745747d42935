// Package harness judges a two-phase commit.
package harness

import (
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Transactions},
	Parts: []lab.Part{
		{Name: "votes", Points: 15, Do: votes,
			Property: "nothing goes wrong: a transaction is done if all vote for it, and else at nobody's"},
		{Name: "lost", Points: 15, Do: lost,
			Property: "messages get lost, late and overtaken: all decide alike, and each decides at last"},
		{Name: "participants", Points: 15, Do: participants,
			Property: "participants crash and come back: all decide alike, and each decides at last"},
		{Name: "coordinator", Points: 20, Do: coordinator,
			Property: "the coordinator crashes and comes back: all decide alike, and what the client was told is so"},
		{Name: "disk", Points: 20, Do: disk,
			Property: "all that, and disks forget in a crash what was not synced"},
		{Name: "proof", Points: 15, Do: proof,
			Property: "every run with one participant ends well that has no crash; and runs that have one, at each call"},
	},
}

// sizes are numbers that follow from the course key.
func sizes(t *lab.Trial, name string) []simtest.Option {
	return []simtest.Option{simtest.With("participants", t.Number(name+" participants", 2, 3)),
		simtest.With("transactions", t.Number(name+" transactions", 2, 3))}
}

// runs makes two series of runs.
func runs(t *lab.Trial, seeds int, o ...simtest.Option) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Transactions, append(append(sizes(t, name), simtest.Seeds(seeds)), o...)...)
	}
}

func votes(t *lab.Trial) {
	runs(t, 30, simtest.With("sure", 1), simtest.Reaches("all vote yes"), simtest.Reaches("some vote no"))
}

func lost(t *lab.Trial) {
	runs(t, 80, simtest.With("loss", 1), simtest.Reaches("a message is lost"), simtest.Reaches("a message is late"))
}

func participants(t *lab.Trial) {
	runs(t, 80, simtest.With("crashes", 2), simtest.With("who", "participants"),
		simtest.Reaches("a participant crashes that has voted yes"))
}

func coordinator(t *lab.Trial) {
	runs(t, 80, simtest.With("crashes", 2), simtest.With("who", "coordinator"),
		simtest.Reaches("the coordinator crashes, and some have decided"))
}

func disk(t *lab.Trial) {
	runs(t, 800, simtest.With("crashes", 2), simtest.With("who", "all"), simtest.With("loss", 1),
		simtest.Faults("unsynced=80%,torn=30%"))
}

// proof has no crash in the runs of which it makes all: with one there are too many. So it makes runs with each crash.
func proof(t *lab.Trial) {
	small := []simtest.Option{simtest.With("participants", 1), simtest.With("transactions", 1), simtest.With("slow", 1)}
	t.Prove(&Transactions, small...)
	for at := range 14 {
		for _, who := range []string{"participants", "coordinator"} {
			t.Run(&Transactions, append(small, simtest.Seeds(2), simtest.With("crashes", 1), simtest.With("who", who),
				simtest.With("at", at))...)
		}
	}
}
