package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// front is what is put in front of a statement: what it calls, and what it reads to find its targets, each into a
// variable, so that the rest of it can be done in steps. Lines stay: what comes from another line says so.
type front struct {
	of   ast.Node // the statement
	text *strings.Builder
	bare bool  // without braces, as the statement declares variables
	open bool  // a brace is open
	line int32 // of what comes next
	mark int   // the edits from here on are in the statement
}

// ahead begins the front of a statement, at a position.
func (f *function) ahead(s ast.Node, at token.Pos) *front {
	b := &front{of: s, text: f.edits.hole(f.at(at)), line: f.line(s.Pos()), mark: len(f.edits.all)}
	f.front = b
	return b
}

// ends closes the front of a statement. What follows is on the line on which the statement begins.
func (f *function) ends(b *front, s ast.Node) {
	b.moveTo(f.line(s.Pos()))
	if b.open {
		f.insert(s.End(), " }")
	}
}

func (b *front) moveTo(line int32) {
	if b.line != line {
		fmt.Fprintf(b.text, "/*line :%d:1*/", line)
		b.line = line
	}
}

// add puts a statement in front, which comes from a position.
func (f *function) add(from token.Pos, text string) {
	b := f.front
	if !b.bare && !b.open {
		b.open = true
		b.text.WriteString("{ ")
	}
	b.moveTo(f.line(from))
	b.text.WriteString(text)
	if !strings.HasSuffix(text, "{ ") {
		b.text.WriteString("; ")
	}
	b.line += int32(strings.Count(text, "\n"))
}

// taken is the text of an expression, with hooks to what it reads. It is to be put in front.
func (f *function) taken(x ast.Node) string {
	was := f.whole
	f.whole = x
	f.reads(x)
	f.whole = was
	return f.edits.take(f.front.mark, f.at(x.Pos()), f.at(x.End()))
}

// put has a variable stand for an expression.
func (f *function) put(x ast.Expr, name string) {
	f.moved[x] = name
	text := name
	if end := f.line(x.End()); end != f.line(x.Pos()) {
		text += fmt.Sprintf("/*line :%d:1*/", end)
	}
	f.edits.replace(f.at(x.Pos()), f.at(x.End()), text)
}

// hoist has an expression computed in front of the statement.
func (f *function) hoist(x ast.Expr) {
	name := f.temp()
	f.add(x.Pos(), name+" := "+f.taken(x))
	f.put(x, name)
}

// temp is a new variable.
func (f *function) temp() string {
	f.temps++
	return fmt.Sprint(f.prefix, "t", f.temps-1)
}

// sequence makes the calls of an expression in front of the statement, in the order of the language, so that what the
// compiler reads behind them is read in steps. What it computes between two calls stays between them.
func (f *function) sequence(x ast.Expr) {
	if isNone(x) || f.moved[x] != "" || f.constant(x) {
		return
	}
	if b, ok := x.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
		f.logical(b)
		return
	}
	f.sequenceIn(x)
	if f.comesFirst(x) {
		f.hoist(x)
	}
}

// sequenceIn is sequence for what an expression consists of. A call with several results stays in that to which they
// are given.
func (f *function) sequenceIn(x ast.Expr) {
	for _, y := range operandsOf(x) {
		if _, several := f.info.TypeOf(y).(*types.Tuple); several {
			f.sequenceIn(y)
			continue
		}
		f.sequence(y)
	}
}

// constant says whether an expression is a constant, or a type.
func (f *function) constant(x ast.Expr) bool {
	tv := f.info.Types[x]
	return tv.Value != nil || tv.IsType() || tv.IsNil()
}

// sequenceLast is sequence for what is done last in a statement: a call stays.
func (f *function) sequenceLast(x ast.Expr) {
	switch y := ast.Unparen(x); y.(type) {
	case *ast.CallExpr, *ast.IndexExpr, *ast.TypeAssertExpr, *ast.UnaryExpr:
		f.sequenceIn(y)
	default:
		f.sequence(x)
	}
}

// comesFirst says whether the compiler computes an expression before it goes on to calls behind it.
func (f *function) comesFirst(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CallExpr:
		return !f.pure(x) || f.calledBehind(x)
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	case *ast.SliceExpr, *ast.TypeAssertExpr:
		return f.calledBehind(x)
	}
	return false
}

// operandsOf are the expressions that an expression consists of, in their order.
func operandsOf(x ast.Expr) (all []ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return []ast.Expr{x.X}
	case *ast.StarExpr:
		return []ast.Expr{x.X}
	case *ast.UnaryExpr:
		return []ast.Expr{x.X}
	case *ast.SelectorExpr:
		return []ast.Expr{x.X}
	case *ast.IndexExpr:
		return []ast.Expr{x.X, x.Index}
	case *ast.SliceExpr:
		return []ast.Expr{x.X, x.Low, x.High, x.Max}
	case *ast.TypeAssertExpr:
		return []ast.Expr{x.X}
	case *ast.BinaryExpr:
		return []ast.Expr{x.X, x.Y}
	case *ast.KeyValueExpr:
		return []ast.Expr{x.Key, x.Value}
	case *ast.CallExpr:
		return append([]ast.Expr{x.Fun}, x.Args...)
	case *ast.CompositeLit:
		return x.Elts
	}
	return nil
}

// logical is sequence for && and ||, whose second operand may be left out.
func (f *function) logical(x *ast.BinaryExpr) {
	f.sequence(x.X)
	if f.callsNothing(x.Y) {
		if f.calledBehind(x) {
			f.hoist(x)
		}
		return
	}
	name, not := f.temp(), ""
	if x.Op == token.LOR {
		not = "!"
	}
	f.add(x.Pos(), name+" := "+f.taken(x.X))
	f.add(x.Pos(), "if "+not+name+" { ")
	f.left++
	f.sequence(x.Y)
	f.add(x.Y.Pos(), name+" = "+f.taken(x.Y)+" }")
	f.left--
	f.put(x, name)
}
