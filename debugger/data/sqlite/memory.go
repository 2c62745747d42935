//go:build !js && !wasip1

package sqlite

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// at is the variable at an address of C's memory, which the garbage collector does not know.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// function is the address of a function for C: it must be one that is declared, and no closure.
func function[T any](f T) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f T }{f})) }

// cString copies a text to C's memory; free gives that back.
func cString(tls *libc.TLS, s string) (p uintptr, free func()) {
	p, err := libc.CString(s)
	if err != nil {
		panic(err) // there is no memory left
	}
	return p, func() { libc.Xfree(tls, p) }
}

// lent is memory of C's for a text that SQLite copies at once. Bytes of Go's are not handed over by their address: the
// collector does not know who still reads them, and they move with the stack that they are on.
type lent struct{ p, size uintptr }

// hold copies bytes, and says where they are until the next are held. That is no NULL, however few they are.
func hold[T string | []byte](l *lent, tls *libc.TLS, s T) (p uintptr, n int32) {
	if need := uintptr(max(len(s), 64)); l.size < need {
		l.free(tls)
		l.p, l.size = libc.Xmalloc(tls, libc.Tsize_t(2*need)), 2*need
		if l.p == 0 {
			panic(errMemory)
		}
	}
	copy(unsafe.Slice(at[byte](l.p), len(s)), s)
	return l.p, int32(len(s))
}

func (l *lent) free(tls *libc.TLS) {
	libc.Xfree(tls, l.p) // which knows NULL
	*l = lent{}
}

// goString copies n bytes from C's memory.
func goString(p uintptr, n int32) string {
	if p == 0 || n <= 0 {
		return ""
	}
	return string(unsafe.Slice(at[byte](p), n))
}

// allocate is memory of SQLite's, all zero, that it frees itself.
func allocate(tls *libc.TLS, size uintptr) uintptr {
	p := lib.Xsqlite3_malloc(tls, int32(size))
	if p != 0 {
		clear(unsafe.Slice(at[byte](p), size))
	}
	return p
}

// leave hands a text to SQLite, which frees it.
func leave(tls *libc.TLS, s string) uintptr {
	p := allocate(tls, uintptr(len(s)+1))
	if p != 0 {
		copy(unsafe.Slice(at[byte](p), len(s)), s)
	}
	return p
}

// handles are Go values that C knows by a number, which is never 0. A number is looked up by any goroutine without a
// lock, while it is in use.
type handles[T any] struct {
	mu   sync.Mutex // held by those who add and remove
	all  atomic.Pointer[[]*T]
	free []uintptr
}

func (h *handles[T]) add(x *T) uintptr {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.free); n > 0 {
		i := h.free[n-1]
		h.free = h.free[:n-1]
		(*h.all.Load())[i] = x
		return i
	}
	all := []*T{nil}
	if old := h.all.Load(); old != nil {
		all = append(make([]*T, 0, 2*len(*old)), *old...)
	}
	all = append(all, x)
	h.all.Store(&all)
	return uintptr(len(all) - 1)
}

func (h *handles[T]) get(i uintptr) *T { return (*h.all.Load())[i] }

func (h *handles[T]) remove(i uintptr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	(*h.all.Load())[i] = nil
	h.free = append(h.free, i)
}
