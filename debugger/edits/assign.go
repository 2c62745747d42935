package edits

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/debugger/values"
	"machsim/kernel"
)

// Assign gives a variable of the program another value: one that Go's expression names in a frame, at the present
// position, which may be between two calls. The value is an expression of Go there, of the variable's type: a number, a
// truth value, a text or nil.
type Assign struct {
	Variable, Value string
	In              values.Scope
}

// Sees says whether Assign is for an expression.
func (d In) Sees(expression string) (bool, error) {
	id, here := d.Focus, d.S.Position()
	if !d.S.HasStatements() || id == 0 || !d.S.State().Threads.Has(uint32(id)) {
		return false, nil
	}
	if here.AtCalls() || here.Thread != id {
		name, _, _ := strings.Cut(strings.ReplaceAll(expression, "[", "."), ".")
		if all, err := d.ShownHere(text.Plain); err != nil || len(values.Called(all, name)) > 0 {
			return false, err
		}
	}
	err := d.S.Value(id, d.Frame, expression, func(eval.Value) {})
	return err == nil, nil
}

func (c Assign) Edit(d In) (e kernel.Edit, err error) {
	here := d.S.Position()
	if err := d.Fill(&c.Variable, &c.Value); err != nil {
		return e, err
	}
	id, n, f, err := d.FrameOf(c.In)
	if err != nil {
		return e, err
	}
	e = kernel.Edit{Kind: kernel.EditAssign, Object: uint32(id), Frame: f.Serial}
	if !here.AtCalls() && here.Thread == id {
		e.Statement = here.N
	}
	err = d.inScope(id, n, func(scope eval.Scope) (err error) {
		e.Name, e.Value, err = c.constant(scope)
		return err
	})
	return e, present.Shown(err)
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
	if value, ok = values.ConstantText(eval.Of(rv)); !ok {
		return "", "", fmt.Errorf("%s is of type %s; only numbers, truth values, texts and nil can be set, and such "+
			"parts of other variables", c.Variable, to.Type())
	}
	return path, value, nil
}
