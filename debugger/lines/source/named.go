package source

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Subject finds what a name means, wherever the run stands: a variable of a function, work.x, or a part of it,
// work.list[2] or *work.q; one that threads show; one of a package; a label of Go, work:again; a line, lab.go:27. A
// name that one function alone has needs no function. If threads are given, only activations of theirs count.
func (s *Source) Subject(name string, threads []kernel.ThreadID) (*Subject, error) {
	name = strings.TrimSpace(name)
	if file, line, ok := fileLine(name); ok {
		t, err := At(file, line)
		return placed(name, t, threads, err)
	}
	if strings.Contains(name, ":") && !strings.Contains(name, "[") {
		t, err := Label(name)
		return placed(name, t, threads, err)
	}
	n := &naming{name: name, threads: threads}
	found, err := n.ofFunction()
	if found == nil && err == nil {
		n.survey, err = s.surveyed()
	}
	for _, find := range []func() (*Subject, error){n.shown, n.bare, n.ofPackage, n.label} {
		if found == nil && err == nil {
			found, err = find()
		}
	}
	if found == nil && err == nil {
		err = n.unknown()
	}
	return found, err
}

// fileLine takes a name apart that is a file and a line.
func fileLine(name string) (file string, line int, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 0 || !strings.HasSuffix(name[:i], ".go") {
		return "", 0, false
	}
	line, err := strconv.Atoi(name[i+1:])
	return name[:i], line, err == nil
}

// placed is a place in the source as a subject.
func placed(name string, t *Target, threads []kernel.ThreadID, err error) (*Subject, error) {
	if err != nil {
		return nil, err
	}
	return &Subject{Name: name, place: t, threads: threads}, nil
}

// naming finds what a name means.
type naming struct {
	*survey
	name    string
	threads []kernel.ThreadID
}

// named matches an expression that begins with a variable: what stands before its name, the name, and what follows.
var named = regexp.MustCompile(`(?s)^([*&( ]*)([\pL_][\pL\pN_]*)(.*)$`)

// parts takes an expression apart: what stands before the name of its variable, the name, and what follows.
func parts(expr string) (before, root, rest string, ok bool) {
	m := named.FindStringSubmatch(expr)
	if m == nil {
		return "", "", "", false
	}
	return m[1], m[2], m[3], true
}

// ofFunction is a name with a function before it.
func (n *naming) ofFunction() (*Subject, error) {
	stars := n.name[:len(n.name)-len(strings.TrimLeft(n.name, "*"))]
	path := n.name[len(stars):]
	for i := len(path) - 1; i > 0; i-- {
		if path[i] != '.' {
			continue
		}
		_, root, _, ok := parts(path[i+1:])
		if !ok {
			continue
		}
		if all := variablesOf(path[:i], root); all != nil {
			return n.subject(stars+path[i+1:], n.name, all)
		}
	}
	return nil, nil
}

// variablesOf are the variables of a name in the functions of a name. A literal has those of the functions around it.
func variablesOf(fn, name string) (all []variable) {
	for _, p := range hook.Packages() {
		for i := range p.Funcs {
			if !goesBy(p, &p.Funcs[i], fn) {
				continue
			}
			if at := declaring(p, i, name); at >= 0 {
				v := variable{pkg: p, fn: int32(at), name: name}
				if !slices.Contains(all, v) {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// declaring is the function that has a variable that a function knows by its name: itself, or one around it; -1 if it
// knows none.
func declaring(p *hook.Package, fn int, name string) int {
	for {
		f := &p.Funcs[fn]
		if len(slotsNamed(f, name)) > 0 {
			return fn
		}
		i := strings.LastIndexByte(f.Name, '.')
		if i < 0 || !slices.ContainsFunc(f.Vars, func(v hook.Var) bool { return v.Name == name }) {
			return -1
		}
		if fn = slices.IndexFunc(p.Funcs, func(o hook.Func) bool { return o.Name == f.Name[:i] }); fn < 0 {
			return -1
		}
	}
}

// subject is what an expression names that begins with one of some variables.
func (n *naming) subject(expr, name string, of []variable) (*Subject, error) {
	e, err := eval.Parse(expr)
	if err != nil {
		return nil, err
	}
	before, root, rest, _ := parts(expr)
	for i := range of {
		of[i].plain = before == "" && rest == "" && root == of[i].name
	}
	return &Subject{Name: name, expr: e, of: of, threads: n.threads}, nil
}

// shown is a name by which threads show variables.
func (n *naming) shown() (*Subject, error) {
	before, root, rest, ok := parts(n.name)
	if !ok {
		return nil, nil
	}
	all := text.Those(n.survey.shown, func(v shows) bool { return v.name == root && oneOf(n.threads, v.thread) })
	if len(all) == 0 {
		return nil, nil
	}
	return n.showing(all, before, root, rest)
}

// showing is what an expression names of variables that threads show by one name.
func (n *naming) showing(all []shows, before, root, rest string) (*Subject, error) {
	s := &Subject{Name: n.name}
	plain := before+rest == ""
	for _, v := range all {
		if v.pkg == nil {
			s.shown = append(s.shown, v.showing)
			continue
		}
		own := variable{pkg: v.pkg, fn: v.fn, name: v.function().Vars[v.slot].Name, plain: plain}
		if len(s.of) > 0 && s.of[0].name != own.name && !plain {
			return nil, &Several{fmt.Sprintf("several variables are shown by the name %s: say a part of which, %s", root,
				text.Either(names(all)))}
		}
		if !slices.Contains(s.of, own) {
			s.of = append(s.of, own)
		}
		if !slices.Contains(s.only, v.Activation) {
			s.only = append(s.only, v.Activation)
		}
	}
	var err error
	switch {
	case len(s.of) > 0:
		s.expr, err = eval.Parse(before + s.of[0].name + rest)
	case !plain:
		err = fmt.Errorf("%s is shown, and has no name in the source: its parts cannot be followed", root)
	}
	return s, err
}

func (v *shows) function() *hook.Func { return &v.pkg.Funcs[v.fn] }

// names are those of variables with their functions.
func names(all []shows) (names []string) {
	for _, v := range all {
		if v.pkg != nil {
			names = append(names, (&variable{pkg: v.pkg, fn: v.fn, name: v.function().Vars[v.slot].Name}).String())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// String is a variable with its function: with that of the package as well, if another function has the name.
func (v *variable) String() string {
	name := v.function().Name
	for _, p := range hook.Packages() {
		if p != v.pkg && slices.ContainsFunc(p.Funcs, func(f hook.Func) bool { return f.Name == name }) {
			return Qualified(v.pkg, v.function()) + "." + v.name
		}
	}
	return name + "." + v.name
}

// VariableNames are the names of the variables of all functions of a program with hooks, with those of the functions
// before them.
func VariableNames() (all []string) {
	for _, p := range hook.Packages() {
		for i := range p.Funcs {
			for _, v := range p.Funcs[i].Vars {
				if v.Kind != hook.Captured && v.Name[0] != '~' {
					all = append(all, (&variable{pkg: p, fn: int32(i), name: v.Name}).String())
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// bare is a name of a variable that one function alone has, of those in which threads were.
func (n *naming) bare() (*Subject, error) {
	_, root, _, ok := parts(n.name)
	if !ok {
		return nil, nil
	}
	all := n.called(root)
	if len(all) < 2 {
		if len(all) == 0 {
			return nil, nil
		}
		return n.subject(n.name, n.name, all)
	}
	names := text.Each(all, func(v variable) string { return v.String() })
	return nil, &Several{fmt.Sprintf("several functions have a variable %s: say %s", root, text.Either(names))}
}

// Several is the error of a name that may mean several variables.
type Several struct{ text string }

func (s *Several) Error() string { return s.text }

// called are the variables of a name that came to be.
func (n *naming) called(name string) (all []variable) {
	for _, p := range hook.Packages() {
		for i := range p.Funcs {
			f := &p.Funcs[i]
			if slices.ContainsFunc(slotsNamed(f, name), func(slot int) bool { return n.came(f, slot) }) {
				all = append(all, variable{pkg: p, fn: int32(i), name: name})
			}
		}
	}
	return all
}

// came says whether a variable came to be. Of results that are kept as copies it is not told.
func (n *naming) came(f *hook.Func, slot int) bool {
	b := n.born[f]
	return b != nil && (b[slot] || f.Vars[slot].Kind == hook.Result)
}

// ofPackage is the name of a variable of a package, which may stand before it.
func (n *naming) ofPackage() (*Subject, error) {
	_, root, rest, ok := parts(n.name)
	if !ok {
		return nil, nil
	}
	for _, p := range hook.Packages() {
		if v, known := p.Global(root); known && v.CanAddr() {
			e, err := eval.Parse(n.name)
			return &Subject{Name: n.name, expr: e, pkg: p, threads: n.threads}, err
		}
	}
	of, expr, ok := strings.Cut(root+rest, ".")
	if _, its, _, named := parts(expr); ok && named {
		for _, p := range hook.Packages() {
			if v, known := p.Global(of + "." + its); known && v.CanAddr() {
				e, err := eval.Parse(n.name)
				return &Subject{Name: n.name, expr: e, pkg: p, threads: n.threads}, err
			}
		}
	}
	return nil, nil
}

// label is the name of a label of Go, maybe with its function before it.
func (n *naming) label() (*Subject, error) {
	t, err := Label(n.name)
	if i := strings.LastIndexByte(n.name, '.'); err != nil && i > 0 {
		t, err = Label(n.name[:i] + ":" + n.name[i+1:])
	}
	if err != nil {
		return nil, nil
	}
	return placed(n.name, t, n.threads, nil)
}

// unknown says that a name means nothing, and which are like it.
func (n *naming) unknown() error {
	var all []string
	for f, slots := range n.born {
		for i, v := range f.Vars {
			if slots[i] {
				all = append(all, v.Name, f.Name+"."+v.Name)
			}
		}
	}
	for _, v := range n.survey.shown {
		all = append(all, v.name)
	}
	return fmt.Errorf("nothing is called %s: %s", n.name, text.Offer(n.name, all, "variables"))
}
