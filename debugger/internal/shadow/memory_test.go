package shadow

import (
	"reflect"
	"slices"
	"sort"
	"unsafe"

	"machsim/kernel"
)

// layout says where the fields of a record are.
type layout struct {
	size   uintptr
	fields []field
	slices []elements
}

// field is a number, text or slice header of a record.
type field struct {
	off, size uintptr
	path      string
}

// elements are what a slice of a record has in memory of its own.
type elements struct {
	off  uintptr
	of   *layout
	path string
}

var layouts = map[reflect.Type]*layout{}

func layoutOf(t reflect.Type) *layout {
	if l := layouts[t]; l != nil {
		return l
	}
	l := &layout{size: t.Size()}
	layouts[t] = l
	l.add(t, 0, "")
	return l
}

func (l *layout) add(t reflect.Type, off uintptr, path string) {
	switch {
	case t.Kind() == reflect.Struct && isTable(t):
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f, name := t.Field(i), t.Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			l.add(f.Type, off+f.Offset, name)
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			l.add(t.Elem(), off+uintptr(i)*t.Elem().Size(), path)
		}
	default:
		l.fields = append(l.fields, field{off, t.Size(), path})
		if t.Kind() == reflect.Slice {
			l.slices = append(l.slices, elements{off, layoutOf(t.Elem()), path + "[]"})
		}
	}
}

// covered visits the fields of which a part lies in a range.
func (l *layout) covered(from, size uintptr, visit func(path string)) {
	i := sort.Search(len(l.fields), func(i int) bool { return l.fields[i].off+l.fields[i].size > from })
	for ; i < len(l.fields) && l.fields[i].off < from+max(size, 1); i++ {
		visit(l.fields[i].path)
	}
}

func isTable(t reflect.Type) bool { return t.PkgPath() == "machsim/ipc/table" }

// span is memory of records of one kind. It keeps the memory from being used again.
type span struct {
	mem   unsafe.Pointer
	bytes uintptr
	of    *layout
	table string
	path  string // before that of a field: of elements of a slice
	id    uint32 // of the first record of a page; of the record that has the slice
	page  bool
}

// memory finds the record and field that an address belongs to.
type memory struct {
	spans  []span // by address
	known  map[unsafe.Pointer]bool
	tables map[unsafe.Pointer]string
}

// look takes in all memory of a state. What it has taken in before keeps its meaning.
func (m *memory) look(s *kernel.State) {
	if m.known == nil {
		m.known, m.tables = map[unsafe.Pointer]bool{}, map[unsafe.Pointer]string{}
	}
	n := len(m.spans)
	base := unsafe.Pointer(s)
	m.take(span{base, unsafe.Sizeof(*s), layoutOf(reflect.TypeFor[kernel.State]()), "State", "", 0, true})
	m.lookAt(reflect.TypeFor[kernel.State](), base)
	if len(m.spans) > n {
		slices.SortFunc(m.spans, func(a, b span) int {
			if uintptr(a.mem) < uintptr(b.mem) {
				return -1
			}
			return 1
		})
	}
}

func (m *memory) lookAt(t reflect.Type, at unsafe.Pointer) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch p := unsafe.Add(at, f.Offset); {
		case isTable(f.Type):
			m.lookInto(f.Name, f.Type, p)
		case f.Name == "IPC":
			m.lookAt(f.Type, p)
		}
	}
}

// lookInto takes in the pages of a table.
func (m *memory) lookInto(name string, t reflect.Type, at unsafe.Pointer) {
	m.tables[at] = name
	f, _ := t.FieldByName("slots")
	slot := f.Type.Elem()
	page, _ := slot.FieldByName("page")
	of, n := layoutOf(page.Type.Elem().Elem()), page.Type.Elem().Len()
	slots := *(*[]byte)(unsafe.Add(at, f.Offset)) // of the right address and length
	for i := range len(slots) {
		p := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(slots)), uintptr(i)*slot.Size()+page.Offset))
		m.take(span{p, uintptr(n) * of.size, of, name, "", uint32(i * n), true})
	}
}

// take takes in a span, and the slices of its records.
func (m *memory) take(s span) {
	if s.mem == nil || s.bytes == 0 {
		return
	}
	if !m.known[s.mem] {
		m.known[s.mem] = true
		m.spans = append(m.spans, s)
	}
	if len(s.of.slices) == 0 {
		return
	}
	for i := uintptr(0); i < s.bytes/s.of.size; i++ {
		for _, e := range s.of.slices {
			h := (*struct {
				p        unsafe.Pointer
				len, cap int
			})(unsafe.Add(s.mem, i*s.of.size+e.off))
			id := s.id
			if s.page {
				id += uint32(i)
			}
			m.take(span{h.p, uintptr(h.cap) * e.of.size, e.of, s.table, s.path + e.path, id, false})
		}
	}
}

// place is a field of a record.
type place struct {
	table string
	id    uint32
	path  string
	index uint32         // of the element of a slice
	at    unsafe.Pointer // the record, or the element
}

func (p place) String() string {
	if p.path == "" {
		return p.table
	}
	return p.table + "." + p.path
}

// find visits the fields that a range of memory holds; none if it is no record's.
func (m *memory) find(p unsafe.Pointer, size uintptr, visit func(place)) {
	i := sort.Search(len(m.spans), func(i int) bool { return uintptr(m.spans[i].mem) > uintptr(p) }) - 1
	if i < 0 {
		return
	}
	s := &m.spans[i]
	off := uintptr(p) - uintptr(s.mem)
	if off >= s.bytes {
		return
	}
	n := off / s.of.size
	at := place{table: s.table, id: s.id, path: s.path, at: unsafe.Add(s.mem, n*s.of.size)}
	if s.page {
		at.id += uint32(n)
	} else {
		at.index = uint32(n)
	}
	s.of.covered(off-n*s.of.size, size, func(path string) {
		q := at
		if q.path != "" && path != "" {
			q.path += "."
		}
		q.path += path
		visit(q)
	})
}
