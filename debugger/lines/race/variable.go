package race

import (
	"reflect"
	"unsafe"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// address is that of a variable without parts. It keeps the variable in memory.
type address = unsafe.Pointer

// key is a variable of a task. What several tasks share by the way of package variables is no matter of this package.
type key struct {
	task kernel.TaskID
	at   address
}

// mostParts is how many elements of an array count.
const mostParts = 64

// places visits the variables without parts that an access reads or writes. p is a pointer or a map.
func places(p any, visit func(address)) {
	v := reflect.ValueOf(p)
	switch {
	case v.IsNil():
	case v.Kind() == reflect.Map:
		visit(v.UnsafePointer())
	default:
		parts(v.Type().Elem(), v.UnsafePointer(), visit)
	}
}

func parts(t reflect.Type, at address, visit func(address)) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			parts(f.Type, unsafe.Add(at, f.Offset), visit)
		}
	case reflect.Array:
		for i := range min(t.Len(), mostParts) {
			parts(t.Elem(), unsafe.Add(at, uintptr(i)*t.Elem().Size()), visit)
		}
	default:
		visit(at)
	}
}

// variable is what is known of the accesses to a variable.
type variable struct {
	since   []access        // the last ones of each thread and site, since barrier
	barrier *access         // one that came after all before it
	before  map[site]access // the last ones of those
}

// site is a place in the source at which a thread makes accesses.
type site struct {
	lane int
	at   *hook.Site
}

func (s *search) variable(k key) *variable {
	v := s.variables[k]
	if v == nil {
		v = &variable{}
		s.variables[k] = v
	}
	return v
}

// add compares an access with the ones before it, and notes it.
func (v *variable) add(x *access, s *search) {
	if v.again(x) {
		return
	}
	last := true // it came after all others
	for i := range v.since {
		last = v.since[i].compared(x, s) && last
	}
	if v.barrier != nil && !s.ordered(v.barrier, x) {
		last = false
		for _, a := range v.before {
			a.compared(x, s)
		}
	}
	if last && (v.barrier == nil || !v.barrier.same(x)) {
		v.settle(x)
		return
	}
	v.note(x)
}

// again says whether an access is like an earlier one of its stretch.
func (v *variable) again(x *access) bool {
	for i := range v.since {
		if a := &v.since[i]; a.site == x.site && a.same(x) {
			return true
		}
	}
	return false
}

// same says whether two accesses are in one stretch of a thread.
func (x *access) same(y *access) bool { return x.lane == y.lane && x.clock == y.clock }

// compared says whether an access came before another one. If it did not, and one of them is a write, they race.
func (x *access) compared(y *access, s *search) bool {
	if s.ordered(x, y) {
		return true
	}
	if x.site.Write || y.site.Write {
		s.race(x, y)
	}
	return false
}

// settle makes an access the barrier. All others came before it.
func (v *variable) settle(x *access) {
	if len(v.since) > 0 && v.before == nil {
		v.before = map[site]access{}
	}
	for _, a := range v.since {
		v.before[site{a.lane, a.site}] = a
	}
	b := *x
	v.since, v.barrier = append(v.since[:0], b), &b
}

func (v *variable) note(x *access) {
	for i := range v.since {
		if a := &v.since[i]; a.lane == x.lane && a.site == x.site {
			*a = *x
			return
		}
	}
	v.since = append(v.since, *x)
}
