package origin

import (
	"reflect"
	"strings"
	"unsafe"

	"machsim/debugger/lines/source"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// log is what the threads of a task have done in the run, in recorded order. What its entries lead to is kept by them,
// so that nothing else comes to be where something was.
type log struct {
	pages   [][]entry
	n       int // of all entries
	left    int // of the first ones, that are not there any more
	threads map[kernel.ThreadID]*thread
	written map[uintptr]bool // the stretches of memory in which something was written, by their number
}

// page is how many entries are in a page, as a power of 2. All logs of a run have so many pages: then each loses its
// first ones for those that it needs. These take some 200 MB, and as much again what they lead to.
const (
	page     = 13
	mostKept = 256
)

type kind uint8

const (
	began    kind = iota // a statement
	accessed             // a variable was read or written
	declared             // a variable came to be
	returned             // a function was left
	arrived              // the thread came to a call
)

// entry is something that a thread did.
type entry struct {
	x     any // declared, accessed: a pointer to the variable, or the map of which an element is
	value any // behind what writes: the new value, unless it is large
	key   any // of an element of a map, or of a slice (an int); nil if that is not known
	at    uintptr
	size  uint32
	code  int32  // the index of the statement, site or slot
	event int    // of a statement: the thread's last event before it; of an arrival: that which completes the call
	frame uint32 // the serial number
	n     uint32 // the statement
	pkg   *hook.Package
	by    *thread
	kind  kind
}

// thread is what is known of one of the threads.
type thread struct {
	id      kernel.ThreadID
	frames  []frame // by serial number
	pending []int   // entries of what is written, and was not when its thread was heard last
	calls   []int   // entries of its arrivals at calls
	slots   []int   // entries of statements that write to variables by their names
}

// frame is an activation of a function.
type frame struct {
	caller uint32 // 0 for none
	pkg    *hook.Package
	fn     int32
	first  int // its first entry
	last   int // that of its return, 0 for none
}

func (f *frame) function() *hook.Func { return &f.pkg.Funcs[f.fn] }

func (e *entry) site() *hook.Site { return &e.pkg.Shared[e.code] }
func (e *entry) stmt() *hook.Stmt { return &e.pkg.Stmts[e.code] }
func (e *entry) of() *frame       { return &e.by.frames[e.frame] }

// writes says whether an entry is a heard access that writes.
func (e *entry) writes() bool { return e.kind == accessed && e.site().Write }

// reads says whether it is one that reads.
func (e *entry) reads() bool { return e.kind == accessed && !e.site().Write }

// at is an entry by its number in the whole run.
func (l *log) at(i int) *entry {
	i -= l.left
	return &l.pages[i>>page][i&(1<<page-1)]
}

func (l *log) len() int { return l.n }

// recorder fills a log.
type recorder struct {
	*log
	codes *codes
	kept  *int // how many pages all logs have
}

// record makes the run again, and takes down what the threads of each task do.
func record(run Run, codes *codes) (map[kernel.TaskID]*log, error) {
	logs, by, kept := map[kernel.TaskID]*log{}, map[kernel.ThreadID]*recorder{}, 0
	err := run.Listen(source.Listener{
		Begun: func(id kernel.ThreadID, t *hook.Thread) {
			l := logs[run.TaskOf(id)]
			if l == nil {
				l = &log{threads: map[kernel.ThreadID]*thread{}, written: map[uintptr]bool{}}
				logs[run.TaskOf(id)] = l
			}
			by[id] = &recorder{l, codes, &kept}
			by[id].begun(id, t)
		},
		Statement: func(h source.Hit, t *hook.Thread) { by[h.Thread].statement(h, t) },
		Arrived: func(id kernel.ThreadID, t *hook.Thread, completes int) {
			by[id].arrived(id, t, completes)
		},
	})
	return logs, err
}

func (r *recorder) begun(id kernel.ThreadID, t *hook.Thread) {
	by := &thread{id: id, frames: make([]frame, 1)}
	r.threads[id] = by
	t.Declared = func(f *hook.Frame, slot int32, p any) { r.declared(by, f, slot, p) }
	t.Accessed = func(f *hook.Frame, a hook.Access) { r.accessed(by, f, a) }
	t.Returned = func(f *hook.Frame) {
		r.settle(by, f)
		r.enter(by, f)
		by.frames[f.Serial].last = r.len()
		r.add(entry{kind: returned, by: by, frame: uint32(f.Serial)})
	}
}

// add adds an entry, and returns its number.
func (r *recorder) add(e entry) int {
	last := len(r.pages) - 1
	if last < 0 || len(r.pages[last]) == 1<<page {
		r.turn()
		last = len(r.pages) - 1
	}
	r.pages[last] = append(r.pages[last], e)
	r.n++
	return r.n - 1
}

// turn begins a page. A first one is small: most tasks do little.
func (r *recorder) turn() {
	var next []entry
	switch *r.kept++; {
	case *r.kept > mostKept && len(r.pages) > 1:
		*r.kept--
		r.left += 1 << page
		next = r.pages[0][:0]
		clear(r.pages[0])
		r.pages = append(r.pages[:0], r.pages[1:]...)
	case len(r.pages) > 0:
		next = make([]entry, 0, 1<<page)
	}
	r.pages = append(r.pages, next)
}

// enter notes a function that a thread was not in before.
func (r *recorder) enter(by *thread, f *hook.Frame) {
	for uint64(len(by.frames)) <= f.Serial {
		by.frames = append(by.frames, frame{})
	}
	if x := &by.frames[f.Serial]; x.pkg == nil {
		*x = frame{pkg: f.Package(), fn: f.FuncIndex(), first: r.len()}
		if f.Caller != nil {
			x.caller = uint32(f.Caller.Serial)
		}
	}
}

func (r *recorder) statement(h source.Hit, t *hook.Thread) {
	by, f := r.threads[h.Thread], t.Frame
	r.settle(by, f)
	r.enter(by, f)
	e := entry{kind: began, by: by, frame: uint32(f.Serial), n: uint32(h.N), code: int32(f.StmtIndex()),
		event: h.Event, pkg: f.Package()}
	i := r.add(e)
	if len(r.codes.of(f.Package()).targets(f.StmtIndex())) > 0 {
		by.slots = append(by.slots, i)
	}
}

func (r *recorder) arrived(id kernel.ThreadID, t *hook.Thread, completes int) {
	by := r.threads[id]
	e := entry{kind: arrived, by: by, event: completes}
	if t.Frame != nil && !t.Dead() {
		e.frame = uint32(t.Frame.Serial)
		r.settle(by, nil)
	}
	by.calls = append(by.calls, r.add(e))
}

func (r *recorder) declared(by *thread, f *hook.Frame, slot int32, p any) {
	r.enter(by, f)
	rv := reflect.ValueOf(p)
	e := entry{kind: declared, by: by, frame: uint32(f.Serial), code: slot, x: p, at: rv.Pointer(),
		size: uint32(rv.Type().Elem().Size()), n: uint32(f.N()), pkg: f.Package(), value: snapshot(rv.Elem())}
	if f.Func().Vars[slot].Kind != hook.Captured {
		r.mark(e.at, uintptr(e.size))
	}
	r.add(e)
}

func (r *recorder) accessed(by *thread, f *hook.Frame, a hook.Access) {
	r.settle(by, nil)
	p := reflect.ValueOf(a.Pointer)
	if p.IsNil() {
		return
	}
	e := entry{kind: accessed, by: by, frame: uint32(f.Serial), x: a.Pointer, at: p.Pointer(), pkg: f.Package(),
		code: siteIndex(f.Package(), a.Site), n: uint32(f.N())}
	x := r.codes.of(e.pkg).indexOf(a.Site)
	if p.Kind() == reflect.Map {
		e.key = x.key(f)
	} else {
		e.size = uint32(min(p.Type().Elem().Size(), 1<<31))
		if base, ok := x.base(f); ok && e.size > 0 && p.Type().Elem().Kind() != reflect.Array {
			e.key = int(e.at-base) / int(e.size)
		}
	}
	i := r.add(e)
	if a.Site.Write {
		r.mark(e.at, uintptr(e.size))
		by.pending = append(by.pending, i)
		if a.When == hook.Already {
			r.settle(by, nil)
		}
	}
}

// siteIndex is the index of a site in its table.
func siteIndex(p *hook.Package, s *hook.Site) int32 {
	at, first := uintptr(unsafe.Pointer(s)), uintptr(unsafe.Pointer(&p.Shared[0]))
	return int32((at - first) / unsafe.Sizeof(*s))
}

// settle takes down the values that have been written since the thread was heard last, and by names in a function that
// goes on or is left.
func (r *recorder) settle(by *thread, f *hook.Frame) {
	for _, i := range by.pending {
		if e := r.live(i); e != nil {
			e.value = written(e)
		}
	}
	by.pending = by.pending[:0]
	for n := len(by.slots); f != nil && n > 0; n-- {
		e := r.live(by.slots[n-1])
		if e != nil && uint64(e.frame) < f.Serial {
			return
		}
		by.slots = by.slots[:n-1]
		if e != nil && uint64(e.frame) == f.Serial {
			slot := r.codes.of(e.pkg).targets(int(e.code))[0].slot
			if p := f.Slot(int(slot)); p != nil {
				e.value = snapshot(reflect.ValueOf(p).Elem())
			}
		}
	}
}

func (r *recorder) live(i int) *entry {
	if i < r.left {
		return nil
	}
	return r.log.at(i)
}

// written is what an access has written.
func written(e *entry) any {
	v := reflect.ValueOf(e.x)
	if v.Kind() != reflect.Map {
		return snapshot(v.Elem())
	}
	k := reflect.ValueOf(e.key)
	if !k.IsValid() || !k.CanConvert(v.Type().Key()) {
		return nil
	}
	if x := v.MapIndex(k.Convert(v.Type().Key())); x.IsValid() {
		return snapshot(x)
	}
	return nil
}

// snapshot is a copy of a value, nil if it is large.
func snapshot(v reflect.Value) any {
	if v.Type().Size() > 256 || !v.CanInterface() {
		return nil
	}
	return v.Interface()
}

// stretch is the size of a stretch of memory, as a power of 2.
const stretch = 6

// mark notes that something is written in a stretch of memory.
func (l *log) mark(at, size uintptr) {
	for s := at >> stretch; s <= (at+max(size, 1)-1)>>stretch; s++ {
		l.written[s] = true
	}
}

// marked says whether something may have been written there.
func (l *log) marked(at, size uintptr) bool {
	for s := at >> stretch; s <= (at+max(size, 1)-1)>>stretch; s++ {
		if l.written[s] {
			return true
		}
	}
	return false
}

// head is a statement that an activation does: its entry, and the one with which the activation does its next.
func (l *log) head(i int, by *thread, frame uint32) int {
	for ; i >= l.left; i-- {
		if e := l.at(i); e.kind == began && e.frame == frame && e.by == by {
			return i
		}
	}
	return -1
}

// next is the first entry behind a statement's: with which its activation goes on, or is left.
func (l *log) next(s int) int {
	e := l.at(s)
	for i := s + 1; i < l.len(); i++ {
		x := l.at(i)
		if (x.kind == began || x.kind == returned) && x.by == e.by && x.frame == e.frame {
			return i
		}
	}
	return l.len()
}

// isLiteral says whether a function is a literal.
func isLiteral(f *hook.Func) bool { return strings.Contains(f.Name, ".func") }
