package source

import (
	"bytes"
	"reflect"
	"unsafe"
	"weak"

	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// storage is a variable that is followed: one of an activation of a function, or what an expression names there, or in
// a package.
type storage struct {
	owner   kernel.ThreadID
	serial  uint64
	frame   *hook.Frame // nil of a package, and once the function was left
	cell    *cell       // of an expression; nil of a variable
	slot    int
	at      unsafe.Pointer // of a variable; it keeps it, so that nothing else comes to be there
	typ     reflect.Type
	left    weak.Pointer[byte] // in place of at, once it has lost its name
	room    uintptr            // where it was when it began to be followed
	escapes bool               // others may have its address
	loose   bool               // it may change where no hook tells of it

	known bool // there is a value
	sum   uint64
	shown string
	seen  []byte
}

// place is where the storage is now; ok is false if it is nowhere, or an element of a map.
func (st *storage) place() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if st.cell == nil {
		at = st.here()
		return at, st.typ, at != nil
	}
	return st.cell.place()
}

// here is where a variable is, nil if nobody has its address any more.
func (st *storage) here() unsafe.Pointer {
	if st.at != nil {
		return st.at
	}
	return unsafe.Pointer(st.left.Value())
}

// lose has a variable be there only as long as others have its address.
func (st *storage) lose() {
	st.left = weak.Make((*byte)(st.at))
	st.at = nil
}

func (st *storage) value() (eval.Value, bool) {
	if st.cell == nil {
		return eval.Of(reflect.NewAt(st.typ, st.here()).Elem()), true
	}
	v, err := st.cell.value()
	return v, err == nil && v.Reflect().IsValid()
}

// same says whether the value is surely what it was.
func (st *storage) same() bool {
	if st.cell != nil {
		return st.known && st.cell.same()
	}
	if !isFlat(st.typ) {
		return false
	}
	at := st.here()
	whole := unsafe.Slice((*byte)(at), st.typ.Size())
	parts := elements(at, st.typ)
	if n := len(whole); st.known && len(st.seen) == n+len(parts) && bytes.Equal(st.seen[:n], whole) &&
		bytes.Equal(st.seen[n:], parts) {
		return true
	}
	st.seen = append(append(st.seen[:0], whole...), parts...)
	return false
}

// look takes down what the value is now, and says whether it is another one than when it was called last.
func (st *storage) look() (changed bool) {
	if st.cell == nil && st.here() == nil || st.same() {
		return false
	}
	v, known := st.value()
	var sum uint64
	if known {
		sum = digest(v.Reflect())
	}
	if known == st.known && sum == st.sum {
		return false
	}
	st.known, st.sum, st.shown = known, sum, ""
	if known {
		st.shown = v.String()
		if st.cell != nil {
			st.cell.settle()
		}
	}
	return true
}

// meets says whether a variable has a part in common with the storage; the elements of a slice are parts of it.
func (st *storage) meets(at unsafe.Pointer, size uintptr) bool {
	mine, typ, ok := st.place()
	if !ok {
		return false
	}
	if overlap(at, size, mine, typ.Size()) {
		return true
	}
	if typ.Kind() != reflect.Slice {
		return false
	}
	s := *(*[]byte)(mine)
	return overlap(at, size, unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s))*typ.Elem().Size())
}

func overlap(a unsafe.Pointer, n uintptr, b unsafe.Pointer, m uintptr) bool {
	return uintptr(a) < uintptr(b)+m && uintptr(b) < uintptr(a)+n
}
