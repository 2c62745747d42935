package vet

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// programAnalyzer finds the code of a package that runs in programs.
var programAnalyzer = &analysis.Analyzer{
	Name:       "program",
	Doc:        "find the code that runs in programs for machsim",
	Run:        func(pass *analysis.Pass) (any, error) { return programOf(pass), nil },
	ResultType: reflect.TypeFor[*program](),
}

// program is the code of a package that runs in programs.
type program struct {
	pass    *analysis.Pass
	code    []ast.Node                    // the outermost functions, *ast.FuncDecl or *ast.FuncLit, in order
	decls   map[*types.Func]*ast.FuncDecl // all functions of the package
	values  map[types.Object]ast.Expr     // what variables with one value are set to where they are declared
	again   map[*types.Var]bool           // variables that are set, or whose address is taken, after they are declared
	seen    map[ast.Node]bool             // functions that were found
	reach   map[types.Object]bool         // functions and variables whose code was found
	mutated mutations                     // see there
	owned   []owner                       // the programs that it declares
}

// programOf finds all that the rules ask of a program: several of them look at it at once.
func programOf(pass *analysis.Pass) *program {
	p := findProgram(pass)
	p.owned = p.owners()
	p.mutate(&check{Pass: pass, program: p})
	return p
}

// findProgram finds the functions that take a thread or a Boot, and everything that they
// name. The kernel itself is no program.
func findProgram(pass *analysis.Pass) *program {
	p := &program{
		pass:   pass,
		decls:  map[*types.Func]*ast.FuncDecl{},
		values: map[types.Object]ast.Expr{},
		again:  map[*types.Var]bool{},
		seen:   map[ast.Node]bool{},
		reach:  map[types.Object]bool{},
	}
	if isMachsim(pass.Pkg, "kernel") {
		return p
	}
	for _, f := range pass.Files {
		ast.Inspect(f, p.declare)
	}
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(f.Pos()).Filename, "_test.go") {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if p.isRoot(n) {
				p.find(n)
			}
			return true
		})
	}
	p.outermost()
	return p
}

// declare records a function, or a variable and its value.
func (p *program) declare(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if fn, ok := p.pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
			p.decls[fn] = n
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if len(n.Values) == len(n.Names) {
				p.values[p.pass.TypesInfo.Defs[name]] = n.Values[i]
			}
		}
	case *ast.RangeStmt:
		p.sets(n.Key)
		p.sets(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			p.sets(n.X)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			p.sets(left)
			name, ok := left.(*ast.Ident)
			if ok && n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) && p.pass.TypesInfo.Defs[name] != nil {
				p.values[p.pass.TypesInfo.Defs[name]] = n.Rhs[i]
			}
		}
	}
	return true
}

// fresh is a program of the same package of which no code was found yet.
func (p *program) fresh() *program {
	q := *p
	q.seen, q.reach, q.code = map[ast.Node]bool{}, map[types.Object]bool{}, nil
	return &q
}

// sets records a variable that is set where it is not declared.
func (p *program) sets(e ast.Expr) {
	if name, ok := e.(*ast.Ident); ok {
		if v, ok := p.pass.TypesInfo.Uses[name].(*types.Var); ok {
			p.again[v] = true
		}
	}
}

// isRoot says whether a function gets a thread or a Boot, by itself or in its receiver.
func (p *program) isRoot(n ast.Node) bool {
	var sig *types.Signature
	switch n := n.(type) {
	case *ast.FuncDecl:
		sig, _ = p.pass.TypesInfo.Defs[n.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		sig, _ = p.pass.TypesInfo.TypeOf(n).(*types.Signature)
	}
	if sig == nil {
		return false
	}
	for v := range sig.Params().Variables() {
		if isThread(v.Type()) || isBoot(v.Type()) {
			return true
		}
	}
	return sig.Recv() != nil && hasThread(sig.Recv().Type())
}

// hasThread says whether a type is a struct with a thread in it, or a pointer to one.
func hasThread(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if isThread(f.Type()) {
			return true
		}
	}
	return false
}

// find adds a function, and everything that it names.
func (p *program) find(n ast.Node) {
	if p.seen[n] {
		return
	}
	p.seen[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			p.findObject(p.pass.TypesInfo.Uses[id])
		}
		return true
	})
}

// findObject adds the code of a function; of a method of an interface that of all methods that
// it may be; of a package variable that of the functions in it.
func (p *program) findObject(obj types.Object) {
	if obj == nil || obj.Pkg() != p.pass.Pkg || p.reach[obj] {
		return
	}
	p.reach[obj] = true
	switch obj := obj.(type) {
	case *types.Func:
		if d := p.decls[obj.Origin()]; d != nil {
			p.find(d)
		}
		p.findMethods(obj)
	case *types.Var:
		if obj.Parent() != p.pass.Pkg.Scope() || p.values[obj] == nil {
			return
		}
		ast.Inspect(p.values[obj], func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				p.find(n)
			}
			return true
		})
	}
}

// findMethods adds the methods of the package that a method of an interface may be.
func (p *program) findMethods(fn *types.Func) {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return
	}
	iface := recv.Type().Underlying().(*types.Interface)
	for other := range p.decls {
		r := other.Signature().Recv()
		if r != nil && other.Name() == fn.Name() && (types.Implements(r.Type(), iface) ||
			types.Implements(types.NewPointer(r.Type()), iface)) {
			p.findObject(other)
		}
	}
}

// outermost keeps only the found functions that are in no other one.
func (p *program) outermost() {
	p.code = slices.SortedFunc(maps.Keys(p.seen), func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	end := token.NoPos
	p.code = slices.DeleteFunc(p.code, func(n ast.Node) bool {
		if n.Pos() < end {
			return true
		}
		end = n.End()
		return false
	})
}

// function returns the code of a call's callee when it is known: a function of the
// package, or a local variable that is only ever one function.
func (p *program) function(call *ast.CallExpr) ast.Node {
	switch obj := p.callee(call).(type) {
	case *types.Func:
		if d := p.decls[obj.Origin()]; d != nil {
			return d
		}
	case *types.Var:
		if lit, ok := p.values[obj].(*ast.FuncLit); ok {
			return lit
		}
	}
	return nil
}

// callee returns what a call names: a function, a variable, a built-in function, nil.
func (p *program) callee(call *ast.CallExpr) types.Object {
	return typeutil.Callee(p.pass.TypesInfo, call)
}
