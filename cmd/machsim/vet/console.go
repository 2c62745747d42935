package vet

import (
	"go/ast"
	"go/types"
	"maps"
)

var consoleRule = Rule{
	Name:   "console",
	Finds:  "`fmt.Print`, `fmt.Scan`, `log.Print` and their kin, `print` and `println`",
	Use:    "`th.Printf` and `th.ReadLine`, which belong to the run",
	search: findConsole,
}

const (
	usePrintf   = "th.Printf, which writes a line to the console of the run"
	useReadLine = "th.ReadLine, whose lines are recorded"
	besideRun   = "goes past the console of the run, and is done again whenever a debugger goes back"
)

var consoles = library{
	"fmt": merge(both(usePrintf, "Print Printf Println"), both(useReadLine, "Scan Scanf Scanln")),
	"log": both(usePrintf, "Print Printf Println Output Logger.Print Logger.Printf Logger.Println Logger.Output"),
	"log/slog": both(usePrintf, "Debug Info Warn Error Log DebugContext InfoContext WarnContext ErrorContext "+
		"Logger.Debug Logger.Info Logger.Warn Logger.Error Logger.Log"),
}

func merge(a, b map[string]string) map[string]string {
	maps.Copy(a, b)
	return a
}

func findConsole(c *check) {
	consoles.search(besideRun)(c)
	c.each(func(n ast.Node, _ []ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if b, ok := c.program.callee(call).(*types.Builtin); ok && (b.Name() == "print" || b.Name() == "println") {
			c.report(call, "%s %s; use %s", b.Name(), besideRun, usePrintf)
		}
	})
}
