package hooked_test

import (
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/event/trace"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hooked"
	"machsim/test/effort"
)

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
