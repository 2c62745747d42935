package test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// outcome is what must be the same whenever a program runs under a seed.
type outcome struct {
	Hash  uint64
	Steps uint64
	End   kernel.Outcome
}

func start(t *testing.T, p *kernel.Program, seed uint64) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(p, kernel.Config{Seed: seed, MaxSteps: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func finished(m *kernel.Machine) outcome {
	defer m.Close()
	end := m.Run()
	return outcome{m.World().Hash, m.World().Steps, end}
}

// The same seed gives the same run: alone, again, and in turns with a machine that
// runs another seed in the same process.
func TestSameSeedSameRun(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(1); seed <= effort.Of(uint64(20)); seed++ {
				want := finished(start(t, p, seed))
				other := start(t, p, seed+1)
				again := start(t, p, seed)
				for again.Step() {
					other.Step()
				}
				other.Close()
				if got := finished(again); got != want {
					t.Fatalf("seed %d: %+v, then %+v", seed, want, got)
				}
			}
		})
	}
}

// Another process computes the same.
func TestSameSeedSameRunInAnotherProcess(t *testing.T) {
	const marker = "MACHSIM_TEST_PRINT_OUTCOMES"
	if os.Getenv(marker) != "" {
		fmt.Print(outcomes(t))
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), marker+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := outcomes(t); !strings.HasPrefix(string(out), want) {
		t.Errorf("another process computed something else:\n%s\nhere:\n%s", out, want)
	}
}

func outcomes(t *testing.T) string {
	var b strings.Builder
	for _, p := range programs.All {
		for seed := uint64(1); seed <= 5; seed++ {
			fmt.Fprintf(&b, "%s %d %+v\n", p.Name, seed, finished(start(t, p, seed)))
		}
	}
	return b.String()
}

// The state of every sample program holds together after every step, and a picture
// of it is not changed by what comes after.
func TestStateHoldsTogether(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			m := start(t, p, 7)
			defer m.Close()
			for m.Step() {
				if err := m.World().Check(); err != nil {
					t.Fatalf("after event %d: %v", m.World().Steps, err)
				}
			}
		})
	}
}

// Closed machines leave nothing behind: every coroutine is let go.
func TestClosedMachinesLeaveNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for seed := range uint64(50) {
		for _, p := range programs.All {
			finished(start(t, p, seed))
		}
	}
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
