package rebuild

import (
	"reflect"
	"slices"

	"machsim/debugger/replay/memory"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// How much of a task's past is remembered.
const (
	window     = 1000      // moments, unless variables are large; and how far a step back is one
	mostSeen   = 256 << 20 // bytes that are compared to find what has changed
	mostKept   = 8 << 20   // bytes of variables that have changed
	fewMoments = 8         // fewer are not worth it
	mostPasts  = 32        // families that are remembered
)

// past is what the threads of a task showed at the last moments of one feeding, at each of which one of them had moved.
// What they showed before the last of these is shown again without running them. A moment in the midst cannot be left
// out: what came after it may have read what it wrote.
type past struct {
	since   int // what came before this event is not remembered
	left    int // how many moments are expected; so many are skipped of them
	skip    int
	late    bool // what happens now is noted as one, when it is over
	moments []moment
	base    []standing // by thread of the task: where it stood at the first moment
	rows    [][]row    // by thread of the task
	log     memory.Log // it has the same moments
	undone  int        // so many of the last moments: the threads are shown as if they had not come
}

// moment is a move of a thread.
type moment struct {
	who    int // the thread, by its place in the task
	at     standing
	effect int  // the event of another thread by which it moved; -1 for its own
	stays  bool // it cannot be undone: it was noted together with others
}

// standing is where a thread stands.
type standing struct {
	calls int       // how many it has completed
	spot  hook.Spot // of the statement before which it stands after them; zero if it stands at its next call
}

// before says whether a thread comes from one standing to another.
func (s standing) before(o standing) bool {
	return s.calls < o.calls || s.calls == o.calls && s.spot.N > 0 && (o.spot.N == 0 || s.spot.N < o.spot.N)
}

// is says whether two standings are the same.
func (s standing) is(o standing) bool { return s.calls == o.calls && s.spot.N == o.spot.N }

// row is what is seen of a thread from a moment on, until its next row.
type row struct {
	moment  int
	has     bool // it has begun, and has not ended
	stack   []uintptr
	watches kernel.Watches
}

func newPast(since, left int) *past { return &past{since: since, left: left} }

// shown says whether the threads are shown as they were earlier.
func (p *past) shown() bool { return p != nil && p.undone > 0 }

// moment returns the last moment of a thread, by its place, that is not undone; -1 if there is none.
func (p *past) moment(who int) int {
	for n := len(p.moments) - p.undone - 1; n >= 0; n-- {
		if p.moments[n].who == who {
			return n
		}
	}
	return -1
}

// standing returns where a thread is shown, by its place.
func (p *past) standing(who int) standing {
	if n := p.moment(who); n >= 0 {
		return p.moments[n].at
	}
	return p.base[who]
}

// row returns what is seen of a thread, by its place; nil if it had not begun, or had ended.
func (p *past) row(who int) *row {
	n := max(0, p.moment(who))
	i, found := slices.BinarySearchFunc(p.rows[who], n, func(r row, n int) int { return r.moment - n })
	if !found || !p.rows[who][i].has {
		return nil
	}
	return &p.rows[who][i]
}

// show shows the threads of a task as if so many of the last moments had not come.
func (h *home) show(k *task, undone int) {
	if p := h.pasts[k]; p != nil && p.undone != undone {
		p.undone = undone
		h.feeder.Inside(func() { p.log.Show(len(p.moments) - undone - 1) })
	}
}

// unseen returns the event, of those from one on, before which nothing has to be remembered of a task; at most limit.
func (h *home) unseen(k *task, event, limit int) int {
	switch p := h.pasts[k]; {
	case p == nil || p.late:
		return limit
	case event < p.since:
		return min(limit, p.since)
	}
	return event + 1
}

// arrived remembers where a thread stands after an event, which may be that of another thread.
func (h *home) arrived(k *task, id kernel.ThreadID, event int, own bool) {
	p := h.pasts[k]
	if p == nil || event < p.since {
		return
	}
	m := moment{who: k.place(id), at: h.standing(id), effect: -1}
	if !own {
		m.effect = event
	}
	h.remember(k, m, h.feeder.Stack(id))
}

// standing returns where a thread really stands. Nothing may be shown as it was.
func (h *home) standing(id kernel.ThreadID) standing {
	s := standing{calls: h.script.of(id).Calls()}
	if h.feeder.Parked(id) {
		s.spot = h.feeder.Hooks(id).Spot()
	}
	return s
}

// resumed remembers where a thread stands that was parked. If others have moved since, the order is none of the run's.
func (h *home) resumed(k *task, id kernel.ThreadID) {
	switch p, who := h.pasts[k], k.place(id); {
	case p == nil || len(p.moments) == 0:
	case p.moments[len(p.moments)-1].who != who:
		delete(h.pasts, k)
	default:
		h.remember(k, moment{who: who, at: h.standing(id), effect: -1}, h.feeder.Stack(id))
	}
}

// passes remembers a statement that a thread passes.
func (h *home) passes(k *task, id kernel.ThreadID) {
	if p := h.pasts[k]; p != nil && h.script.event(id) >= p.since {
		at := standing{h.script.of(id).Calls(), h.feeder.Hooks(id).Spot()}
		h.remember(k, moment{who: k.place(id), at: at, effect: -1}, h.feeder.Here())
	}
}

// place returns the place of a thread in its task.
func (k *task) place(id kernel.ThreadID) int {
	who, _ := slices.BinarySearch(k.threads, id)
	return who
}

// touched says whether the threads of a family must not run on, for it was shown as it was.
func (h *home) touched(tasks []*task) bool {
	return slices.ContainsFunc(tasks, func(k *task) bool { return h.pasts[k] != nil && h.pasts[k].log.Touched() })
}

// remember adds a moment to the past of a task.
func (h *home) remember(k *task, m moment, stack []uintptr) {
	p := h.pasts[k]
	if p.skip--; p.skip >= 0 {
		return
	}
	if p.late = p.late || h.crowded(k, p); p.late {
		return
	}
	if len(p.moments) >= 2*window {
		p = newPast(p.since, 0)
		h.pasts[k] = p
	}
	if h.add(k, p, m, stack); len(p.moments) == 1 {
		h.afford(k, p)
	}
}

// add adds a moment.
func (h *home) add(k *task, p *past, m moment, stack []uintptr) {
	n := len(p.moments)
	if n == 0 {
		h.base(k, p, m)
	}
	p.rows[m.who] = append(p.rows[m.who], h.row(n, k.threads[m.who], p.same(m.who, stack)))
	p.moments = append(p.moments, m)
	h.feeder.Inside(func() { p.log.Note(h.roots(k)) })
	p.log.Trim(mostKept)
}

// base notes where the threads of a task stand at the first moment.
func (h *home) base(k *task, p *past, first moment) {
	p.base, p.rows = make([]standing, len(k.threads)), make([][]row, len(k.threads))
	for who, id := range k.threads {
		switch {
		case who == first.who:
			p.base[who] = first.at
		case h.feeder.Has(id):
			p.base[who], p.rows[who] = h.standing(id), []row{h.row(0, id, h.feeder.Stack(id))}
		default:
			p.base[who] = h.standing(id)
		}
	}
}

// settled remembers, as one, all moves of a task that were too many to be remembered one by one.
func (h *home) settled(k *task) {
	p := h.pasts[k]
	if p == nil || !p.late {
		return
	}
	p.late = false
	for who, id := range k.threads {
		at, seen := h.standing(id), p.row(who)
		if !at.is(p.standing(who)) || h.feeder.Has(id) != (seen != nil) {
			h.add(k, p, moment{who: who, at: at, effect: -1, stays: true}, h.feeder.Stack(id))
		}
	}
}

// crowded says whether more has happened while a thread is parked than is remembered.
func (h *home) crowded(k *task, p *past) bool {
	return len(p.moments) >= 2*window && slices.ContainsFunc(k.threads, h.feeder.Parked)
}

// same returns a stack of a thread, by its place: the last one that is remembered, if it is the same.
func (p *past) same(who int, stack []uintptr) []uintptr {
	if rows := p.rows[who]; len(rows) > 0 && slices.Equal(rows[len(rows)-1].stack, stack) {
		return rows[len(rows)-1].stack
	}
	return slices.Clone(stack)
}

// row returns what is seen of a thread that stands still, with a stack.
func (h *home) row(moment int, id kernel.ThreadID, stack []uintptr) row {
	return row{moment, h.feeder.Has(id), stack, h.feeder.Watches(id)}
}

// afford skips moments, or remembers none, if there is much to compare, or something that cannot be remembered.
func (h *home) afford(k *task, p *past) {
	moments := mostSeen / max(1, p.log.Reached())
	switch {
	case p.log.Hidden() || moments < fewMoments:
		delete(h.pasts, k)
	case p.left > moments:
		h.pasts[k] = newPast(p.since, moments)
		h.pasts[k].skip = p.left - moments
	}
}

// roots returns the variables that can be seen of a task's threads.
func (h *home) roots(k *task) (all []reflect.Value) {
	for _, id := range k.threads {
		for v := range h.feeder.Watches(id).All {
			all = append(all, v)
		}
		if t := h.feeder.Hooks(id); t != nil {
			for _, p := range t.Memory() {
				all = append(all, reflect.ValueOf(p).Elem())
			}
		}
	}
	if hook.Changing() {
		for _, p := range hook.Packages() {
			for _, g := range p.Globals {
				all = append(all, reflect.ValueOf(g.Pointer).Elem())
			}
		}
	}
	return all
}
