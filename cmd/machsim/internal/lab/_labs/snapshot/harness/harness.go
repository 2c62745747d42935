// Package harness judges snapshots and the detection of termination.
package harness

import (
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Bank, &Works},
	Parts: []lab.Part{
		{Name: "sum", Points: 25, Do: sum,
			Property: "a snapshot ends, and its balances and the money under way are all the money that there is"},
		{Name: "several", Points: 20, Do: several,
			Property: "so it is of several snapshots at a time, which begin at different branches"},
		{Name: "true", Points: 20, Do: announced,
			Property: "who says that all work is done says it when no job is under way or being done"},
		{Name: "ends", Points: 15, Do: ends,
			Property: "when all work is done somebody says so"},
		{Name: "proof", Points: 20, Do: proof,
			Property: "of two branches or three workers with little to do, every run that there is ends well"},
	},
}

// sizes are numbers that follow from the course key.
func sizes(t *lab.Trial, name string) []simtest.Option {
	return []simtest.Option{simtest.With("branches", t.Number(name+" branches", 3, 4)),
		simtest.With("payments", t.Number(name+" payments", 3, 6)), simtest.With("slow", t.Number(name+" slow", 0, 3))}
}

func sum(t *lab.Trial) {
	for _, name := range []string{"first", "second", "third"} {
		t.Run(&Bank, append(sizes(t, name), simtest.Seeds(60), simtest.Reaches("money is under way"))...)
	}
}

func several(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Bank, append(sizes(t, name), simtest.Seeds(60), simtest.With("snapshots", t.Number(name+" snapshots", 2, 4)),
			simtest.Reaches("two snapshots at a time"))...)
	}
}

// early is whether somebody has said that all work is done, and it is not.
func early(w *simtest.World) bool { return w.Sum("over") > 0 && w.Sum("open") != 0 }

const tooEarly = "somebody says that all work is done, and a job is under way or being done"

func announced(t *lab.Trial) {
	for i, name := range []string{"first", "second", "third"} {
		t.Run(&Works, simtest.Seeds(600), simtest.With("workers", t.Number(name+" workers", 3, 5)),
			simtest.With("deep", 3+i%2), simtest.With("slow", t.Number(name+" slow", 1, 4)), simtest.Never(tooEarly, early),
			simtest.Reaches("a job makes another one"))
	}
}

func ends(t *lab.Trial) {
	for i, name := range []string{"first", "second", "third"} {
		t.Run(&Works, simtest.Seeds(40), simtest.With("workers", t.Number(name+" workers", 2, 5)), simtest.With("deep", i),
			simtest.With("slow", t.Number(name+" slow", 0, 4)))
	}
}

func proof(t *lab.Trial) {
	small := []simtest.Option{simtest.With("turns", 0), simtest.With("apart", false)}
	for snapshots := 1; snapshots <= 2; snapshots++ {
		t.Prove(&Bank, append(small, simtest.With("branches", 2), simtest.With("payments", 2),
			simtest.With("snapshots", snapshots))...)
	}
	for workers := 2; workers <= 3; workers++ {
		t.Prove(&Works, append(small, simtest.With("workers", workers), simtest.With("deep", 4-workers),
			simtest.NoState("said-too-early: some worker (over = 1) and sum of worker.open != 0"))...)
	}
}
