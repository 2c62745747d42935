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

// Past lists the faults that have happened in a run, by their events.
func Past(s *kernel.State) (all []string) {
	for _, p := range s.Past {
		all = append(all, fmt.Sprintf("event %d: %s", p.Step, fault(event.FaultOf(s, p.Fault))))
	}
	return all
}
