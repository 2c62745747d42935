package edits

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"slices"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/debugger/present"
	"machsim/debugger/values"
	"machsim/ipc"
	"machsim/kernel"
)

// CallRPC calls a port: a thread that the debugger makes in a task sends a request there, waits for the reply, and
// ends. Whatever the task's own threads are at, they go on. Reply tells what came of it.
type CallRPC struct {
	Port    string // its name; the task has to have a right to send to it
	Request string // a struct, as in get{Account: 3}, or an id with items, as in 12(3, true)
	From    string // a thread in whose task the call is made; "" for the one in focus
}

func (c CallRPC) Edit(d In) (e kernel.Edit, err error) {
	if err = d.Fill(&c.Request); err != nil {
		return e, err
	}
	id, err := d.ThreadHere(c.From)
	if err != nil {
		return e, err
	}
	port, err := d.S.Find(kernel.PortObject, c.Port)
	if err != nil {
		return e, err
	}
	right := d.S.RightOf(id, ipc.PortID(port.ID))
	if right == ipc.Null {
		return e, fmt.Errorf("the task of %s has no right to send to %s here", d.S.State().ThreadName(id), port.Name)
	}
	e = kernel.Edit{Kind: kernel.EditRPC, Object: uint32(id), Value: strconv.FormatUint(uint64(right), 10)}
	e.Name = fmt.Sprint("rpc", 1+d.S.Calls())
	e.ID, e.Items, err = d.request(id, c.Request)
	return e, err
}

// request is the message that is written so, with values as a thread sees them.
func (d In) request(id kernel.ThreadID, typed string) (int32, []ipc.Item, error) {
	x, err := parser.ParseExpr(typed)
	l := literal{d, id, typed}
	switch x := x.(type) {
	case *ast.CallExpr:
		n, wrong := strconv.ParseInt(l.text(x.Fun), 0, 32)
		all, err := l.list(x.Args)
		if wrong == nil && err == nil {
			return int32(n), ipc.NewMessage(int32(n), all...).Items, nil
		}
		if wrong == nil {
			return 0, nil, err
		}
	case *ast.CompositeLit:
		if err == nil && x.Type != nil {
			return l.message(l.text(x.Type), x)
		}
	}
	return 0, nil, fmt.Errorf("a request is written as Go writes a struct, as in get{Account: 3}, or as an id with "+
		"items, as in 12(3, true), and not %s", typed)
}

// literal reads a message that is written down.
type literal struct {
	d     In
	id    kernel.ThreadID
	typed string
}

func (l literal) text(n ast.Node) string { return l.typed[n.Pos()-1 : n.End()-1] }

// message makes a message that is a struct, of a sort that the program knows.
func (l literal) message(name string, x ast.Expr) (int32, []ipc.Item, error) {
	v, err := l.value(x)
	if err != nil {
		return 0, nil, err
	}
	var names []string
	for _, k := range l.d.S.Kinds() {
		if k.Shape.Name == name {
			items, err := k.Shape.Make(v)
			return k.ID, items, err
		}
		names = append(names, k.Shape.Name)
	}
	if len(names) == 0 {
		return 0, nil, errors.New("the program knows no message that is a struct: write an id with items, as in 12(3, true)")
	}
	return 0, nil, fmt.Errorf("the program knows no message %s; %s", name, text.Offer(name, names, "messages"))
}

// value is a struct or a list with its parts, or what the language makes of an expression.
func (l literal) value(x ast.Expr) (any, error) {
	lit, ok := x.(*ast.CompositeLit)
	if !ok {
		return l.constant(l.text(x))
	}
	if !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { _, named := e.(*ast.KeyValueExpr); return named }) {
		return l.list(lit.Elts)
	}
	all := map[string]any{}
	for _, e := range lit.Elts {
		field, named := e.(*ast.KeyValueExpr)
		if !named {
			return nil, errors.New("either all fields have their names, or none has")
		}
		v, err := l.value(field.Value)
		if err != nil {
			return nil, err
		}
		all[l.text(field.Key)] = v
	}
	return all, nil
}

func (l literal) list(elements []ast.Expr) (all []any, err error) {
	for _, e := range elements {
		v, err := l.value(e)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// constant is the value of an expression of predicates at the present position.
func (l literal) constant(typed string) (any, error) {
	x, err := l.d.S.ExpressionOf(l.id, typed)
	if err != nil {
		return nil, present.Shown(err)
	}
	v, err := values.ItemValue(x.At(l.d.S.Position()))
	if err != nil {
		return nil, fmt.Errorf("%s has to be %w", typed, err)
	}
	return v, nil
}
