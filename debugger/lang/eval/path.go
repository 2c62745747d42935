package eval

import (
	"fmt"
	"reflect"

	"machsim/debugger/lang"
)

// Path is the variable that the expression names as a path that needs no evaluation: a name, and then .field,
// [index] and .*, which is what a pointer leads to. "p.next.list[i+1]" is "p.next.list[3]".
func (e *Expr) Path(s Scope) (string, error) {
	if _, _, ok := e.Element(s); ok {
		return "", e.Mistake(e.tree.At, "elements of maps cannot be set, only those of arrays and slices")
	}
	if _, err := e.Variable(s); err != nil {
		return "", err
	}
	return e.path(e.tree, s)
}

func (e *Expr) path(n *lang.Node, s Scope) (path string, err error) {
	switch {
	case n.Op == lang.Variable:
		for i, step := range n.Steps {
			path += []string{"", "."}[min(i, 1)] + step.Text
		}
		return path, nil
	case n.Op == lang.Unary && n.Text == "*":
		path, err = e.path(n.Kids[0], s)
		return path + ".*", err
	case n.Op == lang.Member:
		path, err = e.path(n.Kids[0], s)
		return path + "." + n.Text, err
	case n.Op == lang.Element:
		return e.pathOfElement(n, s)
	}
	return "", e.Mistake(n.At, "only a variable, its fields and elements, and what pointers lead to can be set")
}

func (e *Expr) pathOfElement(n *lang.Node, s Scope) (string, error) {
	var both [2]Value
	for i, k := range n.Kids {
		b, err := e.bind(k, s)
		if err != nil {
			return "", err
		}
		both[i] = b.code(nothing{})
	}
	at, ok := both[1].index()
	if rv := both[0].Reflect(); !ok || !rv.IsValid() || rv.Kind() == reflect.Map {
		return "", e.Mistake(n.At, "only elements of arrays and slices can be set")
	}
	path, err := e.path(n.Kids[0], s)
	return fmt.Sprintf("%s[%d]", path, at), err
}
