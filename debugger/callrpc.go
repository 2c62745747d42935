package debugger

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"slices"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// CallRPC calls a port: a thread that the debugger makes in a task sends a request there, waits for the reply, and
// ends. Whatever the task's own threads are at, they go on. Reply tells what came of it.
type CallRPC struct {
	Port    string // as everywhere; the task has to have a right to send to it
	Request string // a struct of Go, as in get{Account: 3}, or an id with items: 12(3, true)
	From    string // a thread of the task; "" for the one in focus
}

func (c CallRPC) edit(d *Debugger) (e kernel.Edit, err error) {
	if err = d.fill(&c.Request); err != nil {
		return e, err
	}
	id, err := d.threadHere(c.From)
	if err != nil {
		return e, err
	}
	port, err := d.s().Find(kernel.PortObject, c.Port)
	if err != nil {
		return e, err
	}
	right := d.s().RightOf(id, ipc.PortID(port.ID))
	if right == ipc.Null {
		return e, fmt.Errorf("the task of %s has no right to send to %s here", d.s().State().ThreadName(id), port.Name)
	}
	e = kernel.Edit{Kind: kernel.EditRPC, Object: uint32(id), Value: strconv.FormatUint(uint64(right), 10)}
	e.Name = fmt.Sprint("rpc", 1+d.s().Calls())
	e.ID, e.Items, err = d.request(id, c.Request)
	return e, err
}

// request is the message that is written so, with values as a thread sees them.
func (d *Debugger) request(id kernel.ThreadID, typed string) (int32, []ipc.Item, error) {
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
	d     *Debugger
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
	for _, k := range l.d.s().Kinds() {
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
	x, err := l.d.s().ExpressionOf(l.id, typed)
	if err != nil {
		return nil, shown(err)
	}
	v, err := itemValue(x.At(l.d.s().Position()))
	if err != nil {
		return nil, fmt.Errorf("%s has to be %w", typed, err)
	}
	return v, nil
}

// CallReply is what came of a CallRPC.
type CallReply struct {
	Thread string  // that made the call
	Text   string  // the reply, in words; "" if none came
	Why    string  // why none came
	Motion *Motion // to where that is known
}

// Reply goes to where the last CallRPC of the run has come back, or else to the end. A live run is made further for it.
func (d *Debugger) Reply(ctx context.Context) (*CallReply, error) {
	return ask(ctx, d, "reply", func(ctx context.Context) (*CallReply, error) {
		id := d.s().Asked()
		if id == 0 {
			return nil, errors.New("nobody has called a port by call rpc in this run")
		}
		r := &CallReply{Thread: d.s().ThreadName(id)}
		var err error
		r.Motion, err = d.further(ctx, func(ctx context.Context) (*Motion, error) {
			at, err := d.answered(r, id)
			if err != nil || at < 0 {
				m, wrong := d.carryOn(ctx, false)
				return m, errors.Join(err, wrong)
			}
			return d.move(ctx, d.at(d.s().After(at+1)), at, false)
		})
		return r, err
	})
}

// answered has a live run made until the call of a thread has come back, and says with which event: -1 if it has not.
func (d *Debugger) answered(r *CallReply, id kernel.ThreadID) (at int, err error) {
	var code ipc.Code
	wrong := d.reach(func() bool {
		at, code, r.Text, err = d.s().Answered(id)
		return at >= 0 || err != nil || d.s().Final().Threads.At(uint32(id)).Status == kernel.Ended
	})
	switch {
	case at < 0 && d.s().Final().Threads.At(uint32(id)).Status == kernel.Ended:
		r.Why = "it was ended before"
	case at < 0 && d.s().GoesOn():
		r.Why = "so far it " + d.s().Rest(id)
	case at < 0:
		r.Why = "at the end of the run it " + d.s().Rest(id)
	case code != 0:
		r.Why = fmt.Sprintf("%v: %s", code, code.Explain())
	}
	return at, errors.Join(err, wrong)
}
