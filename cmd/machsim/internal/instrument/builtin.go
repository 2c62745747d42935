package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// builtin puts hooks to the arguments of a builtin function. Some read or write the elements of slices, or maps.
func (f *function) builtin(name string, x *ast.CallExpr) {
	args := x.Args
	switch first := args[:min(1, len(args))]; {
	case len(first) == 0:
		return
	case name == "append":
		f.appended(x)
		return
	case name == "copy" && f.isSlice(args[0]) && f.isSlice(args[1]):
		text := fmt.Sprintf("%shook.Copied(%s, %d, %d, ", f.prefix, f.frame, f.site(args[0], true), f.site(args[1], false))
		f.edits.replace(f.at(x.Fun.Pos()), f.at(x.Lparen)+1, text)
	case (name == "delete" || name == "clear" || name == "len") && f.isMap(args[0]):
		f.mapOf(args[0], args[0], name != "len")
		args = args[1:]
	case name == "clear" && f.isSlice(args[0]):
		f.elements(args[0], true)
		args = nil
	}
	f.arguments(args)
}

func (f *function) isSlice(x ast.Expr) bool {
	_, ok := f.typeOf(x).(*types.Slice)
	return ok
}

// elements puts a hook to a slice all of whose elements are accessed.
func (f *function) elements(x ast.Expr, write bool) {
	f.insert(x.Pos(), f.hook("Elems", x, write))
	f.reads(x)
	f.insert(x.End(), ")")
}

// appended puts hooks to the arguments of append. The slice has one unless arguments call something, which may change
// the slice.
func (f *function) appended(x *ast.CallExpr) {
	s, n := x.Args[0], f.count(x)
	if n != "" {
		f.insert(s.Pos(), f.hook("Spare", s, true))
	}
	f.reads(s)
	if n != "" {
		f.insert(s.End(), ", "+n+")")
	}
	for i, a := range x.Args[1:] {
		if x.Ellipsis.IsValid() && i == 0 && f.isSlice(a) && f.still(a) {
			f.elements(a, false)
			continue
		}
		f.reads(a)
	}
}

// count is how many elements append adds to what may be shared, "" if there is nothing or none can say.
func (f *function) count(x *ast.CallExpr) string {
	switch ast.Unparen(x.Args[0]).(type) {
	case *ast.CompositeLit, *ast.CallExpr:
		return ""
	}
	for _, a := range x.Args {
		if !f.still(a) {
			return ""
		}
	}
	switch n := len(x.Args) - 1; {
	case !f.isSlice(x.Args[0]) || n == 0:
		return ""
	case !x.Ellipsis.IsValid():
		return fmt.Sprint(n)
	}
	text := f.text(x.Args[1])
	if _, made := ast.Unparen(x.Args[1]).(*ast.CompositeLit); made || strings.Contains(text, "\n") ||
		f.info.Types[x.Args[1]].IsNil() {
		return ""
	}
	return "len(" + text + ")"
}

// ranges puts hooks to what a loop goes over, and returns that for the begin of each turn.
func (f *function) ranges(s *ast.RangeStmt) string {
	if text := f.element(s); text != "" || !f.visits(s) {
		f.parts(s.X)
		return text
	}
	site := f.site(s.X, false)
	f.insert(s.X.Pos(), fmt.Sprintf("%shook.Over(%s, %d, ", f.prefix, f.frame, site))
	f.parts(s.X)
	f.insert(s.X.End(), ")")
	return fmt.Sprintf("%s.Turn(%d); ", f.frame, site)
}

// visits says whether a loop reads the elements of a slice or an array, or is over a map. What a literal makes is not
// shared.
func (f *function) visits(s *ast.RangeStmt) bool {
	if _, made := ast.Unparen(s.X).(*ast.CompositeLit); made {
		return false
	}
	if f.isMap(s.X) {
		return true
	}
	if id, ok := s.Value.(*ast.Ident); s.Value == nil || ok && id.Name == "_" {
		return false
	}
	p, pointer := f.typeOf(s.X).(*types.Pointer)
	if pointer {
		_, pointer = p.Elem().Underlying().(*types.Array)
	}
	return f.isSlice(s.X) || pointer
}

// counted returns the hooks for the variables that a loop writes to at the begin of each turn, without declaring them.
func (f *function) counted(s *ast.RangeStmt) (text string) {
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil && s.Tok == token.ASSIGN && f.writable(x) && len(f.risks(x)) == 0 {
			text += fmt.Sprintf("%s.W(%d, &%s); ", f.frame, f.site(x, true), f.text(x))
		}
	}
	return text
}
