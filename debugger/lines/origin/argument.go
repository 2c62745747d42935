package origin

import (
	"go/ast"

	"machsim/kernel/hook"
)

// pkg0 is the package of an entry, or another one if it has none.
func (e *entry) pkg0(other *hook.Package) *hook.Package {
	if e.pkg == nil {
		return other
	}
	return e.pkg
}

// argument is the link for a parameter, at the statement that has called its function.
func (t *tracer) argument(l *log, i int, p path) *Link {
	e := l.at(i)
	f, v := e.of(), &e.of().function().Vars[e.code]
	s := -1
	if f.caller > 0 {
		s = l.head(f.first-1, e.by, f.caller)
	}
	own := l.first(e.by, e.frame)
	switch {
	case v.Kind == hook.Result && own >= 0:
		return t.end(in(l, own), Zero, v.Name)
	case f.caller == 0 && own >= 0:
		return t.end(in(l, own), Given, v.Name)
	case s < 0 || v.Kind == hook.Result:
		return t.forgotten(l)
	}
	at := in(l, s)
	x := t.make(linkKey{l, i, Argument, 0, p.String()}, at, nil)
	if x.expand == nil {
		x.Name, x.Value = v.Name+p.words(), t.shown(l, write{i: i}, p)
		x.expand = func() []*Link { return t.passed(at, i, p) }
	}
	return x
}

// first is the first statement of an activation.
func (l *log) first(by *thread, frame uint32) int {
	for i := max(by.frames[frame].first, l.left); i < l.len(); i++ {
		if e := l.at(i); e.kind == began && e.by == by && e.frame == frame {
			return i
		}
	}
	return -1
}

// passed finds the sources of what a call has given to a parameter.
func (t *tracer) passed(at place, i int, p path) []*Link {
	e := at.log.at(i)
	fn, v := e.of().function(), &e.of().function().Vars[e.code]
	var call *ast.CallExpr
	for x, serial := range t.callees(at) {
		if serial == e.frame {
			call = x
		}
	}
	if call == nil {
		return append(t.callbacks(at, fn), t.end(at, Unheard, v.Name))
	}
	if v.Kind == hook.Receiver {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return t.value(sel.X, at, p.rest('*'))
		}
		return t.value(call.Fun, at, p)
	}
	n, variadic := t.codes.of(e.of().pkg).parameter(fn, v.Name)
	switch {
	case n < 0:
		return []*Link{t.end(at, Unheard, v.Name)}
	case !variadic && n < len(call.Args):
		return t.value(call.Args[n], at, p)
	case len(call.Args) == 1 && n > 0:
		return t.value(call.Args[0], at, p.after(step{kind: '#', key: n}))
	case variadic && call.Ellipsis.IsValid():
		return t.value(call.Args[n], at, p)
	case variadic && len(p) > 0 && p[0].kind == '[':
		var all []*Link
		for k, arg := range call.Args[n:] {
			if mayEqual(p[0].key, k) {
				all = append(all, t.value(arg, at, p[1:])...)
			}
		}
		return all
	case variadic:
		return t.values(call.Args[n:], at, nil)
	}
	return nil
}

// callbacks finds the sources of what code without hooks may have given to a literal: its other arguments.
func (t *tracer) callbacks(at place, fn *hook.Func) (all []*Link) {
	for _, x := range calls(t.code(at).statement(at.entry().code)) {
		if offset(x.Lparen) < int(fn.From) && int(fn.To) <= offset(x.Rparen) {
			for _, arg := range x.Args {
				if _, literal := arg.(*ast.FuncLit); !literal {
					all = append(all, t.whole(arg, at)...)
				}
			}
		}
	}
	return all
}

// parameter is which parameter of a function has a name, -1 for none.
func (c *code) parameter(fn *hook.Func, name string) (n int, variadic bool) {
	for _, f := range c.files[fn.File].funcs {
		var typ *ast.FuncType
		switch f := f.(type) {
		case *ast.FuncDecl:
			typ = f.Type
		case *ast.FuncLit:
			typ = f.Type
		}
		if offset(typ.Pos()) != int(fn.From) {
			continue
		}
		for _, field := range typ.Params.List {
			for _, id := range field.Names {
				if id.Name == name {
					_, variadic = field.Type.(*ast.Ellipsis)
					return n, variadic
				}
				n++
			}
			if field.Names == nil {
				n++
			}
		}
	}
	return -1, false
}
