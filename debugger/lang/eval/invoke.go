package eval

import (
	"machsim/debugger/event/text"
	"machsim/debugger/lang"
)

// Invocation is a call of a method of a variable.
type Invocation struct {
	Path    string // of the variable (Path)
	Method  string
	Args    []Value
	Results []string // what it returns for a copy of the variable, as values are shown
}

// Invocation reads the expression, which has to be the call of a method of a variable, and makes the call for a copy of
// that: it tells what it returns, or the error says why it does not return.
func (e *Expr) Invocation(s Scope) (x Invocation, err error) {
	if e.tree.Op != lang.Called {
		return x, e.Mistake(e.tree.At, "the call of a method is wanted here, as in account.Deposit(100)")
	}
	receiver, name, ok := Method(e.tree)
	if !ok {
		return x, e.Mistake(e.tree.At, "only a method can be called: of a variable, its fields or elements, or what a "+
			"pointer leads to")
	}
	if x.Path, err = e.path(receiver, s); err != nil {
		return x, err
	}
	m := &method{name: name, at: e.tree.Kids[0].To - len(name), call: s.Call}
	var all []Value
	for _, n := range append([]*lang.Node{receiver}, e.tree.Kids[1:]...) {
		b, err := e.bind(n, s)
		if err != nil {
			return x, err
		}
		v := b.code(nothing{})
		if f := v.Failure(); f != nil {
			return x, f.Mistake(e.Source)
		}
		all, m.sides = append(all, v), append(m.sides, side{e.Text[n.At:n.To], n.At})
	}
	out, bad := m.run(all)
	if f := bad.Failure(); f != nil {
		return x, f.Mistake(e.Source)
	}
	x.Method, x.Args, x.Results = name, all[1:], text.Each(out, text.Reflected)
	return x, nil
}
