package trace

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Faults is who lets things go wrong between two steps.
const Faults = "a fault"

// fault puts what went wrong between two steps into words.
func fault(f *event.Fault) string { return quote.Line(failing(f)) }

func failing(f *event.Fault) string {
	text := f.Kind.Says(f.Object.Text, f.Other.Text, f.Amount)
	if f.Kind.OfPacket() {
		return "a packet " + text
	}
	return text
}

// disk puts what went wrong with a disk in a step into words.
func disk(e *event.Event) (text string) {
	for i := range e.Disk {
		text += "; " + fault(&e.Disk[i])
	}
	return text
}

// Past lists the faults that have happened in a run, or the sleeps of probes, by their events.
func Past(s *kernel.State, probes bool) (all []string) {
	for _, p := range s.Past {
		f := event.FaultOf(s, p.Fault)
		switch {
		case p.Kind.IsProbe() != probes:
		case probes:
			all = append(all, fmt.Sprintf("event %d: %s sleeps %s before its call", p.Step, quote.Line(f.Object.Text),
				kernel.Milliseconds(p.Amount)))
		default:
			all = append(all, fmt.Sprintf("event %d: %s", p.Step, fault(f)))
		}
	}
	return all
}
