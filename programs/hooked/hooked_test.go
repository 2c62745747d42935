package hooked_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/event/trace"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hooked"
	"machsim/test/effort"
)

func init() { hooked.Register() }

// TestHooksChangeNothing: a program with hooks makes the same run, and its trace has the same lines. CI tries a hundred
// seeds.
func TestHooksChangeNothing(t *testing.T) {
	for i, plain := range programs.All {
		for seed := range effort.Of(uint64(5)) {
			want, got := traced(t, plain, seed), traced(t, hooked.All[i], seed)
			if a, b, differ := difference(want, got); differ {
				t.Errorf("%s, seed %d: with hooks\n%s\nwithout\n%s", plain.Name, seed, b, a)
				break
			}
		}
	}
}

// traced is the trace of a run, with its end and its hash.
func traced(t *testing.T, p *kernel.Program, seed uint64) []string {
	t.Helper()
	var b strings.Builder
	m, err := kernel.New(p, kernel.Config{Seed: seed, MaxSteps: 200_000, Lines: true, Tracer: trace.To(&b, 0)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	w := m.World()
	fmt.Fprintf(&b, "%v %+v %x", m.Outcome(), w.Failure, w.Hash)
	return strings.Split(b.String(), "\n")
}

// difference returns the first lines in which two traces differ.
func difference(want, got []string) (a, b string, differ bool) {
	for i, line := range want {
		if i >= len(got) || line != got[i] {
			return line, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), true
		}
	}
	return "", "", len(got) > len(want)
}

// TestHalted halts runs at random statements, in the middle of what a thread computes, and lets them go on: they are the
// runs that were never halted.
func TestHalted(t *testing.T) {
	rng, halts := rand.New(rand.NewPCG(1, 2)), 0
	for _, p := range hooked.All {
		for seed := range effort.Of(uint64(6)) {
			cfg := kernel.Config{Seed: seed, MaxSteps: 5000, Weak: seed%3 == 1, Preempt: seed%2 == 1, KeepGoing: seed%3 == 2}
			for kind := range cfg.Faults {
				if kernel.FaultKind(kind).Budgeted() && seed%4 >= 2 {
					cfg.Faults[kind].Most = 1
				}
			}
			want, err := kernel.New(p, cfg)
			if err != nil {
				t.Fatal(err)
			}
			want.Run()
			outcome := want.Outcome()
			want.Close() // one such run is on its way at a time
			cfg.Halts = true
			m, err := kernel.New(p, cfg)
			if err != nil {
				t.Fatal(err)
			}
			halts += haltedOften(t, m, rng, cfg.MaxSteps)
			a, b := want.World(), m.World()
			if a.Hash != b.Hash || a.Steps != b.Steps || a.Now != b.Now || m.Outcome() != outcome ||
				fmt.Sprintf("%+v", a.Failure) != fmt.Sprintf("%+v", b.Failure) {
				t.Errorf("%s, seed %d: %v after %d events, hash %x, never halted %v after %d, %x", p.Name, seed, m.Outcome(),
					b.Steps, b.Hash, outcome, a.Steps, a.Hash)
			}
			m.Close()
		}
	}
	if halts < 1000 {
		t.Errorf("%d halts", halts)
	}
}

// haltedOften makes a run, halted at random, and returns how often a thread was at a statement then.
func haltedOften(t *testing.T, m *kernel.Machine, rng *rand.Rand, most uint64) (halts int) {
	t.Helper()
	for made := m.World().Steps; ; made = m.World().Steps {
		m.Halt(rng.IntN(4) > 0)
		m.GoOn(min(made+1+uint64(rng.IntN(20)), most))
		m.Halt(false)
		switch id := m.Within(); {
		case id != 0:
			halts++
			if frames := kernel.Frames(m.Stack(id)); len(frames) == 0 || !strings.HasSuffix(frames[0].File, ".go") {
				t.Fatalf("it stands at %v", frames)
			}
		case m.World().Steps == most || m.World().Steps == made:
			return halts
		}
	}
}
