package explore

import (
	"slices"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// Glance notes that the program has looked at the state beside its calls.
func (r *run) Glance(id kernel.ThreadID, v any) {
	if _, own := v.(kernel.Company); !own && !r.gone.Load() && r.step >= r.skip {
		r.glanced = r.prints.glance(r.state, id, v, r.glanced)
		some := r.log.Accesses[min(r.logged, len(r.log.Accesses)):]
		r.logged = len(r.log.Accesses)
		if _, text := v.(string); r.prints.names.waits[atRights] && (len(some) > 0 || !text) {
			r.glanced = r.prints.looksAt(r.state, r.state.Threads.At(uint32(id)).Task, some, r.glanced)
		}
	}
}

// glance adds what a program uses that looks at the state beside its calls, of what may change without that everything
// is used: the names of threads, and the rights of its task, some of which another thread's refused call may bring
// (comesBack).
func (f *footprints) glance(s *kernel.State, id kernel.ThreadID, v any, some footprint) footprint {
	switch _, text := v.(string); {
	case text:
		return some.with(footprint{{threadNames, read}})
	case f.crowded(s, kernel.Actor{Thread: id}):
		return some.with(footprint{{f.namesOf(s, s.Threads.At(uint32(id)).Space), read}})
	}
	return some
}

// Hear listens to the accesses of a thread.
func (r *run) Hear(id kernel.ThreadID, t *hook.Thread) {
	if !r.gone.Load() {
		r.heard = true
		n := r.prints.names
		r.prints.told.hear(n, id, func() actor { return n.thread(r.state, id) }, t)
	}
}

// settle takes in the accesses since the last step. Those for which no call was made are its own.
func (r *run) settle(s *kernel.State) {
	r.also = r.prints.told.settle(s, r.also[:0])
	uses := r.glanced
	r.glanced = nil
	if len(r.also) == 0 && len(uses) == 0 || r.step <= r.skip {
		return
	}
	at := len(r.events) - 1
	e := &r.events[at]
	for _, t := range r.also {
		uses = uses.with(t.uses)
	}
	e.uses = slices.Clip(e.uses).with(uses)
	own := e.own()
	own.since = uses
	own.touches, own.newest = slices.Concat(own.touches, r.also), r.prints.names.newest(e.uses)
	r.by.touched(at, uses)
}

// touch notes the accesses of an event. A loop makes the same ones again and again.
func (r *run) touch(e *event, id kernel.ThreadID) {
	r.also = r.also[:0]
	for _, t := range r.prints.told.of(id) {
		r.also = append(r.also, t.touch)
	}
	if len(r.also) == 0 {
		return
	}
	newest := r.prints.names.newest(e.uses)
	if e.rareFields != &nothing {
		own := e.own()
		own.touches, own.newest = slices.Clone(r.also), newest
		return
	}
	same := r.touched[r.also[0].site]
	if same == nil || same.newest != newest || !slices.EqualFunc(same.touches, r.also, touch.is) {
		same = &rareFields{touches: slices.Clone(r.also), newest: newest, common: true}
		r.touched[r.also[0].site] = same
	}
	e.rareFields = same
}

// is says whether two accesses are the same.
func (t touch) is(other touch) bool {
	return t.site == other.site && t.in == other.in && slices.Equal(t.uses, other.uses)
}

// overtaken has waits for messages be steps that matter to what their receivers use behind them. Whoever has begun to
// wait has a message in hand when it is sent, and others go on as if it had been received: there is room, or the next
// one. They may change what the receiver uses when it goes on, after them.
func (r *run) overtaken() {
	type receiver struct {
		actor actor
		queue thing
	}
	known := map[receiver]footprint{} // since a pause: what affects that was looked for already
	for i := range r.events {
		e := &r.events[i]
		if e.pause {
			clear(known)
		}
		if e.took != receive || e.woken > 0 || len(e.since) == 0 {
			continue
		}
		for _, u := range e.uses {
			if of := (receiver{e.actor, u.thing}); u.mode == receive && len(known[of].with(e.since)) > len(known[of]) {
				if r.overtakes(i, u.thing) {
					r.prints.names.learn(u.thing)
				}
				known[of] = known[of].with(e.since)
			}
		}
	}
}

// overtakes says whether an event affects what a receiver has used behind its receipt from a queue, after another one
// may have been possible by that, and before a pause: then nobody has a message in hand.
func (r *run) overtakes(at int, queue thing) bool {
	e, goes := &r.events[at], false
	for i := at + 1; i < len(r.events) && !r.events[i].pause; i++ {
		x := &r.events[i]
		goes = goes || x.actor != e.actor && x.uses.has(queue)
		if goes && x.actor != e.actor && affect(x.uses, e.since) {
			return true
		}
	}
	return false
}
