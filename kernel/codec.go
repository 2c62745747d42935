package kernel

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/ipc"
)

// codec makes messages of the values of a Go struct, and values of messages. It is made when its
// type is first used, and kept.
type codec struct {
	typ    reflect.Type
	id     int32
	shape  string // "" for a message of the kernel's own, which carries none
	fields []part
	refuse string // why values of the type cannot be sent, "" if they can

	alone []*codec      // this one
	box   reflect.Value // of a pointer to a value that is on its way into or out of a message; the zero value between
}

// ready makes what a codec is used with.
func (c *codec) ready() *codec {
	c.alone = []*codec{c}
	if c.typ != nil {
		c.box = reflect.New(c.typ)
	}
	return c
}

// empty lets go of what was in the box.
func (c *codec) empty() { c.box.Elem().SetZero() }

// codec returns that of a type. Each Machine has its own: one table for all of them would need a
// lock, and first uses are few.
func (m *Machine) codec(t reflect.Type) *codec {
	c := m.codecs[t]
	if c == nil {
		c = newCodec(t).ready()
		if m.codecs == nil {
			m.codecs = map[reflect.Type]*codec{}
		}
		m.codecs[t] = c
	}
	return c
}

// Messages that programs name by their types have ids from firstTypedID on, far from those of
// Mach, of MIG's interfaces and of numbers that people choose.
const (
	firstTypedID = 1 << 24
	typedIDs     = 1 << 30
)

// typedID is the id of a type's messages. It depends on the type's name alone.
func typedID(name string) int32 {
	return int32(firstTypedID + hashText(sumSeed, name)%typedIDs)
}

func newCodec(t reflect.Type) *codec {
	if t == nil {
		return &codec{refuse: "nil was given for a message; a message is a struct"}
	}
	c := &codec{typ: t}
	if id, ok := noticeIDs[t]; ok {
		c.id = id
		c.fields, _ = partsOf(t, nil)
		return c
	}
	switch name := t.String(); {
	case t.Kind() != reflect.Struct:
		c.refuse = name + " is no struct; a message is one, with a field for each value"
	case t.Name() == "" || strings.Contains(t.Name(), "["):
		c.refuse = name + " has no name of its own, and a message is known by that of its type; declare a type"
	default:
		var err error
		if c.fields, err = partsOf(t, []reflect.Type{t}); err != nil {
			c.refuse = name + err.Error()
		}
		c.id = typedID(t.Name())
		c.shape = t.Name() + shapeOfFields(c.fields)
	}
	if _, ok := ShapeOf([]ipc.Item{{Kind: ipc.KindShape, Str: c.shape}}); !ok && c.refuse == "" {
		c.refuse = t.String() + " is too large, or too deep, for a message"
	}
	return c
}

// Types of fields that carry rights.
var (
	nameType     = reflect.TypeFor[Name]()
	receiveType  = reflect.TypeFor[ReceiveRight]()
	sendOnceType = reflect.TypeFor[SendOnceRight]()
)

// partsOf returns the parts of a struct. The types are those that it is in. The text of an error
// goes on from the name of the type: ".Field is a ...".
func partsOf(t reflect.Type, in []reflect.Type) (fields []part, err error) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			return nil, fmt.Errorf(".%s: only fields with a capital letter can be sent; give it one, or leave it out", f.Name)
		}
		p, err := partOf(f.Type, in)
		if err != nil {
			return nil, fmt.Errorf(".%s%w", f.Name, err)
		}
		p.name = f.Name
		fields = append(fields, p)
	}
	return fields, nil
}

// partOf returns what a value of a type is in a message.
func partOf(t reflect.Type, in []reflect.Type) (p part, err error) {
	if kind, ok := partOfOne(t); ok {
		return part{kind: kind}, nil
	}
	for _, outer := range in {
		if outer == t {
			return part{}, errors.New(" is in itself, so no message could hold it all")
		}
	}
	in = append(in[:len(in):len(in)], t)
	switch t.Kind() {
	case reflect.Struct:
		p.kind = partStruct
		p.parts, err = partsOf(t, in)
		return p, err
	case reflect.Slice:
		e, err := partOf(t.Elem(), in)
		if err == nil && empty(e) {
			err = errors.New(" has elements without anything in them; send how many there are")
		}
		return part{kind: partSlice, parts: []part{e}}, err
	}
	return part{}, fmt.Errorf(" is a %s, which no message can carry; "+
		"use integers, bool, string, []byte, rights, or structs and slices of these", t)
}

// partOfOne is partOf for what is one item.
func partOfOne(t reflect.Type) (partKind, bool) {
	switch t {
	case nameType:
		return partSend, true
	case receiveType:
		return partReceive, true
	case sendOnceType:
		return partSendOnce, true
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return partInt, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return partUint, true
	case reflect.Bool:
		return partBool, true
	case reflect.String:
		return partString, true
	case reflect.Slice:
		return partBytes, t.Elem().Kind() == reflect.Uint8
	}
	return 0, false
}

// empty says that a part takes no item.
func empty(p part) bool {
	return p.kind == partStruct && !slices.ContainsFunc(p.parts, func(x part) bool { return !empty(x) })
}

// shapeOfFields writes fields as ShapeOf reads them.
func shapeOfFields(fields []part) string {
	var words []string
	for i := range fields {
		words = append(words, fields[i].name+" "+shapeOfPart(&fields[i]))
	}
	return "{" + strings.Join(words, ", ") + "}"
}

func shapeOfPart(p *part) string {
	switch p.kind {
	case partStruct:
		return shapeOfFields(p.parts)
	case partSlice:
		return "[]" + shapeOfPart(&p.parts[0])
	}
	return partWords[p.kind]
}

// encode appends the items of a value, and then its shape.
func (c *codec) encode(th *Thread, items []ipc.Item, v reflect.Value) []ipc.Item {
	items = encodeFields(th, items, c.fields, v)
	if c.shape == "" {
		return items
	}
	return append(items, ipc.Item{Kind: ipc.KindShape, Str: c.shape})
}

func encodeFields(th *Thread, items []ipc.Item, fields []part, v reflect.Value) []ipc.Item {
	for i := range fields {
		items = encodePart(th, items, &fields[i], v.Field(i))
	}
	return items
}

func encodePart(th *Thread, items []ipc.Item, p *part, v reflect.Value) []ipc.Item {
	switch p.kind {
	case partStruct:
		return encodeFields(th, items, p.parts, v)
	case partSlice:
		items = append(items, ipc.Item{Kind: ipc.KindInt, Num: uint64(v.Len())})
		for i := range v.Len() {
			items = encodePart(th, items, &p.parts[0], v.Index(i))
		}
		return items
	}
	return append(items, encodeOne(th, p.kind, v))
}

func encodeOne(th *Thread, kind partKind, v reflect.Value) ipc.Item {
	it := ipc.Item{Kind: itemKinds[kind]}
	switch kind {
	case partInt:
		it.Num = uint64(v.Int())
	case partUint:
		it.Num = v.Uint()
	case partBool:
		if v.Bool() {
			it.Num = 1
		}
	case partString:
		it.Str = v.String()
	case partBytes:
		it.Str = string(v.Bytes())
	default:
		return th.rightItem(kind, Name(v.Uint()))
	}
	return it
}

// rightItem is the item that carries a right.
func (th *Thread) rightItem(kind partKind, n Name) ipc.Item {
	switch {
	case kind == partReceive:
		return ipc.MovingReceive(n)
	case kind == partSend:
		return th.SendRight(n)
	case th.typeOf(n)&ipc.TypeReceive != 0:
		return ipc.MakingSendOnce(n)
	}
	return ipc.MovingSendOnce(n)
}

// decode fills a value with what a message says; false if its items are others.
func (c *codec) decode(m *ipc.Message, v reflect.Value) bool {
	items := m.Items
	if text := shapeText(items); text != "" {
		if text != c.shape {
			return false
		}
		items = items[:len(items)-1]
	}
	d := decoder{items: items}
	return d.fields(c.fields, v) && len(d.items) == 0
}

// decoder takes the items of a message, one after the other. What is in them may be anything.
type decoder struct{ items []ipc.Item }

func (d *decoder) fields(fields []part, v reflect.Value) bool {
	for i := range fields {
		if !d.part(&fields[i], v.Field(i)) {
			return false
		}
	}
	return true
}

func (d *decoder) part(p *part, v reflect.Value) bool {
	switch p.kind {
	case partStruct:
		return d.fields(p.parts, v)
	case partSlice:
		return d.slice(p, v)
	}
	if len(d.items) == 0 {
		return false
	}
	it := &d.items[0]
	d.items = d.items[1:]
	return it.Kind == itemKinds[p.kind] && setOne(p.kind, it, v) || p.kind == partSend && setName(it, v)
}

// slice takes a number and as many elements; each has an item at least.
func (d *decoder) slice(p *part, v reflect.Value) bool {
	if len(d.items) == 0 || d.items[0].Kind != ipc.KindInt || d.items[0].Num > uint64(len(d.items)-1) {
		return false
	}
	n := int(d.items[0].Num)
	d.items = d.items[1:]
	if n == 0 {
		return true
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		if !d.part(&p.parts[0], v.Index(i)) {
			return false
		}
	}
	return true
}

// setName is setOne for the name that a notification is about, which carries no right.
func setName(it *ipc.Item, v reflect.Value) bool {
	v.SetUint(it.Num)
	return it.Kind == ipc.KindName
}

func setOne(kind partKind, it *ipc.Item, v reflect.Value) bool {
	switch kind {
	case partInt:
		v.SetInt(int64(it.Num))
		return !v.OverflowInt(int64(it.Num))
	case partUint:
		v.SetUint(it.Num)
		return !v.OverflowUint(it.Num)
	case partBool:
		v.SetBool(it.Num != 0)
	case partString:
		v.SetString(it.Str)
	case partBytes:
		if it.Str != "" {
			v.SetBytes([]byte(it.Str))
		}
	default:
		v.SetUint(it.Num)
		return it.Disp == arrives[kind]
	}
	return true
}

// arrives is how a right arrives that a part carries.
var arrives = map[partKind]ipc.Disposition{
	partSend: ipc.PortSend, partReceive: ipc.PortReceive, partSendOnce: ipc.PortSendOnce,
}
