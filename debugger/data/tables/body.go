package tables

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// bodies keeps what messages say, each once: a message says the same where it is sent and where it is received, and
// many messages say the same. Ports are in it by their names. What columns tell of a message (tag, type, items, its
// text) is read from it when it is asked for.
type bodies struct {
	codes map[string]int
	bytes []byte
	ends  []uint32 // by code: where it ends in bytes
	room  []byte

	// The message that was read last: most columns of a row tell something of the same one.
	last  int
	tagIs int32
	items []ipc.Item
}

// code is the code of a message's body, 0 for no message.
func (b *bodies) code(m *event.Message) int {
	if m == nil {
		return 0
	}
	b.room = binary.AppendVarint(b.room[:0], int64(m.ID))
	for i := range m.Items {
		b.item(m, i)
	}
	if code, ok := b.codes[string(b.room)]; ok {
		return code
	}
	b.bytes = append(b.bytes, b.room...)
	b.ends = append(b.ends, uint32(len(b.bytes)))
	code := len(b.ends) - 1
	b.codes[string(b.room)] = code
	return code
}

// item writes an item. The address of memory and the name of a port differ from task to task, and are left out. With a
// name goes the port that it stood for, if the message is a notification about it.
func (b *bodies) item(m *event.Message, i int) {
	it := &m.Items[i]
	b.room = append(b.room, byte(it.Kind), byte(it.Disp))
	num, str := it.Num, it.Str
	switch it.Kind {
	case ipc.KindName:
		str = m.About.Text
	case ipc.KindPort:
		num, str = 0, trace.Name(&m.Ports[i])
	case ipc.KindMemory:
		num, str = uint64(max(int(it.Size), len(it.Str))), ""
	}
	b.room = binary.AppendUvarint(b.room, num)
	b.room = binary.AppendUvarint(b.room, uint64(len(str)))
	b.room = append(b.room, str...)
}

// close ends the adding.
func (b *bodies) close() { b.codes, b.room = nil, nil }

// read returns the message of a code other than 0. The items of ports and memory are as item has written them; they
// are there until another message is read.
func (b *bodies) read(code int) (tag int32, items []ipc.Item) {
	if code != b.last {
		b.last, b.items = code, b.items[:0]
		b.tagIs = b.decode(code)
	}
	return b.tagIs, b.items
}

// decode adds the items of a message to those that were read, and returns its tag.
func (b *bodies) decode(code int) (tag int32) {
	rest := b.bytes[b.ends[code-1]:b.ends[code]]
	next := func() uint64 {
		x, n := binary.Uvarint(rest)
		rest = rest[n:]
		return x
	}
	id, n := binary.Varint(rest)
	rest = rest[n:]
	for len(rest) > 0 {
		it := ipc.Item{Kind: ipc.ItemKind(rest[0]), Disp: ipc.Disposition(rest[1])}
		rest = rest[2:]
		it.Num = next()
		n := next()
		it.Str, rest = string(rest[:n]), rest[n:]
		b.items = append(b.items, it)
	}
	return int32(id)
}

// tag is the id of the message.
func (b *bodies) tag(code int) Value {
	if code == 0 {
		return Null()
	}
	id, _ := binary.Varint(b.bytes[b.ends[code-1]:b.ends[code]])
	return Int(id)
}

// typeOf is the name of the Go type that the message was made from.
func (b *bodies) typeOf(code int) Value {
	if code == 0 {
		return Null()
	}
	_, items := b.read(code)
	s, ok := kernel.ShapeOf(items)
	if !ok {
		return Null()
	}
	return word(quote.Line(s.Name))
}

// text is the message in words.
func (b *bodies) text(code int) Value {
	if code == 0 {
		return Null()
	}
	id, items := b.read(code)
	if len(items) > 0 && items[0].Kind == ipc.KindName {
		if text := trace.Noticed(id, items[0].Str); text != "" {
			return String(quote.Line(text))
		}
	}
	return String(quote.Line(trace.Body(id, items, itemText)))
}

// size is the bytes of the message on Mach's wire.
func (b *bodies) size(code int) Value {
	if code == 0 {
		return Null()
	}
	_, items := b.read(code)
	return Int(int64(ipc.Size(items)))
}

// itemAt is the n-th item.
func (b *bodies) itemAt(code, n int) Value {
	if code == 0 {
		return Null()
	}
	_, items := b.read(code)
	if n >= len(items) {
		return Null()
	}
	return itemValue(&items[n])
}

// field is the field of a message with a name, as kernel.Shape.Fields has it.
func (b *bodies) field(code int, name string) Value {
	if code == 0 {
		return Null()
	}
	_, items := b.read(code)
	if it := kernel.FieldOf(items, name); it != nil {
		return itemValue(it)
	}
	return Null()
}

// itemValue is an item as a value: a number or a truth as an integer, all else as a text; NULL for the shape.
func itemValue(it *ipc.Item) Value {
	switch it.Kind {
	case ipc.KindInt, ipc.KindBool:
		return Int(int64(it.Num))
	case ipc.KindFloat:
		return String(strconv.FormatFloat(math.Float64frombits(it.Num), 'g', -1, 64))
	case ipc.KindString, ipc.KindBytes, ipc.KindPort:
		return String(quote.Line(it.Str))
	case ipc.KindShape:
		return Null()
	}
	return String(quote.Line(itemText(it)))
}

// itemText is an item in the words that traces have for it.
func itemText(it *ipc.Item) string {
	switch {
	case it.Kind == ipc.KindName && it.Str != "":
		return it.Str
	case it.Kind == ipc.KindMemory:
		return fmt.Sprintf("%d bytes of memory", it.Num)
	}
	return trace.Item(it, func(uint64) string { return it.Str })
}
