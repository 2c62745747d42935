package goexpr

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"reflect"
	"strings"

	"machsim/debugger/text"
)

// Scope is where an expression finds its variables.
type Scope interface {
	// Find returns the variable of a name, or of a package's and its name ("sort.Data"), which is addressable, or the
	// constant of that name, which is not.
	Find(name string) (v reflect.Value, ok bool)
	// Type returns the named type of a name, with or without its package.
	Type(name string) (t reflect.Type, ok bool)
	// Names are the names that there are, for suggestions.
	Names() []string
	// Call calls f, which calls a method of the program; its error says why it did not return.
	Call(method string, f func()) error
}

// Expr is an expression that has been read. It may be evaluated any number of times, in any Scope.
type Expr struct {
	text string // as it was typed
	spelled
	tree  ast.Expr
	calls bool
}

// deepest is how deeply expressions may stand in each other. More are refused, so that no text can exhaust the stack.
const deepest = 200

// Parse reads an expression. A single = compares, as it does in predicates.
func Parse(s string) (*Expr, error) {
	e := &Expr{text: s}
	if len(s) > 1<<16 {
		return nil, e.mistake(0, "the expression is too long")
	}
	e.spelled = spell(s)
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", e.code, parser.SkipObjectResolution)
	if err != nil {
		return nil, e.syntax(err)
	}
	e.tree = tree
	return e, e.check()
}

// syntax is the first mistake that the parser found.
func (e *Expr) syntax(err error) error {
	at, what := 0, err.Error()
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		at, what = min(e.typed(list[0].Pos.Offset), len(e.text)), list[0].Msg
	}
	m := text.NewMistake("expression", e.text, at, "%s", inWords(e.text[at:], what))
	m.Grammar = true
	return m
}

// inWords says what is wrong with an expression from where the parser gave up.
func inWords(rest, what string) string {
	switch {
	case strings.HasPrefix(rest, ":="):
		return "this is no expression but a change; to compare, write =="
	case strings.HasPrefix(rest, ","), strings.HasPrefix(rest, ";"):
		return "this is no expression but the end of one: ask for one at a time"
	}
	if _, found, ok := strings.Cut(what, "expected 'EOF', found "); ok {
		return "the expression has ended before " + found + ", and more follows it"
	}
	return "this is no expression of Go: " + strings.NewReplacer("'EOF'", "its end", "newline", "its end").Replace(what)
}

// check refuses what is never evaluated, before anything is.
func (e *Expr) check() (err error) {
	depth := 0
	ast.Inspect(e.tree, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		depth++
		if err == nil {
			err = e.refused(n, depth)
		}
		if err != nil {
			depth-- // Inspect does not come back to a node whose parts are left out
		}
		return err == nil
	})
	return err
}

func (e *Expr) refused(n ast.Node, depth int) error {
	if depth > deepest {
		return e.mistakeAt(n, "this is nested too deeply")
	}
	switch n := n.(type) {
	case *ast.CompositeLit:
		return e.mistakeAt(n, "a literal with parts is not possible here; compare the parts one by one")
	case *ast.FuncLit:
		return e.mistakeAt(n, "a function literal is not possible here")
	case *ast.CallExpr:
		if n.Ellipsis.IsValid() {
			return e.mistakeAt(n, "a call with ... is not possible here")
		}
		_, method := n.Fun.(*ast.SelectorExpr)
		e.calls = e.calls || method
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			return e.mistakeAt(n, "receiving from a channel would change the program")
		case token.TILDE:
			return e.mistakeAt(n, "~ is for constraints of types; the complement of bits is ^")
		}
	}
	return nil
}

// Calls says whether evaluating the expression calls a method of the program.
func (e *Expr) Calls() bool { return e.calls }

// Names are the names in the expression, without those after a dot.
func (e *Expr) Names() (names []string) {
	ast.Inspect(e.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			names = append(names, n.Name)
		case *ast.SelectorExpr:
			names = append(names, (&Expr{tree: n.X}).Names()...)
			return false
		}
		return true
	})
	return names
}

// String is the expression as it was typed.
func (e *Expr) String() string { return e.text }

// Value evaluates the expression.
func (e *Expr) Value(s Scope) (Value, error) {
	x := evaluation{e, s}
	return x.value(e.tree)
}

// Variable evaluates the expression, which has to name a variable, or an element or field of one: something that
// has an address and can be watched or assigned to.
func (e *Expr) Variable(s Scope) (reflect.Value, error) {
	v, err := e.Value(s)
	switch {
	case err != nil:
		return reflect.Value{}, err
	case !v.isVariable():
		return reflect.Value{}, e.mistakeAt(e.tree, "this is a value and no variable, so it has no address")
	}
	return v.rv, nil
}

// Element is the map and the key, if the expression is an element of a map.
func (e *Expr) Element(s Scope) (m, key reflect.Value, ok bool) {
	n, ok := e.tree.(*ast.IndexExpr)
	if !ok {
		return m, key, false
	}
	x := evaluation{e, s}
	of, err := x.operand(n.X)
	if err == nil {
		of, err = x.behind(n.X, of)
	}
	if err != nil || of.rv.Kind() != reflect.Map || of.rv.IsNil() {
		return m, key, false
	}
	k, err := x.value(n.Index)
	if err != nil {
		return m, key, false
	}
	key, ok = k.As(of.rv.Type().Key())
	return of.rv, key, ok && key.Comparable()
}

func (e *Expr) mistake(at int, format string, args ...any) error {
	return text.NewMistake("expression", e.text, at, format, args...)
}

func (e *Expr) mistakeAt(n ast.Node, format string, args ...any) error {
	return e.mistake(min(e.typed(int(n.Pos())-1), len(e.text)), format, args...)
}
