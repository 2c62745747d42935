package kernel

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"machsim/ipc"
)

// MessageKind is a sort of message that is a struct: its id, and the shape that it carries.
type MessageKind struct {
	ID    int32
	Shape Shape
}

// KindOf returns the sort of the messages of a type; false if there are none.
func KindOf(t reflect.Type) (MessageKind, bool) { return newCodec(t).kind() }

func (c *codec) kind() (MessageKind, bool) {
	if c.refuse != "" || c.shape == "" {
		return MessageKind{}, false
	}
	return MessageKind{c.id, Shape{c.typ.Name(), c.fields}}, true
}

// Kinds returns the sorts that the program has sent so far, or was ready to receive, by their names.
func (m *Machine) Kinds() (all []MessageKind) {
	for _, c := range m.codecs {
		if k, ok := c.kind(); ok {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b MessageKind) int { return strings.Compare(a.Shape.String(), b.Shape.String()) })
	return all
}

// Kinds is that of its program so far.
func (f *Feeder) Kinds() []MessageKind { return f.m.Kinds() }

// String is the shape as a message carries it: Deposit{Account int, Amount int}.
func (s Shape) String() string { return s.Name + shapeOfFields(s.fields) }

// Make returns the items of a message that somebody writes down. A struct is a map of its fields, of which those left
// out are zero, or a list of all of them; a slice is a list; what is one item is an int64, a bool or a string.
func (s Shape) Make(v any) ([]ipc.Item, error) {
	var m maker
	m.fields(s.fields, v, "")
	if m.err != nil {
		return nil, fmt.Errorf("%s: %w", s, m.err)
	}
	return append(m.items, ipc.Item{Kind: ipc.KindShape, Str: s.String()}), nil
}

// maker makes the items of a message.
type maker struct {
	items []ipc.Item
	err   error // the first mistake
}

func (m *maker) fails(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// fields makes those of a struct. The prefix of their names ends in a dot, or is empty.
func (m *maker) fields(fields []part, v any, prefix string) {
	given, ok := v.(map[string]any)
	if list, is := v.([]any); is && (len(list) == 0 || len(list) == len(fields)) {
		given, ok = map[string]any{}, true
		for i, x := range list {
			given[fields[i].name] = x
		}
	}
	if !ok && v != nil {
		m.fails("give its fields by their names, or all %d in order", len(fields))
		return
	}
	given = maps.Clone(given)
	for i := range fields {
		m.part(&fields[i], given[fields[i].name], prefix+fields[i].name)
		delete(given, fields[i].name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		m.fails("there is no field %s%s", prefix, name)
	}
}

func (m *maker) part(p *part, v any, name string) {
	switch p.kind {
	case partStruct:
		m.fields(p.parts, v, name+".")
	case partSlice:
		list, ok := v.([]any)
		if !ok && v != nil {
			m.fails("%s is a slice", name)
		}
		m.items = append(m.items, ipc.Item{Kind: ipc.KindInt, Num: uint64(len(list))})
		for i, x := range list {
			m.part(&p.parts[0], x, fmt.Sprintf("%s[%d]", name, i))
		}
	case partSend, partReceive, partSendOnce:
		m.fails("%s is a right, and none can be written down", name)
	default:
		m.items = append(m.items, m.item(p.kind, v, name))
	}
}

// item makes what is one item, of a value of its kind or nil.
func (m *maker) item(kind partKind, v any, name string) ipc.Item {
	it := ipc.Item{Kind: itemKinds[kind]}
	if v == nil {
		return it
	}
	of := it.Kind
	if of == ipc.KindBytes {
		of = ipc.KindString
	}
	made := ipc.NewMessage(0, v).Items[0]
	if made.Kind != of {
		m.fails("%s is of kind %s", name, partWords[kind])
	}
	it.Num, it.Str = made.Num, made.Str
	return it
}
