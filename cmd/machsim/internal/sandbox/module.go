package sandbox

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The sections of a module.
const (
	customs = iota
	types
	imports
	functions
	tables
	memories
	globals
	exports
	starts // with which a module begins by itself: no guest does
	elements
	codes
	data
	dataCounts
	sections // how many there are
)

// The kinds of what is imported and exported.
const (
	ofFunction = 0
	ofGlobal   = 3
)

// order is how they stand in a module.
var order = []int{
	types, imports, functions, tables, memories, globals, exports, elements, dataCounts, codes, data,
}

// magic is how a module begins.
const magic = "\x00asm\x01\x00\x00\x00"

// module is what WebAssembly has in its sections. Custom ones are left out: nothing reads them.
type module [sections][]byte

// readModule finds the sections of a module. It panics with an unfit.
func readModule(text []byte) (m module) {
	rest, ok := bytes.CutPrefix(text, []byte(magic))
	if !ok {
		panic(unfit("it is not WebAssembly of version 1"))
	}
	for r := (reader{b: rest}); r.at < len(r.b); {
		id := r.byte()
		s := r.bytes(int(r.number()))
		switch {
		case id == customs:
		case int(id) >= len(m) || id == starts || m[id] != nil:
			refuse("section %d", id)
		default:
			m[id] = s
		}
	}
	for _, id := range []int{types, imports, globals, exports, codes} {
		if m[id] == nil {
			m[id] = []byte{0}
		}
	}
	return m
}

// text is the module as it is written.
func (m *module) text() []byte {
	size := len(magic)
	for _, s := range m {
		size += len(s) + 6
	}
	out := append(make([]byte, 0, size), magic...)
	for _, id := range order {
		if s := m[id]; s != nil {
			out = binary.AppendUvarint(append(out, byte(id)), uint64(len(s)))
			out = append(out, s...)
		}
	}
	return out
}

// add puts an entry at the end of a section, and returns how many there were.
func (m *module) add(id int, entry []byte) uint32 {
	r := reader{b: m[id]}
	n := r.number()
	m[id] = append(append(binary.AppendUvarint(nil, uint64(n)+1), r.b[r.at:]...), entry...)
	return n
}

// imported counts the functions and the globals that are imported. A guest imports nothing else.
func (m *module) imported() (functions, globals uint32) {
	r := reader{b: m[imports]}
	for range r.number() {
		r.bytes(int(r.number())) // module
		r.bytes(int(r.number())) // name
		switch kind := r.byte(); kind {
		case ofFunction:
			r.number()
			functions++
		case ofGlobal:
			r.bytes(2)
			globals++
		default:
			refuse("an import of kind %d", kind)
		}
	}
	return functions, globals
}

// reader reads a module. It panics with an unfit.
type reader struct {
	b  []byte
	at int
}

// unfit is why a module is no guest.
type unfit string

func (e unfit) Error() string { return string(e) }

func refuse(format string, args ...any) { panic(unfit(fmt.Sprintf("it has "+format, args...))) }

// short is what is wrong with a module of which something is missing.
var short any = unfit("it ends too early")

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		panic(short)
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b)-r.at {
		panic(short)
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// number reads a number without a sign, which has 7 bits in a byte.
func (r *reader) number() uint32 {
	if r.at < len(r.b) && r.b[r.at] < 0x80 { // as most
		r.at++
		return uint32(r.b[r.at-1])
	}
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 || v>>32 != 0 {
		refuse("a number that is none")
	}
	r.at += n
	return uint32(v)
}

// skip passes a number of any kind.
func (r *reader) skip() {
	for r.byte() >= 0x80 {
	}
}
