package vet

import "go/ast"

var goroutineRule = Rule{
	Name:   "goroutine",
	Finds:  "`go` statements",
	Use:    "`cthreads.Fork` for a thread of the same task, `th.Spawn` for another task",
	search: findGo,
}

func findGo(c *check) {
	c.each(func(n ast.Node, _ []ast.Node) {
		if g, ok := n.(*ast.GoStmt); ok {
			c.report(g, "a goroutine runs beside the simulated threads, in an order that nobody records; use "+
				"cthreads.Fork(th, name, body) for a thread of this task")
		}
	})
}
