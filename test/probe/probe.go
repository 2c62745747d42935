// Package probe takes down which memory a step of the kernel reads and writes. Only a copy of
// ipc, ipc/table and kernel calls it that package shadow has rewritten for a test: there each
// access to a field of a record goes through one of the functions below. The kernel that
// everybody else runs knows nothing of it, so it costs nothing there.
package probe

import (
	"runtime"
	"unsafe"
)

// Live says that the kernel of this program calls the functions below.
var Live bool

// Kind tells accesses apart.
type Kind uint8

const (
	Read   Kind = iota
	Write       // something else stands there now, whatever stood there
	Update      // what stands there was changed: by ++, op=, append
	Made        // the record was taken from its table
	Walked      // a table was asked which records it has
)

// Access is one access.
type Access struct {
	Kind  Kind
	Addr  unsafe.Pointer
	Size  uintptr
	Stack [12]uintptr // where in the kernel, the innermost call first
}

var (
	on  bool
	log []Access
)

// Start begins to take down.
func Start() { on = true }

// Stop ends it until the next Start.
func Stop() { on = false }

// Take returns what was taken down since the last Take. It is valid until the next Start.
func Take() []Access {
	all := log
	log = log[:0]
	return all
}

// R is called in place of a read of *p.
func R[T any](p *T) *T {
	if on {
		note(Read, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// W is called in place of a write to *p.
func W[T any](p *T) *T {
	if on {
		note(Write, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// U is called in place of a change of *p.
func U[T any](p *T) *T {
	if on {
		note(Update, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// New is called with each record that is taken from a table.
func New[T any](p *T) {
	if on {
		note(Made, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}

// Walk is called when a table is asked which records it has, or how many.
func Walk[T any](table *T) {
	if on {
		note(Walked, unsafe.Pointer(table), unsafe.Sizeof(*table))
	}
}

// Entries are the stacks of the last step's entries in the access log, by their places in AccessLog.Accesses.
var Entries [][8]uintptr

// Logged is called before the n-th access of a step is logged.
func Logged(n int) {
	for n >= len(Entries) {
		Entries = append(Entries, [8]uintptr{})
	}
	Entries[n] = [8]uintptr{}
	runtime.Callers(3, Entries[n][:])
}

func note(k Kind, p unsafe.Pointer, size uintptr) {
	log = append(log, Access{Kind: k, Addr: p, Size: size})
	runtime.Callers(3, log[len(log)-1].Stack[:])
}
