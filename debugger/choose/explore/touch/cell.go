package touch

import (
	"reflect"
	"slices"
	"unsafe"
)

// cell is the name of a variable without parts.
type cell struct {
	kind   cellKind
	by     Actor  // who declared it
	frame  uint64 // in which activation
	slot   int32  // which one there, or in a package
	number uint32 // which of those declared there, or under which it was found
	at     uintptr
}

type cellKind uint8

const (
	foundCell cellKind = iota
	localCell
	packageCell
)

// cells are the uses of the cells of an access.
type cells struct {
	*Names
	*variables
	mode, part Mode
	all        Footprint
	count      int
}

// of adds the uses of what a variable consists of.
func (c *cells) of(t reflect.Type, at unsafe.Pointer) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			c.of(f.Type, unsafe.Add(at, f.Offset))
		}
	case reflect.Array:
		for i := range t.Len() {
			if c.count > mostCells && i > 0 {
				return // the first element has all types
			}
			c.of(t.Elem(), unsafe.Add(at, uintptr(i)*t.Elem().Size()))
		}
	default:
		c.cell(t, at)
	}
}

// cell adds the use of a cell. Those beyond the most use all cells of their type.
func (c *cells) cell(t reflect.Type, at unsafe.Pointer) {
	if t.Size() == 0 {
		return
	}
	all := c.typed(t.Kind())
	if c.count++; c.count > mostCells {
		c.use(all, c.mode)
		return
	}
	one, known := c.variables.cells[uintptr(at)]
	if !known {
		o := c.within(uintptr(at), 1)
		name := o.name
		name.at = uintptr(at) - o.from
		one = c.Names.cell(name, all)
		c.variables.cells[uintptr(at)] = one
	}
	c.use(one, c.mode)
	c.use(all, c.part)
}

func (c *cells) use(t Thing, m Mode) {
	if u := (Use{t, m}); !slices.Contains(c.all, u) {
		c.all = append(c.all, u)
	}
}
