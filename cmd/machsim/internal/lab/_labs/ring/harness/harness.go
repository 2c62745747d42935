// Package harness judges the stations of a ring.
package harness

import (
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Election, &Printing},
	Parts: []lab.Part{
		{Name: "elect", Points: 10, Do: elect,
			Property: "nobody crashes: after a second all say that the same station leads"},
		{Name: "crash", Points: 20, Do: crash,
			Property: "a second after the last crash all that are up say that the same one leads, which is up"},
		{Name: "one", Points: 10, Do: one,
			Property: "no two stations that are up ever say at the same time that they themselves lead"},
		{Name: "token", Points: 10, Do: token,
			Property: "nothing is lost: one prints at a time, and everybody's turn comes"},
		{Name: "lost", Points: 20, Do: lost,
			Property: "messages get lost: one prints at a time, and everybody's turn comes"},
		{Name: "late", Points: 15, Do: late,
			Property: "messages get lost, are doubled and very late: one prints at a time, and everybody's turn comes"},
		{Name: "proof", Points: 15, Do: proof,
			Property: "every run of three stations that print once, and of two whose wire is cut, ends well"},
	},
}

// stations says how many there are.
func stations(t *lab.Trial, name string) simtest.Option {
	return simtest.With("stations", t.Number(name+" stations", 3, 5))
}

func elect(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Election, simtest.Seeds(20), stations(t, name))
	}
}

func crash(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Election, simtest.Seeds(30), stations(t, name), simtest.With("crashes", t.Number(name+" crashes", 1, 2)),
			simtest.Reaches("the leader crashes"))
	}
}

func one(t *lab.Trial) {
	t.Run(&Election, simtest.Seeds(40), stations(t, "one"), simtest.With("crashes", t.Number("crashes", 1, 2)),
		simtest.With("one", 1), simtest.Reaches("the leader crashes"))
}

func token(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Printing, simtest.Seeds(50), stations(t, name))
	}
}

func lost(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Printing, simtest.Seeds(150), stations(t, name), simtest.Faults("loss=3"))
	}
}

func late(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Printing, simtest.Seeds(150), stations(t, name), simtest.Faults("loss=2,dup=3,delay=3"))
	}
}

func proof(t *lab.Trial) {
	alone := []simtest.Option{simtest.With("rounds", 1), simtest.With("slow", 0), simtest.With("wire", 1)}
	t.Prove(&Printing, append(alone, simtest.With("stations", 3))...)
	t.Prove(&Printing, append(alone, simtest.With("stations", 2), simtest.With("cut", 1))...)
}
