package debugger

import (
	"context"
	"fmt"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/ipc"
	"machsim/kernel"
)

// Invoke calls a method of a variable of the program at the present position, where the thread is about to make a call:
// of the variable itself, and not of a copy as Value does. The arguments are numbers, truth values and texts. A method
// that makes kernel calls, panics or does not come back for a copy is not called.
type Invoke struct {
	Expression string // of Go in a frame: account.Deposit(100)
	In         Scope
}

// Returns is what the method of an Invoke returns, tried on a copy; none for one that returns nothing.
func (d *Debugger) Returns(ctx context.Context, c Invoke) ([]string, error) {
	return ask(ctx, d, "call", func(context.Context) ([]string, error) {
		_, x, err := c.invocation(d)
		return x.Results, err
	})
}

func (c Invoke) edit(d *Debugger) (kernel.Edit, error) {
	e, x, err := c.invocation(d)
	if err != nil {
		return e, err
	}
	var args []any
	for _, v := range x.Args {
		arg, err := itemValue(v)
		if err != nil {
			return e, fmt.Errorf("an argument of a call is %w", err)
		}
		args = append(args, arg)
	}
	e.Name, e.Value, e.Items = x.Path, x.Method, ipc.NewMessage(0, args...).Items
	return e, nil
}

// itemValue is a value as an item of a message has it.
func itemValue(v eval.Value) (any, error) {
	switch v.Kind() {
	case eval.Bool:
		is, _ := v.Bool()
		return is, nil
	case eval.Int:
		return v.Int(), nil
	case eval.Float:
		return v.Float(), nil
	case eval.Text:
		s, _ := v.Spoken()
		return s, nil
	}
	return nil, fmt.Errorf("a number, a truth value or a text, and not %s", v.Kind())
}

// invocation is the call, tried on a copy.
func (c Invoke) invocation(d *Debugger) (e kernel.Edit, x eval.Invocation, err error) {
	if err = d.fill(&c.Expression); err != nil {
		return e, x, err
	}
	id, n, f, err := d.frameOf(c.In)
	if err != nil {
		return e, x, err
	}
	if here := d.s().Position(); !here.AtCalls() {
		return e, x, fmt.Errorf("a method is called where all threads stand at their calls, and one stands before a " +
			"statement here: step on to the next event")
	}
	expression, err := eval.Parse(strings.TrimSpace(c.Expression))
	if err != nil {
		return e, x, shown(err)
	}
	err = d.s().Statements(func(src *source.Source) error {
		if err := src.To(d.s().Position()); err != nil {
			return err
		}
		scope, ok := src.Scope(id, n, d.s().Call)
		if !ok {
			return d.noFrameOf(id)
		}
		src.Inside(func() { x, err = expression.Invocation(scope) })
		return err
	})
	return kernel.Edit{Kind: kernel.EditCall, Object: uint32(id), Frame: f.Serial}, x, shown(err)
}
