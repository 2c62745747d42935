package vet

import (
	"go/ast"
	"go/types"
)

var messageRule = Rule{
	Name: "message",
	Finds: "values in `ipc.NewMessage` that no message can carry: pointers, slices, maps, structs, functions, names " +
		"of ports, named types",
	Use: "a struct, which `kernel.Send` and `kernel.RPC` send; or the parts one by one, as bool, string, `[]byte`, " +
		"numbers, and `th.SendRight(port)` for a port",
	search: findMessages,
}

func findMessages(c *check) {
	c.each(func(n ast.Node, _ []ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !c.isCallOf(call, "ipc", "NewMessage") || call.Ellipsis.IsValid() {
			return
		}
		for _, arg := range call.Args[min(1, len(call.Args)):] {
			c.item(arg)
		}
	})
}

// item reports a value that ipc.NewMessage panics at.
func (c *check) item(arg ast.Expr) {
	t := types.Unalias(types.Default(c.TypesInfo.TypeOf(arg)))
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.TypeParam:
		return // who knows what is in it
	case *types.Basic:
		c.basicItem(arg, t, u)
	case *types.Slice:
		if !types.Identical(t, types.NewSlice(types.Typ[types.Byte])) {
			c.unsendable(arg, t)
		}
	default:
		if !isNamed(t, "ipc", "Item") {
			c.unsendable(arg, t)
		}
	}
}

func (c *check) basicItem(arg ast.Expr, t types.Type, u *types.Basic) {
	switch {
	case isNamed(t, "ipc", "Name"):
		c.report(arg, "a port's name means nothing in another task; use th.SendRight(%s), or another right such as "+
			"ipc.MovingReceive, or a struct with a field of type kernel.Name and kernel.Send", text(arg))
	case u.Kind() == types.Uintptr || u.Info()&types.IsComplex != 0 || u.Kind() == types.UntypedNil ||
		u.Kind() == types.UnsafePointer:
		c.unsendable(arg, t)
	case !types.Identical(t, u):
		c.reportFix(arg, replace(arg, "Convert it", u.Name()+"("+text(arg)+")"),
			"a message cannot carry %s, a named type; use %s(%s)", c.typeName(t), u.Name(), text(arg))
	}
}

func (c *check) unsendable(arg ast.Expr, t types.Type) {
	c.report(arg, "a message cannot carry %s, for tasks share no memory; use a struct and kernel.Send, or its "+
		"parts as bool, string, []byte and numbers, or ipc.OutOfLine for memory of the task", c.typeName(t))
}

// typeName returns a type as the package writes it.
func (c *check) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	})
}
