package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Glance notes that the program has looked at the state beside its calls.
func (r *run) Glance(id kernel.ThreadID, v any) {
	if _, own := v.(kernel.Company); !own && !r.gone.Load() && r.step >= r.skip {
		r.glanced = r.prints.Glance(r.state, id, v, r.glanced)
		some := r.log.Accesses[min(r.logged, len(r.log.Accesses)):]
		r.logged = len(r.log.Accesses)
		if _, text := v.(string); r.prints.Names.Waits[touch.AtRights] && (len(some) > 0 || !text) {
			r.glanced = r.prints.LooksAt(r.state, r.state.Threads.At(uint32(id)).Task, some, r.glanced)
		}
	}
}

// Hear listens to the accesses of a thread.
func (r *run) Hear(id kernel.ThreadID, t *hook.Thread) {
	if !r.gone.Load() {
		r.heard = true
		n := r.prints.Names
		r.prints.Told.Hear(n, id, func() touch.Actor { return n.Thread(r.state, id) }, t)
	}
}

// settle takes in the accesses since the last step. Those for which no call was made are its own.
func (r *run) settle(s *kernel.State) {
	r.also = r.prints.Told.Settle(s, r.also[:0])
	uses := r.glanced
	r.glanced = nil
	if len(r.also) == 0 && len(uses) == 0 || r.step <= r.skip {
		return
	}
	at := len(r.events) - 1
	e := &r.events[at]
	for _, t := range r.also {
		uses = uses.With(t.Uses)
	}
	e.uses = slices.Clip(e.uses).With(uses)
	own := e.own()
	own.since = uses
	own.touches, own.newest = slices.Concat(own.touches, r.also), r.prints.Names.Newest(e.uses)
	r.by.touched(at, uses)
}

// touch notes the accesses of an event. A loop makes the same ones again and again.
func (r *run) touch(e *event, id kernel.ThreadID) {
	r.also = r.also[:0]
	for _, t := range r.prints.Told.Of(id) {
		r.also = append(r.also, t.Touch)
	}
	if len(r.also) == 0 {
		return
	}
	newest := r.prints.Names.Newest(e.uses)
	if e.rareFields != &nothing {
		own := e.own()
		own.touches, own.newest = slices.Clone(r.also), newest
		return
	}
	same := r.touched[r.also[0].Site]
	if same == nil || same.newest != newest || !slices.EqualFunc(same.touches, r.also, touch.Touch.Is) {
		same = &rareFields{touches: slices.Clone(r.also), newest: newest, common: true}
		r.touched[r.also[0].Site] = same
	}
	e.rareFields = same
}

// overtaken has waits for messages be steps that matter to what their receivers use behind them. Whoever has begun to
// wait has a message in hand when it is sent, and others go on as if it had been received: there is room, or the next
// one. They may change what the receiver uses when it goes on, after them.
func (r *run) overtaken() {
	type receiver struct {
		actor touch.Actor
		queue touch.Thing
	}
	known := map[receiver]touch.Footprint{} // since a pause: what affects that was looked for already
	for i := range r.events {
		e := &r.events[i]
		if e.pause {
			clear(known)
		}
		if e.took != touch.Receive || e.woken > 0 || len(e.since) == 0 {
			continue
		}
		for _, u := range e.uses {
			if of := (receiver{e.actor, u.Thing}); u.Mode == touch.Receive && len(known[of].With(e.since)) > len(known[of]) {
				if r.overtakes(i, u.Thing) {
					r.prints.Names.Learn(u.Thing)
				}
				known[of] = known[of].With(e.since)
			}
		}
	}
}

// overtakes says whether an event affects what a receiver has used behind its receipt from a queue, after another one
// may have been possible by that, and before a pause: then nobody has a message in hand.
func (r *run) overtakes(at int, queue touch.Thing) bool {
	e, goes := &r.events[at], false
	for i := at + 1; i < len(r.events) && !r.events[i].pause; i++ {
		x := &r.events[i]
		goes = goes || x.actor != e.actor && x.uses.Has(queue)
		if goes && x.actor != e.actor && touch.Affect(x.uses, e.since) {
			return true
		}
	}
	return false
}
