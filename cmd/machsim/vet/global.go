package vet

import "go/ast"

var globalRule = Rule{
	Name:   "global",
	Finds:  "package variables that a program writes to",
	Use:    "variables of a task's body, and messages to the others; a table that nobody writes to is fine",
	search: findGlobals,
}

func findGlobals(c *check) {
	c.each(func(n ast.Node, _ []ast.Node) {
		for _, w := range c.writes(n) {
			if w.v.Name() != "_" && isGlobal(w.v) {
				c.report(w.at, "the package variable %s is shared by all tasks, and by all runs of the process; use a "+
					"variable of the task's body, and messages to other tasks", w.v.Name())
			}
		}
	})
}
