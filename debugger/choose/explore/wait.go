package explore

import (
	"cmp"
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// forWhat returns what a wait is for.
func forWhat(w kernel.Wait) kernel.Wait {
	return kernel.Wait{Kind: w.Kind, Port: w.Port, Set: w.Set, Object: w.Object}
}

// still says whether no time passes any more: a thread has failed. What a pause is followed by comes after that failure
// in every run.
func (r *run) still(s *kernel.State) bool { return len(s.Failures) > 0 && !r.free }

// late says whether an actor that only waits does so with one whose wait time can end.
func (r *run) late(s *kernel.State, a kernel.Actor) bool {
	_, late := r.options(s)
	return slices.ContainsFunc(late, func(o option) bool { return o.of == a })
}

// wouldWait says whether an actor's step would only begin to wait, for somebody else, and whether time can end that.
func wouldWait(s *kernel.State, a kernel.Actor) (waits, timed bool) {
	w, timeout := waitOf(s, a)
	return w.Kind != 0, w.Kind != 0 && timeout >= 0
}

// waitOf returns the wait for somebody else that an actor's step would only begin.
func waitOf(s *kernel.State, a kernel.Actor) (kernel.Wait, int64) {
	if a.Thread == 0 {
		return kernel.Wait{}, -1
	}
	t := s.Threads.At(uint32(a.Thread))
	if t.Call.Op == kernel.OpConditionWait && t.Phase == 0 || t.Call.Op == kernel.OpThreadSwitch {
		return kernel.Wait{}, -1
	}
	return s.WouldWait(a.Thread)
}

// wouldWait is the same for waits that are no steps.
func (r *run) wouldWait(s *kernel.State, a kernel.Actor) (waits, timed bool) {
	if a.Thread == 0 {
		return a.Packet != 0 && s.WouldBeRefused(a.Packet), false
	}
	w, timeout := waitOf(s, a)
	if w.Kind == 0 || len(r.prints.Names.Waits) > 0 && r.prints.Names.Waits[r.prints.Awaited(s, a.Thread, w)] {
		return false, false
	}
	return true, timeout >= 0
}

// handed returns what a thread that receives now would have waited for, had it come to that before the message was
// sent: the send would have given it that, and it would only take it out of the kernel's hands now.
func (r *run) handed(s *kernel.State, id kernel.ThreadID) kernel.Wait {
	t := s.Threads.At(uint32(id))
	if c := &t.Call; !t.Fresh() || c.Op.Class() != kernel.ClassMessage || c.Opt&ipc.MACH_SEND_MSG != 0 ||
		c.Opt&ipc.MACH_RCV_TIMEOUT != 0 && c.N <= 0 {
		return kernel.Wait{}
	}
	port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name)
	if !ok {
		return kernel.Wait{}
	}
	sent := r.sent.Get(uint32(s.IPC.First(port, set)))
	if sent == 0 || r.leads(sent-1, r.prints.Names.Thread(s, id)) {
		return kernel.Wait{}
	}
	return kernel.Wait{Kind: kernel.WaitReceive, Port: port, Set: set}
}

// leads says whether an event comes before one by which an actor has come to where it is, in every order that makes no
// difference.
func (r *run) leads(i int, to touch.Actor) bool {
	behind, uses, n := []int{i}, slices.Clip(r.events[i].uses), len(r.events)-1
	for n > i && r.events[n].actor != to {
		n--
	}
	for k := i + 1; k <= n; k++ {
		e := &r.events[k]
		in := func(k int) bool { return r.events[k].actor == e.actor || slices.Contains(e.after, k) }
		if touch.Affect(e.uses, uses) || slices.ContainsFunc(behind, in) {
			behind, uses = append(behind, k), uses.With(e.uses)
		}
	}
	return n > i && behind[len(behind)-1] == n
}

// disturb notes what threads would wait for, or would have waited for until then, when a step comes that a wait would
// matter to.
func (r *run) disturb(s *kernel.State, a kernel.Actor, uses touch.Footprint) {
	for i := range s.Ready.Len() {
		o := kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}
		w, _ := waitOf(s, o)
		if w.Kind == 0 {
			w = cmp.Or(r.stood.Get(s.Ready.At(i)).wait, r.handed(s, o.Thread))
		}
		disturbs := func(w kernel.Wait) bool {
			return o != a && s.Disturbs(a, o.Thread, w) && touch.Affect(uses, r.prints.Step(s, o))
		}
		if w.Kind != 0 && disturbs(w) {
			r.prints.Names.Learn(r.prints.Awaited(s, o.Thread, w))
		}
		if disturbs(kernel.Wait{Kind: kernel.WaitReceive}) {
			r.inHand(r.prints.Names.Thread(s, o.Thread))
		}
	}
}

// inHand has a wait for a message be a step if that was received by an actor's last step, and could be in hand still:
// had it waited, what others have done with the queue since could have come before that step.
func (r *run) inHand(a touch.Actor) {
	i := len(r.events) - 1
	for i >= 0 && r.events[i].actor != a && !r.events[i].pause {
		i--
	}
	if i < 0 || r.events[i].took != touch.Receive || r.events[i].woken > 0 {
		return
	}
	for _, u := range r.events[i].uses {
		since := func(e event) bool { return e.uses.Has(u.Thing) }
		if u.Mode == touch.Receive && slices.ContainsFunc(r.events[i+1:], since) {
			r.prints.Names.Learn(u.Thing)
		}
	}
}

// disturbs says whether a step may matter to waits that others are about to begin.
func disturbs(s *kernel.State, a kernel.Actor, uses touch.Footprint) bool {
	if uses.Everything() || uses.Meddles() || a.Edited() {
		return true
	}
	t := s.Threads.At(uint32(a.Thread))
	return t.Call.Op.Class() == kernel.ClassExit && len(s.Tasks.At(uint32(t.Task)).Threads) == 1
}

// ends says whether a step may end others, or stop them.
func ends(s *kernel.State, a kernel.Actor) bool {
	if a.Thread == 0 {
		return true
	}
	switch s.Threads.At(uint32(a.Thread)).Call.Op.Class() {
	case kernel.ClassEnd, kernel.ClassStop, kernel.ClassStage, kernel.ClassRaise:
		return true
	}
	return false
}
