package values

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
)

// Filled is a text of the language with the constants of the values that are kept, in place of their names. It means
// the same without them, in another session too.
func (d In) Filled(typed string) (string, error) {
	if !strings.Contains(typed, "$") {
		return typed, nil
	}
	var wrong error
	text := lang.Replace(typed, func(name string) string {
		v, ok := d.Kept(name)
		constant, plain := "", false
		if ok {
			constant, plain = ConstantText(eval.Of(v))
		}
		switch {
		case d.Tasks != nil:
			wrong = present.ErrHidden
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

// Fill puts constants in place of the values that are kept in some texts.
func (d In) Fill(texts ...*string) (err error) {
	for _, t := range texts {
		if *t, err = d.Filled(*t); err != nil {
			return err
		}
	}
	return nil
}

// Kept is the value that an expression had somewhere, under a name: $NAME is that value in every expression. It is kept
// until the session ends.
type Kept struct {
	Name       string // without the $
	Expression string
	Type       string
	Value      string
	Position   present.Position // where it was evaluated
}

// KeptValue is a Kept with its value, a copy of which nobody else knows.
type KeptValue struct {
	Kept
	Held reflect.Value
}

// KeepValue evaluates the expression, and copies what it has.
func (d In) KeepValue(x *KeptValue, at Scope) (err error) {
	id, n, wrong := d.Scope(at)
	keep := func(v eval.Value) {
		if x.Held, err = v.Copied(); err == nil {
			x.Type, x.Value = x.Held.Type().String(), d.ShownValue(id, x.Held, at.As)
		}
	}
	if d.S.HasStatements() && wrong == nil {
		wrong = d.S.Value(id, n, x.Expression, keep)
		return errors.Join(err, present.Shown(wrong))
	}
	filled, err := d.Filled(x.Expression)
	if err != nil {
		return err
	}
	e, err := d.S.Expression(filled)
	if err != nil {
		return present.Shown(err)
	}
	keep(e.At(d.S.Position()))
	return err
}

// ConstantText is a value as Go writes constants; ok is false if it is none.
func ConstantText(v eval.Value) (text string, ok bool) {
	if k := v.Kind(); k != eval.Other && k != eval.None {
		return v.Constant(), true
	}
	return "nil", v.IsNil()
}

// ItemValue is a value as an item of a message has it.
func ItemValue(v eval.Value) (any, error) {
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
