package vet

import "go/ast"

var threadRule = Rule{
	Name:   "thread",
	Finds:  "the body of a new thread that makes calls on the thread that made it",
	Use:    "the body's own `*kernel.Thread`, which it gets as its parameter",
	search: findForeignThreads,
}

func findForeignThreads(c *check) {
	c.each(func(n ast.Node, path []ast.Node) {
		made, ok := c.creation(n, path)
		if !ok {
			return
		}
		if lit, ok := made.body.(*ast.FuncLit); ok {
			c.foreignThreads(lit)
		}
	})
}

// foreignThreads reports threads from outside of a body that it uses. Bodies within it are
// checked by themselves.
func (c *check) foreignThreads(body *ast.FuncLit) {
	own := "its parameter"
	if v := c.threadParam(body); v != nil && v.Name() != "" && v.Name() != "_" {
		own = v.Name()
	}
	eachBelow(body.Body, func(n ast.Node, path []ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok || c.inCreation(path) {
			return
		}
		v := c.variable(id)
		if v != nil && isThread(v.Type()) && !within(v.Pos(), body) {
			c.report(id, "%s is the thread that makes this one, and a thread makes calls only for itself; use the body's "+
				"own thread, %s", id.Name, own)
		}
	})
}

// inCreation says whether a path leads through what another new thread runs.
func (c *check) inCreation(path []ast.Node) bool {
	for i, n := range path {
		made, ok := c.creation(n, path[:i+1])
		if ok && i+1 < len(path) && path[i+1] == ast.Node(made.body) {
			return true
		}
	}
	return false
}
