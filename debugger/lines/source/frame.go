package source

import (
	"path"
	"reflect"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Place is where a statement stands in the source.
type Place struct {
	Func string // with its package: "bank.transfer"
	Path string // of the file
	Line int
}

// Frame is an activation of a function.
type Frame struct {
	Place
	Serial uint64     // its number among the frames of its thread: the same in each run of it
	Begun  bool       // it is in the middle of its statement, and not before it
	Vars   []Variable // in the order of their declarations; of several with one name the last hides the others
}

// Variable is a variable of a program, as it is now.
type Variable struct {
	Name  string
	Kind  hook.VarKind
	Value reflect.Value // addressable; it is read-only, and good until the Source moves
}

// Frames are the activations of a thread's functions, innermost first; none if the thread has not begun or has ended.
func (s *Source) Frames(id kernel.ThreadID) (all []Frame) {
	for f := s.innermost(id); f != nil; f = f.Caller {
		all = append(all, frameOf(f, len(all) > 0 || !s.world.Parked(id)))
	}
	return all
}

// innermost is the frame in which a thread stands.
func (s *Source) innermost(id kernel.ThreadID) *hook.Frame {
	if s.world == nil {
		return nil
	}
	if t := s.hooks(id); t != nil && !t.Dead() {
		return t.Frame
	}
	return nil
}

// frame is the n-th frame of a thread, counted from the innermost, 0; nil if there is none.
func (s *Source) frame(id kernel.ThreadID, n int) *hook.Frame {
	f := s.innermost(id)
	for ; f != nil && n > 0; n-- {
		f = f.Caller
	}
	return f
}

func frameOf(f *hook.Frame, begun bool) Frame {
	row := Frame{Place: placeOf(f), Serial: f.Serial, Begun: begun}
	for _, v := range f.Locals() {
		row.Vars = append(row.Vars, Variable{v.Name, v.Kind, reflect.ValueOf(v.Pointer).Elem()})
	}
	return row
}

// placeOf is where a frame stands.
func placeOf(f *hook.Frame) Place {
	p, fn := f.Package(), f.Func()
	place := Place{Func: Qualified(p, fn), Path: p.Files[fn.File].Path, Line: int(fn.Line)}
	if stmt := f.Stmt(); stmt != nil {
		place.Line = int(stmt.Line)
	}
	return place
}

// Qualified is the name of a function with that of its package.
func Qualified(p *hook.Package, f *hook.Func) string { return path.Base(p.Path) + "." + f.Name }

// Inside calls look while the variables of packages have the values of the run where it stands. Whoever evaluates an
// expression, or looks at Globals, does so inside.
func (s *Source) Inside(look func()) {
	if s.world == nil {
		look()
		return
	}
	s.world.Inside(look)
}

// Globals are the package variables of a program's own packages, by package and name.
func (s *Source) Globals(of *kernel.Program) (all []Variable) {
	for _, p := range Own(of) {
		for _, g := range p.Globals {
			all = append(all, Variable{path.Base(p.Path) + "." + g.Name, hook.Plain, reflect.ValueOf(g.Pointer).Elem()})
		}
	}
	return all
}

// Call calls a method of the program, and says why it did not return.
type Call func(method string, f func()) error

// Scope is what an expression sees in the n-th frame of a thread, counted from the innermost; ok is false if the
// thread has no such frame.
func (s *Source) Scope(id kernel.ThreadID, n int, call Call) (scope eval.Scope, ok bool) {
	f := s.frame(id, n)
	return &view{frame: f, call: call}, f != nil
}

// Text is a source file that the program was built from; ok is false if it has no hooks. The file is called by its path
// or, as in a program that was built with -trimpath, by that of its package.
func Text(file string) (text string, ok bool) {
	for _, p := range hook.Packages() {
		for i := range p.Files {
			f := &p.Files[i]
			if f.Text != "" && (f.Path == file || p.Path+"/"+f.Path[strings.LastIndexAny(f.Path, `/\`)+1:] == file) {
				return f.Text, true
			}
		}
	}
	return "", false
}

// Line is a line of such a file without the blanks around it, "" if there is none.
func Line(path string, n int) string {
	text, _ := Text(path)
	for line := range strings.Lines(text) {
		if n--; n == 0 {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// Paths are the source files of a program that have hooks.
func Paths(of *kernel.Program) (all []string) {
	for _, p := range Own(of) {
		for i := range p.Files {
			all = append(all, p.Files[i].Path)
		}
	}
	return all
}
