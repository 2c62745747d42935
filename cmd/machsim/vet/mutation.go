package vet

import (
	"go/ast"
	"go/types"
)

// mutations says which functions of a package write to the memory that their operands refer
// to. Operand 0 is the receiver, 1 the first parameter.
type mutations map[*types.Func]map[int]bool

func (m mutations) has(fn *types.Func, operand int) bool { return m[fn][operand] }

// mutate computes them. A function also writes through an operand that it passes to
// another such function, so this repeats until it finds no more.
func (p *program) mutate(c *check) {
	p.mutated = mutations{}
	for more := true; more; {
		more = false
		for fn, decl := range p.decls {
			more = p.mutated.look(c, fn, decl) || more
		}
	}
}

// look adds the operands through which a function writes, and returns true if one is new. It
// leaves out operands that the function assigns to: they may refer to its own memory then.
func (m mutations) look(c *check, fn *types.Func, decl *ast.FuncDecl) (news bool) {
	wrote, own := map[int]bool{}, map[int]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		for _, w := range c.writes(n) {
			if w.deep {
				wrote[operandOf(fn, w.v)] = true
			} else {
				own[operandOf(fn, w.v)] = true
			}
		}
		return true
	})
	for i := range wrote {
		if i < 0 || own[i] || m.has(fn, i) {
			continue
		}
		if m[fn] == nil {
			m[fn] = map[int]bool{}
		}
		m[fn][i], news = true, true
	}
	return news
}

// operandOf returns which operand of a function a variable is, -1 if none.
func operandOf(fn *types.Func, v *types.Var) int {
	sig := fn.Signature()
	if sig.Recv() == v {
		return 0
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == v {
			return i + 1
		}
	}
	return -1
}
