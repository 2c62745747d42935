package origin

import (
	"fmt"
	"go/ast"
	"reflect"
	"strings"

	"machsim/kernel/hook"
)

// step leads from a value to a part of it.
type step struct {
	kind byte   // '.', '[', '*', or '#' from the results of a call to one of them
	name string // of a field
	key  any    // of an element or result; nil if it is not known
}

// path leads from a value to a part of it, or to something that it leads to.
type path []step

func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		fmt.Fprintf(&b, "%c%s%v", s.kind, s.name, s.key)
	}
	return b.String()
}

// after is a path behind a step.
func (p path) after(s step) path { return append(path{s}, p...) }

// rest is a path without a first step of some kind.
func (p path) rest(kind byte) path {
	if len(p) > 0 && p[0].kind == kind {
		return p[1:]
	}
	return p
}

// region is a variable, or a part of one.
type region struct {
	at, size uintptr
	typ      reflect.Type
	wild     bool // only a part of it is meant, and which is not known
	owner    int  // the entry of its declaration, if it is a variable of a function; else -1
	isMap    bool // it is an element of a map: at is the map, typ the type of its elements
	key      any  // of the element; nil if it is not known
}

// narrow follows a path as far as it stays within a region.
func (r region) narrow(p path) (region, path) {
	for len(p) > 0 && r.typ != nil && !r.isMap {
		switch k := r.typ.Kind(); {
		case p[0].kind == '*' && k != reflect.Pointer, p[0].kind == '#':
		case p[0].kind == '.' && k == reflect.Struct && !r.wild:
			f, ok := r.typ.FieldByName(p[0].name)
			if !ok || len(f.Index) > 1 && throughPointer(r.typ, f.Index) {
				return r, p
			}
			r.at, r.size, r.typ = r.at+offsetOf(r.typ, f.Index), f.Type.Size(), f.Type
		case p[0].kind == '[' && k == reflect.Array:
			n, ok := p[0].key.(int)
			r.typ = r.typ.Elem()
			if ok && !r.wild {
				r.at, r.size = r.at+uintptr(n)*r.typ.Size(), r.typ.Size()
			} else {
				r.wild = true
			}
		case p[0].kind == '.' && k == reflect.Struct:
			if f, ok := r.typ.FieldByName(p[0].name); ok {
				r.typ = f.Type
			}
		default:
			return r, p
		}
		p = p[1:]
	}
	return r, p
}

func throughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

func offsetOf(t reflect.Type, index []int) (at uintptr) {
	for _, i := range index {
		at += t.Field(i).Offset
		t = t.Field(i).Type
	}
	return at
}

// within is the path from a value to what is at an offset in it, of some type.
func within(t reflect.Type, at uintptr, to reflect.Type) (p path) {
	for t != to {
		switch t.Kind() {
		case reflect.Struct:
			i := t.NumField() - 1
			for i > 0 && t.Field(i).Offset > at {
				i--
			}
			if i < 0 {
				return p
			}
			f := t.Field(i)
			p, at, t = append(p, step{kind: '.', name: f.Name}), at-f.Offset, f.Type
		case reflect.Array:
			if t.Elem().Size() == 0 || t.Len() == 0 {
				return p
			}
			n := at / t.Elem().Size()
			p, at, t = append(p, step{kind: '[', key: int(n)}), at-n*t.Elem().Size(), t.Elem()
		default:
			return p
		}
	}
	return p
}

// write is an entry that has written to a region, or made it.
type write struct {
	i      int  // the entry
	target int  // of a statement, which of its targets
	part   path // from the variable of the target to that
	rel    path // from what was written to the region
}

// scan finds what has written to a region before an entry, the last first. It is done if nothing earlier can have.
func (l *log) scan(codes *codes, r region, limit, skip int) (all []write, done bool) {
	if !l.marked(r.at, r.size) {
		return nil, false
	}
	seen := covering{r: r}
	for i := limit - 1; i >= l.left; i-- {
		e := l.at(i)
		switch {
		case e.kind == began && r.owner >= 0 && i != skip:
			if o := l.at(r.owner); e.by == o.by && e.frame == o.frame {
				for k, t := range codes.of(e.pkg).targets(int(e.code)) {
					if at, typ, exact := codes.of(e.pkg).subrange(e, o, t); t.slot == o.code {
						part := within(reflect.TypeOf(o.x).Elem(), at-o.at, typ)
						all = seen.add(all, write{i: i, target: k, part: part}, at, typ, exact)
					}
				}
			}
		case e.kind == accessed && r.isMap && e.at == r.at && e.writes() && e.size == 0:
			if same, known := equal(e.key, r.key); same || !known {
				all = append(all, write{i: i})
				if same && known {
					return all, true
				}
			}
		case r.isMap:
		case e.writes() && e.size > 0 && e.at < r.at+r.size && r.at < e.at+uintptr(e.size):
			all = seen.add(all, write{i: i}, e.at, reflect.TypeOf(e.x).Elem(), true)
		case e.kind == declared && e.at < r.at+max(r.size, 1) && r.at < e.at+max(uintptr(e.size), 1) && !e.captured():
			all = seen.add(all, write{i: i}, e.at, reflect.TypeOf(e.x).Elem(), true)
			if r.owner == i || r.size == 0 {
				return all, true
			}
		}
		if seen.whole {
			return all, true
		}
	}
	return all, false
}

// captured says whether an entry is of a variable of a function around its own.
func (e *entry) captured() bool { return e.of().function().Vars[e.code].Kind == hook.Captured }

// equal says whether two keys are equal, and whether that is known.
func equal(a, b any) (same, known bool) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if !x.IsValid() || !y.IsValid() || !x.Comparable() || !y.Comparable() {
		return false, false
	}
	if x.Type() != y.Type() && y.CanConvert(x.Type()) && (x.Kind() == reflect.String) == (y.Kind() == reflect.String) {
		y = y.Convert(x.Type())
	}
	return x.Interface() == y.Interface(), true
}

// covering is what of a region is known to have been written later.
type covering struct {
	r     region
	parts [][2]uintptr
	whole bool
}

// add adds a write, unless all that it has written of the region was written later.
func (c *covering) add(all []write, w write, at uintptr, typ reflect.Type, exact bool) []write {
	from, to := max(at, c.r.at), min(at+typ.Size(), c.r.at+c.r.size)
	if from >= to && c.r.size > 0 {
		return all
	}
	for _, p := range c.parts {
		if p[0] <= from && to <= p[1] {
			return all
		}
	}
	if at <= c.r.at && c.r.at+c.r.size <= at+typ.Size() && !c.r.wild {
		w.rel = within(typ, c.r.at-at, c.r.typ)
		c.whole = exact
	} else if c.r.wild && c.r.typ != nil {
		w.rel = nil
		if typ.Kind() == reflect.Array && typ.Elem() == c.r.typ {
			w.rel = path{{kind: '['}}
		}
		c.whole = exact && at <= c.r.at && c.r.at+c.r.size <= at+typ.Size()
	}
	if exact {
		c.parts = c.join(from, to)
		for _, p := range c.parts {
			c.whole = c.whole || p[0] <= c.r.at && c.r.at+c.r.size <= p[1]
		}
	}
	return append(all, w)
}

// join adds a part to those that are known, in one piece with those that it meets.
func (c *covering) join(from, to uintptr) (all [][2]uintptr) {
	for _, p := range c.parts {
		if p[1] < from || to < p[0] {
			all = append(all, p)
		} else {
			from, to = min(from, p[0]), max(to, p[1])
		}
	}
	return append(all, [2]uintptr{from, to})
}

// subrange is what a target is of the variable to which it belongs; exact is false if it is only a part of that.
func (c *code) subrange(e, owner *entry, t target) (at uintptr, typ reflect.Type, exact bool) {
	r := region{at: owner.at, size: uintptr(owner.size), typ: reflect.TypeOf(owner.x).Elem()}
	x := c.targetOf(e.code, t.from)
	var p path
	exact = true
	for x != nil {
		switch y := x.(type) {
		case *ast.ParenExpr:
			x = y.X
		case *ast.SelectorExpr:
			p, x = p.after(step{kind: '.', name: y.Sel.Name}), y.X
		case *ast.IndexExpr:
			s := step{kind: '['}
			if b, ok := y.Index.(*ast.BasicLit); ok && literal(b).IsValid() {
				s.key = literal(b).Interface()
			}
			p, x = p.after(s), y.X
		default:
			x = nil
		}
	}
	n, rest := r.narrow(p)
	return n.at, typed(n), exact && len(rest) == 0 && !n.wild
}

// typed is the type of a region; of one of which a part is meant, an array of all.
func typed(r region) reflect.Type {
	if r.wild && r.typ.Size() > 0 {
		return reflect.ArrayOf(int(r.size/r.typ.Size()), r.typ)
	}
	return r.typ
}

// targetOf is the expression to which a statement assigns that begins at an offset, nil for none.
func (c *code) targetOf(stmt int32, from int) (found ast.Expr) {
	visit(c.statement(stmt), func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if offset(x.Pos()) == from {
					found = x
				}
			}
		case *ast.IncDecStmt:
			if offset(n.X.Pos()) == from {
				found = n.X
			}
		}
	})
	return found
}

// visit visits what a statement does itself: of a compound one the head, and of a loop that goes on what it does then.
func visit(s *statement, f func(ast.Node)) {
	if s.node == nil {
		return
	}
	ast.Inspect(s.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if n != s.node {
				return false
			}
		case *ast.ForStmt:
			if s.again {
				for _, part := range []ast.Node{n.Post, n.Cond} {
					if !isNil(part) {
						visit(&statement{node: part}, f)
					}
				}
				return false
			}
			if n.Init != nil {
				visit(&statement{node: n.Init}, f)
			}
			if n.Cond != nil {
				visit(&statement{node: n.Cond}, f)
			}
			return false
		}
		if n != nil {
			f(n)
		}
		return true
	})
}

func isNil(n ast.Node) bool { return n == nil || reflect.ValueOf(n).IsNil() }
