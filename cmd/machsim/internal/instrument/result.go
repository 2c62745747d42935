package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"machsim/kernel/hook"
)

// Where a function has deferred calls, Go's compiler puts them at each of its returns, and the stack of such a
// call has the line of the return; but only if there are few of them, and if no result is on the heap. So that lines
// stay, hooks must not change that: the address of a result is not kept.

// defers is what the defer statements of a function come to.
type defers struct {
	calls   int // defer statements
	returns int // return statements, and the end
	looped  bool
}

// defersIn looks for the defer statements of a function, without those of literals in it.
func defersIn(body *ast.BlockStmt) (d defers) {
	d.returns = 1
	var loops []token.Pos // where they end
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			d.returns++
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n.End())
		case *ast.DeferStmt:
			d.calls++
			for _, end := range loops {
				d.looped = d.looped || n.Pos() < end
			}
		}
		return true
	})
	return d
}

// The limits up to which the compiler puts deferred calls at the returns.
const (
	mostDefers = 8
	mostExits  = 15
)

// full says whether one more defer statement would be too much for the compiler.
func (d defers) full() bool {
	return d.calls > 0 && !d.looped && (d.calls+1 > mostDefers || d.returns*(d.calls+1) > mostExits)
}

// results gives results a name that have none. It returns the text that has the function left, and the hooks
// for its results.
func (f *function) results(sig *ast.FuncType) (leave, text string) {
	var names []string
	first, unnamed := len(f.table.Funcs[f.index].Vars), false
	for _, field := range fieldsOf(sig.Results) {
		ids := field.Names
		if len(ids) == 0 {
			ids = []*ast.Ident{nil}
		}
		for _, id := range ids {
			if id != nil && id.Name != "_" {
				names = append(names, id.Name)
				v, _ := f.info.Defs[id].(*types.Var)
				f.named = append(f.named, v)
				text += f.result(id)
				continue
			}
			unnamed = true
			names = append(names, f.nameResult(field, id, len(names)))
		}
	}
	if list := sig.Results; len(names) > 0 && !list.Opening.IsValid() {
		f.edits.prepend(f.at(list.Pos()), "(")
		f.insert(list.End(), ")")
	}
	switch {
	case f.defers.full():
		return "", text
	case !unnamed && f.defers.calls == 0 || len(names) == 0:
		return fmt.Sprintf("defer %s.Leave(); ", f.frame), text
	}
	names = names[:min(len(names), 4)]
	return fmt.Sprintf("defer %shook.Leave%d(%s, %d, &%s); ", f.prefix, len(names), f.frame, first,
		strings.Join(names, ", &")), text
}

func fieldsOf(list *ast.FieldList) []*ast.Field {
	if list == nil {
		return nil
	}
	return list.List
}

// result declares a result that has a name.
func (f *function) result(id *ast.Ident) string {
	v, ok := f.info.Defs[id].(*types.Var)
	if ok && f.defers.calls > 0 {
		f.copied[v] = true
	}
	return f.declareName(id, hook.Result, id.Pos())
}

// nameResult gives a result a name that has none, or the name _.
func (f *function) nameResult(field *ast.Field, id *ast.Ident, n int) string {
	name := fmt.Sprint(f.prefix, "r", n)
	if id == nil {
		f.insert(field.Type.Pos(), name+" ")
	} else {
		f.edits.replace(f.at(id.Pos()), f.at(id.End()), name)
	}
	f.slot(fmt.Sprint("~r", n), hook.Result, field.Pos())
	return name
}

// returns notes that a return gives the results their values that have a name.
func (f *function) returns(s *ast.ReturnStmt) {
	for i, v := range f.named {
		if len(s.Results) == 0 || v == nil {
			continue
		}
		scope := f.types.Scope().Innermost(s.Pos())
		if _, o := scope.LookupParent(v.Name(), s.Pos()); o != v {
			continue // something hides it
		}
		site := f.place(s.Results[min(i, len(s.Results)-1)], true)
		site.Expr = v.Name()
		f.table.Private = append(f.table.Private, site)
	}
}
