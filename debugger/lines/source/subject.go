package source

import (
	"slices"

	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Subject is what local events are about: variables, or places in the source.
type Subject struct {
	Name string // as it is shown: "work.x"

	place   *Target           // a label, a line or a function; nil of variables
	expr    *eval.Expr        // that names the variable in a frame of a function, or in a package
	of      []variable        // of functions, with which the expression begins
	pkg     *hook.Package     // the package of the variables; nil if some are those of a function
	threads []kernel.ThreadID // whose activations count; nil for all
	only    []Activation      // that count; nil for all
	shown   []showing         // variables that have no name in the source, which threads show
	watched *Watched          // an expression in one activation, in place of all else
}

// variable is what a name means in a function: maybe several variables, of several blocks.
type variable struct {
	pkg   *hook.Package
	fn    int32
	name  string
	plain bool // the expression is the variable, and no part of it
}

// Activation is one call of a function.
type Activation struct {
	Thread kernel.ThreadID
	Serial uint64 // Frame.Serial
}

// showing is a name by which a thread shows something.
type showing struct {
	thread kernel.ThreadID
	name   string
}

// counts says whether an activation counts.
func (s *Subject) counts(a Activation) bool {
	return oneOf(s.threads, a.Thread) && oneOf(s.only, a)
}

// oneOf says whether a list is empty or has something.
func oneOf[T comparable](all []T, x T) bool { return len(all) == 0 || slices.Contains(all, x) }

// fn is the function of a variable.
func (v *variable) function() *hook.Func { return &v.pkg.Funcs[v.fn] }

// slots are those of its variables of the name, without those of functions around it.
func slotsNamed(f *hook.Func, name string) (all []int) {
	for i := range f.Vars {
		if v := &f.Vars[i]; v.Name == name && v.Kind != hook.Captured {
			all = append(all, i)
		}
	}
	return all
}
