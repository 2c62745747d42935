package tape

import (
	"encoding/binary"
	"math/bits"

	"machsim/ipc"
	"machsim/kernel"
)

// Calls and results are kept as bytes: so a call takes 15 bytes instead of 150. A mask
// says which fields are not zero; these follow as varints.

type writer struct{ b []byte }

func (w *writer) uint(v uint64) {
	if v < 0x80 {
		w.b = append(w.b, byte(v))
		return
	}
	w.b = binary.AppendUvarint(w.b, v)
}

func (w *writer) int(v int64) { w.uint(uint64(v)<<1 ^ uint64(v>>63)) }

// some writes a number that is not 0.
func (w *writer) some(v uint64) {
	if v != 0 {
		w.uint(v)
	}
}

func (w *writer) text(s string) {
	w.uint(uint64(len(s)))
	w.b = append(w.b, s...)
}

func (w *writer) names(names []ipc.Name) {
	w.uint(uint64(len(names)))
	for _, n := range names {
		w.uint(uint64(n))
	}
}

type reader struct{ b []byte }

func (r *reader) uint() uint64 {
	if v := r.b[0]; v < 0x80 {
		r.b = r.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.b)
	r.b = r.b[n:]
	return v
}

func (r *reader) byte() byte {
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *reader) int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *reader) text() string {
	n := r.uint()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) names() []ipc.Name {
	names := make([]ipc.Name, r.uint())
	for i := range names {
		names[i] = ipc.Name(r.uint())
	}
	return names
}

// Bits of the mask of a call, one for each field but the operation. The first seven fit into one byte.
const (
	hasPlace = 1 << iota
	hasMessage
	hasOpt
	hasName
	hasName3
	hasN
	hasText
	hasFlag
	hasDisp
	hasName2
	hasN2
	hasN3
	hasMore
)

// call writes a call that is made at a place, given by its number, and the message that it sends if h is not nil.
func (w *writer) call(c *kernel.Call, place uint64, h *ipc.Header, items []ipc.Item) {
	mask := usual(c)
	if place != 0 {
		mask |= hasPlace
	}
	if h != nil {
		mask |= hasMessage
	}
	w.b = append(w.b, byte(c.Op))
	w.uint(mask)
	w.some(uint64(c.Disp))
	w.some(uint64(c.Opt))
	w.some(uint64(c.Name))
	w.some(uint64(c.Name2))
	w.some(uint64(c.Name3))
	w.some(place)
	if mask&(hasN|hasN2|hasN3|hasText|hasMore) != 0 {
		w.callRest(c)
	}
	if h != nil {
		w.message(h, items)
	}
}

// usual returns the bits of a call's own fields.
func usual(c *kernel.Call) (mask uint64) {
	if c.Opt != 0 {
		mask = hasOpt
	}
	if c.Name != 0 {
		mask |= hasName
	}
	if c.Name3 != 0 {
		mask |= hasName3
	}
	if c.N != 0 {
		mask |= hasN
	}
	if c.Text != "" {
		mask |= hasText
	}
	if c.Flag || c.Disp != 0 || c.Name2 != 0 || c.N2|c.N3 != 0 || c.More != nil {
		mask |= unusual(c)
	}
	return mask
}

// unusual returns the bits of the fields that few calls have.
func unusual(c *kernel.Call) (mask uint64) {
	bit := func(ok bool, b uint64) {
		if ok {
			mask |= b
		}
	}
	bit(c.Flag, hasFlag)
	bit(c.Disp != 0, hasDisp)
	bit(c.Name2 != 0, hasName2)
	bit(c.N2 != 0, hasN2)
	bit(c.N3 != 0, hasN3)
	bit(c.More != nil, hasMore)
	return mask
}

// callRest writes the fields of a call that are no names.
func (w *writer) callRest(c *kernel.Call) {
	for _, v := range [...]int64{c.N, c.N2, c.N3} {
		if v != 0 {
			w.int(v)
		}
	}
	if c.Text != "" {
		w.text(c.Text)
	}
	if c.More != nil {
		w.text(c.More.Host)
		w.names(c.More.Names)
	}
}

// call reads a call into c, and its message into m. It returns false if there is no message.
func (r *reader) call(c *kernel.Call, places *List[uintptr], m *ipc.Message) bool {
	*c = kernel.Call{Op: kernel.Op(r.byte())}
	mask := r.uint()
	c.Flag = mask&hasFlag != 0
	if mask&hasDisp != 0 {
		c.Disp = ipc.Disposition(r.uint())
	}
	if mask&hasOpt != 0 {
		c.Opt = ipc.Option(r.uint())
	}
	if mask&hasName != 0 {
		c.Name = ipc.Name(r.uint())
	}
	if mask&hasName2 != 0 {
		c.Name2 = ipc.Name(r.uint())
	}
	if mask&hasName3 != 0 {
		c.Name3 = ipc.Name(r.uint())
	}
	if mask&hasPlace != 0 {
		c.PC = places.At(int(r.uint()) - 1)
	}
	if mask&(hasN|hasN2|hasN3) != 0 {
		r.numbers(c, mask)
	}
	if mask&hasText != 0 {
		c.Text = r.text()
	}
	if mask&hasMore != 0 {
		c.More = &kernel.More{Host: r.text(), Names: r.names()}
	}
	if mask&hasMessage != 0 {
		r.message(m)
		return true
	}
	return false
}

func (r *reader) numbers(c *kernel.Call, mask uint64) {
	if mask&hasN != 0 {
		c.N = r.int()
	}
	if mask&hasN2 != 0 {
		c.N2 = r.int()
	}
	if mask&hasN3 != 0 {
		c.N3 = r.int()
	}
}

// oneItem is set in the mask of a message's header if there is just one item, as in most messages: no number says so.
const oneItem = 1 << 7

// message writes a message: a mask of the fields of its header that are not zero, these, and the items.
func (w *writer) message(h *ipc.Header, items []ipc.Item) {
	at, mask := len(w.b), byte(0)
	w.b = append(w.b, 0)
	for i, v := range [...]uint32{
		uint32(h.Remote), uint32(h.Local), uint32(h.ID), h.Size, h.Seqno, uint32(h.RemoteType), uint32(h.LocalType),
	} {
		if v != 0 {
			mask |= 1 << i
			w.uint(uint64(v))
		}
	}
	if len(items) == 1 {
		mask |= oneItem
	} else {
		w.uint(uint64(len(items)))
	}
	w.b[at] = mask
	for i := range items {
		w.item(&items[i])
	}
}

// The first byte of an item says its kind, and which fields follow.
const (
	itemKind = 1<<4 - 1 // the kind, or this if it follows
	itemNum  = 1 << 4
	itemText = 1 << 5
	itemDisp = 1 << 6
	itemRare = 1 << 7 // a byte with bits of the following, and perhaps a size
)

const (
	itemDealloc = 1 << iota
	itemBad
	itemSize
)

// item writes an item.
func (w *writer) item(it *ipc.Item) {
	at, mask := len(w.b), byte(it.Kind)
	w.b = append(w.b, 0)
	if it.Kind >= itemKind {
		mask = itemKind
		w.b = append(w.b, byte(it.Kind))
	}
	if it.Num != 0 {
		mask |= itemNum
		w.int(int64(it.Num))
	}
	if it.Str != "" {
		mask |= itemText
		w.text(it.Str)
	}
	if it.Disp != 0 {
		mask |= itemDisp
		w.b = append(w.b, byte(it.Disp))
	}
	if it.Dealloc || it.Bad || it.Size != 0 {
		mask |= itemRare
		w.itemRare(it)
	}
	w.b[at] = mask
}

// itemRare writes the fields that few items have.
func (w *writer) itemRare(it *ipc.Item) {
	mask := byte(0)
	if it.Dealloc {
		mask |= itemDealloc
	}
	if it.Bad {
		mask |= itemBad
	}
	if it.Size != 0 {
		mask |= itemSize
	}
	w.b = append(w.b, mask)
	w.some(uint64(it.Size))
}

// message reads a message into m, and reuses its slice of items.
func (r *reader) message(m *ipc.Message) {
	mask := r.byte()
	var v [7]uint32
	for rest := mask &^ oneItem; rest != 0; rest &= rest - 1 {
		v[bits.TrailingZeros8(rest)] = uint32(r.uint())
	}
	m.Remote, m.Local, m.ID, m.Size, m.Seqno = ipc.Name(v[0]), ipc.Name(v[1]), int32(v[2]), v[3], v[4]
	m.RemoteType, m.LocalType = ipc.Disposition(v[5]), ipc.Disposition(v[6])
	m.Items = m.Items[:0]
	n := uint64(1)
	if mask&oneItem == 0 {
		n = r.uint()
	}
	for ; n > 0; n-- {
		m.Items = append(m.Items, ipc.Item{})
		r.item(&m.Items[len(m.Items)-1])
	}
}

// item reads an item, all fields of which are 0.
func (r *reader) item(it *ipc.Item) {
	mask := r.byte()
	if it.Kind = ipc.ItemKind(mask & itemKind); it.Kind == itemKind {
		it.Kind = ipc.ItemKind(r.byte())
	}
	if mask&itemNum != 0 {
		it.Num = uint64(r.int())
	}
	if mask&itemText != 0 {
		it.Str = r.text()
	}
	if mask&itemDisp != 0 {
		it.Disp = ipc.Disposition(r.byte())
	}
	if mask&itemRare != 0 {
		rare := r.byte()
		it.Dealloc, it.Bad = rare&itemDealloc != 0, rare&itemBad != 0
		if rare&itemSize != 0 {
			it.Size = uint32(r.uint())
		}
	}
}
