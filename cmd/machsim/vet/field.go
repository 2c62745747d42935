package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

var fieldRule = Rule{
	Name: "field",
	Finds: "types given to `kernel.Send`, `kernel.Receive`, `kernel.RPC`, `kernel.Reply` and their companions that are " +
		"no message: no struct, without a name, or with a field that cannot be sent, such as a map, a float, a pointer, " +
		"an interface, or one with a small letter",
	Use: "structs whose fields have capital letters, and are integers, bool, string, `[]byte`, rights (`kernel.Name`, " +
		"`kernel.ReceiveRight`, `kernel.SendOnceRight`), or structs and slices of these",
	search: findFields,
}

// typedCalls are the functions of package kernel whose type arguments are messages.
var typedCalls = []string{
	"Send", "SendTimeout", "Receive", "ReceiveTimeout", "RPC", "RPCTimeout", "Reply", "Pack", "Unpack",
}

// findFields reports each type where it is used first, as the kernel refuses it when it is used first.
func findFields(c *check) {
	var seen []types.Type
	c.each(func(n ast.Node, _ []ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !slices.ContainsFunc(typedCalls, func(name string) bool { return c.isCallOf(call, "kernel", name) }) {
			return
		}
		for _, t := range c.messageTypes(call) {
			if slices.ContainsFunc(seen, func(s types.Type) bool { return types.Identical(s, t) }) {
				continue
			}
			seen = append(seen, t)
			if why := c.refused(t); why != "" {
				c.report(call, "%s", why)
			}
		}
	})
}

// messageTypes returns the types of the messages that a call of package kernel sends or expects: its
// type arguments, and in place of one that is an interface the types of the values that are given.
func (c *check) messageTypes(call *ast.CallExpr) (all []types.Type) {
	args := c.typeArgs(call.Fun)
	all = slices.Collect(args.Types())
	if !slices.ContainsFunc(all, types.IsInterface) {
		return all
	}
	for _, arg := range call.Args {
		if t := c.TypesInfo.TypeOf(arg); t != nil && !isThread(t) && !isNamed(t, "ipc", "Name") && isLiteral(arg) {
			all = append(all, t)
		}
	}
	return slices.DeleteFunc(all, types.IsInterface)
}

// isLiteral says whether an expression is a composite literal. The kinds of messages that a receiver
// expects are written so.
func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok
}

// typeArgs returns the type arguments of a call's function, written or inferred; nil for none.
func (c *check) typeArgs(fun ast.Expr) *types.TypeList {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return c.typeArgs(fun.X)
	case *ast.IndexListExpr:
		return c.typeArgs(fun.X)
	case *ast.SelectorExpr:
		return c.TypesInfo.Instances[fun.Sel].TypeArgs
	case *ast.Ident:
		return c.TypesInfo.Instances[fun].TypeArgs
	}
	return nil
}

// refused says why values of a type cannot be messages, "" if they can, in the words of the kernel
// (newCodec). A type that is a parameter of the function around the call may be anything.
func (c *check) refused(t types.Type) string {
	t = types.Unalias(t)
	if _, ok := t.(*types.TypeParam); ok {
		return ""
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return c.typeName(t) + " is no struct; a message is one, with a field for each value"
	}
	if named, ok := t.(*types.Named); !ok || named.TypeArgs().Len() > 0 {
		return c.typeName(t) + " has no name of its own, and a message is known by that of its type; declare a type"
	}
	if why := c.refusedField(s, []types.Type{t}); why != "" {
		return c.typeName(t) + why
	}
	return ""
}

// refusedField is refused for the fields of a struct. The types are those that it is in. The text
// goes on from the name of the type: ".Field is a ...".
func (c *check) refusedField(s *types.Struct, in []types.Type) string {
	for f := range s.Fields() {
		if !f.Exported() {
			return fmt.Sprintf(".%s: only fields with a capital letter can be sent; give it one, or leave it out", f.Name())
		}
		if why := c.refusedPart(f.Type(), in); why != "" {
			return "." + f.Name() + why
		}
	}
	return ""
}

// refusedPart is refused for the type of a field or an element.
func (c *check) refusedPart(t types.Type, in []types.Type) string {
	t = types.Unalias(t)
	if _, ok := t.(*types.TypeParam); ok || isItem(t) {
		return ""
	}
	if slices.ContainsFunc(in, func(outer types.Type) bool { return types.Identical(outer, t) }) {
		return " is in itself, so no message could hold it all"
	}
	in = append(in[:len(in):len(in)], t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return c.refusedField(u, in)
	case *types.Slice:
		if why := c.refusedPart(u.Elem(), in); why != "" || !takesNoItem(u.Elem()) {
			return why
		}
		return " has elements without anything in them; send how many there are"
	}
	return fmt.Sprintf(" is a %s, which no message can carry; use integers, bool, string, []byte, rights, or structs "+
		"and slices of these", c.typeName(t))
}

// isItem says whether a value is one item of a message.
func isItem(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 && u.Kind() != types.Uintptr
	case *types.Slice:
		e, ok := u.Elem().Underlying().(*types.Basic)
		return ok && e.Kind() == types.Uint8
	}
	return false
}

// takesNoItem says whether a value is a struct without anything in it.
func takesNoItem(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if !takesNoItem(f.Type()) {
			return false
		}
	}
	return true
}
