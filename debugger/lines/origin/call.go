package origin

import (
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"machsim/kernel/hook"
)

// call finds where the result of a call comes from.
func (t *tracer) call(x *ast.CallExpr, at place, p path) []*Link {
	switch name := lastName(x.Fun); {
	case t.isConversion(x.Fun, at) && len(x.Args) == 1:
		return t.value(x.Args[0], at, p)
	case t.isBuiltin(x.Fun, at):
		return t.builtin(name, x, at, p)
	}
	if at.hand {
		return t.unheard(x, at)
	}
	if k, ok := t.callees(at)[x]; ok {
		return t.result(k, at, p)
	}
	return t.outside(x, at, p)
}

// isConversion says whether what is called is a type.
func (t *tracer) isConversion(fun ast.Expr, at place) bool {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.InterfaceType, *ast.FuncType, *ast.StructType:
		return true
	case *ast.StarExpr:
		return t.isConversion(fun.X, at)
	case *ast.IndexExpr:
		return t.isConversion(fun.X, at)
	case *ast.Ident:
		if t.code(at).slot(at.fn(), fun.Name, at.offset(fun.Pos())) >= 0 {
			return false
		}
		return isPredeclaredType(fun.Name) || t.code(at).types[fun.Name] != nil
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		return ok && t.isPackage(id, at) && t.isType(t.code(at).files[at.fn().File].imports[id.Name], fun.Sel.Name)
	}
	return false
}

// isType says whether a package of machsim's has a type of a name, or one with hooks.
func (t *tracer) isType(path, name string) bool {
	for _, p := range hook.Packages() {
		if p.Path == path {
			return t.codes.of(p).types[name] != nil
		}
	}
	return path == "machsim/kernel" && slices.Contains(kernelTypes, name)
}

// kernelTypes are the types of package kernel to which programs convert.
var kernelTypes = []string{"Name", "Duration", "SendRight", "SendOnceRight", "ReceiveRight", "Time", "HostID"}

func (t *tracer) isBuiltin(fun ast.Expr, at place) bool {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok || t.code(at).slot(at.fn(), id.Name, at.offset(id.Pos())) >= 0 {
		return false
	}
	return isPredeclaredFunc(id.Name) && t.functionNamed(id.Name, at) < 0
}

func (t *tracer) functionNamed(name string, at place) int {
	return slices.IndexFunc(t.code(at).pkg.Funcs, func(f hook.Func) bool { return f.Name == name })
}

// builtin finds where the result of a builtin function comes from.
func (t *tracer) builtin(name string, x *ast.CallExpr, at place, p path) []*Link {
	switch name {
	case "append":
		return t.appended(x, at, p)
	case "min", "max":
		return t.values(x.Args, at, nil)
	case "len", "cap":
		return t.value(x.Args[0], at, nil)
	case "make", "new":
		switch {
		case len(p) > 0:
			return []*Link{t.end(at, Zero, "")}
		case len(x.Args) > 1: // the length is what there is of it
			return t.values(x.Args[1:], at, nil)
		}
	}
	return t.constant(at)
}

// values finds the sources of several expressions.
func (t *tracer) values(all []ast.Expr, at place, p path) (links []*Link) {
	for _, x := range all {
		links = append(links, t.value(x, at, p)...)
	}
	return links
}

// appended finds where a part of what append has made comes from.
func (t *tracer) appended(x *ast.CallExpr, at place, p path) (all []*Link) {
	key, known := 0, false
	var rest path
	if len(p) > 0 && p[0].kind == '[' {
		key, known = p[0].key.(int)
		rest = p[1:]
	}
	had := -1
	if i := t.read(x.Args[0], at); i >= 0 && known {
		if e := at.log.at(i); reflect.TypeOf(e.x).Elem().Kind() == reflect.Array {
			had = reflect.TypeOf(e.x).Elem().Len()
			if key < had {
				if links, done := t.from(at.log, regionOf(e), i, p); done {
					return links
				}
				return t.value(x.Args[0], at, p)
			}
		}
	}
	if had < 0 {
		all = t.value(x.Args[0], at, p)
	}
	for i, arg := range x.Args[1:] {
		switch {
		case len(p) == 0:
			all = append(all, t.value(arg, at, nil)...)
		case x.Ellipsis.IsValid():
			is := step{kind: '['}
			if had >= 0 {
				is.key = key - had
			}
			all = append(all, t.value(arg, at, rest.after(is))...)
		case had < 0 || key-had == i:
			all = append(all, t.value(arg, at, rest)...)
		}
	}
	return all
}

// callees are the activations that the calls of a statement have begun.
func (t *tracer) callees(at place) map[*ast.CallExpr]uint32 {
	e := at.entry()
	var begun []uint32
	for i, end := e.frame+1, at.log.next(at.s); int(i) < len(e.by.frames); i++ {
		if f := &e.by.frames[i]; f.pkg != nil && f.caller == e.frame && f.first > at.s && f.first < end {
			begun = append(begun, i)
		} else if f.first >= end {
			break
		}
	}
	found := map[*ast.CallExpr]uint32{}
	for _, x := range calls(t.code(at).statement(e.code)) {
		for len(begun) > 0 && t.within(x, at, &e.by.frames[begun[0]]) {
			begun = begun[1:]
		}
		if len(begun) > 0 && t.calls(x, at, &e.by.frames[begun[0]]) {
			found[x], begun = begun[0], begun[1:]
		}
	}
	return found
}

// calls are the calls of a statement, in the order in which they are made.
func calls(s *statement) (all []*ast.CallExpr) {
	visit(s, func(n ast.Node) {
		if x, ok := n.(*ast.CallExpr); ok {
			all = append(all, x)
		}
	})
	slices.SortStableFunc(all, func(a, b *ast.CallExpr) int { return int(a.Rparen - b.Rparen) })
	return all
}

// within says whether a function is a literal among the arguments of a call, which code without hooks has called.
func (t *tracer) within(x *ast.CallExpr, at place, f *frame) bool {
	fn := f.function()
	return f.pkg == at.entry().pkg && fn.File == at.fn().File && isLiteral(fn) &&
		int(fn.From) > offset(x.Lparen) && int(fn.To) <= offset(x.Rparen) && !t.calls(x, at, f)
}

// calls says whether a call may be that of a function.
func (t *tracer) calls(x *ast.CallExpr, at place, f *frame) bool {
	fn, name := f.function(), ""
	switch fun := ast.Unparen(x.Fun).(type) {
	case *ast.FuncLit:
		return int(fn.From) == offset(fun.Type.Pos()) && f.pkg == at.entry().pkg
	case *ast.CallExpr:
		return true
	case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
		name = lastName(fun)
		if _, element := fun.(*ast.IndexExpr); element && t.functionNamed(name, at) < 0 {
			return true // an element that is a function
		}
		own := plain(fn.Name) == name && f.pkg == at.entry().pkg
		return own || t.code(at).slot(at.fn(), name, offset(x.Pos())) >= 0 || t.isVariable(name, at)
	case *ast.SelectorExpr:
		name = fun.Sel.Name
		if id, ok := fun.X.(*ast.Ident); ok && t.isPackage(id, at) {
			return plain(fn.Name) == name && f.pkg.Path == t.code(at).files[at.fn().File].imports[id.Name]
		}
		return strings.HasSuffix(plain(fn.Name), "."+name) && !isLiteral(fn) || t.isFunction(fun, at)
	}
	return false
}

// plain is the name of a function without the parameters of its types.
func plain(name string) string {
	if i := strings.IndexByte(name, '['); i >= 0 {
		j := strings.LastIndexByte(name, ']')
		return name[:i] + name[j+1:]
	}
	return name
}

func (t *tracer) isVariable(name string, at place) bool {
	v, ok := t.code(at).pkg.Global(name)
	return ok && v.Kind() == reflect.Func
}

// isFunction says whether a selector is a field that is a function.
func (t *tracer) isFunction(x *ast.SelectorExpr, at place) bool {
	typ := t.typeOf(x.X, at)
	if typ != nil && typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ == nil || typ.Kind() != reflect.Struct {
		return false
	}
	f, ok := typ.FieldByName(x.Sel.Name)
	return ok && f.Type.Kind() == reflect.Func
}

// typeOf is the type of a variable, or of a part of one; nil if that is not known.
func (t *tracer) typeOf(x ast.Expr, at place) reflect.Type {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if slot := t.code(at).slot(at.fn(), x.Name, at.offset(x.Pos())); slot >= 0 {
			if d := t.declaration(slot, at); d >= 0 {
				return reflect.TypeOf(at.log.at(d).x).Elem()
			}
		} else if v, ok := t.code(at).pkg.Global(x.Name); ok {
			return v.Type()
		}
	case *ast.SelectorExpr:
		typ := t.typeOf(x.X, at)
		if typ != nil && typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		if typ != nil && typ.Kind() == reflect.Struct {
			if f, ok := typ.FieldByName(x.Sel.Name); ok {
				return f.Type
			}
		}
	case *ast.IndexExpr:
		if typ := t.typeOf(x.X, at); typ != nil {
			switch typ.Kind() {
			case reflect.Slice, reflect.Array, reflect.Map:
				return typ.Elem()
			}
		}
	}
	return nil
}

// result finds where a result of an activation comes from.
func (t *tracer) result(serial uint32, at place, p path) []*Link {
	e := at.entry()
	f, n := &e.by.frames[serial], 0
	if len(p) > 0 && p[0].kind == '#' {
		n, p = p[0].key.(int), p[1:]
	}
	if f.last == 0 {
		return []*Link{t.end(at, Unheard, f.function().Name)}
	}
	s := at.log.head(f.last-1, e.by, serial)
	if s < 0 {
		return []*Link{t.forgotten(at.log)}
	}
	return []*Link{t.linkOf(at.log, s, Result, n, p)}
}

// returned finds the sources of a result, from the statement with which its function was left.
func (t *tracer) returned(at place, n int, p path) []*Link {
	e := at.entry()
	last := e.of().last
	for slot, v := range e.of().function().Vars {
		if v.Kind != hook.Result {
			continue
		}
		if n > 0 {
			n--
			continue
		}
		ret, _ := t.code(at).statement(e.code).node.(*ast.ReturnStmt)
		own := in(at.log, at.s)
		own.limit = last
		if !strings.HasPrefix(v.Name, "~") && t.declaration(int32(slot), own) >= 0 {
			r := regionOf(at.log.at(t.declaration(int32(slot), own)))
			r.owner = t.declaration(int32(slot), own)
			links, _ := t.from(at.log, r, last, p)
			return links
		}
		if links := t.copied(own, &v, last, -1, p); !strings.HasPrefix(v.Name, "~") && links != nil {
			return links
		}
		if ret != nil {
			return t.results(ret, at, resultOf(e.of().function(), slot), p)
		}
	}
	return nil
}

// resultOf is the number of a result.
func resultOf(f *hook.Func, slot int) (n int) {
	for _, v := range f.Vars[:slot] {
		if v.Kind == hook.Result {
			n++
		}
	}
	return n
}

func (t *tracer) results(ret *ast.ReturnStmt, at place, n int, p path) []*Link {
	switch {
	case n < len(ret.Results):
		return t.value(ret.Results[n], at, p)
	case len(ret.Results) == 1:
		return t.value(ret.Results[0], at, p.after(step{kind: '#', key: n}))
	}
	return nil
}
