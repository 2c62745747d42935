package encode

import (
	"encoding/binary"
	"io"
	"reflect"
	"slices"
	"unsafe"
)

// Write writes what a pointer leads to. Interfaces in it may hold values of the given types only: else the error is an
// *Unwritable. Others are those of the io.Writer.
func Write(to io.Writer, value any, types []reflect.Type) error {
	return write(&writer{to: to, types: types}, value)
}

// WriteAcross is Write for another executable, in which the value's type has the same Shape. Addresses of code mean
// nothing there: number says what is written for each that is not 0.
func WriteAcross(to io.Writer, value any, types []reflect.Type, number func(pc uintptr) uint64) error {
	return write(&writer{to: to, types: types, number: number}, value)
}

func write(w *writer, value any) error {
	w.seen = map[seen]uint64{}
	v := reflect.ValueOf(value)
	w.value(formatOf(v.Type().Elem()), v.UnsafePointer())
	w.flush()
	return w.err
}

type writer struct {
	to    io.Writer
	b     []byte // what is not written yet
	n     int    // the number of bytes before b
	types []reflect.Type
	seen  map[seen]uint64 // what pointers lead to: its number, from 1
	err   error

	number func(pc uintptr) uint64 // what is written for an address of code; nil for its distance from a function
}

type seen struct {
	at unsafe.Pointer
	f  *format
}

// flush writes b.
func (w *writer) flush() {
	if w.err == nil {
		_, w.err = w.to.Write(w.b)
	}
	w.n, w.b = w.n+len(w.b), w.b[:0]
}

// raw writes bytes, large ones without a copy.
func (w *writer) raw(b []byte) {
	if w.b = append(w.b, b[:min(len(b), large)]...); len(w.b) < large {
		return
	}
	w.flush()
	if b = b[min(len(b), large):]; len(b) > 0 && w.err == nil {
		_, w.err = w.to.Write(b)
		w.n += len(b)
	}
}

// large is how many bytes are written at a time.
const large = 1 << 16

func (w *writer) uint(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

func (w *writer) value(f *format, p unsafe.Pointer) {
	if f.flat {
		w.raw(unsafe.Slice((*byte)(p), f.size))
		return
	}
	switch f.t.Kind() {
	case reflect.Struct:
		for i := range f.fields {
			w.value(f.fields[i].format, unsafe.Add(p, f.fields[i].at))
		}
	case reflect.Array:
		w.values(f.elem, p, f.t.Len())
	case reflect.Slice:
		w.slice(f, (*slice)(p))
	case reflect.String:
		s := *(*string)(p)
		w.uint(uint64(len(s)))
		w.raw(unsafe.Slice(unsafe.StringData(s), len(s)))
	case reflect.Pointer:
		w.pointer(f, *(*unsafe.Pointer)(p))
	case reflect.Uintptr:
		n := *(*uintptr)(p)
		switch {
		case n == 0:
		case w.number != nil:
			n = uintptr(w.number(n))
		default:
			n -= base - 1
		}
		w.b = binary.LittleEndian.AppendUint64(w.b, uint64(n))
	case reflect.Interface:
		w.any(reflect.NewAt(f.t, p).Elem())
	case reflect.Map:
		w.mapping(f, reflect.NewAt(f.t, p).Elem())
	default:
		if !reflect.NewAt(f.t, p).Elem().IsZero() {
			w.err = &Unwritable{f.t.String()}
		}
	}
}

func (w *writer) values(f *format, p unsafe.Pointer, n int) {
	for i := range n {
		w.value(f, unsafe.Add(p, uintptr(i)*f.size))
	}
}

// slice writes the length plus 1, 0 for nil, and the elements.
func (w *writer) slice(f *format, s *slice) {
	if s.data == nil {
		w.uint(0)
		return
	}
	w.uint(uint64(s.len) + 1)
	if !f.elem.flat {
		w.values(f.elem, s.data, s.len)
		return
	}
	for (w.n+len(w.b))%align != 0 {
		w.b = append(w.b, 0)
	}
	w.raw(unsafe.Slice((*byte)(s.data), uintptr(s.len)*f.elem.size))
}

// align is the distance at which slices begin that stand as they do in memory.
const align = 8

// pointer writes 0 for nil, the number of what was written already, or the next number and then what it leads to.
func (w *writer) pointer(f *format, p unsafe.Pointer) {
	if p == nil {
		w.uint(0)
		return
	}
	n, known := w.seen[seen{p, f}]
	if !known {
		n = uint64(len(w.seen)) + 1
		w.seen[seen{p, f}] = n
	}
	if w.uint(n); !known {
		w.value(f.elem, p)
	}
}

func (w *writer) any(v reflect.Value) {
	if v.IsNil() {
		w.uint(0)
		return
	}
	v = v.Elem()
	n := slices.Index(w.types, v.Type())
	if n < 0 {
		w.err = &Unwritable{v.Type().String()}
		return
	}
	w.uint(uint64(n) + 1)
	w.copyOf(v)
}

// copyOf writes a value that has no address.
func (w *writer) copyOf(v reflect.Value) {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	w.value(formatOf(v.Type()), p.UnsafePointer())
}

func (w *writer) mapping(f *format, m reflect.Value) {
	if m.IsNil() {
		w.uint(0)
		return
	}
	w.uint(uint64(m.Len()) + 1)
	for i := m.MapRange(); i.Next(); {
		w.copyOf(i.Key())
		w.copyOf(i.Value())
	}
}
