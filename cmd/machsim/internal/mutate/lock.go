package mutate

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
)

const (
	mutexLock   = "(machsim/cthreads.Mutex).Lock"
	mutexUnlock = "(machsim/cthreads.Mutex).Unlock"
)

// mutex is how a call writes the mutex that it is about.
func (f *file) mutex(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return f.said(sel.X)
}

// earlyUnlock unlocks before the last statement that the mutex protects.
func (f *file) earlyUnlock(c inspector.Cursor) {
	lists(c, func(all []ast.Stmt, i int) {
		call := f.calls(all[i])
		if i == 0 || call == nil || f.callee(call) != mutexUnlock || !f.protects(all[:i], f.mutex(call)) ||
			f.declares(all[i-1]) {
			return
		}
		last, unlock := all[i-1], f.said(all[i])
		f.add("early-unlock", last, f.short(last)+"\n"+unlock, unlock+"\n"+f.short(last),
			append(f.left(all[i]), f.before(last, unlock))...)
	})
}

// protects says whether statements lock a mutex, and do something with it locked.
func (f *file) protects(all []ast.Stmt, mutex string) bool {
	for i, s := range all {
		if call := f.calls(s); call != nil && f.callee(call) == mutexLock && f.mutex(call) == mutex {
			return i < len(all)-1
		}
	}
	return false
}

// declares says whether a statement declares what others behind it may use, or is none that another can stand before.
func (f *file) declares(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.DeclStmt, *ast.LabeledStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok == token.DEFINE
	}
	return false
}

// noLock neither locks nor unlocks a mutex in a function.
func (f *file) noLock(c inspector.Cursor) {
	var body *ast.BlockStmt
	switch n := c.Node().(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	}
	if body == nil {
		return
	}
	var order []string
	all := map[string]*locking{}
	ast.Inspect(body, func(n ast.Node) bool {
		s, isStmt := n.(ast.Stmt)
		call := f.locks(s)
		if !isStmt || call == nil {
			_, other := n.(*ast.FuncLit)
			return !other
		}
		name := f.mutex(call)
		if all[name] == nil {
			all[name] = &locking{}
			order = append(order, name)
		}
		all[name].note(s, f.callee(call) == mutexLock)
		return false
	})
	for _, name := range order {
		f.unlocked(all[name])
	}
}

// locks is the call by which a statement locks or unlocks a mutex, now or when the function ends; nil for none.
func (f *file) locks(s ast.Stmt) *ast.CallExpr {
	var call *ast.CallExpr
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, _ = s.X.(*ast.CallExpr)
	case *ast.DeferStmt:
		call = s.Call
	}
	if call == nil || f.callee(call) != mutexLock && f.callee(call) != mutexUnlock {
		return nil
	}
	return call
}

// locking is where a function locks a mutex, and unlocks it.
type locking struct{ locks, unlocks []ast.Stmt }

func (x *locking) note(s ast.Stmt, locks bool) {
	if locks {
		x.locks = append(x.locks, s)
	} else {
		x.unlocks = append(x.unlocks, s)
	}
}

// unlocked adds the mutant without a mutex that a function both locks and unlocks.
func (f *file) unlocked(x *locking) {
	if len(x.locks) == 0 || len(x.unlocks) == 0 {
		return
	}
	old, edits := "", []edit(nil)
	for i, s := range append(x.locks, x.unlocks...) {
		if i > 0 {
			old += "\n"
		}
		old += f.said(s)
		edits = append(edits, f.left(s)...)
	}
	f.add("no-lock", x.locks[0], old, "", edits...)
}
