package vet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
)

// owner is a program that a package declares (kernel.Program), with the code that can run in it.
type owner struct {
	name string // "" if it is no constant
	code *program
}

// owners finds the programs of a package.
func (p *program) owners() (all []owner) {
	for _, f := range p.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if ok && isNamed(p.pass.TypesInfo.TypeOf(lit), "kernel", "Program") {
				all = append(all, p.owner(lit))
			}
			return true
		})
	}
	return all
}

func (p *program) owner(lit *ast.CompositeLit) owner {
	o := owner{code: p.fresh()}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Name" {
			if v := p.pass.TypesInfo.Types[kv.Value].Value; v != nil {
				o.name = constant.StringVal(v)
			}
		}
		o.code.find(kv.Value)
	}
	return o
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
