package vet

import (
	"go/ast"
	"go/types"
	"strings"
)

// library says what to use instead of names of other packages: by the package's path, and
// the name of a function or variable, "Type.Method" for a method. The name "*" stands for
// all names that are not listed; the text "" allows a name.
type library map[string]map[string]string

// advice returns what to use instead of an object, "" if it is allowed. Types and constants
// are allowed unless they are listed by name.
func (l library) advice(obj types.Object) string {
	if obj == nil || l[pathOf(obj)] == nil {
		return ""
	}
	names := l[pathOf(obj)]
	if use, ok := names[localName(obj)]; ok {
		return use
	}
	switch obj := obj.(type) {
	case *types.Func:
		return names["*"]
	case *types.Var:
		if !obj.IsField() {
			return names["*"]
		}
	}
	return ""
}

// localName returns how a package calls an object of its own.
func localName(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return obj.Name()
	}
	t := fn.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + obj.Name()
	}
	return obj.Name()
}

// search returns the run function of a rule that reports the names in a table. reason says
// what is wrong with them, as in "reads the clock of ...".
func (l library) search(reason string) func(*check) {
	return func(c *check) {
		c.each(func(n ast.Node, path []ast.Node) {
			id, ok := n.(*ast.Ident)
			if !ok {
				return
			}
			obj := c.TypesInfo.Uses[id]
			if use := l.advice(obj); use != "" {
				c.reportFix(whole(path), c.libraryFix(obj, path), "%s %s; use %s", shown(obj), reason, use)
			}
		})
	}
}

// shown returns how a program writes an object of another package.
func shown(obj types.Object) string { return obj.Pkg().Name() + "." + localName(obj) }

// whole returns the selector that an identifier at the end of a path belongs to.
func whole(path []ast.Node) ast.Node {
	if len(path) > 1 {
		if s, ok := path[len(path)-2].(*ast.SelectorExpr); ok {
			return s
		}
	}
	return path[len(path)-1]
}

// both joins names to what to use instead of any of them.
func both(use, names string) map[string]string {
	all := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		all[name] = use
	}
	return all
}
