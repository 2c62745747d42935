package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// Read reads into what a pointer leads to what Write has written, with the same types. The value uses the data from
// then on: nobody else may write to it.
func Read(data []byte, value any, types []reflect.Type) (err error) {
	return read(data, value, &reader{types: types})
}

// ReadAcross is Read for what WriteAcross has written: place returns the address for a number.
func ReadAcross(data []byte, value any, types []reflect.Type, place func(number uint64) uintptr) error {
	return read(data, value, &reader{types: types, place: place})
}

func read(data []byte, value any, r *reader) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("these are not the bytes of a value: %v", v)
		}
	}()
	if len(data) > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(data)))%align != 0 {
		data = append(make([]byte, 0, len(data)), data...)
	}
	r.b = data
	v := reflect.ValueOf(value)
	r.value(formatOf(v.Type().Elem()), v.UnsafePointer())
	if r.at != len(data) {
		return errors.New("these are more bytes than those of a value")
	}
	return nil
}

type reader struct {
	b     []byte
	at    int
	types []reflect.Type
	place func(number uint64) uintptr // of an address of code; nil for its distance from a function
	seen  []found                     // what pointers lead to
}

// found is what a pointer leads to, and the type of the pointer.
type found struct {
	at unsafe.Pointer
	f  *format
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.b[r.at:])
	if size <= 0 {
		panic("a number is cut off")
	}
	r.at += size
	return n
}

// length reads the length of what takes at least so many bytes for each element.
func (r *reader) length(n uint64, each uintptr) int {
	if n > uint64(len(r.b)-r.at)/uint64(max(each, 1)) {
		panic("a length is greater than what there is")
	}
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	b := r.b[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

func (r *reader) value(f *format, p unsafe.Pointer) {
	if f.flat {
		copy(unsafe.Slice((*byte)(p), f.size), r.bytes(int(f.size)))
		return
	}
	switch f.t.Kind() {
	case reflect.Struct:
		for i := range f.fields {
			r.value(f.fields[i].format, unsafe.Add(p, f.fields[i].at))
		}
	case reflect.Array:
		r.values(f.elem, p, f.t.Len())
	case reflect.Slice:
		r.slice(f, (*slice)(p))
	case reflect.String:
		*(*string)(p) = string(r.bytes(r.length(r.uint(), 1)))
	case reflect.Pointer:
		*(*unsafe.Pointer)(p) = r.pointer(f)
	case reflect.Uintptr:
		switch n := binary.LittleEndian.Uint64(r.bytes(8)); {
		case n == 0:
		case r.place != nil:
			*(*uintptr)(p) = r.place(n)
		default:
			*(*uintptr)(p) = uintptr(n) + base - 1
		}
	case reflect.Interface:
		if n := r.uint(); n > 0 {
			reflect.NewAt(f.t, p).Elem().Set(r.fresh(r.types[n-1]))
		}
	case reflect.Map:
		r.mapping(f, reflect.NewAt(f.t, p).Elem())
	}
}

func (r *reader) values(f *format, p unsafe.Pointer, n int) {
	for i := range n {
		r.value(f, unsafe.Add(p, uintptr(i)*f.size))
	}
}

func (r *reader) slice(f *format, s *slice) {
	n := r.uint()
	if n == 0 {
		return
	}
	if !f.elem.flat {
		n := r.length(n-1, 0)
		v := reflect.MakeSlice(f.t, n, n)
		*s = slice{v.UnsafePointer(), n, n}
		r.values(f.elem, s.data, n)
		return
	}
	r.at = min((r.at+align-1)/align*align, len(r.b))
	k := r.length(n-1, f.elem.size)
	b := r.bytes(k * int(f.elem.size))
	if len(b) == 0 {
		*s = slice{reflect.MakeSlice(f.t, k, k).UnsafePointer(), k, k}
		return
	}
	*s = slice{unsafe.Pointer(unsafe.SliceData(b)), k, k}
}

func (r *reader) pointer(f *format) unsafe.Pointer {
	n := r.uint()
	switch {
	case n == 0:
		return nil
	case n <= uint64(len(r.seen)):
		if r.seen[n-1].f != f {
			panic("a pointer leads to another type")
		}
		return r.seen[n-1].at
	}
	p := reflect.New(f.t.Elem()).UnsafePointer()
	r.seen = append(r.seen, found{p, f})
	r.value(f.elem, p)
	return p
}

// fresh reads a value of a type.
func (r *reader) fresh(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	r.value(formatOf(t), v.UnsafePointer())
	return v.Elem()
}

func (r *reader) mapping(f *format, m reflect.Value) {
	n := r.uint()
	if n == 0 {
		return
	}
	m.Set(reflect.MakeMapWithSize(f.t, r.length(n-1, 0)))
	for range n - 1 {
		key := r.fresh(f.key.t)
		m.SetMapIndex(key, r.fresh(f.elem.t))
	}
}
