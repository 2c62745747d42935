package debugger

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
)

// Kept is the value that an expression had somewhere, under a name: $NAME is that value in every expression. It is kept
// until the session ends.
type Kept struct {
	Name       string // without the $
	Expression string
	Type       string
	Value      string
	Position   Position // where it was evaluated
}

// keptValue is a Kept with its value, a copy of which nobody else knows.
type keptValue struct {
	Kept
	value reflect.Value
}

// mostValues is how many values are kept.
const mostValues = 1000

// Let keeps the value that an expression of Go has in a frame or, where lines are not known, that one of predicates
// has, in place of the one that was kept under that name.
func (d *Debugger) Let(ctx context.Context, name, expression string, at Scope) (Kept, error) {
	return ask(ctx, d, "let", func(context.Context) (Kept, error) {
		if name = strings.TrimPrefix(name, "$"); !token.IsIdentifier(name) {
			return Kept{}, fmt.Errorf("a value cannot be kept as %q: a name is one word of letters, digits and _, as in "+
				"let n = balance[1]", name)
		}
		x := keptValue{Kept: Kept{Name: name, Expression: expression, Position: d.here()}}
		err := d.keepValue(&x, at)
		if err != nil {
			return Kept{}, err
		}
		all := slices.DeleteFunc(slices.Clone(d.values), func(v keptValue) bool { return v.Name == name })
		if len(all) >= mostValues {
			return Kept{}, fmt.Errorf("%d values are kept already", len(all))
		}
		d.values = append(all, x)
		return x.Kept, nil
	})
}

// Lets lists the values that are kept.
func (d *Debugger) Lets(ctx context.Context) ([]Kept, error) {
	return list(ctx, d, "let", func(context.Context) (all []Kept, err error) {
		for _, v := range d.values {
			all = append(all, v.Kept)
		}
		return all, nil
	})
}

// keepValue evaluates the expression, and copies what it has.
func (d *Debugger) keepValue(x *keptValue, at Scope) (err error) {
	id, n, wrong := d.scope(at)
	keep := func(v eval.Value) {
		if x.value, err = v.Copied(); err == nil {
			x.Type, x.Value = x.value.Type().String(), d.shownValue(id, x.value, at.As)
		}
	}
	if d.s().HasStatements() && wrong == nil {
		wrong = d.s().Value(id, n, x.Expression, keep)
		return errors.Join(err, shown(wrong))
	}
	filled, err := d.filled(x.Expression)
	if err != nil {
		return err
	}
	e, err := d.s().Expression(filled)
	if err != nil {
		return shown(err)
	}
	keep(e.At(d.s().Position()))
	return err
}

// letValue finds the value that is kept under a name: $NAME.
func (d *Debugger) letValue(name string) (v reflect.Value, ok bool) {
	if d.tasks != nil {
		return v, false // it may be of a task that is not shown to who asks
	}
	for _, x := range d.values {
		if "$"+x.Name == name {
			return x.value, true
		}
	}
	return v, false
}

// filled is a text of the language with the constants of the values that are kept, in place of their names. It means
// the same without them, in another session too.
func (d *Debugger) filled(typed string) (string, error) {
	if !strings.Contains(typed, "$") {
		return typed, nil
	}
	var wrong error
	text := lang.Replace(typed, func(name string) string {
		v, ok := d.letValue(name)
		constant, plain := "", false
		if ok {
			constant, plain = constantText(eval.Of(v))
		}
		switch {
		case d.tasks != nil:
			wrong = errHidden
		case !ok:
			wrong = fmt.Errorf("no value is kept as %s: let %s = EXPRESSION keeps one", name, strings.TrimPrefix(name, "$"))
		case !plain:
			wrong = fmt.Errorf("%s is of type %s; only numbers, truth values and texts can stand here, as in let x = %s.PART",
				name, v.Type(), name)
		}
		return constant
	})
	return text, wrong
}

// fill puts constants in place of the values that are kept in some texts.
func (d *Debugger) fill(texts ...*string) (err error) {
	for _, t := range texts {
		if *t, err = d.filled(*t); err != nil {
			return err
		}
	}
	return nil
}
