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
	name     string
	frame    string // the variable that holds its frame
	literals literals
	labels   map[string]*label
	loops    []loop // in which the present statement is, outermost first
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
	fn := &function{file: f, index: int32(len(f.table.Funcs)), name: name, frame: f.prefix + "f", labels: labels(body)}
	fn.literals = literals{file: f, name: name + ".func"}
	if strings.Contains(name, ".func") {
		fn.literals.name = name + "."
	}
	f.table.Funcs = append(f.table.Funcs, hook.Func{Name: name, File: f.index, From: int32(f.at(sig.Pos())),
		To: int32(f.at(body.End())), Line: f.line(sig.Pos()), EndLine: f.line(body.Rbrace)})
	head := fmt.Sprintf("%s := %shook.Enter(&%[2]stable, %d); defer %[1]s.Leave(); ", fn.frame, f.prefix, fn.index)
	head += fn.fields(recv, hook.Receiver) + fn.fields(sig.Params, hook.Param) + fn.results(sig)
	for _, v := range captured {
		head += fn.declare(v, hook.Captured, sig.Pos())
	}
	f.insert(body.Lbrace+1, " "+head)
	fn.block(body.List)
	if sig.Results.NumFields() > 0 || ended(body.List) {
		return
	}
	end := f.addStmt(fn.index, hook.End, body.Rbrace, body.End(), "")
	f.insert(body.Rbrace, fmt.Sprintf("; %s.At(%d); ", fn.frame, end))
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

// results declares the results, and gives those a name that have none.
func (f *function) results(sig *ast.FuncType) (text string) {
	list := sig.Results
	if list == nil {
		return ""
	}
	n := 0
	for _, field := range list.List {
		if len(field.Names) == 0 {
			name := fmt.Sprint(f.prefix, "r", n)
			f.insert(field.Type.Pos(), name+" ")
			text += f.declareAs(name, fmt.Sprint("~r", n), hook.Result, field.Type.Pos())
			n++
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				name := fmt.Sprint(f.prefix, "r", n)
				f.edits.replace(f.at(id.Pos()), f.at(id.End()), name)
				text += f.declareAs(name, fmt.Sprint("~r", n), hook.Result, id.Pos())
			} else {
				text += f.declareName(id, hook.Result, id.Pos())
			}
			n++
		}
	}
	if !list.Opening.IsValid() && len(list.List) > 0 {
		f.edits.prepend(f.at(list.Pos()), "(")
		f.insert(list.End(), ")")
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
	text := f.declareAs(v.Name(), v.Name(), kind, from)
	if vars := f.table.Funcs[f.index].Vars; kind == hook.Plain {
		vars[len(vars)-1].To = int32(f.at(v.Parent().End()))
	}
	return text
}

// declareAs declares a variable under a name for people; its scope ends with the function.
func (f *function) declareAs(expr, name string, kind hook.VarKind, from token.Pos) string {
	fn := &f.table.Funcs[f.index]
	fn.Vars = append(fn.Vars, hook.Var{Name: name, Kind: kind, From: int32(f.at(from)), To: fn.To})
	return fmt.Sprintf("%s.V(%d, &%s); ", f.frame, len(fn.Vars)-1, expr)
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
