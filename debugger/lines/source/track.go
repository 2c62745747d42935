package source

import (
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// tracker finds the local events of a subject while a run is made again. The variables that it follows are storages. A
// statement that is about to assign to one is a write, until its store is done and the new value can be read.
type tracker struct {
	s       *Source
	subject *Subject
	reads   bool
	there   bool // what variables are where the log begins is to be told
	call    Call
	out     []Local
	doers   map[kernel.ThreadID]*doer
	births  map[*hook.Func][]*variable // whose variables are followed
	live    []*storage                 // those that are looked at at each statement: no hook may tell of a change
	near    nearby
	sites   *sites
	shown   map[showing]*storage
	watched *Watched      // that is to be followed from where its activation begins
	pkg     *hook.Package // whose variables are to be followed from its first statement on
}

func newTracker(s *Source, of *Subject, reads bool, call Call) *tracker {
	t := &tracker{s: s, subject: of, reads: reads, call: call, doers: map[kernel.ThreadID]*doer{},
		births: map[*hook.Func][]*variable{}, near: newNearby(), sites: newSites(of, call),
		watched: of.watched, pkg: of.pkg, shown: map[showing]*storage{}}
	for i := range of.of {
		fn := of.of[i].function()
		t.births[fn] = append(t.births[fn], &of.of[i])
	}
	return t
}

// doer is a thread that does what the tracker is told of.
type doer struct {
	w      *walker
	did    did
	stay   stay       // of a place: the line on which it is
	inside []*inside  // the functions in which it is whose variables are followed, the outermost first
	writes []write    // that are not done yet
	copied []*storage // the results of which there are copies alone
	read   []*storage // what the statement was seen to read
	readN  uint64     // the statement
}

// inside is an activation of a function whose variables are followed.
type inside struct {
	frame   *hook.Frame
	all     []*storage
	entered bool // it has come to its first statement
}

// did is the statement that a thread is doing.
type did struct {
	n     uint64
	frame *hook.Frame
	stmt  int
	open  []int // events after which the thread has come neither to a statement nor to a call
}

// begins notes the statement that a thread is doing: that of a frame.
func (d *did) begins(f *hook.Frame) { d.n, d.frame, d.stmt = f.N(), f, f.StmtIndex() }

// begun listens to a thread that is about to begin.
func (t *tracker) begun(w *walker) {
	d := &doer{w: w}
	t.doers[w.id] = d
	w.Returned = func(f *hook.Frame) { t.returned(d, f) }
	if len(t.births) > 0 {
		w.Declared = func(f *hook.Frame, slot int32, p any) { t.declared(d, f, slot, p) }
	}
	if t.subject.place == nil {
		w.Accessed = func(f *hook.Frame, a hook.Access) { t.accessed(d, f, a) }
	}
}

// statement is called before each statement.
func (t *tracker) statement(w *walker) {
	d, f := t.doers[w.id], w.Frame
	t.enter(d, f)
	t.recopy(d, f)
	t.settle(d, f)
	t.close(d, w.hit())
	if p := t.subject.place; p != nil {
		t.reaches(d, p, f)
		return
	}
	t.does(d, f)
}

// does notes the present statement of a frame, and what it is to access without a hook.
func (t *tracker) does(d *doer, f *hook.Frame) {
	d.did.begins(f)
	for _, site := range t.sites.of(f) {
		t.private(d, f, site)
	}
}

// reaches notes that a thread comes to a place in the source.
func (t *tracker) reaches(d *doer, p *Target, f *hook.Frame) {
	if starts := d.stay.moves(f); !p.holds(f) || !starts && !p.exact || !oneOf(t.subject.threads, d.w.id) {
		return
	}
	d.did.open = append(d.did.open, len(t.out))
	t.out = append(t.out, Local{Kind: CameTo, Thread: d.w.id, N: f.N(), Event: d.w.event, Before: d.w.event,
		Owner: d.w.id, Serial: f.Serial, pkg: f.Package(), stmt: int32(f.StmtIndex())})
}

// arrived is called at each call.
func (t *tracker) arrived(w *walker) {
	if d := t.doers[w.id]; d != nil {
		t.settle(d, nil)
		t.close(d, Hit{Thread: w.id, N: AtCall, Event: w.event})
	}
}

// horizon is called where the log begins. Nothing is told of what a thread has done before that, but what its variables
// are then.
func (t *tracker) horizon(w *walker) {
	d := t.doers[w.id]
	if d == nil || t.subject.place != nil {
		return
	}
	frames := framesOf(w.Frame)
	for _, f := range frames {
		t.enter(d, f)
	}
	t.settle(d, nil)
	for _, in := range d.inside {
		for _, st := range in.all {
			t.since(w, st)
		}
	}
	for _, by := range t.subject.shown {
		if st := t.shown[by]; st != nil && by.thread == w.id {
			t.since(w, st)
		}
	}
	for _, f := range frames {
		t.does(d, f) // the rest of the statement is done in the log
	}
}

// framesOf are a frame and its callers, the outermost first.
func framesOf(f *hook.Frame) []*hook.Frame {
	if f == nil {
		return nil
	}
	return append(framesOf(f.Caller), f)
}

// since takes down what a variable is where the log begins, and adds it.
func (t *tracker) since(w *walker, st *storage) {
	last := t.s.tape.First() - 1
	if st.look(); st.known && t.there {
		t.out = append(t.out, Local{Thread: w.id, Event: last, Before: last, Owner: st.owner, Serial: st.serial,
			Old: Unknown, New: st.shown, Born: true, After: Hit{Thread: w.id, N: AtCall, Event: last}})
	}
}

// looked is called at each call with a view of what threads show: of what has no name in the source.
func (t *tracker) looked(v engine.View, w *walker) {
	x, ok := v.(watching)
	d := t.doers[w.id]
	if !ok || d == nil || len(t.subject.shown) == 0 {
		return
	}
	for name, rv := range x.Watches(w.id).Named {
		by := showing{w.id, name}
		if !slices.Contains(t.subject.shown, by) {
			continue
		}
		if was := t.shown[by]; was != nil && was.at == rv.Addr().UnsafePointer() {
			continue
		} else if was != nil {
			t.forget(was)
		}
		st := &storage{owner: w.id, at: rv.Addr().UnsafePointer(), typ: rv.Type(), loose: true, slot: -1}
		t.shown[by] = st
		t.follow(st)
		t.settle(d, nil)
	}
}

// returned is called when a function returns. What comes next is done by the statement that called it.
func (t *tracker) returned(d *doer, f *hook.Frame) {
	t.recopy(d, f)
	t.settle(d, nil)
	t.end(d, f)
	t.leave(d, f)
	if f.Caller != nil {
		d.did.begins(f.Caller)
	}
}

// close says where a thread can be stopped after its last events.
func (t *tracker) close(d *doer, after Hit) {
	for _, i := range d.did.open {
		t.out[i].After = after
	}
	d.did.open = d.did.open[:0]
}
