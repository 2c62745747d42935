package analyse

import (
	"cmp"
	"go/constant"
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// Program is a kernel.Program of a package, and what was found of it.
type Program struct {
	Name  string
	Graph *flow.Graph // nil until Analyse
	Where []string    // by node: file and line; "" of nodes that stand for no statement of their own
	What  []string    // by node of a message: what it does, in words
	// Stacks are, by node that stands for a statement, the lines of the calls in which it stands, and its own.
	Stacks [][]string

	Shows map[int]bool // the processes that show a variable: their local events are about these

	Unknown []Unknown // in the order of the text
	Faults  []Fault

	pkg   *ssa.Package
	main  *ssa.Function
	found *world
}

// Unknown is what is not known, and where.
type Unknown struct {
	Where string `json:"where,omitempty"`
	What  string `json:"what"`
	// Open says that anything may be sent, received or changed there. Where it is false everything was taken to be
	// possible that may be meant.
	Open bool `json:"open"`
}

const kernelPath = "machsim/kernel"

// programs are the variables of a package that are kernel.Programs with a Main.
func programs(pkg *ssa.Package) (all []*Program) {
	found := map[ssa.Value]*Program{}
	at := func(g ssa.Value) *Program {
		if found[g] == nil {
			found[g] = &Program{pkg: pkg}
			all = append(all, found[g])
		}
		return found[g]
	}
	for _, b := range pkg.Func("init").Blocks {
		for _, i := range b.Instrs {
			s, ok := i.(*ssa.Store)
			if !ok {
				continue
			}
			g, field := fieldOfProgram(s.Addr)
			switch field {
			case "Name":
				if c, ok := s.Val.(*ssa.Const); ok {
					at(g).Name = constant.StringVal(c.Value)
				}
			case "Main":
				at(g).main = functionOf(s.Val)
			}
		}
	}
	all = slices.DeleteFunc(all, func(p *Program) bool { return p.main == nil })
	slices.SortFunc(all, func(a, b *Program) int { return cmp.Compare(a.main.Pos(), b.main.Pos()) })
	return all
}

// fieldOfProgram is the kernel.Program of which an address is a field, and the field's name; "" if it is none.
func fieldOfProgram(addr ssa.Value) (ssa.Value, string) {
	f, ok := addr.(*ssa.FieldAddr)
	if !ok || !isNamed(f.X.Type(), kernelPath, "Program") {
		return nil, ""
	}
	return f.X, fieldName(f.X.Type(), f.Field)
}

// functionOf is the function that a value is, whatever it is bound to; nil for none.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return functionOf(v.X)
	}
	return nil
}

// where is the file and the line of a position.
func (p *Program) where(at token.Pos) string {
	if at == token.NoPos {
		return ""
	}
	x := p.pkg.Prog.Fset.Position(at)
	x.Filename, x.Column = filepath.Base(x.Filename), 0
	return x.String()
}
