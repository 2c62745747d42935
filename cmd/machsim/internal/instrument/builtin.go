package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
)

// builtin puts hooks to the arguments of a builtin function. Those that read or write the elements of slices, or maps,
// are done by functions of package hook, which come behind their arguments.
func (f *function) builtin(name string, x *ast.CallExpr) {
	var first, second ast.Expr
	if len(x.Args) > 0 {
		first = x.Args[0]
	}
	if len(x.Args) > 1 {
		second = x.Args[1]
	}
	switch {
	case name == "append" && second != nil:
		f.appended(x)
	case name == "copy" && f.isSlice(first) && f.isSlice(second):
		f.instead(x, "Copied", f.site(first, true), f.site(second, false))
	case name == "delete":
		f.instead(x, "Delete", f.site(first, true))
	case name == "clear" && f.isMap(first):
		f.instead(x, "Clear", f.site(first, true))
	case name == "clear" && f.isSlice(first):
		f.instead(x, "Cleared", f.site(first, true))
	case name == "len" && f.isMap(first):
		f.instead(x, "Len", f.site(first, false))
	}
	f.arguments(x.Args)
}

func (f *function) isSlice(x ast.Expr) bool {
	_, ok := f.typeOf(x).(*types.Slice)
	return ok
}

// instead has a function of package hook called, with sites, in the place of a builtin one.
func (f *function) instead(x *ast.CallExpr, name string, sites ...int) {
	text := fmt.Sprintf("%shook.%s(%s, ", f.prefix, name, f.frame)
	for _, site := range sites {
		text += fmt.Sprint(site, ", ")
	}
	f.edits.replace(f.at(x.Fun.Pos()), f.at(x.Lparen)+1, text)
}

// appended has an append to what may be shared, or of that, done by package hook. Nobody else has the elements that a
// literal or a call makes.
func (f *function) appended(x *ast.CallExpr) {
	s, from := x.Args[0], x.Args[1]
	if f.isMade(s) && !(x.Ellipsis.IsValid() && !f.isMade(from)) || !f.isSlice(s) || f.info.Types[from].IsNil() {
		return
	}
	switch {
	case !x.Ellipsis.IsValid():
		f.instead(x, "Append", f.site(s, true), f.site(s, false))
	case f.isSlice(from):
		f.instead(x, "AppendAll", f.site(s, true), f.site(s, false), f.site(from, false))
		f.edits.replace(f.at(x.Ellipsis), f.at(x.Ellipsis)+len("..."), "")
	}
}

// isMade says whether a value is made where it stands.
func (f *function) isMade(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return !f.info.Types[x.Fun].IsBuiltin() || isName(x.Fun, "make")
	}
	return false
}

func isName(x ast.Expr, name string) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && id.Name == name
}

// ranges puts hooks to what a loop goes over, and returns those for when it goes on to the next element.
func (f *function) ranges(s *ast.RangeStmt) (next string) {
	f.literals.in(s.X)
	if !f.visits(s) {
		f.reads(s.X)
		return ""
	}
	site := f.site(s.X, false)
	f.insert(s.X.Pos(), fmt.Sprintf("%shook.Over(%s, %d, ", f.prefix, f.frame, site))
	f.reads(s.X)
	f.insert(s.X.End(), ")")
	return fmt.Sprintf("%s.Next(%d); ", f.frame, site)
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
	if s.Value == nil || isBlank(s.Value) {
		return false
	}
	p, pointer := f.typeOf(s.X).(*types.Pointer)
	if pointer {
		_, pointer = p.Elem().Underlying().(*types.Array)
	}
	return f.isSlice(s.X) || pointer
}
