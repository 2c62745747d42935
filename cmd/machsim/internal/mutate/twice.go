package mutate

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// sends are the calls that send a message or a request.
var sends = []string{"machsim/kernel.Send", "machsim/kernel.SendTimeout", "machsim/kernel.RPC",
	"machsim/kernel.RPCTimeout", "(*machsim/kernel.Thread).Send", "(*machsim/kernel.Thread).SendTimeout",
	"(*machsim/kernel.Thread).RPC", "(*machsim/kernel.Thread).RPCTimeout", "machsim/netname/callrpc.Call"}

// twice sends once more what a statement sends, in front of it.
func (f *file) twice(c inspector.Cursor) {
	lists(c, func(all []ast.Stmt, i int) {
		for _, part := range evaluated(all[i]) {
			f.doubled(all[i], part)
		}
	})
}

// evaluated are the parts of a statement that are evaluated once, and before anything else that it does.
func evaluated(s ast.Stmt) []ast.Node {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt:
		return []ast.Node{s}
	case *ast.IfStmt:
		if s.Init != nil {
			return []ast.Node{s.Init}
		}
		return []ast.Node{s.Cond}
	}
	return nil
}

// doubled adds the mutants of the calls in a part of a statement.
func (f *file) doubled(s ast.Stmt, part ast.Node) {
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if call := f.said(n); slices.Contains(sends, f.callee(n)) && !strings.Contains(call, "\n") {
				f.add("twice", s, f.short(s), call+"\n"+f.short(s), f.before(s, call))
			}
		}
		return true
	})
}
