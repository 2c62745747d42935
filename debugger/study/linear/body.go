package linear

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// Body is a message as a predefined model sees it: values by the names of their fields.
type Body struct {
	Type   string // the name of the struct that it was made from; "" if it was made from none
	Names  []string
	Values []Value
}

// Value is an item of a message. Values are compared by ==.
type Value struct {
	Kind ipc.ItemKind
	Num  uint64
	Str  string
}

func bodyOf(m *ipc.Message) *Body {
	b := &Body{}
	shape, ok := kernel.ShapeOf(m.Items)
	if !ok {
		return b
	}
	b.Type = shape.Name
	for i, name := range shape.Fields(m.Items) {
		if name != "" {
			it := &m.Items[i]
			b.Names, b.Values = append(b.Names, name), append(b.Values, Value{it.Kind, it.Num, it.Str})
		}
	}
	return b
}

// is says whether the type of b is one of some names, in capitals or not.
func (b *Body) is(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, b.Type) })
}

// field returns a field by the first of some names that there is, in capitals or not.
func (b *Body) field(names []string) (Value, bool) {
	for _, name := range names {
		for i := range b.Names {
			if strings.EqualFold(name, b.Names[i]) {
				return b.Values[i], true
			}
		}
	}
	return Value{}, false
}

// only returns a field by a name, or the only one that is not truth.
func (b *Body) only(names []string) (v Value, ok bool) {
	if v, ok = b.field(names); ok || b == nil {
		return v, ok
	}
	for i := range b.Values {
		if b.Values[i].Kind == ipc.KindBool {
			continue
		}
		if ok {
			return Value{}, false
		}
		v, ok = b.Values[i], true
	}
	return v, ok
}

// refuses says whether an answer has a truth value in it that is false: nothing was done.
func (b *Body) refuses() bool {
	return slices.ContainsFunc(b.Values, func(v Value) bool { return v.Kind == ipc.KindBool && v.Num == 0 })
}

// String is the value as a trace says it.
func (v Value) String() string {
	return trace.Item(&ipc.Item{Kind: v.Kind, Num: v.Num, Str: v.Str}, portNumber)
}

// portNumber is a right in words.
func portNumber(n uint64) string { return fmt.Sprint("port ", n) }
