package hook

// Frame is one activation of a function. A nil *Frame is that of a function to which nobody listens.
type Frame struct {
	Caller *Frame // nil for the outermost
	Serial uint64 // its number among the frames of its thread
	Depth  int    // 1 for the outermost

	thread *Thread
	on     *routine
	pkg    *Package
	fn     int32
	stmt   int32 // -1 before the first
	n      uint64
	vars   []any
	few    [6]any
	loops  []ranged // that Over began
}

// Enter begins an activation of a function of a package. The function has to defer Leave.
func Enter(p *Package, fn int32) *Frame {
	t := running.Load()
	if t == nil {
		return nil
	}
	on := t.on.present()
	if on == nil {
		return nil
	}
	return t.enter(p, fn, on)
}

// Leave ends the activation.
func (f *Frame) Leave() {
	if f != nil {
		f.leave()
	}
}

func (f *Frame) leave() {
	t := f.thread
	if t.Returned != nil && !t.dead {
		t.Frame = f
		t.tell(func() { t.Returned(f) })
	}
	t.Frame = f.Caller
	t.on.left(f.on)
}

// Leave1 is Leave, and keeps the result in a slot. The result itself is not kept: then it would be on the
// heap, and deferred calls of the program would have other lines in traces.
func Leave1[A any](f *Frame, slot int32, a *A) {
	if f != nil {
		keep(f, slot, a)
		f.leave()
	}
}

// Leave2 is Leave1 for two results.
func Leave2[A, B any](f *Frame, slot int32, a *A, b *B) {
	if f != nil {
		keep(f, slot, a)
		Leave1(f, slot+1, b)
	}
}

// Leave3 is Leave1 for three results.
func Leave3[A, B, C any](f *Frame, slot int32, a *A, b *B, c *C) {
	if f != nil {
		keep(f, slot, a)
		Leave2(f, slot+1, b, c)
	}
}

// Leave4 is Leave1 for four results.
func Leave4[A, B, C, D any](f *Frame, slot int32, a *A, b *B, c *C, d *D) {
	if f != nil {
		keep(f, slot, a)
		Leave3(f, slot+1, b, c, d)
	}
}

func keep[T any](f *Frame, slot int32, p *T) {
	if f.thread.Returned != nil {
		Copy(f, slot, *p)
	}
}

// Copy is V for a variable whose address must not be kept, for the reason of Leave1: it keeps the value. It is called
// before each statement.
func Copy[T any](f *Frame, slot int32, v T) {
	if f == nil {
		return
	}
	if p, ok := f.vars[slot].(*T); ok {
		*p = v
		return
	}
	f.vars[slot] = fresh(v)
}

func fresh[T any](v T) *T { return &v }

// At says that a statement comes next.
func (f *Frame) At(stmt int32) {
	if f != nil || asked.Load() != 0 {
		f.at(stmt)
	}
}

func (f *Frame) at(stmt int32) {
	if f == nil {
		halt()
		return
	}
	t := f.thread
	f.stmt = stmt
	if t.Frame != f {
		t.Frame = f
	}
	t.N++
	if f.n = t.N; t.N == t.Due {
		t.tell(t.Do)
	}
	if t.N >= t.Stop || t.lost() {
		t.reached()
	}
	if asked.Load() != 0 && !t.dead {
		t.tell(halt)
	}
}

// V says where a variable of the function is: p points to it.
func (f *Frame) V(slot int32, p any) {
	if f != nil {
		f.vars[slot] = p
		if f.thread.Declared != nil {
			f.thread.Declared(f, slot, p)
		}
	}
}

// Is is V in front of a condition.
func (f *Frame) Is(slot int32, p any) bool {
	f.V(slot, p)
	return true
}

// Thread returns the thread of the activation.
func (f *Frame) Thread() *Thread { return f.thread }

// Package returns the package of the function.
func (f *Frame) Package() *Package { return f.pkg }

// Func returns the function.
func (f *Frame) Func() *Func { return &f.pkg.Funcs[f.fn] }

// FuncIndex is the index of Func among those of the package.
func (f *Frame) FuncIndex() int32 { return f.fn }

// N is the number of the frame's present statement among those of the thread; 0 before the first.
func (f *Frame) N() uint64 { return f.n }

// Stmt returns the statement that the function is about to do, or in the middle of; nil before its first.
func (f *Frame) Stmt() *Stmt {
	if f.stmt < 0 {
		return nil
	}
	return &f.pkg.Stmts[f.stmt]
}

// StmtIndex is the index of Stmt among those of the package, -1 before the first.
func (f *Frame) StmtIndex() int { return int(f.stmt) }

// Local is a variable of a frame.
type Local struct {
	*Var
	Pointer any // to its value
}

// Locals returns the variables that are in scope at the frame's statement, in the order of their
// declarations. Of several with the same name the last hides the others.
func (f *Frame) Locals() (all []Local) {
	s, vars := f.Stmt(), f.Func().Vars
	for i := range vars {
		if f.has(i, &vars[i], s) {
			all = append(all, Local{&vars[i], f.vars[i]})
		}
	}
	return all
}

// has says whether a variable is in scope at a statement.
func (f *Frame) has(i int, v *Var, s *Stmt) bool {
	return f.vars[i] != nil && (v.Kind != Plain || s != nil && v.From <= s.From && s.From < v.To)
}

// Slot returns a pointer to the variable of a slot, whether it is in scope or not; nil before its declaration.
func (f *Frame) Slot(i int) any { return f.vars[i] }

// Lookup returns the variable that a name means at the frame's statement.
func (f *Frame) Lookup(name string) (Local, bool) {
	s, vars := f.Stmt(), f.Func().Vars
	for i := len(vars) - 1; i >= 0; i-- {
		if v := &vars[i]; v.Name == name && f.has(i, v, s) {
			return Local{v, f.vars[i]}, true
		}
	}
	return Local{}, false
}
