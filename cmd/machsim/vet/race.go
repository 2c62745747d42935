package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

var raceRule = Rule{
	Name:  "race",
	Finds: "variables that threads of one task use, one of which writes to them, where nothing orders the threads",
	Use: "a mutex that each holds around its uses; machsim races shows the accesses of a run, and machsim run " +
		"--preempt what comes of them",
	search: findRaces,
}

// findRaces reports only what is certain: threads whose bodies make no call that may order them, such as one that
// locks, waits, sends or receives.
func findRaces(c *check) {
	for _, code := range c.program.code {
		c.races(code)
	}
}

// races reports the variables that threads have in common that one function makes, or the functions in it.
func (c *check) races(code ast.Node) {
	made := c.creations(code, false)
	uses := uses{}
	for _, m := range made {
		if lit := c.literal(m.body); lit == nil || c.orders(lit, token.NoPos, lit.End()) {
			continue
		}
		for v, w := range c.captured(m, made) {
			if declaredIn(v, c.taskOf(m, code)) {
				uses[v] = append(uses[v], use{m, w})
			}
		}
	}
	for _, v := range uses.inOrder() {
		c.raceOn(code, v, uses[v], made)
	}
}

// taskOf returns the code of the task that makes a thread: the innermost body of a task around the call.
func (c *check) taskOf(m creation, code ast.Node) ast.Node {
	for i, n := range m.path {
		if t, ok := c.creation(n, m.path[:i+1]); ok && t.task && i+1 < len(m.path) && m.path[i+1] == ast.Node(t.body) {
			code = t.body
		}
	}
	return code
}

// raceOn reports a variable if more than one thread uses it and one writes to it.
func (c *check) raceOn(code ast.Node, v *types.Var, uses []use, made []creation) {
	var write ast.Node
	var names []string
	users, last := 0, token.NoPos
	for _, u := range uses {
		if users > 0 && c.orders(code, last, u.made.call.Pos()) {
			return // the one may have ended before the other begins
		}
		last = u.made.call.End()
		users++
		if loop := loopBetween(u.made.path, v); loop != nil && !c.orders(loop, token.NoPos, loop.End()) {
			users++
		}
		names = append(names, text(u.made.call.Args[u.made.maker.body-1]))
		write = firstNode(write, u.write)
		if used, written := c.makerUses(code, v, u.made, made); used && !c.makerWaits(code, v, u.made) {
			users++
			names, write = append(names, "the one that makes it"), firstNode(write, written)
		}
	}
	if users < 2 || write == nil {
		return
	}
	c.report(write, "%s is used by threads of one task (%s) that nothing orders; hold a mutex around its uses, "+
		"and see machsim races and machsim run --preempt", v.Name(), strings.Join(slices.Compact(names), ", "))
}

func firstNode(a, b ast.Node) ast.Node {
	if a == nil {
		return b
	}
	return a
}

// makerWaits says whether the thread that makes another one may wait for it before it uses a variable.
func (c *check) makerWaits(code ast.Node, v *types.Var, m creation) bool {
	waits := false
	eachBelow(code, func(n ast.Node, _ []ast.Node) {
		id, ok := n.(*ast.Ident)
		if ok && c.TypesInfo.Uses[id] == v && id.Pos() > m.call.End() {
			waits = waits || c.orders(code, m.call.End(), id.Pos())
		}
	})
	return waits
}

// orders says whether code makes a call between two positions that may order threads: any call of machsim but those
// that make threads or only give way, and any of a function that is given the thread.
func (c *check) orders(code ast.Node, from, to token.Pos) bool {
	return (&ordering{c, map[*ast.FuncLit]bool{}}).calls(code, from, to)
}

// ordering is orders at work.
type ordering struct {
	*check
	seen map[*ast.FuncLit]bool // local functions that were looked into
}

func (o *ordering) calls(code ast.Node, from, to token.Pos) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || call.End() <= from || call.Pos() >= to {
			return !found
		}
		if _, makes := o.creation(call, nil); makes {
			return call.Pos() < from // then it is around the first position
		}
		found = o.may(call)
		return !found
	})
	return found
}

// harmless are the calls of threads that order nothing.
var harmless = []string{"Yield", "Printf", "Watch", "Label", "Random", "Check", "CThreads", "Must"}

func (o *ordering) may(call *ast.CallExpr) bool {
	fn, ok := o.program.callee(call).(*types.Func)
	if ok && (isMachsim(fn.Pkg(), "kernel") || isMachsim(fn.Pkg(), "cthreads")) {
		return !slices.Contains(harmless, fn.Name())
	}
	if lit := o.literal(ast.Unparen(call.Fun)); lit != nil {
		if o.seen[lit] {
			return false
		}
		o.seen[lit] = true
		return o.calls(lit, token.NoPos, lit.End())
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return isThread(o.TypesInfo.TypeOf(e)) })
}
