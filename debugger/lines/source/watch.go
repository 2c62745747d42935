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

// begins says whether the variable comes to be there with a frame of a thread.
func (w *Watched) begins(id kernel.ThreadID, f *hook.Frame) bool {
	if w.Pkg != nil {
		return f.Package() == w.Pkg
	}
	return id == w.Thread && f.Serial == w.Serial
}

// AtCall is the N of a Hit that is no statement, but the call to which the thread comes.
const AtCall = math.MaxUint64

// Changes are the changes of a subject in the whole run, in the order in which the run comes to where a thread can be
// stopped behind them. In a window what a variable of a function is where that begins comes first (Unknown).
func (s *Source) Changes(of *Subject, call Call) (all []Local, err error) {
	t := newTracker(s, of, false, call)
	t.there = true
	err = t.find(func(some []Local) bool {
		for i := range some {
			if some[i].Changed() {
				all = append(all, some[i])
			}
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b Local) int { return a.After.Compare(b.After) })
	return all, err
}

// Subject is what is watched.
func (w *Watched) Subject() *Subject {
	return &Subject{Name: w.Expr.String(), expr: w.Expr, watched: w}
}

// edited marks the change that an edit of a thread's variable is: before the statement that it names, or the first
// one after it by which a variable gets that value. Of an edit before the log, which begins with the event first, there
// is a change only in a statement that was begun before the log, too.
func edited(all []Local, first, event int, e *kernel.Edit) {
	if e.Kind != kernel.EditSet && e.Kind != kernel.EditAssign {
		return
	}
	i := slices.IndexFunc(all, func(c Local) bool {
		if c.Thread != kernel.ThreadID(e.Object) || e.Statement > 0 {
			return c.Thread == kernel.ThreadID(e.Object) && c.After.N == e.Statement
		}
		return c.After.Event > event && c.N > 0
	})
	if i >= 0 && event < first && all[i].Before >= first {
		return
	}
	if value, err := strconv.Unquote(e.Value); i >= 0 && (all[i].New == e.Value || err == nil && all[i].New == value) {
		all[i].Edited, all[i].pkg = true, nil
	}
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
		m := text.NewMistake("expression", expr, 0, "%s is in no function here", s.tape.End.ThreadName(id))
		m.Absent = true
		return Watched{}, m
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
