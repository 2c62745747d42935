package origin

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// tracer finds where values come from.
type tracer struct {
	run   Run
	codes *codes
	logs  map[kernel.TaskID]*log
	links map[linkKey]*Link
}

// place is where an expression is evaluated: in a statement of an activation.
type place struct {
	log   *log
	s     int  // the entry of the statement
	limit int  // the first entry that is too late to have written what is read
	hand  bool // the expression is a person's, and not one of the statement
}

func (at *place) entry() *entry  { return at.log.at(at.s) }
func (at *place) fn() *hook.Func { return at.entry().of().function() }
func (at *place) offset(p token.Pos) int {
	if at.hand {
		return int(at.entry().stmt().From)
	}
	return offset(p)
}

func (t *tracer) code(at place) *code { return t.codes.of(at.entry().pkg) }

// in is a place in the statement of an entry.
func in(l *log, s int) place { return place{log: l, s: s, limit: s} }

// value finds where the part of an expression's value comes from to which a path leads.
func (t *tracer) value(x ast.Expr, at place, p path) []*Link {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return t.value(x.X, at, p)
	case *ast.BasicLit, *ast.FuncLit:
		return t.constant(at)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return t.value(x.X, at, p.rest('*'))
		}
		return t.value(x.X, at, nil)
	case *ast.StarExpr:
		return t.located(x, x.X, at, step{kind: '*'}, p)
	case *ast.BinaryExpr:
		return append(t.value(x.X, at, nil), t.value(x.Y, at, nil)...)
	case *ast.CallExpr:
		return t.call(x, at, p)
	case *ast.CompositeLit:
		return t.literal(x, at, p.rest('*'))
	case *ast.Ident:
		return t.ident(x, at, p)
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok && t.isPackage(id, at) {
			return t.global(id.Name+"."+x.Sel.Name, x, at, p)
		}
		return t.located(x, x.X, at, step{kind: '.', name: x.Sel.Name}, p)
	case *ast.IndexExpr:
		return t.located(x, x.X, at, step{kind: '[', key: t.known(x.Index, at)}, p)
	case *ast.SliceExpr:
		return t.value(x.X, at, t.sliced(x, at, p))
	case *ast.TypeAssertExpr:
		return t.value(x.X, at, p.rest('#'))
	}
	return t.constant(at)
}

// sliced is the path into what a slice is made of.
func (t *tracer) sliced(x *ast.SliceExpr, at place, p path) path {
	if len(p) == 0 || p[0].kind != '[' {
		return p
	}
	key := p[0].key
	if n, ok := key.(int); ok && x.Low != nil {
		if low, ok := t.known(x.Low, at).(int); ok {
			key = n + low
		} else {
			key = nil
		}
	}
	return p[1:].after(step{kind: '[', key: key})
}

// constant is the end of a chain, at a value that the source says.
func (t *tracer) constant(at place) []*Link { return []*Link{t.end(at, Constant, "")} }

// isPackage says whether a name is that of a package.
func (t *tracer) isPackage(id *ast.Ident, at place) bool {
	c, fn := t.code(at), at.fn()
	_, ok := c.files[fn.File].imports[id.Name]
	return ok && c.slot(fn, id.Name, at.offset(id.Pos())) < 0
}

// read finds the access by which a statement has read an expression, -1 if that was not heard.
func (t *tracer) read(x ast.Expr, at place) int {
	if at.hand {
		return -1
	}
	e := at.entry()
	for i := at.s + 1; i < at.log.len(); i++ {
		r := at.log.at(i)
		if r.by != e.by || r.frame != e.frame {
			continue
		}
		if r.kind == began || r.kind == returned {
			break
		}
		if r.reads() && int(r.site().From) == offset(x.Pos()) && int(r.site().To) == offset(x.End()) {
			return i
		}
	}
	return -1
}

// located finds where a part of something comes from: of what it is a part, and by which step.
func (t *tracer) located(x, of ast.Expr, at place, by step, p path) []*Link {
	if i := t.read(x, at); i >= 0 {
		if r := at.log.at(i); by.kind == '[' {
			by.key = r.key
		}
		if links, done := t.from(at.log, regionOf(at.log.at(i)), i, p); done {
			return links
		} else if len(links) > 0 {
			return append(links, t.value(of, at, p.after(by))...)
		}
	}
	return t.value(of, at, p.after(by))
}

// regionOf is what an access or a declaration is of.
func regionOf(e *entry) region {
	typ := reflect.TypeOf(e.x)
	r := region{at: e.at, size: uintptr(e.size), typ: typ.Elem(), owner: -1}
	if typ.Kind() == reflect.Map {
		r.isMap, r.key = true, e.key
	}
	return r
}

// from finds where what is in a region, or what a path leads to from there, came from, as it was before an entry. It is
// done if that is all; otherwise something was there already.
func (t *tracer) from(l *log, r region, limit int, p path) (links []*Link, done bool) {
	return t.fromBut(l, r, limit, -1, p)
}

func (t *tracer) fromBut(l *log, r region, limit, skip int, p path) (links []*Link, done bool) {
	r, p = r.narrow(p)
	all, done := l.scan(t.codes, r, limit, skip)
	for _, w := range all {
		rel := append(w.rel[:len(w.rel):len(w.rel)], p...)
		if len(p) > 0 {
			if some, whole := t.through(l, l.snapshot(w), limit, rel); whole {
				links = append(links, some...)
				continue
			} else {
				links = append(links, some...)
			}
		}
		links = append(links, t.link(l, w, rel))
	}
	if !done && l.left > 0 && l.marked(r.at, r.size) { // it may have been written to earlier
		links = append(links, t.forgotten(l))
	}
	return links, done
}

// snapshot is what an entry has written, if it was taken down.
func (l *log) snapshot(w write) (v reflect.Value) {
	if w.target > 0 {
		return v
	}
	v = reflect.ValueOf(l.at(w.i).value)
	for _, s := range w.part {
		switch n, ok := s.key.(int); {
		case !v.IsValid():
		case s.kind == '.' && v.Kind() == reflect.Struct:
			v = v.FieldByName(s.name)
		case s.kind == '[' && ok && v.Kind() == reflect.Array && n < v.Len():
			v = v.Index(n)
		default:
			return reflect.Value{}
		}
	}
	return v
}

// through finds where something came from to which a path leads from a value, by a pointer, a slice or a map.
func (t *tracer) through(l *log, v reflect.Value, limit int, p path) (links []*Link, done bool) {
	for len(p) > 0 && v.IsValid() {
		switch k := v.Kind(); {
		case k == reflect.Interface:
			v = v.Elem()
			continue
		case k == reflect.Pointer:
			if v.IsNil() {
				return nil, false
			}
			typ := v.Type().Elem()
			return t.from(l, region{at: v.Pointer(), size: typ.Size(), typ: typ, owner: -1}, limit, p.rest('*'))
		case p[0].kind == '*':
		case k == reflect.Struct && p[0].kind == '.':
			if v = v.FieldByName(p[0].name); !v.IsValid() {
				return nil, false
			}
		case k == reflect.Array && p[0].kind == '[':
			n, ok := p[0].key.(int)
			if !ok || n >= v.Len() {
				return nil, false
			}
			v = v.Index(n)
		case k == reflect.Slice && p[0].kind == '[':
			typ := v.Type().Elem()
			r := region{at: v.Pointer(), size: typ.Size() * uintptr(v.Len()), typ: typ, owner: -1, wild: true}
			if n, ok := p[0].key.(int); ok && n < v.Len() {
				r.at, r.size, r.wild = r.at+uintptr(n)*typ.Size(), typ.Size(), false
			}
			return t.from(l, r, limit, p[1:])
		case k == reflect.Map && p[0].kind == '[':
			r := region{at: v.Pointer(), typ: v.Type(), owner: -1, isMap: true, key: p[0].key}
			return t.from(l, r, limit, p[1:])
		default:
			return nil, false
		}
		p = p[1:]
	}
	return nil, false
}

// ident finds where the value of a name comes from.
func (t *tracer) ident(x *ast.Ident, at place, p path) []*Link {
	c, fn := t.code(at), at.fn()
	slot := c.slot(fn, x.Name, at.offset(x.Pos()))
	if slot < 0 {
		return t.global(x.Name, x, at, p)
	}
	if i := t.read(x, at); i >= 0 {
		if links, done := t.from(at.log, regionOf(at.log.at(i)), i, p); done {
			return links
		}
	}
	return t.variable(slot, at, p)
}

// variable finds where the value of a function's variable comes from.
func (t *tracer) variable(slot int32, at place, p path) []*Link {
	d := t.declaration(slot, at)
	if d < 0 {
		if links := t.copied(at, &at.fn().Vars[slot], at.limit, at.s, p); links != nil {
			return links
		}
		if at.entry().of().first < at.log.left {
			return []*Link{t.forgotten(at.log)}
		}
		return []*Link{t.end(at, Unheard, at.fn().Vars[slot].Name)}
	}
	e := at.log.at(d)
	r := regionOf(e)
	limit := at.limit
	if !e.captured() {
		r.owner = d
	}
	links, done := t.fromBut(at.log, r, max(limit, d+1), at.s, p)
	if !done && at.log.left == 0 {
		links = append(links, t.end(at, Before, e.of().function().Vars[slot].Name))
	}
	return links
}

// copied finds where the value of a result comes from of which hooks keep copies alone, because its function has
// deferred calls (hook.Copy): from the last statement of the function, or of a literal in it, that writes to the name.
func (t *tracer) copied(at place, v *hook.Var, limit, skip int, p path) []*Link {
	by, of := at.entry().by, at.entry().frame
	if v.Kind == hook.Captured {
		of = at.entry().of().caller
	}
	for i := limit - 1; of > 0 && i >= max(by.frames[of].first, at.log.left); i-- {
		e := at.log.at(i)
		if e.kind != began || e.by != by || i == skip || e.frame != of && e.of().caller != of {
			continue
		}
		for k, target := range t.codes.of(e.pkg).targets(int(e.code)) {
			if w := e.of().function().Vars[target.slot]; w.Name == v.Name &&
				(e.frame == of && w.Kind == hook.Result || e.frame != of && w.Kind == hook.Captured) {
				return []*Link{t.link(at.log, write{i: i, target: k}, p)}
			}
		}
	}
	return nil
}

// declaration is the entry with which a variable came to be that a slot is, -1 for none.
func (t *tracer) declaration(slot int32, at place) int {
	e := at.entry()
	is := func(i int) bool {
		x := at.log.at(i)
		return x.kind == declared && x.by == e.by && x.frame == e.frame && x.code == slot
	}
	for i := at.limit - 1; i >= max(e.of().first, at.log.left); i-- {
		if is(i) {
			return i
		}
	}
	for i := max(at.limit, at.log.left); i < at.log.next(at.s); i++ {
		if is(i) {
			return i
		}
	}
	return -1
}

// global finds where the value of a package's variable comes from, or what else a name means.
func (t *tracer) global(name string, x ast.Expr, at place, p path) []*Link {
	v, ok := t.code(at).pkg.Global(name)
	if !ok || !v.CanAddr() {
		return t.constant(at)
	}
	r, limit := region{at: v.Addr().Pointer(), size: v.Type().Size(), typ: v.Type(), owner: -1}, at.limit
	if i := t.read(x, at); i >= 0 {
		limit = i
	}
	links, done := t.from(at.log, r, limit, p)
	if !done {
		links = append(links, t.end(at, Before, name))
	}
	return links
}

// literal finds where a part of what a composite literal makes comes from.
func (t *tracer) literal(x *ast.CompositeLit, at place, p path) (all []*Link) {
	names := t.code(at).fields(x.Type)
	for i, e := range x.Elts {
		key, value := elementOf(e)
		is := step{kind: '[', key: i}
		switch {
		case key == nil && i < len(names):
			is = step{kind: '.', name: names[i]}
		case key == nil && len(p) > 0 && p[0].kind == '.':
			is = step{kind: '.'} // the type is one of another package
		case key != nil && isField(key, names, p):
			is = step{kind: '.', name: key.(*ast.Ident).Name}
		case key != nil:
			is.key = t.known(key, at)
		}
		if rest, ok := is.leads(p, names); ok {
			all = append(all, t.value(value, at, rest)...)
		}
	}
	switch {
	case len(all) > 0:
		return all
	case len(p) > 0:
		return []*Link{t.unassigned(at, p)}
	}
	return t.constant(at)
}

// leads says whether a path may begin with a step, and how it goes on behind that. A field that is none of the names
// may be that of a field that is embedded.
func (s step) leads(p path, names []string) (rest path, ok bool) {
	switch {
	case len(p) == 0:
		return nil, true
	case p[0].kind != s.kind:
		return nil, false
	case s.kind == '[':
		return p[1:], mayEqual(p[0].key, s.key)
	case s.name == p[0].name || s.name == "":
		return p[1:], true
	}
	return p, names != nil && !slices.Contains(names, p[0].name)
}

func elementOf(e ast.Expr) (key, value ast.Expr) {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		return kv.Key, kv.Value
	}
	return nil, e
}

// isField says whether a key of a composite literal is the name of a field.
func isField(key ast.Expr, names []string, p path) bool {
	id, ok := key.(*ast.Ident)
	if !ok {
		return false
	}
	return slices.Contains(names, id.Name) || names == nil && len(p) > 0 && p[0].kind == '.'
}

// mayEqual says whether two keys may be equal.
func mayEqual(a, b any) bool {
	same, known := equal(a, b)
	return same || !known
}

// known is the value of a key, as far as the log knows it; else nil.
func (t *tracer) known(x ast.Expr, at place) any {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return t.known(x.X, at)
	case *ast.BasicLit:
		if v := literal(x); v.IsValid() {
			return v.Interface()
		}
	case *ast.Ident:
		slot := t.code(at).slot(at.fn(), x.Name, at.offset(x.Pos()))
		if slot < 0 {
			if v, ok := t.code(at).pkg.Global(x.Name); ok && !v.CanAddr() {
				return v.Interface()
			}
			return nil
		}
		if d := t.declaration(slot, at); d >= 0 {
			r := regionOf(at.log.at(d))
			if !at.log.at(d).captured() {
				r.owner = d
			}
			if all, _ := at.log.scan(t.codes, r, max(at.limit, d+1), at.s); len(all) > 0 && len(all[0].rel) == 0 {
				if v := at.log.snapshot(all[0]); v.IsValid() && v.CanInterface() {
					return v.Interface()
				}
			}
		}
	}
	return nil
}
