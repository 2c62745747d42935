package touch

import (
	"reflect"
	"unsafe"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// variables are those that the threads of a run have accessed. What can be read or written alone, a cell, is a thing.
//
// Within a run a cell is its address: all that is known stays in memory, so that no address is used twice. Across runs
// it has a name. That of a variable of a package or a function is the same in all runs: whose, in which activation of
// the function, which one. Everything else has the number under which it was found. That is the same in all runs whose
// events were the same until then; what others found later is another matter (Numbers.Lasting). So what a variable
// refers to is looked up when it is declared, to find it early.
type variables struct {
	cells    map[uintptr]Thing
	objects  []object
	pages    map[uintptr][]int32 // by page: the objects there
	declared map[slot]uint32     // how often
	Found    uint32              // how many have a number
	opens    map[string]bool     // the packages whose types are looked into
}

// object is a piece of memory.
type object struct {
	from, to uintptr
	name     cell
	keep     unsafe.Pointer
}

// slot is a declaration of a variable.
type slot struct {
	thread kernel.ThreadID
	frame  uint64
	slot   int32
}

const (
	pageBits   = 10
	mostCells  = 64    // of an access; more are all of their type
	mostFound  = 20000 // in a run, by looking
	mostMapped = 256   // of a map, by looking

	mostObjects = 1 << 18 // in a run: all that is known stays in memory
)

func (v *variables) reset() {
	*v = variables{cells: map[uintptr]Thing{}, pages: map[uintptr][]int32{}, declared: map[slot]uint32{}, opens: v.opens}
}

// begin finds the variables of packages. They are set by then.
func (v *variables) begin() {
	if v.opens == nil {
		v.opens = map[string]bool{}
		for _, p := range hook.Packages() {
			v.opens[p.Path] = true
			for _, t := range p.Types {
				v.opens[t.PkgPath()] = true
			}
		}
	}
	for i, p := range hook.Packages() {
		for k, g := range p.Globals {
			x := reflect.ValueOf(g.Pointer)
			v.add(x.UnsafePointer(), x.Type().Elem().Size(), cell{kind: packageCell, frame: uint64(i), slot: int32(k)})
		}
	}
	for _, p := range hook.Packages() {
		for _, g := range p.Globals {
			x := reflect.ValueOf(g.Pointer)
			v.look(x.Type().Elem(), x.UnsafePointer())
		}
	}
}

// declare notes where a variable of a function is.
func (v *variables) declare(by Actor, id kernel.ThreadID, f *hook.Frame, n int32, p any) {
	of := &f.Func().Vars[n]
	if of.Kind == hook.Captured {
		return // it was declared elsewhere
	}
	x := reflect.ValueOf(p)
	if !of.Own { // a loop may declare others in millions of rounds
		s := slot{id, f.Serial, n}
		v.declared[s]++
		v.add(x.UnsafePointer(), x.Type().Elem().Size(),
			cell{kind: localCell, by: by, frame: f.Serial, slot: n, number: v.declared[s]})
	}
	v.look(x.Type().Elem(), x.UnsafePointer())
}

// add adds an object, unless it is known.
func (v *variables) add(p unsafe.Pointer, size uintptr, name cell) bool {
	at := uintptr(p)
	if size == 0 || v.within(at, size) != nil {
		return false
	}
	v.objects = append(v.objects, object{at, at + size, name, p})
	for page := at >> pageBits; page <= (at+size-1)>>pageBits; page++ {
		v.pages[page] = append(v.pages[page], int32(len(v.objects)-1))
	}
	return true
}

// within returns the first known object that memory lies in.
func (v *variables) within(at, size uintptr) *object {
	for _, i := range v.pages[at>>pageBits] {
		if o := &v.objects[i]; o.from <= at && at+size <= o.to {
			return o
		}
	}
	return nil
}

// find adds an object that has no other name than its number.
func (v *variables) find(p unsafe.Pointer, size uintptr) bool {
	if !v.add(p, size, cell{number: v.Found}) {
		return false
	}
	v.Found++
	return true
}

// uses returns what an access to a variable uses. p is a pointer or a map.
func (v *variables) uses(n *Names, p any, writes bool) Footprint {
	x := reflect.ValueOf(p)
	if x.IsNil() {
		return nil
	}
	c := cells{Names: n, variables: v, mode: Read, part: partRead}
	if writes {
		c.mode, c.part = Write, partWrite
	}
	at, t, size := x.UnsafePointer(), x.Type(), uintptr(1)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
		size = t.Size()
	}
	v.find(at, size)
	c.of(t, at)
	return c.all
}
