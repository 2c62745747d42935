package programs_test

import (
	"cmp"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// ended is what a run came to.
type ended struct {
	outcome kernel.Outcome
	failure string
	steps   uint64
}

// faults are those that programs need for their bugs, and stand without them.
var faults = map[string]kernel.Faults{
	"wal":       {kernel.FaultUnsynced: {Most: 1}, kernel.FaultTorn: {Most: 1}},
	"wal-fixed": {kernel.FaultUnsynced: {Most: 2}, kernel.FaultTorn: {Most: 2}},
}

func run(t *testing.T, p *kernel.Program, seed uint64, args map[string]string) ended {
	t.Helper()
	cfg := kernel.Config{Seed: seed, MaxSteps: cmp.Or(p.Limit, 200_000), Args: args, Faults: faults[p.Name]}
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	w := m.World()
	e := ended{outcome: m.Outcome(), steps: w.Steps}
	if w.Failure != nil {
		e.failure = w.Failure.Text
	}
	return e
}

// Every program with a bug fails in some run, every one without in none, and each run
// comes to an end by itself.
func TestBugs(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			tryAll(t, p)
		})
	}
}

// budget is the number of seeds among which a program with a bug fails.
const budget = 1000

func tryAll(t *testing.T, p *kernel.Program) {
	seeds := effort.Of(uint64(100))
	failed, first, most := 0, uint64(0), uint64(0)
	how := map[string]int{}
	for seed := uint64(1); seed <= seeds || p.Bug != "" && failed == 0 && seed <= budget; seed++ {
		e := run(t, p, seed, nil)
		most = max(most, e.steps)
		switch {
		case e.outcome == kernel.Finished:
			continue
		case e.outcome != kernel.Failed && e.outcome != kernel.Stuck && (p.Limit == 0 || e.outcome != kernel.Unfinished):
			t.Fatalf("seed %d: %v after %d events", seed, e.outcome, e.steps)
		case p.Bug == "":
			t.Fatalf("seed %d: %v %s, but the program has no bug", seed, e.outcome, e.failure)
		}
		how[e.outcome.String()+" "+e.failure]++
		if failed++; failed == 1 {
			first = seed
		}
	}
	if p.Bug != "" && failed == 0 {
		t.Errorf("no run of %d fails", budget)
	}
	if failed > 0 {
		t.Logf("%d of %d runs fail, the first with seed %d", failed, max(seeds, first), first)
	}
	if testing.Verbose() {
		t.Logf("longest run %d events; %v", most, how)
	}
}

// Programs without a bug have none with other parameters either.
func TestParameters(t *testing.T) {
	for _, c := range []struct {
		program string
		args    map[string]string
	}{
		{"hello", map[string]string{"greetings": "100"}},
		{"philosophers-fixed", map[string]string{"n": "2"}},
		{"philosophers-fixed", map[string]string{"n": "8"}},
		{"buffer-fixed", map[string]string{"producers": "4", "consumers": "5", "size": "1"}},
		{"timeout-fixed", map[string]string{"timeout": "1", "work": "3"}},
		{"bank-fixed", map[string]string{"tellers": "10", "accounts": "2"}},
		{"calculator-fixed", map[string]string{"questions": "50", "patience": "1"}},
		{"naming-fixed", map[string]string{"requests": "30"}},
		{"counter-fixed", map[string]string{"clients": "8", "additions": "5", "timeout": "5"}},
		{"counter-fixed", map[string]string{"clients": "1", "additions": "1", "delay": "0", "timeout": "1"}},
		{"failover-fixed", map[string]string{"clients": "8", "requests": "8"}},
		{"failover-fixed", map[string]string{"clients": "1", "requests": "1"}},
		{"branches-fixed", map[string]string{"towns": "2", "payments": "20"}},
		{"branches-fixed", map[string]string{"towns": "6", "payments": "1"}},
		{"stock", map[string]string{"customers": "8", "orders": "20"}},
		{"barrier-fixed", map[string]string{"n": "8", "phases": "5"}},
		{"barrier-fixed", map[string]string{"n": "2", "phases": "1"}},
		{"snapshot-fixed", map[string]string{"n": "6"}},
		{"snapshot-fixed", map[string]string{"n": "2", "payments": "50"}},
		{"snapshot-fixed", map[string]string{"n": "2", "payments": "1"}},
		{"election-fixed", map[string]string{"n": "8", "priorities": "1"}},
		{"election-fixed", map[string]string{"n": "2"}},
		{"tokenring-fixed", map[string]string{"n": "8"}},
		{"tokenring-fixed", map[string]string{"n": "2", "patience": "1"}},
		{"ricart-fixed", map[string]string{"n": "8"}},
		{"ricart-fixed", map[string]string{"n": "2", "entries": "20"}},
		{"commit-fixed", map[string]string{"n": "6"}},
		{"commit-fixed", map[string]string{"n": "2", "patience": "5"}},
		{"commit-fixed", map[string]string{"repair": "1"}},
	} {
		for seed := range uint64(20) {
			e := run(t, programs.Find(c.program), seed, c.args)
			if e.outcome != kernel.Finished {
				t.Errorf("%s %v, seed %d: %v %s", c.program, c.args, seed, e.outcome, e.failure)
				break
			}
		}
	}
}

// The table can be shown to people.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range programs.All {
		switch {
		case seen[p.Name]:
			t.Errorf("two programs named %s", p.Name)
		case strings.ContainsAny(p.Name, " \t\n"):
			t.Errorf("%q is not a word", p.Name)
		case p.Doc == "" || strings.ContainsAny(p.Doc+p.Bug, "\n"):
			t.Errorf("%s: Doc and Bug are one line", p.Name)
		case len(p.Doc) > 58:
			t.Errorf("%s: Doc does not fit on a line of machsim list", p.Name)
		case programs.Find(p.Name) != p:
			t.Errorf("Find(%q) does not find it", p.Name)
		case strings.HasSuffix(p.Name, "-fixed") && (p.Bug != "" || !seen[strings.TrimSuffix(p.Name, "-fixed")]):
			t.Errorf("%s: a fixed version follows its program and has no bug", p.Name)
		}
		seen[p.Name] = true
		for _, param := range p.Params {
			if param.Doc == "" || param.Default == "" {
				t.Errorf("%s: parameter %s says too little", p.Name, param.Name)
			}
		}
	}
	if programs.Find("nosuch") != nil {
		t.Error("found nosuch")
	}
}
