package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// An assignment that is not simple is done in steps in front of what was there: its calls, then what finds its targets
// and its values, each into a variable, in the order of the language; then the stores, from left to right.

// steps says whether an assignment can be done so.
func (f *function) steps(a *assignment) bool {
	if !f.fits(a.targets...) || !f.fits(a.values...) {
		return false
	}
	for i, x := range a.targets {
		if f.isTarget(x) && strings.Contains(f.text(x), "\n") && len(f.operands(x)) == 0 {
			return false
		}
		switch {
		case a.op != "":
		case len(a.values) < len(a.targets):
			if _, ok := f.resultType(a.values[0], i, x); !ok {
				return false
			}
		default:
			if _, ok := f.valueType(a.values[i], x); !ok {
				return false
			}
		}
	}
	return true
}

// inSteps rewrites it.
func (f *function) inSteps(a *assignment) {
	for _, x := range a.targets {
		for _, o := range f.operands(x) {
			f.sequence(o)
		}
	}
	if len(a.values) < len(a.targets) && a.op == "" {
		f.sequenceLast(a.values[0])
	} else {
		for _, y := range a.values {
			f.sequence(y)
		}
	}
	switch x := a.targets[0]; {
	case len(a.targets) > 1:
		f.several(a)
	case !f.isTarget(x):
		f.store(a)
	case f.isMapElement(x):
		f.inMap(a)
	default:
		f.find(x, a)
		f.store(a)
	}
}

// find puts what a target is found by into variables, if it could change before the store.
func (f *function) find(x ast.Expr, a *assignment) {
	for _, o := range f.operands(x) {
		if !f.constant(o) && f.moved[o] == "" && !f.keeps(o, a) {
			f.hoist(o)
		}
	}
}

// keeps says whether an expression is a variable that nobody else uses, and that an assignment does not write to.
func (f *function) keeps(x ast.Expr, a *assignment) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok || f.touches(id) {
		return false
	}
	for _, y := range a.targets {
		if v := f.variable(y); v != nil && f.info.ObjectOf(v) == f.info.ObjectOf(id) {
			return false
		}
	}
	f.private(id, false)
	return true
}

// inMap is an assignment to an element of a map, in steps.
func (f *function) inMap(a *assignment) {
	x := a.targets[0]
	f.find(x, a)
	var value string
	switch {
	case a.op == "":
		value = f.value(a.values[0], x)
	default:
		value = f.updated(x, a)
	}
	f.storeIn(x, value)
	f.erase(a.stmt)
}

// updated puts what an element of a map becomes into a variable, and returns that.
func (f *function) updated(x ast.Expr, a *assignment) string {
	i := ast.Unparen(x).(*ast.IndexExpr)
	old, by := f.hook("Index", x, false)+f.text(i.X)+", "+f.text(i.Index)+")", "1"
	if a.values != nil {
		by = "(" + f.taken(a.values[0]) + ")"
	}
	name := f.temp()
	f.add(x.Pos(), fmt.Sprint(name, " := ", old, " ", a.op, " ", by))
	return name
}

// several is an assignment to several targets, in steps.
func (f *function) several(a *assignment) {
	var values []string
	if len(a.values) < len(a.targets) {
		values = f.answers(a)
	}
	for i, x := range a.targets {
		f.find(x, a)
		if len(a.values) == len(a.targets) {
			values = append(values, f.value(a.values[i], x))
		}
	}
	for i, x := range a.targets {
		f.storeIn(x, values[i])
	}
	f.erase(a.stmt)
}

// answers puts the results of one expression into variables, and returns these.
func (f *function) answers(a *assignment) (values []string) {
	var names []string
	sign := " = "
	for i, x := range a.targets {
		name, value := "_", ""
		if !isBlank(x) {
			name, sign = f.temp(), " := "
			value = name
			if of, _ := f.resultType(a.values[0], i, x); of != "" {
				value = of + "(" + name + ")"
			}
		}
		names, values = append(names, name), append(values, value)
	}
	f.both = ast.Unparen(a.values[0])
	f.add(a.values[0].Pos(), strings.Join(names, ", ")+sign+f.taken(a.values[0]))
	return values
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// value puts a value of an assignment into a variable, and returns that. A constant stays what it is.
func (f *function) value(y, target ast.Expr) string {
	switch {
	case f.constant(y):
		return f.text(y)
	case f.moved[y] != "":
		return f.moved[y]
	case isBlank(target):
		f.add(y.Pos(), "_ = "+f.taken(y))
		return ""
	}
	name, text := f.temp(), f.taken(y)
	if of, _ := f.valueType(y, target); of != "" {
		text = of + "(" + text + ")"
	}
	f.add(y.Pos(), name+" := "+text)
	return name
}

// storeIn puts a value into a target, in front.
func (f *function) storeIn(x ast.Expr, value string) {
	switch {
	case isBlank(x):
	case f.isMapElement(x):
		i := ast.Unparen(x).(*ast.IndexExpr)
		f.add(x.Pos(), fmt.Sprint(f.hook("Map", x, true), f.text(i.X), ")[", f.text(i.Index), "] = ", value))
	case f.isTarget(x):
		f.add(x.Pos(), fmt.Sprint(f.text(x), " = ", f.into(x), value, ")"))
	default:
		f.private(x, true)
		f.add(x.Pos(), f.text(x)+" = "+value)
	}
}

// erase removes a statement that has been done in front. Its lines stay.
func (f *function) erase(s ast.Stmt) {
	from, to := f.at(s.Pos()), f.at(s.End())
	f.edits.take(f.front.mark, from, to)
	text := ""
	if n := strings.Count(f.edits.text[from:to], "\n"); n > 0 {
		lines := max(0, n-strings.Count(f.front.text.String(), "\n"))
		text = fmt.Sprintf("%s/*line :%d:1*/", strings.Repeat("\n", lines), f.line(s.End()))
	}
	f.edits.replace(from, to, text)
}

// define rewrites a declaration x, y := v. A variable that was there already, and may be shared, is assigned to behind
// it.
func (f *function) define(a *assignment, listed bool) {
	again := f.redeclared(a)
	late := f.late(nodes(a.values)...)
	for _, x := range a.targets {
		if !slices.Contains(again, x) {
			f.private(x, true)
		}
	}
	if (late || len(again) > 0) && !(listed && f.definable(a, again)) {
		f.coarse()
		f.together(a, listed)
		return
	}
	if late {
		f.front.bare = f.front.bare || f.front.of == a.stmt
		if len(a.values) == 1 {
			f.sequenceLast(a.values[0])
		} else {
			for _, y := range a.values {
				f.sequence(y)
			}
		}
	}
	text := ""
	for _, x := range again {
		name := f.temp()
		text += fmt.Sprint(f.text(x), " = ", f.into(x), name, "); ")
		f.edits.replace(f.at(x.Pos()), f.at(x.End()), name)
	}
	for _, y := range a.values {
		f.reads(y)
	}
	f.behind(a.stmt, text)
}

// redeclared are the variables that a declaration assigns to, and that may be shared.
func (f *function) redeclared(a *assignment) (all []ast.Expr) {
	for _, x := range a.targets {
		if id := x.(*ast.Ident); f.info.Defs[id] == nil && f.isTarget(id) {
			all = append(all, x)
		}
	}
	return all
}

// definable says whether it can be done in steps.
func (f *function) definable(a *assignment, again []ast.Expr) bool {
	for i, x := range a.targets {
		if len(a.values) != len(a.targets) {
			break
		}
		if slices.Contains(again, x) {
			of, ok := f.valueType(a.values[i], x)
			if !ok || of != "" || f.constant(a.values[i]) {
				return false
			}
		}
	}
	return f.fits(a.values...)
}

// resultType is the type to which one of several results has to be converted, "" for none. It returns false if it has
// no name here.
func (f *function) resultType(y ast.Expr, i int, target ast.Expr) (name string, ok bool) {
	if _, call := ast.Unparen(y).(*ast.CallExpr); call || i == 0 || isBlank(target) {
		return "", true
	}
	return f.typeName(f.info.TypeOf(target), types.Typ[types.Bool], target.Pos())
}

// valueType is the type to which a value has to be converted that has it from its target alone, "" for none. It returns
// false if it has no name here.
func (f *function) valueType(y, target ast.Expr) (name string, ok bool) {
	switch f.untyped(y) {
	case "bool":
		return f.typeName(f.info.TypeOf(y), types.Typ[types.Bool], y.Pos())
	case "shift":
		return f.typeName(f.info.TypeOf(y), types.Typ[types.Int], y.Pos())
	}
	return "", !f.isGeneric(y)
}

// untyped says of which kind a value is that has no type of its own: "bool" or "shift"; "" if it has one.
func (f *function) untyped(y ast.Expr) string {
	if f.constant(y) || f.moved[y] != "" {
		return ""
	}
	switch y := y.(type) {
	case *ast.ParenExpr:
		return f.untyped(y.X)
	case *ast.UnaryExpr:
		if y.Op != token.AND && y.Op != token.ARROW {
			return f.untyped(y.X)
		}
	case *ast.BinaryExpr:
		switch y.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return "bool"
		case token.SHL, token.SHR:
			if f.constant(y.X) {
				return "shift"
			}
			return f.untyped(y.X)
		}
		a, b := f.untyped(y.X), f.untyped(y.Y)
		switch {
		case a != "" && (b != "" || f.constant(y.Y)):
			return a
		case b != "" && f.constant(y.X):
			return b
		}
	}
	return ""
}

// isGeneric says whether a value is a function that has its types from its target.
func (f *function) isGeneric(y ast.Expr) bool {
	id, ok := ast.Unparen(y).(*ast.Ident)
	if s, sel := ast.Unparen(y).(*ast.SelectorExpr); sel {
		id, ok = s.Sel, true
	}
	if !ok {
		return false
	}
	fn, ok := f.info.Uses[id].(*types.Func)
	return ok && fn.Signature().TypeParams().Len() > 0
}

// typeName is what a type is called at a position, "" if a value has that type, or becomes one of it, anyway.
func (f *function) typeName(t, has types.Type, at token.Pos) (name string, ok bool) {
	if types.Identical(t, has) || types.IsInterface(t) {
		return "", true
	}
	var o types.Object
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		o = types.Universe.Lookup(t.Name())
	case *types.Named:
		o = t.Obj()
		if t.TypeArgs().Len() > 0 {
			return "", false
		}
	}
	if o == nil {
		return "", false
	}
	_, found := f.types.Scope().Innermost(at).LookupParent(o.Name(), at)
	return o.Name(), found == o
}

func nodes(all []ast.Expr) (list []ast.Node) {
	for _, x := range all {
		list = append(list, x)
	}
	return list
}
