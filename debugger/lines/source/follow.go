package source

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"machsim/kernel/hook"
)

// How storages begin and end.

// declared is called where a function says where one of its variables is, and must not call the program: the value is
// looked at later.
func (t *tracker) declared(d *doer, f *hook.Frame, slot int32, p any) {
	for _, v := range t.births[f.Func()] {
		x := &f.Func().Vars[slot]
		if v.plain && x.Name == v.name && x.Kind != hook.Captured && t.subject.counts(Activation{d.w.id, f.Serial}) {
			t.born(d, f, int(slot), p)
		}
	}
}

// born begins to follow a variable. In a loop whose head declares it, it is a new one in each turn, with the value of
// the one before.
func (t *tracker) born(d *doer, f *hook.Frame, slot int, p any) *storage {
	rv := reflect.ValueOf(p)
	st := &storage{owner: d.w.id, serial: f.Serial, frame: f, slot: slot, at: rv.UnsafePointer(), typ: rv.Type().Elem()}
	st.escapes = t.sites.escapes(f, slot)
	st.loose = st.escapes || !isWords(st.typ)
	in := d.within(f)
	w := t.birth(d, f, st)
	if old := in.replace(st); old != nil {
		t.forget(old)
		if stmt := f.Stmt(); stmt != nil && stmt.Kind == hook.Again && !ranged(f, slot) {
			st.known, st.sum, st.shown = old.known, old.sum, old.shown
			w.maybe = true
			d.moveWrites(old, st, f.N())
		}
	}
	t.follow(st)
	d.writes = append(d.writes, w)
	return st
}

// birth is the write that gives a variable its first value: that of its declaration or, for a parameter, of the call.
func (t *tracker) birth(d *doer, f *hook.Frame, st *storage) write {
	x := &f.Func().Vars[st.slot]
	w := write{to: st, by: x.Name, stored: true}
	if x.Kind != hook.Plain {
		f = f.Caller
	}
	if f != nil {
		w.frame, w.n, w.stmt = f, f.N(), int32(f.StmtIndex())
	}
	return w
}

// ranged says whether a variable is one of a loop over the elements of something: it has a new value in each turn.
func ranged(f *hook.Frame, slot int) bool {
	fn := f.Func()
	text, from := f.Package().Files[fn.File].Text, int(fn.Vars[slot].From)
	return from < len(text) && strings.HasPrefix(text[from:], ":=")
}

// within is the activation of a frame, with which the function begins if it is not known.
func (d *doer) within(f *hook.Frame) *inside {
	for i := len(d.inside) - 1; i >= 0; i-- {
		if d.inside[i].frame == f {
			return d.inside[i]
		}
	}
	in := &inside{frame: f}
	d.inside = append(d.inside, in)
	return in
}

func (in *inside) has(slot int) bool {
	return slices.ContainsFunc(in.all, func(st *storage) bool { return st.cell == nil && st.slot == slot })
}

// replace adds a storage, and returns the one that had its slot before.
func (in *inside) replace(st *storage) (old *storage) {
	for i, was := range in.all {
		if was.cell == nil && was.slot == st.slot {
			in.all[i] = st
			return was
		}
	}
	in.all = append(in.all, st)
	return nil
}

// enter begins to follow what has no hook where it begins: what an expression names, results that are kept as copies,
// and variables of packages.
func (t *tracker) enter(d *doer, f *hook.Frame) {
	switch w := t.watched; {
	case w != nil && w.begins(d.w.id, f):
		t.watched = nil
		own := *w
		t.expression(d, f, own)
	case t.pkg != nil && t.pkg == f.Package():
		t.pkg = nil
		t.expression(d, f, Watched{Pkg: f.Package(), Expr: t.subject.expr, slots: map[string]int{}})
	}
	all := t.births[f.Func()]
	if all == nil || !t.subject.counts(Activation{d.w.id, f.Serial}) {
		return
	}
	if in := d.within(f); !in.entered {
		in.entered = true
		for _, v := range all {
			t.begins(d, f, v)
		}
	}
}

// begins begins to follow what a function's name means, as far as it is not told where it begins.
func (t *tracker) begins(d *doer, f *hook.Frame, v *variable) {
	for _, slot := range slotsNamed(v.function(), v.name) {
		p := f.Slot(slot)
		switch {
		case !v.plain:
			t.expression(d, f, Watched{Thread: d.w.id, Serial: f.Serial, Expr: t.subject.expr,
				slots: v.slots(t.subject.expr.Names(), slot)})
		case p != nil && !d.within(f).has(slot):
			d.copied = append(d.copied, t.born(d, f, slot, p))
		}
	}
}

// recopy has results of which there are copies alone (hook.Copy) be where they were copied last: for the present
// statement of a frame, of their function or of a literal in it.
func (t *tracker) recopy(d *doer, f *hook.Frame) {
	for _, st := range d.copied {
		if p := copyOf(st, f); p != nil && p != st.at {
			t.near.remove(st)
			st.at = p
			t.near.add(st)
		}
	}
}

// copyOf is where a frame has its copy of a result, nil if it has none.
func copyOf(st *storage, f *hook.Frame) unsafe.Pointer {
	slot, of := st.slot, st.frame.Func()
	if f != st.frame {
		slot = slices.IndexFunc(f.Func().Vars, func(v hook.Var) bool {
			return v.Kind == hook.Captured && v.Name == of.Vars[st.slot].Name
		})
		if slot < 0 || f.Caller != st.frame || !strings.HasPrefix(f.Func().Name, of.Name+".") {
			return nil
		}
	}
	if p := reflect.ValueOf(f.Slot(slot)); p.IsValid() && p.Type().Elem() == st.typ {
		return p.UnsafePointer()
	}
	return nil
}

// expression begins to follow what an expression names.
func (t *tracker) expression(d *doer, f *hook.Frame, w Watched) {
	st := &storage{cell: &cell{w: w, call: t.call}, loose: true}
	st.cell.enter(f)
	if w.Pkg != nil {
		st.look() // what it is has been made before the run
	} else {
		st.owner, st.serial, st.frame = d.w.id, f.Serial, f
		in := d.within(f)
		in.all = append(in.all, st)
	}
	t.follow(st)
}

// follow has a storage found by those who access it.
func (t *tracker) follow(st *storage) {
	t.near.add(st)
	if st.loose {
		t.live = append(t.live, st)
	}
}

// forget is done with a storage that has lost its name: who has its address may still access it.
func (t *tracker) forget(st *storage) {
	if st.frame = nil; !st.loose {
		t.near.remove(st)
		return
	}
	i := slices.Index(t.live, st)
	t.live = slices.Delete(t.live, i, i+1)
	if !st.escapes || st.typ.Size() == 0 {
		t.near.remove(st)
		return
	}
	t.near.keep(st)
}

// leave is called when a function is left.
func (t *tracker) leave(d *doer, f *hook.Frame) {
	d.copied = slices.DeleteFunc(d.copied, func(st *storage) bool { return st.frame == f })
	for i := len(d.inside) - 1; i >= 0; i-- {
		if in := d.inside[i]; in.frame == f {
			for _, st := range in.all {
				t.forget(st)
			}
			d.inside = slices.Delete(d.inside, i, i+1)
			return
		}
	}
}

// slots says which variables names mean in a function: its own name the one of a slot, others the first ones.
func (v *variable) slots(names []string, slot int) map[string]int {
	all := map[string]int{}
	for _, name := range names {
		if found := slotsNamed(v.function(), name); len(found) > 0 {
			all[name] = found[0]
		}
	}
	all[v.name] = slot
	return all
}
