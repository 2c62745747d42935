package vet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// owner is a program that a package declares (kernel.Program), with the code that can run in it.
type owner struct {
	name string // "" if it is no constant
	code *program
}

// owners finds the programs of a package: literals, and what a function makes of the name that it is given.
func (p *program) owners() (all []owner) {
	for _, f := range p.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if isNamed(p.pass.TypesInfo.TypeOf(n), "kernel", "Program") {
					all = append(all, p.owner(n, p.constant(nameOf(n))))
				}
			case *ast.CallExpr:
				if name := p.constant(p.given(n)); name != "" {
					all = append(all, p.owner(n, name))
				}
			}
			return true
		})
	}
	return all
}

func (p *program) owner(made ast.Expr, name string) owner {
	o := owner{name, p.fresh()}
	o.code.find(made)
	return o
}

// nameOf is what a literal of a program says that its name is, nil if it says none.
func nameOf(lit *ast.CompositeLit) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Name" {
				return kv.Value
			}
		}
	}
	return nil
}

// constant is the text of a constant, "" if it is none.
func (p *program) constant(e ast.Expr) string {
	if v := p.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}

// given is the argument of a call that the called function gives a program as its name; nil if it gives none that.
func (p *program) given(call *ast.CallExpr) (name ast.Expr) {
	fn, ok := p.callee(call).(*types.Func)
	d := p.decls[fn]
	if !ok || d == nil || d.Body == nil {
		return nil
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || !isNamed(p.pass.TypesInfo.TypeOf(lit), "kernel", "Program") {
			return true
		}
		id, _ := nameOf(lit).(*ast.Ident)
		for i := range min(len(call.Args), fn.Signature().Params().Len()) {
			if id != nil && p.pass.TypesInfo.Uses[id] == fn.Signature().Params().At(i) {
				name = call.Args[i]
			}
		}
		return true
	})
	return name
}

// ownersAt names the programs that the code at a place can run in. None means that any may.
func (p *program) ownersAt(at token.Pos) (names []string) {
	for _, o := range p.owned {
		switch {
		case !o.code.holds(at):
		case o.name == "":
			return nil
		default:
			names = append(names, o.name)
		}
	}
	return names
}

// holds says whether the code of a program has a place.
func (p *program) holds(at token.Pos) bool {
	for n := range p.seen {
		if within(at, n) {
			return true
		}
	}
	return false
}

// Of says whether a finding may be of a program of its package.
func (f Finding) Of(program string) bool {
	return len(f.Programs) == 0 || slices.Contains(f.Programs, program)
}
