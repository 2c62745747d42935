package debugger

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// Assign gives a variable of the program another value: one that Go's expression names in a frame, at the present
// position, which may be between two calls. The value is an expression of Go there, of the variable's type: a number, a
// truth value, a text or nil.
type Assign struct {
	Variable, Value string
	In              Scope
}

// Sees says whether Assign is for an expression: the chosen frame sees a variable of that name. What the thread shows
// (th.Watch) is for Set, which needs no hooks, if the thread stands at a call.
func (d *Debugger) Sees(ctx context.Context, expression string) (bool, error) {
	return ask(ctx, d, "set", func(context.Context) (bool, error) {
		id, here := d.on.focus, d.s().Position()
		if !d.s().HasStatements() || id == 0 || !d.s().State().Threads.Has(uint32(id)) {
			return false, nil
		}
		if here.AtCalls() || here.Thread != id {
			name, _, _ := strings.Cut(strings.ReplaceAll(expression, "[", "."), ".")
			if all, err := d.shownHere(Plain); err != nil || len(called(all, name)) > 0 {
				return false, err
			}
		}
		err := d.s().Value(id, d.on.frame, expression, func(eval.Value) {})
		return err == nil, nil
	})
}

func (c Assign) edit(d *Debugger) (e kernel.Edit, err error) {
	here := d.s().Position()
	if err := d.fill(&c.Variable, &c.Value); err != nil {
		return e, err
	}
	id, n, f, err := d.frameOf(c.In)
	if err != nil {
		return e, err
	}
	e = kernel.Edit{Kind: kernel.EditAssign, Object: uint32(id), Frame: f.Serial}
	if !here.AtCalls() && here.Thread == id {
		e.Statement = here.N
	}
	err = d.s().Statements(func(src *source.Source) error {
		if err := src.To(d.s().Position()); err != nil {
			return err
		}
		scope, ok := src.Scope(id, n, d.s().Call)
		if !ok {
			return d.noFrameOf(id)
		}
		src.Inside(func() { e.Name, e.Value, err = c.constant(scope) })
		return err
	})
	return e, shown(err)
}

// constant is the path of the variable, and the value as Go writes constants.
func (c Assign) constant(scope eval.Scope) (path, value string, err error) {
	variable, err := eval.Parse(c.Variable)
	if err != nil {
		return "", "", err
	}
	if path, err = variable.Path(scope); err != nil {
		return "", "", err
	}
	to, err := variable.Variable(scope)
	if err != nil {
		return "", "", err
	}
	x, err := eval.Parse(c.Value)
	if err != nil {
		return "", "", err
	}
	v, err := x.Value(scope)
	if err != nil {
		if to.Kind() == reflect.String && !strings.ContainsAny(c.Value, " \"") {
			return path, strconv.Quote(c.Value), nil
		}
		return "", "", err
	}
	rv, ok := v.As(to.Type())
	if !ok {
		return "", "", fmt.Errorf("%s is of type %s, and %s is of type %s", c.Variable, to.Type(), c.Value, v.Type())
	}
	if value, ok = constantText(eval.Of(rv)); !ok {
		return "", "", fmt.Errorf("%s is of type %s; only numbers, truth values, texts and nil can be set, and such "+
			"parts of other variables", c.Variable, to.Type())
	}
	return path, value, nil
}

// constantText is a value as Go writes constants; ok is false if it is none.
func constantText(v eval.Value) (text string, ok bool) {
	if k := v.Kind(); k != eval.Other && k != eval.None {
		return v.Constant(), true
	}
	return "nil", v.IsNil()
}
