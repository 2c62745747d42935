package explore

import (
	"slices"
	"sync/atomic"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// event is a step of a run, or a pause.
type event struct {
	branch
	uses  footprint
	after []int // events that made it possible, by others
	woken int   // how many of these, the first ones, have woken it: it had begun to wait
	waits bool  // it only began to wait, at the end: nobody could do more, and time ends no such wait
	took  mode  // acquire, receive or send, if it has got a mutex, a message, or room for one

	thread bool // a thread has taken it
	fails  bool // that thread has stopped with it: nothing depends on it
	yields bool // and gave way to others by it

	// A pause is no step, but a moment at which nobody can do more than wait: all that was before it comes before it,
	// and all that follows after it. Time passes only then.
	pause bool
	cut   bool // of a call of aside: after the event it cannot be made any more
	ends  bool // a thread that the run waits for, if it may have faults

	found uint32 // how many variables had been found before it

	*aside // what few events have; to be written to by way of own
}

// aside is what few events have.
type aside struct {
	ways       []int    // how many options each of its choices had
	stuck      []actor  // of one that uses everything: who could not go on before it
	calls      []event  // at a pause, or before an event that uses everything: what others are at
	could      []mishap // faults that could have come before it
	host, task thing    // of one that ends a thread: which
	touches    []touch  // the variables that it reads and writes
	newest     uint32   // of these, the number under which the last one was found, plus 1
}

// nothing is what an event has that has none of it.
var nothing aside

// own returns what an event has beside the usual, to be written to.
func (e *event) own() *aside {
	if e.aside == &nothing {
		e.aside = &aside{}
	}
	return e.aside
}

// branch is a step that can be taken: whose, and with which choices beside that.
type branch struct {
	actor actor
	data  string // a byte for each choice
}

// decider chooses among several steps that can be taken next.
type decider interface {
	// wants returns who is to go next, if he can do more than wait; 0 if decide is to be asked.
	wants() actor
	// decide returns the index of one of the options, at a position of the run. The others are options, too.
	decide(position int, options []option) int
	// fails returns which of some faults comes next, 0 for none.
	fails([]mishap) actor
	// taken is told of each step, before it is taken.
	taken(position int, e *event)
	// touched is told what a step has used besides, when its thread has come to its next call.
	touched(position int, uses footprint)
}

// option is a step that can be taken next.
type option struct {
	actor actor
	of    kernel.Actor // the zero Actor: the clock
}

// run makes a run of a program: first along a path, and then as a decider says. It is the Door of the run, and its Log.
type run struct {
	prints footprints
	from   int      // how many events come before the path
	path   []branch // then
	by     decider  // and then

	events  []event
	lost    bool     // the path could not be followed
	timed   bool     // time passed, or the program looked at the clock
	wide    int      // the largest choice of which not all values are tried; 0 for none
	rest    []branch // at the end: the steps by which threads only began to wait
	state   *kernel.State
	gone    atomic.Bool // it was given up: whoever still makes it is not heard any more
	free    bool        // timers fire at any moment
	picked  actor       // who goes next, when that was picked with the timers; 0 for nobody
	now     int64       // virtual time
	exact   bool        // steps that only begin to wait are taken as all others
	quiet   bool        // nobody has done more than wait since the last pause
	idle    bool        // who goes next only begins to wait, at the end of the run
	bounds  bounded
	ranks   ranks
	passed  bool // a bound excludes orders
	idling  idling
	spins   string // a thread that goes round in a loop in which it does no more than that; "" for none
	several bool   // a task has had several threads at once
	heard   bool   // accesses to variables are heard

	log   ipc.AccessLog
	wakes noted[[]int]  // by actor: events that let it go on
	sent  noted[int]    // by message: the event that sent it, plus 1
	room  noted[[]int]  // by port: the events that made room
	freed noted[[]int]  // by what one can have: the events that gave it back since somebody took it
	made  noted[uint32] // by actor: how much memory it has made
	data  []byte        // choices of the step that is on its way
	ways  []int
	some  []option // room for options
	also  []touch  // and for accesses

	could   []mishap // the faults that could come when they were asked for last
	couldAt int      // the step before which that was

	// The first steps of a run are those of the run before. They are not looked at again: the answers are the same.
	// The kernel need not tell of them.
	step    int      // how many steps have been taken
	skip    int      // how many of them are the same
	answers []answer // to what was asked up to there, and then
	asked   int
	moments []moment // after each step
}

// answer is a choice among a number of options.
type answer struct{ choice, of int }

// moment is what a run was after a step, apart from what is noted.
type moment struct {
	events, answers int
	now             int64
	quiet           bool
	idle            idling
}

func newRun(n *names, from int, path []branch, by decider, free bool, b Bounds) *run {
	r := &run{prints: footprints{names: n}, from: from, path: path, by: by, free: free, moments: []moment{{}}}
	r.bounds.Bounds = b
	if b.orders() || b.reach() {
		r.bounds.past = &order{}
	}
	r.prints.told.reset()
	return r
}

// restart begins a run that has its first n events in common with that before.
func (r *run) restart(path []branch, n int) {
	r.skip = len(r.moments) - 1
	for r.moments[r.skip].events > n {
		r.skip--
	}
	m := &r.moments[r.skip]
	if r.bounds.past != nil {
		r.bounds.past.keep(m.events)
	}
	r.bounds.cut, r.bounds.stop = Whole, nil
	r.idling, r.spins = m.idle, ""
	r.moments, r.events, r.answers = r.moments[:r.skip+1], r.events[:m.events], r.answers[:m.answers]
	r.now, r.quiet = m.now, m.quiet
	r.wakes.back(r.skip)
	r.sent.back(r.skip)
	r.room.back(r.skip)
	r.freed.back(r.skip)
	r.made.back(r.skip)
	r.prints.back(r.skip)
	r.prints.told.reset()
	r.goOn()
	r.path, r.rest, r.step, r.asked, r.picked, r.lost, r.timed = path, r.rest[:0], 0, 0, 0, false, false
}

// Since says from which step on the run listens (kernel.Latecomer).
func (r *run) Since() uint64 { return uint64(r.skip) }

// Input returns no line: what a program reads is no choice.
func (r *run) Input() (string, bool) { return "", false }

// Choose makes the choices of the run.
func (r *run) Choose(p kernel.Point) int {
	if r.gone.Load() {
		return 0
	}
	if r.asked == len(r.answers) {
		r.answers = append(r.answers, answer{r.choose(p), p.N})
	}
	a := r.answers[r.asked]
	r.asked++
	if a.of != p.N {
		r.lost = true
	}
	return min(a.choice, p.N-1)
}

// choose makes a choice that was not made in the run before.
func (r *run) choose(p kernel.Point) int {
	switch p.Kind {
	case kernel.PointNext:
		return r.next(p.State())
	case kernel.PointTimer:
		return r.timer(p)
	case kernel.PointFault:
		return r.fault(p)
	case kernel.PointPredicate:
		return 0
	case kernel.PointAddress: // where memory lies makes no difference to a sensible program
		return 0
	}
	choice, n, tried := 0, len(r.data), r.bounds.Values(p.N)
	if at := len(r.events) - 1; at >= 0 && n < len(r.events[at].data) { // as the path or the decider has it
		choice = min(int(r.events[at].data[n]), tried-1)
	}
	if tried < p.N {
		r.wide = max(r.wide, p.N)
	}
	r.data, r.ways = append(r.data, byte(choice)), append(r.ways, tried)
	return value(choice, tried, p.N)
}

// fixed returns the step of the path at a position, nil for none.
func (r *run) fixed(position int) *branch {
	if at := position - r.from; at >= 0 && at < len(r.path) {
		return &r.path[at]
	}
	return nil
}

// timer decides whether the earliest timer fires now. Those that are due at the same time fire in their order: nobody
// goes between them.
func (r *run) timer(p kernel.Point) int {
	if !p.Early || p.State().Users == 0 {
		return 0
	}
	some, late := r.options(p.State())
	switch {
	case r.still(p.State()):
	case r.free:
		if r.picked = r.pick(append(some, option{actor: clock})); r.picked == clock {
			return 1
		}
	case len(some) == 0 && len(late) == 0:
		return 1
	}
	return 0
}

// next chooses who takes the next step: those that do not only begin to wait, as long as there are any; then those
// whose waits time can end; at the end of the run all others.
func (r *run) next(s *kernel.State) int {
	if i := r.wanted(s); i >= 0 {
		return i
	}
	if i := r.least(s); i >= 0 {
		return i
	}
	some, late := r.options(s)
	if len(some) == 0 && !r.quiet {
		r.pause(s)
	}
	r.idle = len(some)+len(late) == 0
	switch {
	case len(some) > 0:
	case len(late) > 0:
		some = late
	default:
		r.some = r.ready(r.some[:0], s, func(kernel.Actor) bool { return true })
		some = r.some
	}
	if r.picked == 0 {
		r.picked = r.pick(some)
	}
	i := slices.IndexFunc(some, func(o option) bool { return o.actor == r.picked })
	return s.OptionOf(some[max(i, 0)].of)
}

// wanted returns the option of whoever has to go next, if he can do more than begin to wait; -1 otherwise. There is no
// need to look at the others then.
func (r *run) wanted(s *kernel.State) int {
	a := r.picked
	if b := r.fixed(len(r.events)); a == 0 && b != nil {
		a = b.actor
	} else if a == 0 && len(r.events) >= r.from {
		a = r.by.wants()
	}
	if a == 0 || r.lost {
		return -1
	}
	o := kernel.Actor{Thread: r.prints.names.named(s, a)}
	if o.Thread == 0 || !s.Ready.Has(uint32(o.Thread)) {
		return -1
	}
	if waits, _ := r.wouldWait(s, o); waits {
		return -1
	}
	return s.OptionOf(o)
}

// least returns the option of the first that does not sleep and can do more than begin to wait, if the decider takes
// that; -1 otherwise. There is no need then to ask of all the others whether they could.
func (r *run) least(s *kernel.State) int {
	by, ok := r.by.(interface{ sleeps(actor) bool })
	if !ok || r.lost || r.picked != 0 || r.free || r.exact || r.bounds.reach() || len(r.events) < r.from+len(r.path) ||
		r.by.wants() != 0 {
		return -1
	}
	var least option
	for i := range s.Ready.Len() + s.Arrive.Len() {
		o := kernel.Actor{}
		if n := s.Ready.Len(); i < n {
			o.Thread = kernel.ThreadID(s.Ready.At(i))
		} else {
			o.Packet = kernel.PacketID(s.Arrive.At(i - n))
		}
		a := r.name(s, o)
		if by.sleeps(a) || least.actor != 0 && r.ranks.compare(least.actor, a, r.prints.names) < 0 {
			continue
		}
		if waits, _ := r.wouldWait(s, o); !waits {
			least = option{a, o}
		}
	}
	if least.actor == 0 {
		return -1
	}
	return s.OptionOf(least.of)
}

// compare says which of two options comes first.
func (r *run) compare(a, b actor) int {
	if r.idle {
		return r.prints.names.compare(a, b)
	}
	return r.ranks.compare(a, b, r.prints.names)
}

// pick picks one of several options: that of the path, or what the decider says.
func (r *run) pick(options []option) actor {
	if len(options) == 0 {
		return 0
	}
	slices.SortFunc(options, func(a, b option) int { return r.compare(a.actor, b.actor) })
	want := r.fixed(len(r.events))
	switch {
	case r.lost:
	case want == nil:
		return options[r.by.decide(len(r.events), options)].actor
	case slices.ContainsFunc(options, func(o option) bool { return o.actor == want.actor }):
		return want.actor
	}
	r.lost = true
	return options[0].actor
}

// ready adds who of those that can go next is of a kind.
func (r *run) ready(all []option, s *kernel.State, is func(kernel.Actor) bool) []option {
	for i := range s.Ready.Len() {
		if a := (kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}); is(a) {
			all = append(all, option{r.name(s, a), a})
		}
	}
	for i := range s.Arrive.Len() {
		if a := (kernel.Actor{Packet: kernel.PacketID(s.Arrive.At(i))}); is(a) {
			all = append(all, option{r.name(s, a), a})
		}
	}
	return all
}

// options returns who can do more than begin to wait. If nobody can, late are those whose waits time can end, and those
// who would wait with one of them for the same.
func (r *run) options(s *kernel.State) (some, late []option) {
	r.some = r.ready(r.some[:0], s, func(a kernel.Actor) bool {
		waits, timed := r.wouldWait(s, a)
		return !waits || timed && r.free || r.exact
	})
	if len(r.some) > 0 {
		return r.within(r.some), nil
	}
	if r.still(s) {
		return nil, nil
	}
	var timed []kernel.Wait
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		if w, timeout := s.WouldWait(kernel.ThreadID(id)); timeout >= 0 || t.Status == kernel.Blocked && t.Timer != 0 {
			if t.Status == kernel.Blocked {
				w = t.Wait
			}
			timed = append(timed, forWhat(w))
		}
	}
	if len(timed) == 0 {
		return nil, nil
	}
	return nil, r.ready(nil, s, func(a kernel.Actor) bool {
		w, _ := s.WouldWait(a.Thread)
		return slices.Contains(timed, forWhat(w))
	})
}

// within leaves out who has come to a bound.
func (r *run) within(all []option) []option {
	if !r.bounds.reach() {
		return all
	}
	return slices.DeleteFunc(all, func(o option) bool { return r.beyond(o.actor, o.of.Thread != 0) })
}

// goesOn says whether the thread that took the last step could do more than wait, and has not just given way to others.
func (r *run) goesOn(a kernel.Actor) bool {
	n := len(r.events)
	waits, _ := wouldWait(r.state, a)
	return !waits && !(n > 0 && r.events[n-1].yields)
}

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
	if w.Kind == 0 || len(r.prints.names.waits) > 0 && r.prints.names.waits[r.prints.awaited(s, a.Thread, w)] {
		return false, false
	}
	return true, timeout >= 0
}

// disturb notes what threads would wait for when a step comes that a wait would matter to.
func (r *run) disturb(s *kernel.State, a kernel.Actor, uses footprint) {
	for i := range s.Ready.Len() {
		o := kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}
		if w, _ := waitOf(s, o); w.Kind != 0 && o != a && s.Disturbs(a, o.Thread, w) &&
			affect(uses, r.prints.step(s, o)) {
			r.prints.names.learn(r.prints.awaited(s, o.Thread, w))
		}
	}
}

// disturbs says whether a step may matter to waits that others are about to begin.
func disturbs(s *kernel.State, a kernel.Actor, uses footprint) bool {
	if uses.everything() || uses.meddles() || a.Edited() {
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

func (r *run) name(s *kernel.State, a kernel.Actor) actor {
	if a.Edited() {
		return r.prints.names.fault(s, s.Failing)
	}
	if a.Thread == 0 {
		return r.prints.names.packet(s, a.Packet)
	}
	return r.prints.names.thread(s, a.Thread)
}

// Open sees to it that accesses are logged.
func (r *run) Open(s *kernel.State) {
	if r.gone.Load() {
		return
	}
	r.state, r.step = s, int(s.Steps)
	r.prints.names.step = r.step
	if r.step == 0 {
		r.prints.open(s)
	}
	r.settle(s)
	r.endless(s)
	if r.step >= r.skip && s.IPC.AccessLog == nil {
		s.IPC.AccessLog = &r.log
	}
	if r.bounds.past != nil && r.step >= r.skip {
		r.catchUp()
		if len(r.events) >= r.from+len(r.path) {
			r.bound(s)
		}
	}
}

// bound ends the run if what follows was run before, or whoever could go on has come to a bound.
func (r *run) bound(s *kernel.State) {
	switch b := &r.bounds; {
	case r.lost:
	case b.known != nil && b.known():
		b.end(Known)
	case b.reach():
		able := r.ready(nil, s, func(a kernel.Actor) bool { waits, _ := r.wouldWait(s, a); return !waits })
		if len(able) > 0 && len(r.within(able)) == 0 {
			b.end(Bound)
		}
	}
}

// Glance notes that the program has looked at the state beside its calls.
func (r *run) Glance(_ kernel.ThreadID, v any) {
	if _, own := v.(kernel.Company); !own && !r.gone.Load() {
		r.timed = true
	}
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
	if len(r.also) == 0 || r.step <= r.skip {
		return
	}
	at := len(r.events) - 1
	e, uses := &r.events[at], footprint{}
	for _, t := range r.also {
		uses = uses.with(t.uses)
	}
	e.uses = slices.Clip(e.uses).with(uses)
	own := e.own()
	own.touches, own.newest = append(own.touches, r.also...), r.prints.names.newest(e.uses)
	r.by.touched(at, uses)
}

// touch notes the accesses of an event.
func (r *run) touch(e *event, id kernel.ThreadID) {
	for _, t := range r.prints.told.of(id) {
		own := e.own()
		own.touches = append(own.touches, t.touch)
	}
	if len(e.touches) > 0 {
		e.newest = r.prints.names.newest(e.uses)
	}
}

// Fired notes that time has passed.
func (r *run) Fired(s *kernel.State, _ kernel.Actor) {
	if r.gone.Load() || r.step < r.skip || s.Now <= r.now {
		return
	}
	r.now, r.timed = s.Now, true
	if r.free {
		r.begin(event{branch: branch{actor: clock}, uses: everything, aside: &aside{stuck: r.stuck(s)}})
		return
	}
	r.pause(s)
	r.quiet = false
}

// pause notes that nobody can do more than wait. The waits that begin at a pause come after it, and before the time
// that passes then. Before the events that are the same in all runs have been taken there is no pause.
func (r *run) pause(s *kernel.State) {
	if len(r.events) < r.from {
		return
	}
	e := event{branch: branch{actor: clock}, uses: everything, pause: true, aside: &aside{could: r.offered()}}
	if !r.quiet {
		e.own().calls = r.pending(s)
	}
	r.begin(e)
	r.quiet = true
}

// Begin notes a step that is about to be taken.
func (r *run) Begin(s *kernel.State, a kernel.Actor) {
	if r.gone.Load() {
		return
	}
	defer r.prints.told.taken(a.Thread)
	if r.step < r.skip {
		return
	}
	waits, timed := r.wouldWait(s, a)
	switch {
	case !waits || timed && r.free || r.exact:
		r.quiet = false
	case !r.quiet:
		r.pause(s)
	}
	e := event{branch: branch{actor: r.name(s, a)}, waits: waits && (!timed || r.still(s)) && !r.late(s, a),
		uses:  r.prints.step(s, a),
		aside: &nothing}
	if could := r.offered(); could != nil {
		e.own().could = could
	}
	e.end(&r.prints, s, a)
	e.thread = a.Thread != 0
	e.yields = e.thread && s.Threads.At(uint32(a.Thread)).Call.Op == kernel.OpThreadSwitch
	e.after = r.awake(e.actor)
	e.woken = len(e.after)
	if e.woken > 0 {
		r.wakes.set(r.step, uint32(e.actor), nil)
	}
	r.touch(&e, a.Thread)
	if e.waits {
		e.uses = everything
	}
	if e.uses.everything() || e.uses.optional() || e.uses.meddles() {
		e.own().stuck = r.stuck(s)
	}
	if !e.waits && disturbs(s, a, e.uses) {
		r.disturb(s, a, e.uses)
		if e.uses.global() || e.uses.meddles() || ends(s, a) {
			e.own().calls = r.calls(s)
		}
	}
	if e.uses.optional() {
		r.possible(&e)
	}
	r.enabled(&e)
	if a.Thread != 0 && s.Threads.At(uint32(a.Thread)).Call.Op == kernel.OpClock {
		r.timed = true
	}
	r.log.Accesses, r.log.Allocated, r.log.Arrived = r.log.Accesses[:0], r.log.Allocated[:0], r.log.Arrived[:0]
	r.data, r.ways = r.data[:0], r.ways[:0]
	r.begin(e)
}

// awake returns the events that let an actor go on.
func (r *run) awake(a actor) []int { return slices.Clip(r.wakes.get(uint32(a))) }

// begin adds an event.
func (r *run) begin(e event) {
	if b := r.fixed(len(r.events)); b != nil {
		e.data, r.lost = b.data, r.lost || b.actor != e.actor
	}
	n := len(r.events)
	e.found = r.prints.told.variables.found
	r.events = append(r.events, e)
	r.by.taken(n, &r.events[n])
	r.picked = 0
}

// took says what a step has got that others cannot have any more, read for nothing.
func took(s *kernel.State, t kernel.Taken) mode {
	switch {
	case t.Actor.Thread == 0:
		return send // if it was a message
	case t.Done && t.Result.Code != 0:
		return read
	}
	switch c := &s.Threads.At(uint32(t.Actor.Thread)).Call; c.Op {
	case kernel.OpMutexLock, kernel.OpConditionWait:
		return acquire
	case kernel.OpMutexTryLock:
		if t.Result.N != 0 {
			return acquire
		}
	case kernel.OpMachMsg:
		w := s.Threads.At(uint32(t.Actor.Thread)).Wait
		switch sends := c.Opt&ipc.MACH_SEND_MSG != 0; {
		case w.Kind == kernel.WaitSend, w.Kind == kernel.WaitReceive && !sends:
		case sends:
			return send
		default:
			return receive
		}
	}
	return read
}

// stuck returns who could only begin to wait.
func (r *run) stuck(s *kernel.State) (all []actor) {
	waiting := func(a kernel.Actor) bool { waits, _ := r.wouldWait(s, a); return waits }
	for _, o := range r.ready(nil, s, waiting) {
		all = append(all, o.actor)
	}
	return all
}

// enabled notes who has given back what an event takes.
func (r *run) enabled(e *event) {
	for _, u := range e.uses {
		if u.mode == acquire {
			e.after = append(e.after, r.freed.get(uint32(u.thing))...)
		}
	}
}

// End completes the step: whom it let go on, and what made it possible.
func (r *run) End(s *kernel.State, t kernel.Taken) {
	if r.gone.Load() {
		return
	}
	if r.step >= r.skip {
		r.end(s, t)
	}
	r.step++
	r.prints.names.step = r.step
	if r.step > r.skip {
		r.moments = append(r.moments, moment{len(r.events), len(r.answers), r.now, r.quiet, r.idling})
	}
}

func (r *run) end(s *kernel.State, t kernel.Taken) {
	n := len(r.events) - 1
	e := &r.events[n]
	if e.data = string(r.data); len(r.ways) > 0 {
		e.own().ways = slices.Clone(r.ways)
	}
	e.took, e.fails = took(s, t), failed(s)
	if e.uses.optional() {
		r.helped(s, e)
	}
	for i := range r.log.Accesses {
		r.accessed(s, n, &r.log.Accesses[i])
	}
	for _, u := range e.uses {
		switch u.mode {
		case release:
			r.freed.set(r.step, uint32(u.thing), append(r.freed.get(uint32(u.thing)), n))
		case acquire:
			if len(r.freed.get(uint32(u.thing))) > 0 {
				r.freed.set(r.step, uint32(u.thing), nil)
			}
		}
	}
	if t.Done && t.Actor.Thread != 0 && t.Result.N != 0 {
		r.allocated(s, e.actor, t)
	}
	if r.prints.names.waits[atRights] {
		r.prints.forked(s)
	}
	r.looked(s, e, t)
	for _, id := range t.Born {
		r.several = r.several || len(s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Threads) > 1
	}
	if len(e.calls) > 0 && ends(s, t.Actor) {
		e.cuts(r.ready(nil, s, func(kernel.Actor) bool { return true }))
	}
}

// failed says whether the last step is one with which a thread has stopped.
func failed(s *kernel.State) bool {
	n := len(s.Failures)
	return n > 0 && s.Failures[n-1].Step == s.Steps
}

// cuts notes who cannot go on any more.
func (e *event) cuts(left []option) {
	for i := range e.calls {
		c := &e.calls[i]
		c.cut = c.actor != e.actor && !slices.ContainsFunc(left, func(o option) bool { return o.actor == c.actor })
	}
}

// allocated names the memory that a step has made.
func (r *run) allocated(s *kernel.State, by actor, t kernel.Taken) {
	th := s.Threads.At(uint32(t.Actor.Thread))
	if th.Call.Op == kernel.OpVMAllocate {
		if m := s.Region(th.Task, uint64(t.Result.N)); m != 0 {
			n := r.made.get(uint32(by)) + 1
			r.made.set(r.step, uint32(by), n)
			r.prints.allocated(m, by, int(n))
		}
	}
}

// accessed takes in what an access of a step says of what made others possible.
func (r *run) accessed(s *kernel.State, n int, x *ipc.Access) {
	e := &r.events[n]
	after := func(i int, ok bool) {
		if ok && i != n {
			e.after = append(e.after, i)
		}
	}
	switch {
	case x.Location == kernel.LocThread && x.Mode == ipc.Add:
		a := r.prints.names.thread(s, kernel.ThreadID(x.A))
		r.wakes.set(r.step, uint32(a), append(r.wakes.get(uint32(a)), n))
	case x.Location == kernel.LocStopped && x.Mode == ipc.Write && s.Ready.Has(x.A):
		a := r.prints.names.thread(s, kernel.ThreadID(x.A))
		r.wakes.set(r.step, uint32(a), append(r.wakes.get(uint32(a)), n))
	case x.Location == kernel.LocPacket && x.Mode == ipc.Add && s.Packets.Has(x.A):
		a := r.prints.names.packet(s, kernel.PacketID(x.A))
		r.wakes.set(r.step, uint32(a), append(r.wakes.get(uint32(a)), n))
	case x.Location == ipc.LocMsg && (x.Mode == ipc.New || x.Mode == ipc.HandedOver):
		r.sent.set(r.step, x.A, n+1)
	case x.Location == ipc.LocMsg && x.Mode == ipc.Read:
		i := r.sent.get(x.A) - 1
		after(i, i >= 0)
	case x.Location == ipc.LocRoom && x.Mode == ipc.Add:
		r.room.set(r.step, x.A, append(r.room.get(x.A), n))
	case x.Location == ipc.LocRoom && x.Mode == ipc.TakeRoom:
		room := r.room.get(x.A)
		if i := len(room) - 1 - int(x.B); i >= 0 {
			after(room[i], true)
		}
	}
}

// ended takes what is left at the end of the run: the steps at its end that only began to wait are not of the run.
func (r *run) ended() {
	r.lost = r.lost || r.step < r.skip
	if r.state != nil {
		r.settle(r.state)
	}
	r.catchUp()
	n := len(r.events)
	for n > 0 && r.events[n-1].waits {
		n--
	}
	for i := range r.events[n:] {
		r.rest = append(r.rest, r.events[n+i].branch)
	}
	if r.bounds.past != nil {
		r.bounds.past.keep(n)
	}
	r.events = r.events[:n]
	if r.state != nil && !r.quiet {
		r.pause(r.state)
		r.missed()
	}
}

// pending returns the calls that threads are at, and whose order matters to others.
func (r *run) pending(s *kernel.State) []event {
	return slices.DeleteFunc(r.calls(s), func(e event) bool { return len(e.uses) == 1 && !e.uses.everything() })
}

// calls returns what those who can go on would do.
func (r *run) calls(s *kernel.State) (all []event) {
	for _, o := range r.within(r.ready(nil, s, func(kernel.Actor) bool { return true })) {
		e := event{branch: branch{actor: o.actor}, uses: r.prints.step(s, o.of), after: r.awake(o.actor), aside: &nothing}
		e.woken = len(e.after)
		r.touch(&e, o.of.Thread)
		e.waits, _ = r.wouldWait(s, o.of)
		r.enabled(&e)
		all = append(all, e)
	}
	return all
}
