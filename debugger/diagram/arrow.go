package diagram

import (
	"slices"

	"machsim/debugger/graph"
	"machsim/ipc"
	"machsim/kernel"
)

// into adds the arrows that lead to an event of a thread.
func (b *builder) into(e *kernel.Event) {
	to := int(e.Step) - 1
	first := len(b.d.Arrows)
	if from := sender(e); from >= 0 {
		b.arrow(Message, from, to)
	}
	if b.s.InLane(b.s.LaneAt(to), to) == 0 {
		if from := b.s.AskerOf(e.Actor.Thread); from >= 0 {
			b.arrow(Fork, from, to)
		}
	}
	b.s.Into(to, func(x graph.Edge) {
		flow, ok := b.flow(x, to)
		known := slices.ContainsFunc(b.d.Arrows[first:], func(a Arrow) bool { return a.From == x.From })
		if ok && !known {
			b.arrow(flow, x.From, to)
		}
	})
}

// sender returns the event that sent the message which an event received; Nowhere if there is none.
func sender(e *kernel.Event) int {
	if !e.Done || e.Result.Code != 0 || e.Result.Msg == nil || e.Call.Opt&ipc.MACH_RCV_MSG == 0 {
		return Nowhere
	}
	return int(e.Result.N) - 1
}

// flow returns the kind of arrow to draw for an edge of the causal order, if any. Arrows of
// messages and forks come from the events themselves.
func (b *builder) flow(x graph.Edge, to int) (Flow, bool) {
	if b.lane(x.From) == Nowhere {
		return 0, false
	}
	switch x.Kind {
	case graph.Wake:
		return Wake, true
	case graph.Lock:
		return Lock, locks(b.class(to)) && unlocks(b.class(x.From))
	}
	return 0, false
}

// locks says whether calls of a class take a mutex.
func locks(c kernel.Class) bool {
	return c == kernel.ClassLock || c == kernel.ClassTryLock || c == kernel.ClassWait
}

// unlocks says whether calls of a class release a mutex.
func unlocks(c kernel.Class) bool { return c == kernel.ClassUnlock || c == kernel.ClassWait }

// class returns the class of an event's call.
func (b *builder) class(event int) kernel.Class {
	c, _ := b.s.CallOf(event)
	return c.Op.Class()
}

// lane returns the thread lane of an event in the tape; Nowhere for a packet's event.
func (b *builder) lane(event int) int {
	lane := b.s.LaneAt(event)
	if b.s.ThreadIn(lane) == 0 {
		return Nowhere
	}
	return lane
}

func (b *builder) arrow(f Flow, from, to int) {
	b.d.Arrows = append(b.d.Arrows, Arrow{Kind: f, From: from, To: to})
}

// unreceived adds the messages of the window that were not received by the end of the run.
func (b *builder) unreceived() {
	var from []int
	msgs := &b.s.Final().IPC.Msgs
	for id := range msgs.All {
		m := msgs.At(id)
		if at := int(m.Sent) - 1; !m.Draft && at >= b.d.From && at < b.d.To && b.lane(at) != Nowhere {
			from = append(from, at)
		}
	}
	slices.Sort(from)
	for _, at := range from {
		b.arrow(Message, at, Nowhere)
	}
}

// connect finds the lanes of the arrows' ends. An arrow of which the picture shows no end is left out.
func (b *builder) connect() {
	d := b.d
	at := map[int]*Event{}
	for i := range d.Events {
		at[d.Events[i].Index] = &d.Events[i]
	}
	end := func(event int) int {
		if e := at[event]; e != nil {
			e.linked = true
			return e.Lane
		}
		return Nowhere
	}
	for i := range d.Arrows {
		a := &d.Arrows[i]
		a.FromLane, a.ToLane = end(a.From), end(a.To)
	}
	d.Arrows = slices.DeleteFunc(d.Arrows, func(a Arrow) bool { return a.FromLane == Nowhere && a.ToLane == Nowhere })
}
