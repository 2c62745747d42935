package livelock

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"

	"machsim/kernel/hook"
)

// finder finds a statement in its function, and what is hidden while it is in progress.
type finder struct {
	c        *code
	k        *pack
	f        *funcCode
	s        *hook.Stmt
	at       token.Pos
	x        *stmtCode
	found    ast.Stmt
	deferred []*ast.DeferStmt
	imports  map[string]bool
}

// block looks through the body of the function, and not through function literals in it.
func (v *finder) block(body *ast.BlockStmt) {
	v.imports = map[string]bool{}
	for _, i := range v.k.files[v.k.of.Funcs[v.s.Func].File].Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		name = filepath.Base(name)
		if i.Name != nil {
			name = i.Name.Name
		}
		v.imports[name] = true
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			v.deferred = append(v.deferred, n)
			v.pending(n, slices.Contains(body.List, ast.Stmt(n)))
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				v.x.kept = append(v.x.kept, hidden{why: v.line(n.Pos()) + " is a goto"})
			}
		case *ast.RangeStmt:
			if n.Body.Pos() <= v.at && v.at < n.Body.End() && !v.counts(n) {
				v.x.kept = append(v.x.kept, hidden{v.changing(n.Pos(), n.Body.Pos()),
					"nobody can see how far the loop of " + v.line(n.Pos()) + " is"})
			}
		}
		if s, ok := n.(ast.Stmt); ok && v.found == nil && v.is(s) {
			v.found = s
		}
		return true
	})
}

// is says whether it is the statement.
func (v *finder) is(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
		return false
	case *ast.ForStmt:
		if v.s.Kind == hook.Again {
			return s.Pos() <= v.at && v.at <= s.Body.Pos()
		}
	case *ast.RangeStmt:
		if v.s.Kind == hook.Again {
			return s.Pos() <= v.at && v.at < s.Body.Pos()
		}
	}
	return v.s.Kind == hook.Once && s.Pos() == v.at
}

// changing lists the statements of the package that begin between two places.
func (v *finder) changing(from, to token.Pos) (all []int32) {
	begin := v.k.base[v.k.of.Funcs[v.s.Func].File]
	for i := range v.k.of.Stmts {
		if s := &v.k.of.Stmts[i]; s.Func == v.s.Func && begin+token.Pos(s.From) >= from && begin+token.Pos(s.From) < to {
			all = append(all, int32(i))
		}
	}
	return all
}

// pending notes a deferred call, unless it is known whether it is pending, and with what.
func (v *finder) pending(n *ast.DeferStmt, top bool) {
	settled := !v.impure(n.Call.Fun) && v.receiver(n.Call.Fun)
	for _, x := range n.Call.Args {
		settled = settled && v.settled(x)
	}
	if top && (v.at < n.Pos() || settled) {
		return
	}
	v.x.kept = append(v.x.kept, hidden{v.changing(n.Pos(), n.End()),
		"nobody can see what " + v.line(n.Pos()) + " has deferred"})
}

// counts says whether a loop is as far as its variable says.
func (v *finder) counts(n *ast.RangeStmt) bool {
	key, ok := n.Key.(*ast.Ident)
	if !ok || n.Tok != token.DEFINE || !v.f.fixed[key.Name] || n.Value != nil {
		return false
	}
	switch x := n.X.(type) {
	case *ast.BasicLit:
		return x.Kind == token.INT
	case *ast.Ident:
		return v.f.fixed[x.Name] && v.f.ints[x.Name]
	}
	return false
}

// line names a line.
func (v *finder) line(at token.Pos) string {
	p := v.c.fset.Position(at)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// midway says why nobody can see what the statement has come to, once it has begun.
func (v *finder) midway() string {
	switch s := v.found.(type) {
	case *ast.IfStmt:
		return v.phases(s.Init, s.Cond)
	case *ast.ForStmt:
		if v.s.Kind == hook.Again {
			return cmp.Or(v.group(s.Post), v.group(s.Cond))
		}
		return v.phases(s.Init, s.Cond)
	case *ast.RangeStmt:
		if v.s.Kind == hook.Again {
			return ""
		}
		return v.group(s.X)
	case *ast.SwitchStmt:
		for _, clause := range s.Body.List {
			for _, x := range clause.(*ast.CaseClause).List {
				if v.impure(x) {
					return v.hides(s)
				}
			}
		}
		return v.phases(s.Init, s.Tag)
	case *ast.TypeSwitchStmt:
		return v.phases(s.Init, s.Assign)
	case *ast.SelectStmt, *ast.SendStmt, *ast.GoStmt:
		return v.hides(s)
	case *ast.DeferStmt:
		return v.siblings(slices.Concat(s.Call.Args, []ast.Expr{s.Call.Fun}))
	}
	return v.group(v.found)
}

func (v *finder) hides(n ast.Node) string {
	return "nobody can see what " + v.line(n.Pos()) + " has come to before the call that it is in"
}

// phases is for the two parts of a head. What the first declares is not seen in the second.
func (v *finder) phases(init ast.Stmt, then ast.Node) string {
	if init != nil && v.impure(then) {
		return v.hides(init)
	}
	return cmp.Or(v.group(init), v.group(then))
}

// group checks an expression or a simple statement: when a call in it is in progress, all else that has a value by
// then has to be visible.
func (v *finder) group(n ast.Node) string {
	if n == nil || !v.impure(n) {
		return ""
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		return v.group(n.X)
	case *ast.ParenExpr:
		return v.group(n.X)
	case *ast.UnaryExpr:
		return v.group(n.X)
	case *ast.StarExpr:
		return v.group(n.X)
	case *ast.SelectorExpr:
		return v.group(n.X)
	case *ast.TypeAssertExpr:
		return v.group(n.X)
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			return cmp.Or(v.group(n.X), v.group(n.Y))
		}
		return v.siblings([]ast.Expr{n.X, n.Y})
	case *ast.CallExpr:
		return v.siblings(slices.Concat([]ast.Expr{n.Fun}, n.Args))
	case *ast.CompositeLit:
		var all []ast.Expr
		for _, x := range n.Elts {
			if p, ok := x.(*ast.KeyValueExpr); ok {
				x = p.Value
			}
			all = append(all, x)
		}
		return v.siblings(all)
	case *ast.IndexExpr:
		return v.siblings([]ast.Expr{n.X, n.Index})
	case *ast.ReturnStmt:
		return v.siblings(n.Results)
	case *ast.AssignStmt:
		return v.assignment(n)
	case *ast.IncDecStmt:
		return v.hides(n)
	case *ast.DeclStmt:
		return v.declaration(n)
	case *ast.TypeSwitchStmt:
		return v.group(n.Assign)
	}
	return v.hides(n)
}

func (v *finder) assignment(n *ast.AssignStmt) string {
	var all []ast.Expr
	for _, x := range n.Lhs {
		if _, ok := x.(*ast.Ident); ok && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
			continue
		}
		if s, ok := x.(*ast.SelectorExpr); ok && n.Tok == token.ASSIGN && v.settled(s.X) {
			continue
		}
		all = append(all, x)
	}
	return v.siblings(append(all, n.Rhs...))
}

func (v *finder) declaration(n *ast.DeclStmt) string {
	d, ok := n.Decl.(*ast.GenDecl)
	if !ok {
		return ""
	}
	var all []ast.Expr
	for _, spec := range d.Specs {
		if s, ok := spec.(*ast.ValueSpec); ok {
			all = append(all, s.Values...)
		}
	}
	return v.siblings(all)
}

// siblings checks what is evaluated together.
func (v *finder) siblings(all []ast.Expr) string {
	for i, n := range all {
		if !v.impure(n) {
			continue
		}
		for j, x := range all {
			if i != j && !v.settled(x) && !(j == 0 && v.receiver(x)) {
				return v.hides(n)
			}
		}
		if why := v.group(n); why != "" {
			return why
		}
	}
	return ""
}

// receiver says whether what is called is the same whenever it is looked at: a function, or a method of what is
// settled.
func (v *finder) receiver(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return !v.f.declares(x.Name) || v.f.fixed[x.Name]
	case *ast.SelectorExpr:
		return v.settled(x.X) || v.isImport(x.X)
	case *ast.IndexExpr:
		return v.receiver(x.X)
	case *ast.IndexListExpr:
		return v.receiver(x.X)
	case *ast.FuncLit:
		return true
	}
	return false
}

func (f *funcCode) declares(name string) bool {
	_, ok := f.fixed[name]
	return ok
}

func (v *finder) isImport(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && v.imports[id.Name] && !v.f.declares(id.Name)
}

// settled says whether a value is the same whenever it is looked at.
func (v *finder) settled(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit, *ast.FuncLit, *ast.ArrayType, *ast.MapType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return true
	case *ast.Ident:
		return v.f.fixed[x.Name] || slices.Contains([]string{"true", "false", "nil"}, x.Name) && !v.f.declares(x.Name)
	case *ast.SelectorExpr:
		return v.isImport(x.X)
	case *ast.UnaryExpr:
		_, made := x.X.(*ast.CompositeLit)
		return (x.Op != token.AND && x.Op != token.ARROW || made) && v.settled(x.X)
	case *ast.BinaryExpr:
		return v.settled(x.X) && v.settled(x.Y)
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if p, ok := e.(*ast.KeyValueExpr); ok {
				e = p.Value
			}
			if !v.settled(e) {
				return false
			}
		}
		return true
	}
	return false
}

// builtins are functions of Go that call nothing of the program's.
var builtins = []string{"append", "cap", "clear", "complex", "copy", "delete", "imag", "len", "make", "max", "min",
	"new", "real", "bool", "byte", "rune", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16",
	"uint32", "uint64", "uintptr", "float32", "float64", "any", "error"}

// impure says whether there is a call in a node that may make kernel calls, outside of function literals.
func (v *finder) impure(n ast.Node) (yes bool) {
	if n == nil {
		return false
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			yes = yes || !v.pure(n.Fun)
		case *ast.UnaryExpr:
			yes = yes || n.Op == token.ARROW
		}
		return !yes
	})
	return yes
}

// pure says whether a function makes no kernel calls.
func (v *finder) pure(fun ast.Expr) bool {
	switch x := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return slices.Contains(builtins, x.Name) && !v.f.declares(x.Name)
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		return ok && v.isImport(id) && slices.Contains([]string{"fmt", "errors", "strings", "strconv", "math"}, id.Name)
	case *ast.ArrayType:
		return true
	}
	return false
}
