package goexpr

import (
	"fmt"
	"go/ast"
	"reflect"
)

// Path is the variable that the expression names as a path that needs no evaluation: a name, and then .field,
// [index] and .*, which is what a pointer leads to. "p.next.list[i+1]" is "p.next.list[3]".
func (e *Expr) Path(s Scope) (string, error) {
	x := evaluation{e, s}
	if _, _, ok := e.Element(s); ok {
		return "", x.mistakeAt(e.tree, "elements of maps cannot be set, only those of arrays and slices")
	}
	if _, err := e.Variable(s); err != nil {
		return "", err
	}
	return x.path(e.tree)
}

func (x *evaluation) path(n ast.Expr) (string, error) {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name, nil
	case *ast.ParenExpr:
		return x.path(n.X)
	case *ast.StarExpr:
		return x.longer(n.X, ".*")
	case *ast.SelectorExpr:
		return x.longer(n.X, "."+n.Sel.Name)
	case *ast.IndexExpr:
		i, err := x.value(n.Index)
		if err != nil {
			return "", err
		}
		k, ok := wholeNumber(i)
		if of, err := x.operand(n.X); err != nil || !ok || of.rv.Kind() == reflect.Map {
			return "", x.mistakeAt(n, "only elements of arrays and slices can be set")
		}
		return x.longer(n.X, fmt.Sprintf("[%d]", k))
	}
	return "", x.mistakeAt(n, "only a variable, its fields and elements, and what pointers lead to can be set")
}

func (x *evaluation) longer(n ast.Expr, part string) (string, error) {
	s, err := x.path(n)
	return s + part, err
}
