package livelock

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"machsim/ipc"
	"machsim/kernel"
)

// mostBytes is how much memory of a program is compared at one moment.
const mostBytes = 8 << 20

// digester makes a number of all that variables lead to. Memory counts by its contents and by what leads where, and not
// by addresses: what was made anew, and is the same in all that a program can see, has the same number.
type digester struct {
	sum     uint64
	objects map[object]uint64 // by number, in the order in which they are met
	order   []object
	done    int // how many of them have been gone through
	left    int // how many bytes may yet be compared
	why     string

	functions map[uintptr]string // by code: why it is not known what one does, "" if it is
}

// object is memory that a pointer, a slice or a map leads to: n values of a type, or the entries of a map.
type object struct {
	at unsafe.Pointer
	t  reflect.Type
	n  int
}

func newDigester(functions map[uintptr]string) *digester {
	return &digester{sum: 1, objects: map[object]uint64{}, left: mostBytes, functions: functions}
}

// cannot notes what cannot be compared.
func (d *digester) cannot(why string) {
	d.why = cmp.Or(d.why, why)
}

func (d *digester) mix(x uint64) {
	d.sum = (d.sum ^ x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	d.sum ^= d.sum >> 29
}

func (d *digester) text(s string) {
	d.mix(uint64(len(s)))
	d.bytes(unsafe.Slice(unsafe.StringData(s), len(s)))
}

func (d *digester) bytes(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		d.mix(*(*uint64)(unsafe.Pointer(unsafe.SliceData(b))))
	}
	for _, x := range b {
		d.mix(uint64(x))
	}
}

// kind adds a type. Types are told apart within this process only.
func (d *digester) kind(t reflect.Type) {
	d.mix(uint64(reflect.ValueOf(t).Pointer()))
}

// variable adds a variable, and all that it leads to.
func (d *digester) variable(at unsafe.Pointer, t reflect.Type) {
	d.kind(t)
	d.refer(object{at, t, 1})
	for ; d.done < len(d.order) && d.why == ""; d.done++ {
		d.contents(d.order[d.done])
	}
}

// refer adds a reference to an object.
func (d *digester) refer(o object) {
	n := d.objects[o]
	if n == 0 {
		n = uint64(len(d.order) + 1)
		d.objects[o] = n
		d.order = append(d.order, o)
	}
	d.mix(n)
}

// contents adds what is in an object.
func (d *digester) contents(o object) {
	if o.t.Kind() == reflect.Map && o.n < 0 {
		d.entries(o)
		return
	}
	if d.left -= o.n * int(o.t.Size()); d.left < 0 {
		d.cannot("the program has more memory than is compared")
		return
	}
	d.values(o.at, o.t, o.n)
}

// values adds n values that lie one behind the other.
func (d *digester) values(at unsafe.Pointer, t reflect.Type, n int) {
	if isPlain(t) {
		d.bytes(unsafe.Slice((*byte)(at), n*int(t.Size())))
		return
	}
	for i := 0; i < n && d.why == ""; i++ {
		d.value(unsafe.Add(at, uintptr(i)*t.Size()), t)
	}
}

// isPlain says whether values of a type are the same if their bytes are.
func isPlain(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return isPlain(t.Elem())
	default:
		return k >= reflect.Bool && k <= reflect.Complex128
	}
}

// header has a sequence number, which differs each time. Programs that mention it are not compared at all.
var header = reflect.TypeFor[ipc.Header]()

// description is what nobody writes to.
var description = reflect.TypeFor[kernel.Program]()

// value adds a value.
func (d *digester) value(at unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.String:
		s := *(*string)(at)
		if d.left -= len(s); d.left < 0 {
			d.cannot("the program has more memory than is compared")
			return
		}
		d.text(s)
	case reflect.Struct:
		if t == description {
			return
		}
		for i := range t.NumField() {
			if f := t.Field(i); t != header || f.Name != "Seqno" {
				d.value(unsafe.Add(at, f.Offset), f.Type)
			}
		}
	case reflect.Array:
		d.values(at, t.Elem(), t.Len())
	case reflect.Pointer:
		d.pointer(*(*unsafe.Pointer)(at), t.Elem())
	case reflect.Slice:
		d.slice(at, t)
	case reflect.Map:
		if m := *(*unsafe.Pointer)(at); m == nil {
			d.mix(0)
		} else {
			d.refer(object{m, t, -1})
		}
	case reflect.Interface:
		d.held(reflect.NewAt(t, at).Elem().Elem())
	case reflect.Func:
		d.function(*(*unsafe.Pointer)(at))
	case reflect.Chan:
		if *(*unsafe.Pointer)(at) != nil {
			d.cannot("nobody can see what is in a channel of Go")
		}
	case reflect.UnsafePointer:
		if *(*unsafe.Pointer)(at) != nil {
			d.cannot("nobody can see what an unsafe.Pointer leads to")
		}
	default:
		d.bytes(unsafe.Slice((*byte)(at), t.Size()))
	}
}

// pointer adds what a pointer leads to. What has no size has no identity either.
func (d *digester) pointer(p unsafe.Pointer, t reflect.Type) {
	switch {
	case p == nil:
		d.mix(0)
	case handle(t):
		d.mix(uint64(uintptr(p)))
	case outside(t):
		d.cannot("it uses a " + t.String() + ", whose state is not the program's alone")
	case t.Size() == 0:
		d.mix(1)
	default:
		d.refer(object{p, t, 1})
	}
}

// handle says whether a pointer to a type is as good as the thing itself: there is one for each, as long as the run
// lasts.
func handle(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[kernel.Thread](), reflect.TypeFor[kernel.Boot](), reflect.TypeFor[kernel.Program]():
		return true
	}
	return t.PkgPath() == "reflect" && t.Name() == "rtype" || t.PkgPath() == "time" && t.Name() == "Location"
}

// outside says whether values of a type stand for what is outside of the program.
func outside(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[kernel.Machine](), reflect.TypeFor[kernel.State]():
		return true
	}
	first, _, _ := strings.Cut(t.PkgPath(), "/")
	switch first {
	case "context", "internal", "log", "net", "os", "runtime", "syscall", "testing":
		return true
	}
	return false
}

// slice adds a slice with all that it has room for, which append may find.
func (d *digester) slice(at unsafe.Pointer, t reflect.Type) {
	s := *(*[]byte)(at)
	d.mix(uint64(len(s)))
	d.mix(uint64(cap(s)))
	switch {
	case s == nil:
		d.mix(0)
	case cap(s) == 0 || t.Elem().Size() == 0:
		d.mix(1)
	default:
		d.refer(object{unsafe.Pointer(unsafe.SliceData(s)), t.Elem(), cap(s)})
	}
}

// held adds what is in an interface.
func (d *digester) held(v reflect.Value) {
	if !v.IsValid() {
		d.mix(0)
		return
	}
	d.kind(v.Type())
	d.copied(v)
}

// copied adds a value that has no address.
func (d *digester) copied(v reflect.Value) {
	box := reflect.New(v.Type())
	box.Elem().Set(v)
	d.value(box.UnsafePointer(), v.Type())
}

// entries adds those of a map, whose order does not count.
func (d *digester) entries(o object) {
	m := reflect.NewAt(o.t, unsafe.Pointer(&o.at)).Elem()
	t := o.t
	d.mix(uint64(m.Len()))
	if d.left -= m.Len() * int(t.Key().Size()+t.Elem().Size()); d.left < 0 {
		d.cannot("the program has more memory than is compared")
		return
	}
	if m.Len() > 1 && !sortable(t.Key()) {
		d.cannot("a map has keys of type " + t.Key().String() + ", which nobody can sort")
		return
	}
	type entry struct {
		key  uint64
		k, v reflect.Value
	}
	var all []entry
	for i := m.MapRange(); i.Next(); {
		k, one := i.Key(), newDigester(d.functions)
		one.copied(k)
		all = append(all, entry{key: one.sum, k: k, v: i.Value()})
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	for i, e := range all {
		if i > 0 && all[i-1].key == e.key {
			d.cannot("a map has keys that are alike")
			return
		}
		d.copied(e.k)
		d.copied(e.v)
	}
}

// sortable says whether keys of a type can be told apart by their contents.
func sortable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return sortable(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !sortable(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return isPlain(t) || t.Kind() == reflect.String
}

// result is the number of all that was added, with which objects are parts of each other.
func (d *digester) result() uint64 {
	all := make([]int, 0, len(d.order))
	for i, o := range d.order {
		if o.n > 0 {
			all = append(all, i)
		}
	}
	start := func(i int) uintptr { return uintptr(d.order[i].at) }
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(start(a), start(b)), a-b) })
	for len(all) > 0 {
		n, end := 0, uintptr(0)
		for n < len(all) && (n == 0 || start(all[n]) < end) {
			o := d.order[all[n]]
			end = max(end, uintptr(o.at)+uintptr(o.n)*o.t.Size())
			n++
		}
		d.overlapping(all[:n], start)
		all = all[n:]
	}
	return d.sum
}

// overlapping adds where objects lie that share memory, as seen from the one that was met first.
func (d *digester) overlapping(all []int, start func(int) uintptr) {
	if len(all) < 2 {
		return
	}
	first := start(slices.Min(all))
	slices.Sort(all)
	// The sum must not depend on where other groups lie, which come in the order of their addresses.
	one := digester{sum: math.MaxUint64}
	for _, i := range all {
		one.mix(uint64(i))
		one.mix(uint64(start(i) - first))
	}
	d.sum += one.sum
}
