package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// hoist puts the calls of an assignment into variables in front of it, so that the addresses of its targets can be
// taken between them and the stores. That is done only if a target needs it, and if nothing can tell the difference:
// the calls are made in the order of the language, and what stands between them is done when the compiler does it. The
// edits from mark on are in the statement.
func (f *function) hoist(s ast.Stmt, mark int, targets, values []ast.Expr) bool {
	if !f.needsHoist(targets, values) {
		return false
	}
	h := &hoisting{function: f, ok: true}
	for _, x := range append(targets[:len(targets):len(targets)], values...) {
		h.find(x)
	}
	if !h.ok || len(h.calls) == 0 || !h.lined(s) {
		return false
	}
	text := "{ "
	for i, x := range h.calls {
		f.callee(x)
		text += fmt.Sprintf("%st%d := %s; ", f.prefix, i, f.edits.take(mark, f.at(x.Pos()), f.at(x.End())))
	}
	for i, x := range h.calls {
		f.moved[x] = fmt.Sprint(f.prefix, "t", i)
	}
	f.insert(s.Pos(), text)
	return true
}

// callee puts hooks to what a call, or a receive, reads.
func (f *function) callee(x ast.Expr) {
	if u, ok := x.(*ast.UnaryExpr); ok {
		f.reads(u.X)
		return
	}
	f.reads(x)
}

// settle puts the variables in the places of the calls.
func (f *function) settle(s ast.Stmt) {
	ast.Inspect(s, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || f.moved[x] == "" {
			return true
		}
		f.edits.replace(f.at(x.Pos()), f.at(x.End()), f.moved[x])
		return false
	})
	f.insert(s.End(), " }")
}

// needsHoist says whether a target that may be shared has an address that may panic, and something is called.
func (f *function) needsHoist(targets, values []ast.Expr) bool {
	if len(values) > 0 && len(values) != len(targets) {
		return false
	}
	needs, calls := false, false
	for _, x := range targets {
		shared := f.isShared(ast.Unparen(x)) && f.addressable(x)
		needs = needs || shared && len(f.risks(x)) > 0
		calls = calls || !f.still(x)
	}
	for _, x := range values {
		calls = calls || !f.still(x)
	}
	return needs && calls
}

// hoisting looks for the calls of an assignment, outermost ones only.
type hoisting struct {
	*function
	calls []ast.Expr
	ok    bool // all can be put in front
}

// find goes through what the compiler does behind all calls: it stops at all else.
func (h *hoisting) find(x ast.Expr) {
	if tv := h.info.Types[x]; tv.Value != nil || tv.IsType() {
		return
	}
	switch x := x.(type) {
	case *ast.Ident, *ast.BasicLit:
	case *ast.ParenExpr:
		h.find(x.X)
	case *ast.StarExpr:
		h.find(x.X)
	case *ast.SelectorExpr:
		s := h.info.Selections[x]
		if h.ok = h.ok && (s == nil || s.Kind() == types.FieldVal); s != nil {
			h.find(x.X)
		}
	case *ast.IndexExpr:
		h.ok = h.ok && !h.isMap(x.X) && h.info.Types[x].Addressable()
		h.find(x.X)
		h.find(x.Index)
	case *ast.BinaryExpr:
		h.ok = h.ok && x.Op != token.LAND && x.Op != token.LOR && h.isNumber(x.X) && h.isNumber(x.Y)
		h.find(x.X)
		h.find(x.Y)
	case *ast.UnaryExpr:
		h.unary(x)
	case *ast.CallExpr:
		h.call(x)
	default:
		h.ok = false
	}
}

func (h *hoisting) unary(x *ast.UnaryExpr) {
	switch x.Op {
	case token.ARROW:
		h.calls = append(h.calls, x)
	case token.AND:
		h.ok = false
	default:
		h.find(x.X)
	}
}

func (h *hoisting) call(x *ast.CallExpr) {
	switch {
	case h.harmless(x):
		h.find(x.Args[0])
	case h.info.Types[x.Fun].IsBuiltin() || h.info.Types[x.Fun].IsType():
		h.ok = false
	default:
		h.calls = append(h.calls, x)
	}
}

// lined says whether all lines stay where they are: there is no line break in front of the last call but in calls.
func (h *hoisting) lined(s ast.Stmt) bool {
	at, rest := s.Pos(), ""
	for _, x := range h.calls {
		rest += h.edits.text[h.at(at):h.at(x.Pos())]
		at = x.End()
	}
	return !strings.Contains(rest, "\n")
}
