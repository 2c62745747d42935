package vet

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

var sharedRule = Rule{
	Name:  "shared",
	Finds: "variables that the bodies of several tasks have in common, and that one of them writes to",
	Use: "a variable in the body of the task that owns the data, and messages to it; threads of one task may " +
		"share variables, behind a mutex: machsim races and machsim run --preempt find those that are behind none",
	search: findShared,
}

func findShared(c *check) {
	for _, code := range c.program.code {
		c.shared(code)
	}
}

// use says how a task uses a variable from outside of its body.
type use struct {
	made  creation
	write ast.Node // nil when it only reads
}

// uses are those of each variable.
type uses map[*types.Var][]use

// inOrder returns the variables in the order in which they are declared.
func (u uses) inOrder() []*types.Var {
	return slices.SortedFunc(maps.Keys(u), func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
}

// shared reports the variables shared by tasks that one function makes, or the functions in
// it.
func (c *check) shared(code ast.Node) {
	made := c.creations(code, true)
	uses := uses{}
	for _, m := range made {
		for v, w := range c.captured(m, made) {
			uses[v] = append(uses[v], use{m, w})
		}
	}
	for _, v := range uses.inOrder() {
		c.sharedVariable(code, v, uses[v], made)
	}
}

// creations returns the calls in a function that make tasks, or those that make threads of the task that makes them.
func (c *check) creations(code ast.Node, tasks bool) (all []creation) {
	eachBelow(code, func(n ast.Node, path []ast.Node) {
		if m, ok := c.creation(n, path); ok && m.task == tasks {
			all = append(all, m)
		}
	})
	return all
}

// captured returns the variables of the function around it that a task's body uses, and
// where it first writes to each, nil if nowhere. Bodies of other tasks in it count for
// themselves.
func (c *check) captured(m creation, made []creation) map[*types.Var]ast.Node {
	all := map[*types.Var]ast.Node{}
	if s, ok := m.body.(*ast.SelectorExpr); ok {
		c.capturedReceiver(s, all)
		return all
	}
	lit := c.literal(m.body)
	if lit == nil {
		return all
	}
	c.capture(lit, lit, made, all)
	return all
}

// capturedReceiver adds the receiver of a body that is a method value.
func (c *check) capturedReceiver(s *ast.SelectorExpr, all map[*types.Var]ast.Node) {
	fn, ok := c.TypesInfo.Uses[s.Sel].(*types.Func)
	p, known := c.place(s.X)
	if !ok || !known || isGlobal(p.v) || !refers(c.TypesInfo.TypeOf(s.X)) {
		return
	}
	all[p.v] = nil
	if c.program.mutated.has(fn.Origin(), 0) {
		all[p.v] = s
	}
}

// capture adds the variables used in the code of a task: its body, and the local functions
// that it calls.
func (c *check) capture(n ast.Node, body *ast.FuncLit, made []creation, all map[*types.Var]ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit != body && c.isBody(lit, made) {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			c.captureVariable(id, body, made, all)
		}
		for _, w := range c.writes(n) {
			if first, ok := all[w.v]; (ok || isCaptured(w.v, body)) && first == nil {
				all[w.v] = w.at
			}
		}
		return true
	})
}

func (c *check) captureVariable(id *ast.Ident, body *ast.FuncLit, made []creation, all map[*types.Var]ast.Node) {
	v := c.variable(id)
	if v == nil || !isCaptured(v, body) {
		return
	}
	if lit, ok := c.program.values[v].(*ast.FuncLit); ok {
		c.capture(lit, body, made, all)
		return
	}
	if _, ok := all[v]; !ok {
		all[v] = nil
	}
}

// isCaptured says whether a variable is a local one from outside of a body.
func isCaptured(v *types.Var, body ast.Node) bool { return !isGlobal(v) && !within(v.Pos(), body) }

func (c *check) isBody(lit *ast.FuncLit, made []creation) bool {
	return slices.ContainsFunc(made, func(m creation) bool { return m.body == ast.Expr(lit) })
}

// sharedVariable reports a variable if more than one task uses it and one writes to it.
// What Main does with it is done before any task runs.
func (c *check) sharedVariable(code ast.Node, v *types.Var, uses []use, made []creation) {
	users := 0
	var write ast.Node
	var names []string
	for _, u := range uses {
		if !declaredIn(v, code) {
			return // it belongs to what is around the program, such as a test
		}
		users++
		if u.made.again || repeated(u.made.path, v) {
			users++
		}
		names = append(names, c.taskName(u.made))
		if write == nil {
			write = u.write
		}
		if u.made.boot {
			continue
		}
		if used, written := c.makerUses(code, v, u.made, made); used {
			users++
			names = append(names, "the one that makes it")
			if write == nil {
				write = written
			}
		}
	}
	if users < 2 || write == nil {
		return
	}
	c.report(write, "%s is shared by tasks (%s), and tasks share nothing but ports; use a variable in the body of "+
		"the task that owns it, and messages",
		v.Name(), strings.Join(slices.Compact(names), ", "))
}

// declaredIn says whether a variable is declared in a function, its parameters included.
func declaredIn(v *types.Var, code ast.Node) bool { return within(v.Pos(), code) }

// taskName returns how a program calls a task.
func (c *check) taskName(m creation) string {
	if m.name == "Boot.OnRestart" {
		return "what runs on a restart"
	}
	if m.name == "Mach.ThreadCreate" {
		return text(m.call.Args[0])
	}
	return text(m.call.Args[1])
}

// repeated says whether a call is made more than once while a variable is the same one: a
// loop lies between the two.
func repeated(path []ast.Node, v *types.Var) bool { return loopBetween(path, v) != nil }

// loopBetween returns the outermost loop on a path that a variable is declared outside
// of.
func loopBetween(path []ast.Node, v *types.Var) ast.Node {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if !within(v.Pos(), n) {
				return n
			}
		}
	}
	return nil
}

// makerUses says whether a task that makes another one uses a variable that it gave to
// it, after that: further on, in the same loop, or in a function that may run later; and
// where it writes to it.
func (c *check) makerUses(code ast.Node, v *types.Var, m creation, made []creation) (used bool, written ast.Node) {
	eachBelow(code, func(n ast.Node, path []ast.Node) {
		if !c.later(path, v, m, made) {
			return
		}
		if id, ok := n.(*ast.Ident); ok && c.TypesInfo.Uses[id] == v {
			used = true
		}
		for _, w := range c.writes(n) {
			if w.v == v && written == nil {
				written = w.at
			}
		}
	})
	return used, written
}

// later says whether the node at the end of a path is run by the maker when the new task may
// run already.
func (c *check) later(path []ast.Node, v *types.Var, m creation, made []creation) bool {
	n := path[len(path)-1]
	loop := loopBetween(m.path, v)
	late := n.Pos() >= m.call.End() || loop != nil && within(n.Pos(), loop)
	for _, p := range path {
		lit, ok := p.(*ast.FuncLit)
		if !ok || within(v.Pos(), lit) {
			continue
		}
		if c.isTaskBody(lit, made) {
			return false
		}
		late = true
	}
	return late && n.Pos() != token.NoPos && !within(n.Pos(), m.call)
}

// isTaskBody says whether a task runs a function, given to its making or by a variable.
func (c *check) isTaskBody(lit *ast.FuncLit, made []creation) bool {
	return slices.ContainsFunc(made, func(m creation) bool { return c.literal(m.body) == lit })
}
