package vet

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// Whole are the rules about whole programs. They follow a program from its Main (machsim analyse), over packages, so
// they are no analyzers of single packages, and go vet does not apply them.
var Whole = []Rule{
	{Name: "port-receiver", Finds: "messages to a port from which no process of the program receives",
		Use: "a receive, or another port"},
	{Name: "message-case", Finds: "messages of a type that no receive of their port takes",
		Use: "a case for it: `kernel.Receive[any](th, port, A{}, B{})`"},
	{Name: "path-reply",
		Finds: "requests that some way through the server does not answer, so that their sender waits for ever",
		Use:   "`kernel.Reply` on each way, also for errors"},
	{Name: "lock-order",
		Finds: "mutexes that threads take in different orders, if a run was found that ends in a deadlock",
		Use:   "one order for all, as by a number"},
}

// Silenced says whether a comment silences a rule at a place.
func Silenced(at token.Position, rule string) bool {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, at.Filename, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	in := &ignores{}
	in.readFiles(fset, []*ast.File{f})
	return in.silenced(at, rule)
}
