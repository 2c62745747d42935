package vet

import (
	"go/ast"
	"go/token"
	"go/types"
)

var channelRule = Rule{
	Name:  "channel",
	Finds: "channels: `make`, send, receive, `close`, `range`, `select`",
	Use: "a port with `kernel.Send` and `kernel.Receive` (a port set in place of `select`), or between threads of one " +
		"task a `cthreads.Mutex` and a `cthreads.Condition`",
	search: findChannels,
}

func findChannels(c *check) {
	c.each(func(n ast.Node, path []ast.Node) {
		if what := c.channelUse(n); what != "" && !inSelect(path) {
			c.report(n, "%s", what)
		}
	})
}

// channelUse returns the message for a node that uses a channel, else "".
func (c *check) channelUse(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectStmt:
		return "select waits, and chooses, behind the kernel's back; use kernel.Receive on a port set (th.NewPortSet)"
	case *ast.SendStmt:
		return "a channel is no kernel object, and a thread that waits there stops the whole run; use kernel.Send to a port"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "a channel is no kernel object, and a thread that waits there stops the whole run; use kernel.Receive " +
				"from a port"
		}
	case *ast.RangeStmt:
		if isChannel(c.TypesInfo.TypeOf(n.X)) {
			return "a channel is no kernel object, and a thread that waits there stops the whole run; use a loop of " +
				"kernel.Receive from a port"
		}
	case *ast.CallExpr:
		return c.channelCall(n)
	}
	return ""
}

func (c *check) channelCall(call *ast.CallExpr) string {
	b, ok := c.program.callee(call).(*types.Builtin)
	if !ok || len(call.Args) == 0 || !isChannel(c.TypesInfo.TypeOf(call.Args[0])) {
		return ""
	}
	switch b.Name() {
	case "make":
		return "channels go behind the kernel's back; use a port (th.NewPort) between tasks, cthreads.NewMutex and " +
			"cthreads.NewCondition between threads of one"
	case "close":
		return "channels go behind the kernel's back; use th.ClosePort, of which those who hold rights to the " +
			"port can be told"
	}
	return ""
}

func isChannel(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// inSelect says whether a node is the communication of a case of select, which is reported.
func inSelect(path []ast.Node) bool {
	for i, n := range path[:len(path)-1] {
		if clause, ok := n.(*ast.CommClause); ok && path[i+1] == ast.Node(clause.Comm) {
			return true
		}
	}
	return false
}
