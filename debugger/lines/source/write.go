package source

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"machsim/kernel/hook"
)

// write is an assignment of a statement that is on its way.
type write struct {
	to     *storage
	frame  *hook.Frame
	n      uint64 // of the statement; 0: there is none, and the value is only taken down
	stmt   int32
	by     string
	kind   LocalKind
	stored bool // the store is done with whatever is heard of the thread next
	plain  bool // the store is done with the next statement, whichever function that is of
	maybe  bool // it is one only if it gives another value

	keeps unsafe.Pointer // the variable, so that it is there until it has been looked at
}

// writeOf is one of the present statement of a frame.
func writeOf(f *hook.Frame, st *storage, by string) write {
	w := write{to: st, frame: f, n: f.N(), stmt: int32(f.StmtIndex()), by: by}
	if st.cell == nil {
		w.keeps = st.here()
	}
	return w
}

// settle takes down what a thread has done since it was heard last. Next is the frame whose next statement begins, nil
// where none does.
func (t *tracker) settle(d *doer, next *hook.Frame) {
	if len(d.writes) > 0 {
		d.writes = slices.DeleteFunc(d.writes, func(w write) bool {
			changed := w.to.change()
			done := changed != nil || w.stored || next != nil && (w.frame == next || w.plain)
			if changed != nil || done && !w.maybe {
				t.add(d, &w, changed)
			}
			return done
		})
	}
	for i := 0; i < len(t.live); i++ {
		if old := t.live[i].change(); old != nil {
			w := write{to: t.live[i], frame: d.did.frame, n: d.did.n, stmt: int32(d.did.stmt)}
			t.add(d, &w, old)
		}
	}
}

// end drops the writes of a function that is left: it has not come to its next statement, so they were not done, for it
// panics. Those of a return are.
func (t *tracker) end(d *doer, f *hook.Frame) {
	d.writes = slices.DeleteFunc(d.writes, func(w write) bool {
		if w.frame == f && returns(&w) {
			t.add(d, &w, nil)
		}
		return w.frame == f
	})
}

// returns says whether a write is that of a result, by a return.
func returns(w *write) bool { return strings.HasPrefix(textOf(w.frame.Package(), w.stmt), "return") }

// textOf is a statement of a package as it is written, of a compound one the head.
func textOf(p *hook.Package, stmt int32) string {
	s := &p.Stmts[stmt]
	text := p.Files[p.Funcs[s.Func].File].Text
	from := min(int(s.From), len(text))
	return text[from:max(from, min(int(s.To), len(text)))]
}

// moveWrites has the writes of a statement go to the variable that has taken the place of another.
func (d *doer) moveWrites(from, to *storage, n uint64) {
	for i := range d.writes {
		if w := &d.writes[i]; w.to == from && w.n == n {
			w.to = to
		}
	}
}

// before is what a storage was before it changed.
type before struct {
	known bool
	shown string
}

// change takes down what the storage is now, and returns what it was if it was something else.
func (st *storage) change() *before {
	was := before{st.known, st.shown}
	if !st.look() {
		return nil
	}
	return &was
}

// add adds the event of a write that is done. What it was before is nil if it has not changed.
func (t *tracker) add(d *doer, w *write, was *before) {
	st := w.to
	if was == nil {
		was = &before{st.known, st.shown}
	}
	if w.n == 0 || t.s.past(d.w) {
		return
	}
	d.did.open = append(d.did.open, len(t.out))
	t.out = append(t.out, Local{Kind: w.kind, Thread: d.w.id, N: w.n, Event: d.w.event, Before: t.s.eventOf(d.w, w.n),
		By: w.by, Owner: st.owner, Serial: st.serial, Old: was.shown, New: st.shown, Born: !was.known,
		pkg: w.frame.Package(), stmt: w.stmt})
}

// private is called before a statement for each place in it at which it may access the subject without a hook.
func (t *tracker) private(d *doer, f *hook.Frame, site *hook.Site) {
	at, typ, ok := t.sites.place(site, f)
	if !ok {
		return
	}
	for _, st := range t.near.find(at, typ.Size()) {
		if t.access(d, f, site, st, false); site.Write && len(d.writes) > 0 {
			d.writes[len(d.writes)-1].plain = t.sites.plainly(f, site)
		}
	}
}

// accessed is called before an access that has a hook, or behind it.
func (t *tracker) accessed(d *doer, f *hook.Frame, a hook.Access) {
	if a.When != hook.Already {
		t.settle(d, nil)
	}
	for _, st := range t.met(f, a) {
		t.access(d, f, a.Site, st, true)
	}
	if a.When == hook.Already {
		t.settle(d, nil)
	}
}

// met are the storages that an access is one to.
func (t *tracker) met(f *hook.Frame, a hook.Access) []*storage {
	p := reflect.ValueOf(a.Pointer)
	switch {
	case p.IsNil():
		return nil
	case p.Kind() == reflect.Map:
		return t.near.maps(p, func(st *storage) bool { return t.sites.meetsMap(st, p, f, a.Site) })
	}
	return t.near.find(p.UnsafePointer(), p.Type().Elem().Size())
}

// access notes that a statement reads a storage, or is about to write to it: stored says that it does so before
// anything else is heard of the thread.
func (t *tracker) access(d *doer, f *hook.Frame, site *hook.Site, st *storage, stored bool) {
	w := writeOf(f, st, site.Expr)
	w.kind, w.stored = t.sites.kind(f, site, st), stored
	switch {
	case !site.Write:
		t.refers(d, &w)
	case !slices.ContainsFunc(d.writes, func(x write) bool { return x.to == st && x.n == w.n && x.by == w.by }):
		d.writes = append(d.writes, w)
	}
}

// refers adds the event that a statement reads a storage, once.
func (t *tracker) refers(d *doer, w *write) {
	if d.readN != w.n {
		d.read, d.readN = d.read[:0], w.n
	}
	if !t.reads || slices.Contains(d.read, w.to) {
		return
	}
	d.read = append(d.read, w.to)
	w.kind = Referred
	t.add(d, w, nil)
}
