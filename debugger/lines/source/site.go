package source

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"machsim/debugger/lang/eval"
	"machsim/kernel/hook"
)

// sites is what is known of the places in the source at which a subject may be accessed.
type sites struct {
	call  Call
	root  string // the name with which the subject's expression begins; "" if that is not known
	codes map[*hook.Site]*bound
	exprs map[*hook.Site]*eval.Expr // nil if it cannot be parsed
	roots map[*hook.Site]string
	at    map[*hook.Package][][]*hook.Site // the private places of each statement
	plain map[*hook.Site]bool              // see plainly
	loose map[*hook.Func][]bool            // by slot
}

func newSites(of *Subject, call Call) *sites {
	s := &sites{call: call, codes: map[*hook.Site]*bound{}, exprs: map[*hook.Site]*eval.Expr{},
		roots: map[*hook.Site]string{}, plain: map[*hook.Site]bool{}, at: map[*hook.Package][][]*hook.Site{},
		loose: map[*hook.Func][]bool{}}
	if of.expr != nil {
		s.root = rootOf(of.expr.String())
	}
	for i := range of.of {
		if of.of[i].name != s.root {
			s.root = ""
		}
	}
	if _, global := packaged(of.pkg, s.root); of.pkg != nil && !global {
		_, its, _ := strings.Cut(of.expr.String(), s.root+".")
		s.root = rootOf(its)
	}
	return s
}

// rootOf is the name with which the expression of a site begins.
func (s *sites) rootOf(site *hook.Site) string {
	root, known := s.roots[site]
	if !known {
		root = rootOf(site.Expr)
		s.roots[site] = root
	}
	return root
}

func rootOf(expr string) string {
	_, root, _, _ := parts(expr)
	return root
}

// of are the places at which a frame's statement may access the subject without a hook. A variable that has none is
// called by its name wherever it is accessed.
func (s *sites) of(f *hook.Frame) []*hook.Site {
	p := f.Package()
	all, ok := s.at[p]
	if !ok {
		all = make([][]*hook.Site, len(p.Stmts))
		for i := range p.Private {
			if site := &p.Private[i]; s.root == "" || s.rootOf(site) == s.root {
				all[site.Stmt] = append(all[site.Stmt], site)
			}
		}
		s.at[p] = all
	}
	return all[f.StmtIndex()]
}

// place is where the variable of a private place is.
func (s *sites) place(site *hook.Site, f *hook.Frame) (at unsafe.Pointer, t reflect.Type, ok bool) {
	x := s.codes[site]
	if x == nil {
		x = &bound{}
		if e := s.expression(site); e != nil {
			x, _ = newBound(e, view{frame: f, call: s.call})
		}
		s.codes[site] = x
	}
	x.view.frame = f
	return x.variable()
}

// expression is that of a place, nil if it is none.
func (s *sites) expression(site *hook.Site) *eval.Expr {
	e, known := s.exprs[site]
	if known {
		return e
	}
	e, err := eval.Parse(site.Expr)
	if err != nil {
		e = nil
	}
	s.exprs[site] = e
	return e
}

// meetsMap says whether an access to a map is one to the map that a storage is, or to the element that it is.
func (s *sites) meetsMap(st *storage, m reflect.Value, f *hook.Frame, site *hook.Site) bool {
	if st.cell == nil {
		at := st.here()
		return at != nil && st.typ.Kind() == reflect.Map && reflect.NewAt(st.typ, at).Elem().Pointer() == m.Pointer()
	}
	c := st.cell
	scope := c.scope()
	mine, key, ok := c.w.Expr.Element(&scope)
	if !ok {
		v, err := c.value()
		rv := v.Reflect()
		return err == nil && rv.IsValid() && rv.Kind() == reflect.Map && rv.Pointer() == m.Pointer()
	}
	c.settle()
	if mine.Pointer() != m.Pointer() {
		return false
	}
	e := s.expression(site)
	if e == nil || e.Calls() {
		return true // which element, only the program knows
	}
	_, other, ok := e.Element(&view{frame: f, call: s.call})
	return !ok || key.Equal(other)
}

// kind is what an assignment at a place is: by a name of the storage itself, or by something that leads to it.
func (s *sites) kind(f *hook.Frame, site *hook.Site, st *storage) LocalKind {
	at, t, ok := st.place()
	if !ok {
		return Assigned // an element of a map
	}
	own := s.named(f, site)
	if own.IsValid() && own.CanAddr() && overlap(own.Addr().UnsafePointer(), own.Type().Size(), at, t.Size()) {
		return Assigned
	}
	return Pointed
}

// named is the variable with whose name the expression of a site begins.
func (s *sites) named(f *hook.Frame, site *hook.Site) reflect.Value {
	root := s.rootOf(site)
	if l, ok := f.Lookup(root); ok {
		return reflect.ValueOf(l.Pointer).Elem()
	}
	if own, ok := f.Package().Global(root); ok {
		return own
	}
	_, its, _ := strings.Cut(site.Expr, root+".")
	own, _ := f.Package().Global(root + "." + rootOf(its))
	return own
}

// packaged is a variable of a package.
func packaged(p *hook.Package, name string) (reflect.Value, bool) {
	if p == nil {
		return reflect.Value{}, false
	}
	return p.Global(name)
}

// plainly says whether a private place is a return that calls nothing: what is deferred comes behind its stores.
func (s *sites) plainly(f *hook.Frame, site *hook.Site) bool {
	is, known := s.plain[site]
	if !known {
		text := textOf(f.Package(), site.Stmt)
		is = strings.HasPrefix(text, "return") && !strings.Contains(text, "(")
		s.plain[site] = is
	}
	return is
}

// escapes says whether others than the statements of its function, by its name, may access a variable of a frame: they
// have its address, or are in a function literal.
func (s *sites) escapes(f *hook.Frame, slot int) bool {
	fn := f.Func()
	all, known := s.loose[fn]
	if !known {
		all = make([]bool, len(fn.Vars))
		for i := range all {
			all[i] = escapes(f.Package(), fn, fn.Vars[i].Name, s.rootOf)
		}
		s.loose[fn] = all
	}
	return all[slot]
}

// escapes says so of a name: a function literal uses it, or a hook tells of what it is accessed by, or nothing does.
func escapes(p *hook.Package, fn *hook.Func, name string, rootOf func(*hook.Site) string) bool {
	if captured(p, fn, name) {
		return true
	}
	named := func(site *hook.Site) bool { return &p.Funcs[p.Stmts[site.Stmt].Func] == fn && rootOf(site) == name }
	for i := range p.Shared {
		if named(&p.Shared[i]) {
			return true
		}
	}
	for i := range p.Private {
		if named(&p.Private[i]) {
			return false
		}
	}
	return true
}

// captured says whether a function literal in a function uses a variable of a name.
func captured(p *hook.Package, fn *hook.Func, name string) bool {
	for i := range p.Funcs {
		in := &p.Funcs[i]
		if strings.HasPrefix(in.Name, fn.Name+".") && slices.ContainsFunc(in.Vars, func(v hook.Var) bool {
			return v.Name == name && v.Kind == hook.Captured
		}) {
			return true
		}
	}
	return false
}
