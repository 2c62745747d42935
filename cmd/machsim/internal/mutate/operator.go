package mutate

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// Operator is a way to weaken a program.
type Operator struct {
	Name, Doc string
	find      func(f *file, c inspector.Cursor) // adds the mutants at a node
}

// Operators are all ways.
var Operators = []Operator{
	{"no-wait", "a wait is left out: for a condition, a thread, or a message or an answer that is not looked at",
		(*file).noWait},
	{"no-wake", "what others wait for is left out: a signal, a message, a reply", (*file).noWake},
	{"if-for", "what a condition was waited for is looked at once: if in the place of for", (*file).ifFor},
	{"signal", "one thread is woken in the place of all", (*file).signal},
	{"early-unlock", "a mutex is unlocked before the last statement that it protects", (*file).earlyUnlock},
	{"no-lock", "a mutex is not locked in a function, nor unlocked", (*file).noLock},
	{"no-check", "two numbers of messages or of what is known are taken for what they should be", (*file).noCheck},
	{"twice", "a message or a request is sent twice", (*file).twice},
}

// calls is what a statement calls, if it is a call whose result is not looked at: Must(f()) and _ = f() call f.
func (f *file) calls(s ast.Stmt) *ast.CallExpr {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return f.inMust(s.X)
	case *ast.AssignStmt:
		for _, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); !ok || id.Name != "_" {
				return nil
			}
		}
		return f.inMust(s.Rhs[0])
	}
	return nil
}

// inMust is the call that an expression is; of Must(f()) it is f().
func (f *file) inMust(x ast.Expr) *ast.CallExpr {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if ok && f.callee(call) == "machsim/kernel.Must" && len(call.Args) > 0 {
		return f.inMust(call.Args[0])
	}
	return call
}

// callee is the function that is called, as "machsim/kernel.Send" or "(machsim/cthreads.Mutex).Lock"; "" if that is
// known only when it runs.
func (x *pkg) callee(call *ast.CallExpr) string {
	if fn := typeutil.StaticCallee(x.info, call); fn != nil {
		return fn.Origin().FullName()
	}
	return ""
}

// lists calls do with each statement that stands among others at a node, and where.
func lists(c inspector.Cursor, do func(all []ast.Stmt, i int)) {
	var all []ast.Stmt
	switch n := c.Node().(type) {
	case *ast.BlockStmt:
		all = n.List
	case *ast.CaseClause:
		all = n.Body
	case *ast.CommClause:
		all = n.Body
	}
	for i := range all {
		do(all, i)
	}
}
