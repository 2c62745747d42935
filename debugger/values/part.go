package values

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/kernel"
)

// mostParts is how many parts one answer has at most.
const mostParts = 1000

// Parts returns the parts of the value that an expression of Go has in a frame.
func (d In) Parts(at Scope, expression string, from, n int) (all []Local, err error) {
	if err := d.LinesUnknown(); err != nil {
		return nil, err
	}
	id, frame, err := d.Scope(at)
	if err != nil {
		return nil, err
	}
	var names []part
	err = d.S.Value(id, frame, expression, func(v eval.Value) {
		names = PartsOf(v.Reflect(), expression)
	})
	if err != nil {
		return nil, present.Shown(err)
	}
	names = names[min(max(from, 0), len(names)):]
	if n <= 0 || n > mostParts {
		n = mostParts
	}
	return text.Each(names[:min(n, len(names))], func(p part) Local { return d.partRow(id, frame, p, at.As) }), nil
}

// part is a part of a value: its name there, and an expression for it.
type part struct{ Name, Expression string }

// partRow is a part as it is shown. One that no expression of Go names says so in place of its value.
func (d In) partRow(id kernel.ThreadID, frame int, p part, as text.Format) (row Local) {
	if p.Expression == "" {
		return Local{Name: p.Name, Value: "(no expression names it)"}
	}
	err := d.S.Value(id, frame, p.Expression, func(v eval.Value) { row = d.valueRow(id, p.Expression, v, as) })
	if err != nil {
		row = Local{Value: "(" + present.Shown(err).Error() + ")", Expression: p.Expression}
	}
	row.Name = p.Name
	return row
}

// countParts is how many parts a value has. What stands for something of the kernel has none: its fields are machsim's.
func (d In) countParts(id kernel.ThreadID, v reflect.Value) int {
	if _, ok := d.S.ThreadOf(v); ok || d.S.Meant(id, v) != "" {
		return 0
	}
	switch v.Kind() {
	case reflect.Struct:
		return v.NumField()
	case reflect.Slice, reflect.Array, reflect.Map:
		return v.Len()
	case reflect.Pointer:
		switch {
		case v.IsNil():
			return 0
		case v.Elem().Kind() == reflect.Struct, v.Elem().Kind() == reflect.Array:
			return d.countParts(id, v.Elem())
		}
		return 1
	}
	return 0
}

// PartsOf are the parts of a value that an expression has.
func PartsOf(v reflect.Value, of string) (all []part) {
	if of = operand(of); v.Kind() == reflect.Pointer && !v.IsNil() {
		switch k := v.Elem().Kind(); k {
		case reflect.Struct, reflect.Array:
			v = v.Elem()
		default:
			return []part{{"*", "*" + of}}
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for f := range v.Type().Fields() {
			if f.Name == "_" {
				all = append(all, part{f.Name, ""})
				continue
			}
			all = append(all, part{f.Name, of + "." + f.Name})
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all = append(all, part{fmt.Sprintf("[%d]", i), fmt.Sprintf("%s[%d]", of, i)})
		}
	case reflect.Map:
		return entries(v, of)
	}
	return all
}

// operand is an expression as one to which a selector or an index can be added.
func operand(expression string) string {
	plain := func(r rune) bool { return strings.ContainsRune(" +-*/%&|^<>=!", r) }
	if strings.ContainsFunc(expression, plain) {
		return "(" + expression + ")"
	}
	return expression
}

// entries are the entries of a map, in the order of their keys.
func entries(m reflect.Value, of string) (all []part) {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		return cmp.Or(compareNumbers(a, b), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	for _, k := range keys {
		text, ok := "", true
		switch k.Kind() {
		case reflect.String:
			text = strconv.Quote(k.String())
		case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
			reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			text, ok = ConstantText(eval.Of(k))
		default:
			text, ok = fmt.Sprint(k), false
		}
		p := part{Name: "[" + text + "]"}
		if ok {
			p.Expression = of + p.Name
		}
		all = append(all, p)
	}
	return all
}

// compareNumbers compares two integers; other values are the same to it.
func compareNumbers(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	}
	return 0
}
