package memory

import (
	"bytes"
	"reflect"
	"unsafe"
)

// key tells objects apart. Of two that overlap each has its own.
type key struct {
	at    unsafe.Pointer
	shape *shape
	n     int
}

// object is a variable, the elements of a slice, or the entries of a map.
type object struct {
	key
	mapped reflect.Value // the map; invalid for others
	was    reflect.Value // the contents at the last moment: a slice of n elements, or a map
	seen   int           // the last moment at which it was reached
}

// live returns the memory of an object that is no map, as a slice.
func (o *object) live() reflect.Value { return reflect.SliceAt(o.shape.typ, o.at, o.n) }

// copied returns the present contents.
func (o *object) copied() reflect.Value {
	if o.mapped.IsValid() {
		return cloned(o.mapped)
	}
	to := reflect.MakeSlice(reflect.SliceOf(o.shape.typ), o.n, o.n)
	reflect.Copy(to, o.live())
	return to
}

// bytes returns how much memory the contents take, for maps about.
func (o *object) bytes() int {
	if o.mapped.IsValid() {
		t := o.mapped.Type()
		return o.mapped.Len() * int(t.Key().Size()+t.Elem().Size())
	}
	return o.n * int(o.shape.size)
}

// changed says whether the contents are others than at the last moment.
func (o *object) changed() bool {
	if o.mapped.IsValid() {
		return !equal(o.mapped, o.was)
	}
	n := o.n * int(o.shape.size)
	return !bytes.Equal(unsafe.Slice((*byte)(o.at), n), unsafe.Slice((*byte)(o.was.UnsafePointer()), n))
}

// change is the contents that an object had before a moment or, while an earlier moment is shown, has after it.
type change struct {
	o        *object
	contents reflect.Value
}

// exchange puts the contents in place, and keeps those that were there.
func (c *change) exchange() {
	switch o := c.o; {
	case o.mapped.IsValid():
		now := cloned(o.mapped)
		o.mapped.Clear()
		fill(o.mapped, c.contents)
		c.contents = now
	case o.n == 1:
		if !o.shape.scratch.IsValid() {
			o.shape.scratch = reflect.MakeSlice(reflect.SliceOf(o.shape.typ), 1, 1)
		}
		reflect.Copy(o.shape.scratch, o.live())
		reflect.Copy(o.live(), c.contents)
		reflect.Copy(c.contents, o.shape.scratch)
	default:
		now := o.copied()
		reflect.Copy(o.live(), c.contents)
		c.contents = now
	}
}

func cloned(m reflect.Value) reflect.Value {
	to := reflect.MakeMapWithSize(m.Type(), m.Len())
	fill(to, m)
	return to
}

func fill(to, from reflect.Value) {
	for i := from.MapRange(); i.Next(); {
		to.SetMapIndex(i.Key(), i.Value())
	}
}

// equal says whether two maps have the same entries, bit by bit.
func equal(m, was reflect.Value) bool {
	if m.Len() != was.Len() {
		return false
	}
	t := m.Type().Elem()
	one, other := reflect.New(t), reflect.New(t)
	for i := m.MapRange(); i.Next(); {
		v := was.MapIndex(i.Key())
		if !v.IsValid() {
			return false
		}
		one.Elem().SetIterValue(i)
		other.Elem().Set(v)
		if !bytes.Equal(bytesAt(one), bytesAt(other)) {
			return false
		}
	}
	return true
}

// bytesAt returns the bytes that a pointer leads to.
func bytesAt(p reflect.Value) []byte {
	return unsafe.Slice((*byte)(p.UnsafePointer()), p.Type().Elem().Size())
}
