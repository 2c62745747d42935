package edits

import (
	"fmt"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/debugger/values"
	"machsim/ipc"
	"machsim/kernel"
)

// Invoke calls a method of a variable of the program at the present position, where the thread is about to make a call:
// of the variable itself, and not of a copy as Value does. The arguments are numbers, truth values and texts. A method
// that makes kernel calls, panics or does not come back for a copy is not called.
type Invoke struct {
	values.Scope
	Expression string // an expression of Go in that frame: account.Deposit(100)
}

func (c Invoke) Edit(d In) (kernel.Edit, error) {
	e, x, err := c.Invocation(d)
	if err != nil {
		return e, err
	}
	var args []any
	for _, v := range x.Args {
		arg, err := values.ItemValue(v)
		if err != nil {
			return e, fmt.Errorf("an argument of a call is %w", err)
		}
		args = append(args, arg)
	}
	e.Name, e.Value, e.Items = x.Path, x.Method, ipc.NewMessage(0, args...).Items
	return e, nil
}

// Invocation is the call, tried on a copy.
func (c Invoke) Invocation(d In) (e kernel.Edit, x eval.Invocation, err error) {
	if err = d.Fill(&c.Expression); err != nil {
		return e, x, err
	}
	id, n, f, err := d.FrameOf(c.Scope)
	if err != nil {
		return e, x, err
	}
	if here := d.S.Position(); !here.AtCalls() {
		return e, x, fmt.Errorf("a method is called where all threads stand at their calls, and one stands before a " +
			"statement here: step on to the next event")
	}
	expression, err := eval.Parse(strings.TrimSpace(c.Expression))
	if err != nil {
		return e, x, present.Shown(err)
	}
	err = d.inScope(id, n, func(scope eval.Scope) (err error) {
		x, err = expression.Invocation(scope)
		return err
	})
	return kernel.Edit{Kind: kernel.EditCall, Object: uint32(id), Frame: f.Serial}, x, present.Shown(err)
}
