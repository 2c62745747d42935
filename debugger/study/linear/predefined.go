package linear

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

// wanting returns what chooses requests by the settings with their types.
func (s settings) wanting(types ...string) func(any) bool {
	var all []string
	for _, t := range types {
		all = append(all, s[t]...)
	}
	return func(asked any) bool { return asked.(*Body).is(all) }
}

// body is a request or an answer; nil for none.
func body(v any) *Body {
	b, _ := v.(*Body)
	return b
}

// cell is the state of a register: a value, or none yet.
type cell struct {
	value Value
	known bool
}

func (c cell) String() string {
	if !c.known {
		return "not known"
	}
	return c.value.String()
}

// register is the model of a register, or of one register for each key. What it holds before the first write the first
// read tells, unless it is said.
func register(s settings) *Model {
	first, known := s.value("init")
	m := &Model{Wanted: s.wanting("read", "write"), Init: func() any { return cell{first, known} }}
	if s["key"] != nil {
		m.Key = func(asked any) string { return s.key(body(asked)) }
	}
	m.Step = func(state, asked, answer any) (any, bool) {
		was, b, a := state.(cell), body(asked), body(answer)
		if b.is(s["read"]) {
			if a == nil {
				return was, true
			}
			got, ok := a.only(s["answer"])
			return cell{got, true}, ok && (!was.known || got == was.value)
		}
		if a != nil && a.refuses() {
			return was, true
		}
		v, ok := s.written(b)
		return cell{v, true}, ok
	}
	return m
}

// key is the key of a request: its field of that name, or the first one.
func (s settings) key(b *Body) string {
	v, ok := b.field(s["key"])
	if !ok && len(b.Values) > 0 {
		v = b.Values[0]
	}
	return v.String()
}

// written is the value that a request brings: its field of that name, or the only one beside the key.
func (s settings) written(b *Body) (Value, bool) {
	if v, ok := b.field(s["value"]); ok || s["key"] == nil {
		return b.only(s["value"])
	} else if len(b.Values) == 2 {
		return b.Values[1], true
	} else {
		return v, false
	}
}

func counter(s settings) *Model {
	first, _ := s.value("init")
	return &Model{
		Wanted: s.wanting("add", "read"),
		Init:   func() any { return int64(first.Num) },
		Step: func(state, asked, answer any) (any, bool) {
			sum, b, a := state.(int64), body(asked), body(answer)
			if b.is(s["add"]) && (a == nil || !a.refuses()) {
				by, ok := b.field(s["by"])
				if !ok {
					by.Num = 1
				}
				sum += int64(by.Num)
			}
			if a == nil {
				return sum, true
			}
			told, ok := a.only(s["answer"])
			return sum, !ok || int64(told.Num) == sum
		},
	}
}

// line is the state of a queue.
type line []Value

func (l line) String() string {
	return fmt.Sprintf("[%s]", strings.Join(text.Each(l, Value.String), " "))
}

func queue(s settings) *Model {
	return &Model{
		Wanted: s.wanting("put", "get"),
		Init:   func() any { return line(nil) },
		Step: func(state, asked, answer any) (any, bool) {
			l, b, a := state.(line), body(asked), body(answer)
			switch {
			case a != nil && a.refuses():
				return l, b.is(s["put"]) || len(l) == 0
			case b.is(s["put"]):
				v, ok := b.only(s["value"])
				return append(slices.Clip(l), v), ok
			case len(l) == 0:
				return l, false
			case a == nil:
				return l[1:], true
			}
			got, ok := a.only(s["answer"])
			return l[1:], ok && got == l[0]
		},
	}
}
