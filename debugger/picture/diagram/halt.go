package diagram

import (
	"fmt"
	"strings"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
)

// arrival adds the arrival of a packet. It has a row if a process halts with it, in the lane of the
// first thread of the process.
func (b *builder) arrival(e *kernel.Event) {
	if e.Packet.Halt != 0 {
		b.agent(e)
		return
	}
	h := haltsAt(e)
	if h == nil {
		b.marker(e)
		return
	}
	index := int(e.Step) - 1
	threads := b.halts(e, h)
	if b.first(threads) == Nowhere {
		return
	}
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: b.first(threads), Time: e.Time, Kind: Halt,
		Label: "task " + e.State.TaskName(h.Task) + " halts", Text: trace.Of(event.Of(e)).Action,
		Inside: b.s.Holds(index),
	})
	if from := b.halter(e.State, h); from >= 0 {
		b.arrow(Marker, from, index)
	}
}

// agent adds that a host halts, or goes on, as the agent of another has told its own (kernel.Agents).
func (b *builder) agent(e *kernel.Event) {
	index, text := int(e.Step)-1, trace.Marker(event.Of(e).Packet)
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: b.first(onHost(e.State, e.Packet.To)), Time: e.Time, Kind: Edit, Label: text, Text: text,
		Inside: b.s.Holds(index),
	})
}

// onHost returns the threads on a host.
func onHost(s *kernel.State, h kernel.HostID) (all []kernel.ThreadID) {
	for id := range s.Tasks.All {
		if t := s.Tasks.At(id); t.Host == h {
			all = append(all, t.Threads...)
		}
	}
	return all
}

// theDebugger is the debugger process in the path of a marker, and above its lane.
const theDebugger = "the debugger"

// haltsAt returns the process that halts with an event; nil if there is none, or if it goes on after its moment.
func haltsAt(e *kernel.Event) *kernel.HaltedTask {
	all := e.State.Halt.Halted
	if n := len(all); n > 0 && all[n-1].Event == e.Step && e.State.Tasks.At(uint32(all[n-1].Task)).Stands {
		return &all[n-1]
	}
	return nil
}

// halts records that a process halts with an event, and returns its threads.
func (b *builder) halts(e *kernel.Event, h *kernel.HaltedTask) []kernel.ThreadID {
	threads := e.State.Tasks.At(uint32(h.Task)).Threads
	for _, id := range threads {
		b.halted[id] = int(e.Step) - 1
	}
	return append([]kernel.ThreadID(nil), threads...)
}

// before returns the event with which the last of the processes named in a halt marker halted;
// Nowhere if there is none. The debugger process passes markers on, so the sender of a packet is
// not that process.
func before(s *kernel.State, h *kernel.HaltedTask) int {
	path := strings.TrimSuffix(h.Path, ", "+theDebugger)
	from, longest := Nowhere, 0
	for _, x := range s.Halt.Halted {
		name := s.TaskName(x.Task)
		rest, ok := strings.CutSuffix(path, name)
		if ok && x.Event < h.Event && len(name) > longest && (rest == "" || strings.HasSuffix(rest, ", ")) {
			from, longest = int(x.Event)-1, len(name)
		}
	}
	return from
}

// met describes a predicate that was met.
func met(e *event.Event) string {
	if e.Halts {
		return fmt.Sprintf("meets predicate %d, halts", e.Predicate)
	}
	return fmt.Sprintf("meets predicate %d", e.Predicate)
}
