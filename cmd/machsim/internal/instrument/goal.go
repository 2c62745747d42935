package instrument

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"path/filepath"

	"machsim/kernel/hook"
)

// reach is the method by which a program names a goal.
const reach = "(*machsim/kernel.Thread).Reach"

// goals returns those that the source names, where it does so first. A name that is made as the program runs is known
// only when it is.
func (r *rewriting) goals() (all []hook.Goal) {
	known := map[string]bool{}
	for _, f := range r.files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if name := r.goal(call); ok && name != "" && !known[name] {
				known[name] = true
				line := r.set.Position(call.Pos()).Line
				all = append(all, hook.Goal{Name: name, Place: fmt.Sprintf("%s:%d", filepath.Base(f.path), line)})
			}
			return true
		})
	}
	return all
}

// goal is the goal that a call names; "" for none.
func (r *rewriting) goal(call *ast.CallExpr) string {
	if call == nil || len(call.Args) != 1 {
		return ""
	}
	sel, _ := call.Fun.(*ast.SelectorExpr)
	if sel == nil {
		return ""
	}
	method, _ := r.info.Uses[sel.Sel].(*types.Func)
	if v := r.info.Types[call.Args[0]].Value; method != nil && method.FullName() == reach && v != nil {
		return constant.StringVal(v)
	}
	return ""
}
