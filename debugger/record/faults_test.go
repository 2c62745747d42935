package record

import (
	"testing"

	"machsim/kernel"
)

// A header remembers budgets, rates and scopes; what cannot be asked for is damage.
func TestFaultsInHeader(t *testing.T) {
	var some, lower, both kernel.Faults
	some[kernel.FaultCrash].Most = 3
	lower[kernel.FaultLoss] = kernel.Budget{Rate: 305, Scope: kernel.Scope{A: "a", B: "b", OneWay: true, Since: 5}}
	lower[kernel.FaultDelay] = kernel.Budget{Most: 2, Scope: kernel.Scope{A: "a", Until: 1_000_000}}
	both[kernel.FaultDup] = kernel.Budget{Most: 1, Rate: 1}
	var heals, fast, nowhere kernel.Faults
	heals[kernel.FaultHeal].Most = 1
	fast[kernel.FaultLoss].Rate = kernel.MaxRate + 1
	nowhere[kernel.FaultLoss] = kernel.Budget{Most: 1, Scope: kernel.Scope{B: "b"}}
	var held, twice, odd kernel.Faults
	for _, p := range []kernel.Probe{{Kind: kernel.ProbeHold, On: "bank", Amount: 2000},
		{Kind: kernel.ProbeHold, On: "a=b", Amount: 1}, {Kind: kernel.ProbeSleep, On: "server.1", Amount: 1000}} {
		if err := held.WithProbe(p); err != nil {
			t.Fatal(err)
		}
	}
	twice[kernel.ProbeSlow].Probes = "a=2,a=3"
	odd[kernel.FaultLoss].Probes = "a=2"
	mixed := held
	mixed[kernel.FaultCrash].Most, mixed[kernel.FaultLoss].Rate = 2, 300
	for _, c := range []struct {
		faults kernel.Faults
		ok     bool
	}{
		{held, true}, {mixed, true}, {twice, false}, {odd, false},
		{kernel.Faults{}, true}, {some, true}, {lower, true},
		{both, false}, {heals, false}, {fast, false}, {nowhere, false},
	} {
		h := Header{Program: "lab", MaxSteps: 9, StepTime: 10, Faults: c.faults}
		got, ok := readHeader(h.append(nil))
		if ok != c.ok || ok && got.Faults != c.faults {
			t.Errorf("%v: %v, %v", c.faults, got.Faults, ok)
		}
	}
}

// often lets a fault come before each fourth step, and asks another for all else.
type often struct {
	kernel.Door
	asked int
}

func (o *often) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointFault {
		return o.Door.Choose(p)
	}
	if o.asked++; o.asked%4 > 0 {
		return 0
	}
	return 1 + o.asked/4%(p.N-1)
}

// A fault is the first choice of its event, also where timers may fire before any step.
func TestFaultFirst(t *testing.T) {
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		for _, name := range []string{"a", "b", "c"} {
			b.Task(b.Host(name), name, func(th *kernel.Thread) {
				for range 6 {
					th.Sleep(kernel.Millisecond)
					th.Random(9)
				}
			})
		}
	}}
	faults, others := 0, 0
	for seed := range uint64(8) {
		cfg := kernel.Config{Seed: seed, FreeTimers: true, Door: &often{Door: kernel.NewRandom(seed)}}
		for _, kind := range []kernel.FaultKind{kernel.FaultCrash, kernel.FaultKill, kernel.FaultDrift, kernel.FaultCut} {
			cfg.Faults[kind].Most = 2
		}
		a := answersOf(t, p, recordedAs(t, p, cfg))
		for n := range a.Events() {
			for i, c := range a.Choices(n + 1) {
				if c.Kind != kernel.PointFault {
					others++
				} else if faults++; i > 0 || !a.failed(n+1) {
					t.Errorf("seed %d: a fault is choice %d of event %d", seed, i, n+1)
				}
			}
		}
	}
	if faults == 0 || others == 0 {
		t.Errorf("%d faults, %d other choices", faults, others)
	}
}
