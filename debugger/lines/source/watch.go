package source

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Watched is what is watched: an expression, in an activation of a function of a thread, or about variables of a
// package alone, in all of the run.
type Watched struct {
	Thread kernel.ThreadID
	Serial uint64        // of the frame (Frame.Serial)
	Pkg    *hook.Package // of the variables; nil if some are those of a function
	Expr   *eval.Expr

	// slots says what names mean in the frame, for those of an inner block may hide them for a while; nil: not known.
	slots map[string]int
}

// Package is the name of the package of the variables, "" if some are those of a function.
func (w *Watched) Package() string {
	if w.Pkg == nil {
		return ""
	}
	return path.Base(w.Pkg.Path)
}

// begins says whether the variable comes to be there with the present statement of a thread.
func (w *Watched) begins(t *walker) bool {
	if w.Pkg != nil {
		return t.Frame.Package() == w.Pkg
	}
	return t.id == w.Thread && t.Frame.Serial == w.Serial
}

// Change is a statement that has given what is watched another value.
type Change struct {
	Thread   kernel.ThreadID
	N        uint64 // of the statement
	Place    Place  // of it
	Old, New string // "" where there is no value
	Edited   bool   // the debugger has set it, in a fork, and no statement
	Born     bool   // it is the first value: the variable, or what leads to it, was not there before
	// After is where the thread stands then: before a statement or, where N is AtCall, at a kernel call.
	After Hit
}

// AtCall is the N of a Hit that is no statement, but the call to which the thread comes.
const AtCall = math.MaxUint64

// Changes are all changes of what is watched in the whole run. The variable is there from the first statement of its
// function on, until that is left.
func (s *Source) Changes(w Watched, call Call) ([]Change, error) {
	c := &changes{cell: newCell(w, call), doing: map[kernel.ThreadID]*did{}}
	err := s.walk(c.statement, c.arrived)
	slices.SortStableFunc(c.all, func(a, b Change) int { return a.After.compare(b.After) })
	s.tape.Edits(func(event int, e *kernel.Edit) { edited(c.all, event, e) })
	return c.all, err
}

// edited marks the change that an edit of a thread's variable is: before the statement that it names, or the first
// one after it by which a variable gets that value.
func edited(all []Change, event int, e *kernel.Edit) {
	if e.Kind != kernel.EditSet && e.Kind != kernel.EditAssign {
		return
	}
	i := slices.IndexFunc(all, func(c Change) bool {
		if c.Thread != kernel.ThreadID(e.Object) || e.Statement > 0 {
			return c.Thread == kernel.ThreadID(e.Object) && c.After.N == e.Statement
		}
		return c.After.Event > event
	})
	if value, err := strconv.Unquote(e.Value); i >= 0 && (all[i].New == e.Value || err == nil && all[i].New == value) {
		all[i].Edited, all[i].Place = true, Place{}
	}
}

// changes looks for changes while a run is made again.
type changes struct {
	*cell
	all   []Change
	known bool   // there is a value
	seen  bool   // there was one
	sum   uint64 // of the value
	shown string // the value
	doing map[kernel.ThreadID]*did
}

// did is the statement that a thread is doing.
type did struct {
	n     uint64
	frame *hook.Frame
	stmt  int
	open  []int // changes after which the thread has come neither to a statement nor to a call
}

// begins notes the statement that a thread is doing: that of a frame.
func (d *did) begins(f *hook.Frame) { d.n, d.frame, d.stmt = f.N(), f, f.StmtIndex() }

// statement is called before each statement.
func (c *changes) statement(w *walker) {
	d := c.doing[w.id]
	if d == nil {
		d = &did{}
		c.doing[w.id] = d
		w.Returned = func(f *hook.Frame) { c.returned(w, f) }
	}
	if c.frame == nil && c.w.begins(w) {
		c.enter(w.Frame)
	}
	c.come(w.hit(), d)
	d.begins(w.Frame)
}

// arrived is called at each call.
func (c *changes) arrived(w *walker) {
	if d := c.doing[w.id]; d != nil {
		c.come(Hit{Thread: w.id, N: AtCall, Event: w.event}, d)
	}
}

// returned is called when a function returns. What comes next is done by the statement that called it.
func (c *changes) returned(w *walker, f *hook.Frame) {
	d := c.doing[w.id]
	c.compare(w.id, d)
	if f == c.frame && c.w.Pkg == nil {
		c.enter(nil)
		c.known = false
		c.w.Serial = 0 // it does not come again
	}
	if f.Caller != nil {
		d.begins(f.Caller)
	}
}

// come is called where a thread can be stopped after its last changes.
func (c *changes) come(after Hit, d *did) {
	c.compare(after.Thread, d)
	for _, i := range d.open {
		c.all[i].After = after
	}
	d.open = d.open[:0]
}

// compare notes a change since the last time, which the statement that a thread is doing has made.
func (c *changes) compare(id kernel.ThreadID, d *did) {
	if c.frame == nil || c.same() && c.known {
		return
	}
	v, err := c.value()
	known := err == nil && v.Reflect().IsValid()
	var sum uint64
	if known {
		sum = digest(v.Reflect())
	}
	if known == c.known && sum == c.sum {
		return
	}
	shown := ""
	if known {
		shown = v.String()
		c.settle()
	}
	if d.n > 0 {
		d.open = append(d.open, len(c.all))
		c.all = append(c.all, Change{Thread: id, N: d.n, Place: d.where(), Old: c.shown, New: shown, Born: !c.seen})
	}
	c.known, c.sum, c.shown, c.seen = known, sum, shown, true
}

// where is the place of the statement.
func (d *did) where() Place {
	p, fn := d.frame.Package(), d.frame.Func()
	return Place{qualified(p, fn), p.Files[fn.File].Path, int(p.Stmts[d.stmt].Line)}
}

// NewWatched is an expression in an activation of a function of a thread.
func NewWatched(id kernel.ThreadID, serial uint64, expr string) (Watched, error) {
	e, err := eval.Parse(expr)
	return Watched{Thread: id, Serial: serial, Expr: e}, err
}

// NewWatchedGlobal is an expression about variables of a package, by the package's name.
func NewWatchedGlobal(pkg, expr string) (Watched, error) {
	for _, p := range hook.Packages() {
		if path.Base(p.Path) == pkg {
			e, err := eval.Parse(expr)
			return Watched{Pkg: p, Expr: e, slots: map[string]int{}}, err
		}
	}
	return Watched{}, fmt.Errorf("there is no package %s in the program", pkg)
}

// Watch finds what an expression means in the n-th frame of a thread, counted from the innermost.
func (s *Source) Watch(id kernel.ThreadID, n int, expr string, call Call) (Watched, error) {
	e, err := eval.Parse(expr)
	if err != nil {
		return Watched{}, err
	}
	f := s.frame(id, n)
	if f == nil {
		return Watched{}, text.NewMistake("expression", expr, 0, "%s is in no function here", s.tape.End.ThreadName(id))
	}
	if _, err := e.Value(&view{frame: f, call: call}); err != nil {
		return Watched{}, err
	}
	w := Watched{Thread: id, Serial: f.Serial, Expr: e, slots: slotsOf(f)}
	if !slices.ContainsFunc(e.Names(), func(name string) bool { _, local := w.slots[name]; return local }) {
		w = Watched{Pkg: f.Package(), Expr: e, slots: map[string]int{}}
	}
	return w, nil
}

// slotsOf are the slots of the variables that names mean in a frame now.
func slotsOf(f *hook.Frame) map[string]int {
	slots := map[string]int{}
	for _, l := range f.Locals() { // the last of a name hides the others
		if i, ok := slotOf(f, l.Var); ok {
			slots[l.Name] = i
		}
	}
	return slots
}
