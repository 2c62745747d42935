package ipc

import (
	"fmt"
	"math"
	"strings"
)

// Functions for programs, which write and read messages.

// NewMessage makes a message with an item for each value: bool, string, []byte,
// float32 and float64, the integer types, and Items, which the functions below
// make for rights and memory.
//
//	ipc.NewMessage(7, "fork", 3, ipc.MakingSend(port)).To(server, ipc.CopySend)
func NewMessage(id int32, items ...any) *Message {
	m := Blank()
	m.ID = id
	for i, v := range items {
		it, ok := itemOf(v)
		if !ok {
			panic(fmt.Sprintf("message %d: item %d is a %T, which cannot be sent; use bool, string, []byte, a float, an "+
				"integer, or an Item such as MakingSend(port)", id, i, v))
		}
		m.Items = append(m.Items, it)
	}
	return m
}

// Blank returns an empty message. It has room for a few items, which most messages do with.
func Blank() *Message {
	b := new(struct {
		Message
		few [3]Item
	})
	b.Items = b.few[:0]
	return &b.Message
}

func itemOf(v any) (Item, bool) {
	switch v := v.(type) {
	case Item:
		return v, true
	case bool:
		if v {
			return Item{Kind: KindBool, Num: 1}, true
		}
		return Item{Kind: KindBool}, true
	case string:
		return Item{Kind: KindString, Str: v}, true
	case []byte:
		return Item{Kind: KindBytes, Str: string(v)}, true
	case float32:
		return Item{Kind: KindFloat, Num: math.Float64bits(float64(v))}, true
	case float64:
		return Item{Kind: KindFloat, Num: math.Float64bits(v)}, true
	}
	return intItem(v)
}

func intItem(v any) (Item, bool) {
	n := uint64(0)
	switch v := v.(type) {
	case int:
		n = uint64(v)
	case int8:
		n = uint64(v)
	case int16:
		n = uint64(v)
	case int32:
		n = uint64(v)
	case int64:
		n = uint64(v)
	case uint:
		n = uint64(v)
	case uint8:
		n = uint64(v)
	case uint16:
		n = uint64(v)
	case uint32:
		n = uint64(v)
	case uint64:
		n = v
	default:
		return Item{}, false
	}
	return Item{Kind: KindInt, Num: n}, true
}

func carry(n Name, d Disposition) Item { return Item{Kind: KindPort, Disp: d, Num: uint64(n)} }

// MovingReceive carries the receive right n, which leaves the sender.
func MovingReceive(n Name) Item { return carry(n, MoveReceive) }

// MovingSend carries one user reference of the send right n, which leaves the sender.
func MovingSend(n Name) Item { return carry(n, MoveSend) }

// MovingSendOnce carries the send-once right n, which leaves the sender.
func MovingSendOnce(n Name) Item { return carry(n, MoveSendOnce) }

// CopyingSend carries a copy of the send right n.
func CopyingSend(n Name) Item { return carry(n, CopySend) }

// MakingSend carries a new send right to the port of the receive right n.
func MakingSend(n Name) Item { return carry(n, MakeSend) }

// MakingSendOnce carries a new send-once right to the port of the receive right n.
func MakingSendOnce(n Name) Item { return carry(n, MakeSendOnce) }

// OutOfLine carries size bytes of the sender's memory at addr, as they are when the
// message is sent; dealloc removes them from the sender. Mach counts the bytes of an
// item in 32 bits; sending a larger size fails with MACH_SEND_INVALID_MEMORY.
func OutOfLine(addr, size uint64, dealloc bool) Item {
	return Item{Kind: KindMemory, Num: addr, Size: uint32(min(size, math.MaxUint32)), Dealloc: dealloc}
}

// To sets the destination of the message and how its right is carried.
func (m *Message) To(dest Name, d Disposition) *Message {
	m.Remote, m.RemoteType = dest, d
	return m
}

// ReplyTo sets the reply port of the message and how its right is carried.
func (m *Message) ReplyTo(port Name, d Disposition) *Message {
	m.Local, m.LocalType = port, d
	return m
}

// Len returns the number of items.
func (m *Message) Len() int { return len(m.Items) }

// Int returns item i, which must be an integer.
func (m *Message) Int(i int) int64 { return int64(m.item(i, "an int", KindInt).Num) }

// Float returns item i, which must be a float.
func (m *Message) Float(i int) float64 {
	return math.Float64frombits(m.item(i, "a float", KindFloat).Num)
}

// Bool returns item i, which must be a bool.
func (m *Message) Bool(i int) bool { return m.item(i, "a bool", KindBool).Num != 0 }

// Text returns item i, which must be a string.
func (m *Message) Text(i int) string { return m.item(i, "a string", KindString).Str }

// Bytes returns a copy of item i, which must be bytes, or memory that came out of line.
func (m *Message) Bytes(i int) []byte {
	return []byte(m.item(i, "bytes", KindBytes, KindMemory).Str)
}

// Port returns item i, which must be a right that came with the message, or the name
// that a notification is about.
func (m *Message) Port(i int) Name { return Name(m.item(i, "a port", KindPort, KindName).Num) }

// item returns item i, which must be of one of the kinds. Anything else is a mistake of
// the program, so it panics, and says what the message has instead.
func (m *Message) item(i int, want string, kinds ...ItemKind) *Item {
	if i < 0 || i >= len(m.Items) {
		panic(fmt.Sprintf("message %d: there is no item %d (%s)", m.ID, i, m.outline()))
	}
	it := &m.Items[i]
	for _, k := range kinds {
		if it.Kind == k {
			return it
		}
	}
	panic(fmt.Sprintf("message %d: item %d is %s, not %s (%s)", m.ID, i, it.Kind.article(), want, m.outline()))
}

// outline describes the kinds of a message's items.
func (m *Message) outline() string {
	if len(m.Items) == 0 {
		return "it has no items"
	}
	kinds := make([]string, len(m.Items))
	for i := range m.Items {
		kinds[i] = m.Items[i].Kind.String()
	}
	noun := "items"
	if len(kinds) == 1 {
		noun = "item"
	}
	return fmt.Sprintf("it has %d %s: %s", len(kinds), noun, strings.Join(kinds, ", "))
}
