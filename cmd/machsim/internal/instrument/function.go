package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"machsim/kernel/hook"
)

// function is a function, a method or a function literal.
type function struct {
	*file
	index    int32
	frame    string // the variable that holds its frame
	literals literals
	labels   map[string]*label
	defers   defers
	named    []*types.Var          // the results that have a name
	current  int32                 // the statement that is rewritten
	copies   map[*types.Var]string // the hooks for variables that are copied before each statement
	left     int                   // in so many expressions that it may leave out
	moved    map[ast.Expr]string   // the variables of what was put in front of statements
	front    *front                // of the present statement
	temps    int                   // variables in front of statements
	whole    ast.Node              // what is done in one go: the statement, a part of its head, one of its clauses
	targets  int                   // in so many expressions that find a target, and stand a second time in its hook
	both     ast.Expr              // whose two results are wanted
	loops    []loop                // in which the present statement is, outermost first
}

// literals finds the function literals of a function, or of a variable's initialiser.
type literals struct {
	*file
	name string // of the literals, without their number
	n    int
}

// in rewrites the function literals in a node.
func (l *literals) in(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if ok {
			l.n++
			l.hooked = true
			l.function(fmt.Sprint(l.name, l.n), nil, lit.Type, lit.Body, l.captured(lit))
		}
		return !ok
	})
}

// function rewrites a function.
func (f *file) function(name string, recv *ast.FieldList, sig *ast.FuncType, body *ast.BlockStmt,
	captured []*types.Var) {
	fn := &function{file: f, index: int32(len(f.table.Funcs)), frame: f.prefix + "f", labels: labels(body)}
	fn.copies, fn.moved = map[*types.Var]string{}, map[ast.Expr]string{}
	fn.literals = literals{file: f, name: name + ".func"}
	if strings.Contains(name, ".func") {
		fn.literals.name = name + "."
	}
	f.table.Funcs = append(f.table.Funcs, hook.Func{Name: name, File: f.index, From: int32(f.at(sig.Pos())),
		To: int32(f.at(body.End())), Line: f.line(sig.Pos()), EndLine: f.line(body.Rbrace)})
	fn.defers = defersIn(body)
	head := fn.fields(recv, hook.Receiver) + fn.fields(sig.Params, hook.Param)
	for _, v := range captured {
		head += fn.declare(v, hook.Captured, sig.Pos())
	}
	leave, results := fn.results(sig)
	f.insert(body.Lbrace+1, fmt.Sprintf(" %s := %shook.Enter(&%[2]stable, %d); %s%s%s",
		fn.frame, f.prefix, fn.index, leave, head, results))
	fn.block(body.List)
	if sig.Results.NumFields() > 0 || ended(body.List) {
		return
	}
	end := f.addStmt(fn.index, hook.End, body.Rbrace, body.End(), "")
	f.insert(body.Rbrace, "; "+fn.atText(end, body.Rbrace))
}

// fields declares the receiver or the parameters.
func (f *function) fields(list *ast.FieldList, kind hook.VarKind) (text string) {
	if list == nil {
		return ""
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			text += f.declareName(name, kind, name.Pos())
		}
	}
	return text
}

// declareName declares the variable that an identifier declares, if it declares one.
func (f *function) declareName(id *ast.Ident, kind hook.VarKind, from token.Pos) string {
	v, ok := f.info.Defs[id].(*types.Var)
	if !ok || id.Name == "_" {
		return ""
	}
	return f.declare(v, kind, from)
}

// declare adds a variable to the table, which is in scope from a position on, and returns the hook
// for it.
func (f *function) declare(v *types.Var, kind hook.VarKind, from token.Pos) string {
	slot := f.slot(v.Name(), kind, from)
	f.table.Funcs[f.index].Vars[slot].Own = !f.rewriting.shared[v]
	if f.copied[v] {
		text := fmt.Sprintf("%shook.Copy(%s, %d, %s); ", f.prefix, f.frame, slot, v.Name())
		f.copies[v] = text
		return text
	}
	if kind == hook.Plain {
		f.table.Funcs[f.index].Vars[slot].To = int32(f.at(v.Parent().End()))
	}
	return fmt.Sprintf("%s.V(%d, &%s); ", f.frame, slot, v.Name())
}

// slot adds a variable to the table under a name for people; its scope ends with the function.
func (f *function) slot(name string, kind hook.VarKind, from token.Pos) int {
	fn := &f.table.Funcs[f.index]
	fn.Vars = append(fn.Vars, hook.Var{Name: name, Kind: kind, From: int32(f.at(from)), To: fn.To})
	return len(fn.Vars) - 1
}

// captured returns the variables of enclosing functions that a function literal uses.
func (f *file) captured(lit *ast.FuncLit) (all []*types.Var) {
	seen := map[*types.Var]bool{}
	ast.Inspect(lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := f.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == f.types.Scope() || v.Pkg() != f.types || seen[v] {
			return true
		}
		if v.Pos() < lit.Pos() || v.Pos() >= lit.End() {
			seen[v] = true
			all = append(all, v)
		}
		return true
	})
	return all
}

// ended says whether the end of a list of statements cannot be reached, as far as its last one shows.
func ended(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ForStmt:
		return s.Cond == nil && !broken(s, false)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// broken says whether a break may leave a loop: one in it, or with a label, which may be that of the loop. In inner
// statements break without a label leaves these.
func broken(loop ast.Node, inner bool) (found bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK && (n.Label != nil || !inner)
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if n != loop {
				found = found || broken(n, true)
				return false
			}
		}
		return true
	})
	return found
}
