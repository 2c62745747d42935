package race

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"sort"

	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// thread is one of the run's, as far as it has come.
type thread struct {
	id    kernel.ThreadID
	lane  int
	tape  *tape.Tape
	hooks *hook.Thread
	marks []uint64 // by stretch that has ended: the statements that the thread had begun
	last  access   // in the present stretch
	frame *hook.Frame
}

// spot is where a function stands.
type spot struct {
	in   *hook.Package
	fn   *hook.Func
	stmt int
}

// access is one access of a thread.
type access struct {
	lane  int
	event int    // the one that began the stretch in which it is
	clock uint32 // the number of the event that ends the stretch, among those of the thread
	n     uint64 // its statement
	site  *hook.Site
	in    *hook.Package
	stack []spot
}

// arrived says that the thread has come to a call.
func (t *thread) arrived() {
	t.marks = append(t.marks, t.hooks.N)
	t.last.in = nil
}

// past says whether the thread has not come to the log.
func (t *thread) past() bool { return len(t.marks) < t.tape.Lanes[t.lane].Earlier() }

// enters says that the thread has come to the call at which it stands where the log begins. After which of its calls
// its statements up to there came is not known.
func (t *thread) enters() {
	t.marks = slices.Repeat([]uint64{t.hooks.N}, t.tape.Lanes[t.lane].Earlier())
}

// access returns an access that the thread makes now.
func (t *thread) access(f *hook.Frame, a hook.Access) access {
	x := &t.last
	if x.in == nil {
		x.event = t.begins(len(t.marks))
		x.lane, x.clock = t.lane, uint32(t.tape.Nth(x.event))+1
	}
	if x.in == nil || x.n != t.hooks.N || t.frame != f {
		x.n, x.in, x.stack = t.hooks.N, f.Package(), stackOf(f)
		t.frame = f
	}
	x.site = a.Site
	return *x
}

// begins returns the event that begins the thread's n-th stretch, from 0; the one before the log if that was earlier.
func (t *thread) begins(n int) int { return t.tape.CompletedBy(t.lane, n) }

// eventOf returns the thread's last event before it began a statement.
func (t *thread) eventOf(n uint64) int {
	return t.begins(sort.Search(len(t.marks), func(i int) bool { return t.marks[i] >= n }))
}

func stackOf(f *hook.Frame) (all []spot) {
	for ; f != nil; f = f.Caller {
		all = append(all, spot{f.Package(), f.Func(), f.StmtIndex()})
	}
	return all
}

// compare orders accesses as they are in the run. Of those of one expression the write comes first, which tells more.
func (x *access) compare(y *access) int {
	c := cmp.Or(cmp.Compare(x.event, y.event), cmp.Compare(x.n, y.n), cmp.Compare(x.site.Stmt, y.site.Stmt),
		cmp.Compare(x.site.From, y.site.From), cmp.Compare(x.site.To, y.site.To))
	if c == 0 && x.site.Write != y.site.Write {
		c = 1
		if x.site.Write {
			c = -1
		}
	}
	return c
}

// frames returns the stack, with the line of the access itself.
func (x *access) frames() (all []kernel.Frame) {
	for _, s := range x.stack {
		all = append(all, s.frame())
	}
	all[0].Line = x.in.Line(x.site)
	return all
}

func (s *spot) frame() kernel.Frame {
	line := int(s.fn.Line)
	if s.stmt >= 0 {
		line = int(s.in.Stmts[s.stmt].Line)
	}
	file := s.in.Files[s.fn.File].Path
	return kernel.Frame{Func: path.Base(s.in.Path) + "." + s.fn.Name, File: filepath.Base(file), Path: file, Line: line}
}
