package diagram

import (
	"strings"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
)

// Control says which control messages of debuggers are shown. Without a predicate these are the markers of a run that
// was halted by messages (kernel.Halt). With one it is the replay that Manabe and Aoyagi's algorithm halts at the first
// state that satisfies it (halt.Effort), in the order of its steps.
type Control struct {
	Predicate string
	Delay     int // as in halt.Control
	Seed      uint64
}

// debuggerLane stands for a lane of the tape: that of the debugger process, which has none.
const debuggerLane = -2

// marker adds the arrival of a marker, or of a report at the debugger process, which changes nothing but what the
// debuggers know.
func (b *builder) marker(e *kernel.Event) {
	if !b.control {
		return
	}
	was := event.Of(e)
	if was.Packet == nil || !was.Packet.Marker {
		return
	}
	index, p := int(e.Step)-1, e.Packet
	lane, flow, from := b.first(e.State.Tasks.At(uint32(p.Task)).Threads), Request, Nowhere
	switch was.Packet.Kind {
	case kernel.PacketPredicate:
		from = b.issuer(was.Packet.Stage)
	case kernel.PacketHalt:
		flow, from = Marker, b.halter(e.State, &kernel.HaltedTask{Event: e.Step, Path: was.Packet.Path})
	default:
		lane, from = debuggerLane, haltOf(e.State, p.Task)
		if b.reported == Nowhere {
			b.reported = index
		}
	}
	if lane == Nowhere {
		return
	}
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: lane, Time: e.Time, Kind: Told, Label: trace.Marker(was.Packet), Text: trace.Of(was).Action,
		Inside: b.s.Holds(index),
	})
	b.arrow(flow, from, index)
}

// issuer is the event by which a predicate was met, upon which the markers of the next one, counted from 0, were sent.
// Those of the first one were sent by the debugger process.
func (b *builder) issuer(stage int) int {
	if stage > 0 {
		if at, ok := b.met[stage]; ok {
			return at
		}
		return Nowhere
	}
	if b.d.From > 0 {
		return Nowhere
	}
	if len(b.d.Events) == 0 || !b.d.Events[0].silent {
		begins := Event{Index: -1, Lane: debuggerLane, Kind: Told, Inside: true, silent: true}
		b.d.Events = append([]Event{begins}, b.d.Events...)
	}
	return -1
}

// halter is the event from which a halt marker comes: at which the debugger process heard of the halt, if it has passed
// the marker on and is shown, or that of the process that halted before.
func (b *builder) halter(s *kernel.State, h *kernel.HaltedTask) int {
	if b.control && strings.HasSuffix(h.Path, theDebugger) && b.reported != Nowhere {
		return b.reported
	}
	return before(s, h)
}

// haltOf is the event with which a task halted; Nowhere if it has not.
func haltOf(s *kernel.State, task kernel.TaskID) int {
	for _, h := range s.Halt.Halted {
		if h.Task == task {
			return int(h.Event) - 1
		}
	}
	return Nowhere
}
