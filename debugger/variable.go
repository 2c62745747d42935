package debugger

import (
	"context"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/values"
)

// Variables returns what the programs show: all, or by the words that a person would type: the
// name of a thread, of a variable, or of both; fields and elements of a variable may follow, as in
// "log[2].id". The programs are run again up to the present position.
func (d *Debugger) Variables(ctx context.Context, as Format, words ...string) (*Variables, error) {
	return look(ctx, d, "print", func(context.Context) (*Variables, error) { return d.values().Variables(as, words...) })
}

// Evaluate returns the value of an expression of predicates at the present position, as "len(log)".
func (d *Debugger) Evaluate(ctx context.Context, as Format, expression string) (string, error) {
	return ask(ctx, d, "expression", func(context.Context) (string, error) { return d.values().Evaluate(as, expression) })
}

// Shown lists the variables that threads show at some time in the run, with their threads.
func (d *Debugger) Shown(ctx context.Context) ([]string, error) {
	return ask(ctx, d, "print", func(context.Context) ([]string, error) { return d.values().Shown() })
}

// Format says how values are written.
type Format = text.Format

// The formats.
const (
	Plain = text.Plain // by a String method of their own, with the names of what they stand for in the kernel
	Raw   = text.Raw   // as Go has them, without those names
	Hex   = text.Hex   // integers in hexadecimal, with those names
)

// Formats are the formats but for Plain.
var Formats = text.Formats

// Origins finds where a value comes from: back through assignments, arguments, results and messages, on all hosts, to
// where it was made. What a branch has picked, and the index by which an element was found, are no sources. The rows
// can be walked from then on: GotoRow, NextRow.
func (d *Debugger) Origins(ctx context.Context, o Origin) (*Sources, error) {
	return ask(ctx, d, "origin", func(context.Context) (*Sources, error) {
		x, way, err := d.values().Origins(o)
		if err == nil {
			d.on.answer = way
		}
		return x, err
	})
}

// mostValues is how many values are kept.
const mostValues = 1000

// Let keeps the value that an expression of Go has in a frame or, where lines are not known, that one of predicates
// has, in place of the one that was kept under that name.
func (d *Debugger) Let(ctx context.Context, name string, at Scope, expression string) (Kept, error) {
	return ask(ctx, d, "let", func(context.Context) (Kept, error) {
		if name = strings.TrimPrefix(name, "$"); !token.IsIdentifier(name) {
			return Kept{}, fmt.Errorf("a value cannot be kept as %q: a name is one word of letters, digits and _, as in "+
				"let n = balance[1]", name)
		}
		x := values.KeptValue{Kept: Kept{Name: name, Expression: expression, Position: d.here()}}
		err := d.values().KeepValue(&x, at)
		if err != nil {
			return Kept{}, err
		}
		all := slices.DeleteFunc(slices.Clone(d.lets), func(v values.KeptValue) bool { return v.Name == name })
		if len(all) >= mostValues {
			return Kept{}, fmt.Errorf("%d values are kept already", len(all))
		}
		d.lets = append(all, x)
		return x.Kept, nil
	})
}

// Lets lists the values that are kept.
func (d *Debugger) Lets(ctx context.Context) ([]Kept, error) {
	return list(ctx, d, "let", func(context.Context) (all []Kept, err error) {
		return text.Each(d.lets, func(v values.KeptValue) Kept { return v.Kept }), nil
	})
}

// letValue finds the value that is kept under a name: $NAME.
func (d *Debugger) letValue(name string) (v reflect.Value, ok bool) {
	if d.tasks != nil {
		return v, false // it may be of a task that is not shown to who asks
	}
	for _, x := range d.lets {
		if "$"+x.Name == name {
			return x.Held, true
		}
	}
	return v, false
}
