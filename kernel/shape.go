package kernel

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"machsim/ipc"
)

// A message that was made from a Go struct carries a description of it as its last item
// (ipc.KindShape), as Mach's messages carry descriptors of their data:
//
//	Deposit{Account int, Amount int}
//
// So whoever has the message can read it by the names of its fields: the receiver, which may have
// been compiled with another struct; a debugger, which has no program at all; a trace. It travels
// with the message over wires, through queues and tapes, and no table has to be kept in step with
// it. A hostile task can write what it likes there, so every reader checks it against the items.

// Shape is what a message says of its items: the type that it was made from.
type Shape struct {
	Name   string // of the type
	fields []part
}

// part is a field, or the element of a slice.
type part struct {
	name  string // of a field
	kind  partKind
	parts []part // the fields of a struct, or the element of a slice
}

// partKind is what a part of a message is, as a shape writes it.
type partKind uint8

const (
	partInt partKind = iota
	partUint
	partBool
	partString
	partBytes
	partSend
	partReceive
	partSendOnce
	partStruct
	partSlice
)

// partWords are the kinds that are one word in a shape.
var partWords = [...]string{"int", "uint", "bool", "string", "bytes", "port", "receive", "sendonce"}

// itemKinds are the kinds of the items that carry them.
var itemKinds = [...]ipc.ItemKind{
	ipc.KindInt, ipc.KindInt, ipc.KindBool, ipc.KindString, ipc.KindBytes, ipc.KindPort, ipc.KindPort, ipc.KindPort,
}

// What a shape may be at most. Those of programs are far smaller; others come from strangers.
const (
	longestShape = 4096 // bytes
	longestName  = 100  // bytes of a type's or a field's name
	deepestShape = 16   // structs and slices in each other
)

// ShapeOf returns what a message says of its items; false if it says nothing, or nothing that
// makes sense.
func ShapeOf(items []ipc.Item) (Shape, bool) {
	text := shapeText(items)
	if text == "" || len(text) > longestShape {
		return Shape{}, false
	}
	p := shapeParser{rest: text}
	s := Shape{Name: p.identifier()}
	s.fields = p.fields(1)
	return s, !p.failed && p.rest == ""
}

// shapeText is the description that a message carries, "" for none.
func shapeText(items []ipc.Item) string {
	if n := len(items); n > 0 && items[n-1].Kind == ipc.KindShape {
		return items[n-1].Str
	}
	return ""
}

// shapeParser reads a shape.
type shapeParser struct {
	rest   string
	failed bool
}

func (p *shapeParser) skip(text string) bool {
	rest, ok := strings.CutPrefix(p.rest, text)
	if ok {
		p.rest = rest
	}
	return ok
}

func (p *shapeParser) expect(text string) { p.failed = !p.skip(text) || p.failed }

// identifier reads a name of Go's.
func (p *shapeParser) identifier() string {
	n := 0
	for n < len(p.rest) {
		r, size := utf8.DecodeRuneInString(p.rest[n:])
		if r != '_' && !unicode.IsLetter(r) && (n == 0 || !unicode.IsDigit(r)) || !unicode.IsPrint(r) {
			break
		}
		n += size
	}
	name := p.rest[:n]
	p.rest, p.failed = p.rest[n:], p.failed || n == 0 || n > longestName
	return name
}

// fields reads the fields of a struct, in braces.
func (p *shapeParser) fields(depth int) (fields []part) {
	p.expect("{")
	for more := !p.skip("}"); more && !p.failed; {
		f := part{name: p.identifier()}
		p.expect(" ")
		fields = append(fields, p.part(f, depth))
		if more = !p.skip("}"); more {
			p.expect(", ")
		}
	}
	return fields
}

// part reads what a field or an element is.
func (p *shapeParser) part(f part, depth int) part {
	switch {
	case depth == deepestShape:
		p.failed = true
	case p.skip("[]"):
		f.kind = partSlice
		f.parts = []part{p.part(part{}, depth+1)}
	case strings.HasPrefix(p.rest, "{"):
		f.kind = partStruct
		f.parts = p.fields(depth + 1)
	default:
		word := p.identifier()
		for f.kind < partStruct && partWords[f.kind] != word {
			f.kind++
		}
		p.failed = p.failed || f.kind == partStruct
	}
	return f
}

// MessageText is a message in words: one that carries its shape as Deposit{Account:3 Amount:10},
// another one as its id and its items, 2(3, 10). Items are in the words that item has for them; of
// all items, or the elements of a slice, so many are shown at most, or all if most is 0.
func MessageText(id int32, items []ipc.Item, most int, item func(*ipc.Item) string) string {
	if s, ok := ShapeOf(items); ok {
		if text, ok := s.Text(items, most, item); ok {
			return text
		}
	}
	var parts []string
	for i := range items {
		if i == most && most > 0 {
			parts = append(parts, fmt.Sprintf("%d more", len(items)-i))
			break
		}
		parts = append(parts, item(&items[i]))
	}
	return fmt.Sprintf("%d(%s)", id, strings.Join(parts, ", "))
}

// Text is MessageText by a shape; false if the items are others than it says.
func (s Shape) Text(items []ipc.Item, most int, item func(*ipc.Item) string) (string, bool) {
	w := shapeWalk{items: items[:len(items)-1], item: item, most: most}
	if m, ok := MarkOf(items); ok {
		w.mark = m.String()
	}
	w.fields(s.fields, "")
	return s.Name + w.text.String(), w.all()
}

// Fields returns the name of the field that each item of a message is: "Amount", "From.Account",
// "Marks[2]"; for the number of elements that comes before those of a slice, "len(Marks)". The
// last, the shape itself, is "". It returns nil if the items are others than the shape says.
func (s Shape) Fields(items []ipc.Item) []string {
	w := shapeWalk{items: items[:len(items)-1], names: make([]string, 0, len(items))}
	w.fields(s.fields, "")
	if !w.all() {
		return nil
	}
	return append(w.names, "")
}

// FieldOf returns the item of a message that is a field, by its name as Fields has it; nil if there
// is none.
func FieldOf(items []ipc.Item, name string) *ipc.Item {
	s, ok := ShapeOf(items)
	if !ok {
		return nil
	}
	for i, n := range s.Fields(items) {
		if n == name && n != "" {
			return &items[i]
		}
	}
	return nil
}

// shapeWalk goes through the items of a message by its shape.
type shapeWalk struct {
	items  []ipc.Item // of the message, without the shape
	at     int
	failed bool

	item  func(*ipc.Item) string // nil if no text is wanted
	most  int                    // elements of a slice in the text, 0 for all
	quiet bool                   // what comes is left out of the text
	text  strings.Builder
	mark  string // what is said of a Mark
	names []string
}

// all says that the items were those that the shape speaks of.
func (w *shapeWalk) all() bool { return !w.failed && w.at == len(w.items) }

// next takes an item, which has to be of a kind.
func (w *shapeWalk) next(kind ipc.ItemKind, name string) *ipc.Item {
	if w.failed = w.failed || w.at == len(w.items) || w.items[w.at].Kind != kind; w.failed {
		return nil
	}
	w.at++
	if w.item == nil {
		w.names = append(w.names, name)
	}
	return &w.items[w.at-1]
}

// say adds to the text.
func (w *shapeWalk) say(text string) {
	if w.item != nil && !w.quiet {
		w.text.WriteString(text)
	}
}

func (w *shapeWalk) fields(fields []part, prefix string) {
	w.say("{")
	for i := range fields {
		if w.failed {
			return
		}
		if i > 0 {
			w.say(" ")
		}
		w.say(fields[i].name + ":")
		if w.mark != "" && w.at == 0 { // it is the first field
			w.say(w.mark)
			w.at = markItems
			continue
		}
		w.part(&fields[i], prefix+fields[i].name)
	}
	w.say("}")
}

func (w *shapeWalk) part(p *part, name string) {
	switch p.kind {
	case partStruct:
		w.fields(p.parts, name+".")
	case partSlice:
		w.slice(p, name)
	default:
		it := w.next(itemKinds[p.kind], name)
		if it == nil || w.item == nil || w.quiet {
			return
		}
		if p.kind == partUint {
			w.say(strconv.FormatUint(it.Num, 10))
			return
		}
		w.say(w.item(it))
	}
}

// slice goes through a number and as many elements. An element takes at least one item, so a
// number that is too great is found out.
func (w *shapeWalk) slice(p *part, name string) {
	n := w.next(ipc.KindInt, "len("+name+")")
	if n == nil || n.Num > uint64(len(w.items)-w.at) {
		w.failed = true
		return
	}
	outer := w.quiet
	w.say("[")
	for i := range int(n.Num) {
		if i > 0 {
			w.say(" ")
		}
		if i == w.most && w.most > 0 {
			w.say(fmt.Sprintf("%d more", int(n.Num)-i))
			w.quiet = true
		}
		before := w.at
		if w.part(&p.parts[0], name+w.index(i)); w.failed || w.at == before {
			w.failed = true
			return
		}
	}
	w.quiet = outer
	w.say("]")
}

// index is what an element's name ends in, if names are wanted.
func (w *shapeWalk) index(i int) string {
	if w.item != nil {
		return ""
	}
	return "[" + strconv.Itoa(i) + "]"
}
