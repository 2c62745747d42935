package trace

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/debugger/event/waitfor"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Faults is who lets things go wrong between two steps.
const Faults = "a fault"

// fault puts what went wrong between two steps into words.
func fault(f *event.Fault) string { return quote.Line(failing(f)) }

func failing(f *event.Fault) string {
	switch f.Kind {
	case kernel.FaultCrash:
		return "host " + f.Object.Text + " crashes"
	case kernel.FaultKill:
		return "task " + f.Object.Text + " ends"
	case kernel.FaultCut:
		return "the wire " + f.Object.Text + "-" + f.Other.Text + " is cut"
	case kernel.FaultHeal:
		return "the wire " + f.Object.Text + "-" + f.Other.Text + " is whole again"
	case kernel.FaultDrift:
		gains := "gains"
		if f.Amount < 0 {
			gains = "loses"
		}
		by := waitfor.Time(max(f.Amount, -f.Amount))
		return fmt.Sprintf("the clock of host %s %s %s a second", f.Object.Text, gains, by)
	case kernel.FaultSlow:
		return fmt.Sprintf("host %s gets %d times slower", f.Object.Text, f.Amount)
	}
	return "a packet" + befell(f)
}

// Past lists the faults that have happened in a run, by their events.
func Past(s *kernel.State) (all []string) {
	for _, p := range s.Past {
		all = append(all, fmt.Sprintf("event %d: %s", p.Step, fault(event.FaultOf(s, p.Fault))))
	}
	return all
}

// befell puts what befell a packet into words.
func befell(f *event.Fault) string {
	switch f.Kind {
	case kernel.FaultLoss:
		return " is lost"
	case kernel.FaultDup:
		return " is doubled"
	case kernel.FaultReorder:
		return " is overtaken"
	}
	return fmt.Sprintf(" is delayed by %s", waitfor.Time(f.Amount))
}
