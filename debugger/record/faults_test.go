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
