package source

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/kernel/hook"
)

// Target is a set of statements, at which a breakpoint stops.
type Target struct {
	Text  string
	Place Place // of the first of them
	set   map[*hook.Package][]bool
	exact bool                     // every time one of them comes, and not only when a thread comes to its line
	all   bool                     // every time, and a Hit says whether the thread comes to its line
	left  map[*hook.Package][]bool // the functions of one that is where a thread has left one of them; else nil
}

// Throughout is the Target with all statements of a line, and not the first to which a thread comes alone.
func (t *Target) Throughout() *Target {
	all := *t
	all.all = true
	return &all
}

// Named is the Target of a label of Go (Label) or, if there is none, of the begin of a function (Function).
func Named(name string) (*Target, error) {
	function, _, ofFunction := strings.Cut(name, ":")
	t, err := Label(name)
	if err != nil && (!ofFunction || strings.HasSuffix(function, ".go")) {
		return Function(name)
	}
	return t, err
}

// At is the Target of the statements of a line. file is the end of a file's path.
func At(file string, line int) (*Target, error) {
	t := &Target{Text: fmt.Sprintf("%s:%d", file, line)}
	after := 0
	for _, p := range hook.Packages() {
		for i := range p.Stmts {
			s := &p.Stmts[i]
			f, n := p.Place(s)
			if !endsIn(f.Path, file) {
				continue
			}
			switch {
			case n == line:
				t.add(p, i)
			case n > line && (after == 0 || n < after):
				after = n
			}
		}
	}
	if t.set == nil {
		return nil, noLine(file, line, after)
	}
	return t, nil
}

// StatementLines are the lines of a source file that have a statement, in order.
func StatementLines(path string) (lines []int) {
	for _, p := range hook.Packages() {
		for i := range p.Stmts {
			if f, n := p.Place(&p.Stmts[i]); f.Path == path {
				lines = append(lines, n)
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// HasFile says whether a source file has hooks. file is the end of its path.
func HasFile(file string) bool {
	f := fileOf(file)
	return f != nil && f.Why == ""
}

// PassedOver says why a source file has no hooks, "" if it has, or is none of the program. file is the end of its path.
func PassedOver(file string) string {
	if f := fileOf(file); f != nil && f.Why != "" {
		return unknownLines(f)
	}
	return ""
}

func unknownLines(f *hook.File) string {
	return fmt.Sprintf("the lines and variables of %s are not known, because it %s", path.Base(f.Path), f.Why)
}

// fileOf is a source file of the program, by the end of its path; nil if there is none.
func fileOf(file string) *hook.File {
	for _, p := range hook.Packages() {
		for i := range p.Files {
			if f := &p.Files[i]; endsIn(f.Path, file) {
				return f
			}
		}
	}
	return nil
}

func endsIn(path, file string) bool { return path == file || strings.HasSuffix(path, "/"+file) }

// noLine says why a line has no statement. after is the next line that has one, 0 for none.
func noLine(file string, line, after int) error {
	f := fileOf(file)
	switch {
	case f == nil:
		return fmt.Errorf("there is no source file %s; %s", file, text.Offer(file, fileNames(), "source files"))
	case f.Why != "":
		return errors.New(unknownLines(f))
	case after == 0:
		return fmt.Errorf("%s has no statement in line %d, nor after it", file, line)
	}
	return fmt.Errorf("%s has no statement in line %d; the next one is in line %d", file, line, after)
}

// fileNames are the names of the source files.
func fileNames() (names []string) {
	for _, p := range hook.Packages() {
		for i := range p.Files {
			names = append(names, path.Base(p.Files[i].Path))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Function is the Target of the first statement of a function, by its name, with or without its package, or of a
// method, with or without its type: push, stack.push, (*stack).push, lab.(*stack).push.
func Function(name string) (*Target, error) {
	t := &Target{Text: name, exact: true}
	var names []string
	for _, p := range hook.Packages() {
		for i := range p.Funcs {
			f := &p.Funcs[i]
			names = append(names, Qualified(p, f))
			if !goesBy(p, f, name) {
				continue
			}
			if first := firstOf(p, i); first >= 0 {
				t.add(p, first)
			}
		}
	}
	file, _, _ := strings.Cut(name, ":")
	switch {
	case t.set == nil && strings.HasSuffix(file, ".go"):
		return nil, fmt.Errorf("%s is no line: that is a file and a number, as in %s:12", name, file)
	case t.set == nil:
		return nil, fmt.Errorf("there is no function %s%s", name, text.DidYouMean(name, names))
	}
	return t, nil
}

// Leaving is the Target where a thread has left an activation of a function, which goes by a name as in Function:
// before its next statement, or at its next call if that comes first.
func Leaving(name string) (*Target, error) {
	t, err := Function(name)
	if err != nil {
		return nil, err
	}
	t.left, t.set = map[*hook.Package][]bool{}, nil
	for _, p := range hook.Packages() {
		of := make([]bool, len(p.Funcs))
		for i := range p.Funcs {
			of[i] = goesBy(p, &p.Funcs[i], name)
		}
		t.left[p] = of
	}
	return t, nil
}

// goesBy says whether a name is one of a function.
func goesBy(p *hook.Package, f *hook.Func, name string) bool {
	if f.Name == name || Qualified(p, f) == name || strings.HasSuffix(f.Name, ")."+name) {
		return true
	}
	bare := strings.NewReplacer("(*", "", ")", "").Replace(f.Name)
	return bare == name || strings.HasSuffix(bare, "."+name) && !strings.Contains(f.Name, ".func")
}

// firstOf is the first statement of a function, -1 if it has none.
func firstOf(p *hook.Package, fn int) int {
	first := -1
	for i := range p.Stmts {
		if s := &p.Stmts[i]; int(s.Func) == fn && (first < 0 || s.From < p.Stmts[first].From) {
			first = i
		}
	}
	return first
}

// Label is the Target of the statements that have a label of Go: in any function, or in one that is named before a
// colon, as Function has it.
func Label(label string) (*Target, error) {
	t := &Target{Text: label, exact: true}
	fn, name, ok := strings.Cut(label, ":")
	if !ok {
		fn, name = "", label
	}
	var names []string
	for _, p := range hook.Packages() {
		for i := range p.Stmts {
			s := &p.Stmts[i]
			if s.Label == name && name != "" && (fn == "" || goesBy(p, &p.Funcs[s.Func], fn)) {
				t.add(p, i)
			} else if s.Label != "" {
				names = append(names, s.Label)
			}
		}
	}
	if t.set == nil {
		return nil, fmt.Errorf("no statement has the label %s%s", label, text.DidYouMean(name, names))
	}
	return t, nil
}

func (t *Target) add(p *hook.Package, stmt int) {
	if t.set == nil {
		t.set = map[*hook.Package][]bool{}
		s := &p.Stmts[stmt]
		f, line := p.Place(s)
		t.Place = Place{Qualified(p, &p.Funcs[s.Func]), f.Path, line}
	}
	if t.set[p] == nil {
		t.set[p] = make([]bool, len(p.Stmts))
	}
	t.set[p][stmt] = true
}

// holds says whether the statement of a frame is one of them.
func (t *Target) holds(f *hook.Frame) bool {
	set := t.set[f.Package()]
	return set != nil && set[f.StmtIndex()]
}

// Every is the Target of all statements.
func Every() *Target {
	t := &Target{Text: "any statement", exact: true}
	for _, p := range hook.Packages() {
		for i := range p.Stmts {
			t.add(p, i)
		}
	}
	return t
}
