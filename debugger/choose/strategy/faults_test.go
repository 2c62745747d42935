package strategy_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/kernel"
	"machsim/programs"
)

func TestParseFaults(t *testing.T) {
	for words, want := range map[string]string{
		"": "", "crash": "crash=1", "loss=2, crash=1": "crash=1,loss=2", "cut=0": "",
		"crsh=1": "did you mean crash?", "heal=1": "no kind of fault", "crash=-1": "from 0 to 1000",
		"crash=x": "from 0 to 1000", "crash=1001": "from 0 to 1000", "crash,crash": "twice",
	} {
		f, err := strategy.ParseFaults(words)
		if got := f.String(); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", words, got, err, want)
		}
	}
}

// Runs have no more faults than their budgets, the same ones for the same seed, and not all at the beginning.
func TestFaultsArePlaced(t *testing.T) {
	f, err := strategy.ParseFaults("crash=1,drift=2,delay=2")
	if err != nil {
		t.Fatal(err)
	}
	by, err := strategy.WithFaults(strategy.Named("random").New(), f)
	if err != nil {
		t.Fatal(err)
	}
	run := func(seed uint64) *kernel.State {
		m, err := kernel.New(programs.Find("failover-fixed"), kernel.Config{
			Door: by.Begin(strategy.Run{Seed: seed}), Faults: f, MaxSteps: 2000,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		m.Run()
		return m.World()
	}
	all, late := 0, 0
	for seed := range uint64(20) {
		s := run(seed)
		if again := run(seed); again.Hash != s.Hash {
			t.Fatalf("seed %d: another run", seed)
		}
		for _, p := range s.Past {
			all++
			if p.Step > 100 {
				late++
			}
		}
		if len(s.Past) > 5 {
			t.Errorf("seed %d: %d faults", seed, len(s.Past))
		}
	}
	if late < all/4 || late == 0 {
		t.Errorf("%d of %d faults after event 100", late, all)
	}
	every := strategy.Named("every").New()
	if by, err := strategy.WithFaults(every, f); err != nil || by != every {
		t.Errorf("every does not choose its faults itself: %v", err)
	}
	if f, err = strategy.ParseFaults("slow"); err != nil {
		t.Fatal(err)
	}
	if _, err = strategy.WithFaults(every, f); err == nil {
		t.Error("every takes a host that gets slow")
	}
}

// TestFaultManual holds docs/EXPLORE.md against the kinds that there are.
func TestFaultManual(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/EXPLORE.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "| fault | what happens | to whom |\n|---|---|---|\n"
	for k := range kernel.FaultKinds {
		if k.Budgeted() {
			want += fmt.Sprintf("| `%s` | %s | %s |\n", k, k.Doc(), k.Where())
		}
	}
	if !strings.Contains(string(manual), want+"\n") {
		t.Errorf("docs/EXPLORE.md does not have\n%s", want)
	}
}
