package source

import (
	"reflect"
	"slices"
	"unsafe"

	"machsim/debugger/lang/eval"
	"machsim/kernel/hook"
)

// Access is a statement that reads what is watched, or writes it, or both.
type Access struct {
	Hit         // before the statement
	Place       Place
	Read, Write bool
	Value       string // before
}

// Accesses are all accesses to what is watched in the whole run: those that read it, and with writes also those that
// only write it. An access to a part of a variable is one to the variable; the elements of a slice are parts of it.
func (s *Source) Accesses(w Watched, writes bool, call Call) ([]Access, error) {
	c := &accesses{cell: newCell(w, call), source: s, codes: map[*hook.Site]*bound{},
		exprs: map[*hook.Site]*eval.Expr{},
		sites: map[*hook.Package][][]*hook.Site{}, noted: map[statementOf]int{}}
	err := s.walk(c.statement, nil)
	all := slices.DeleteFunc(c.all, func(a Access) bool { return !a.Read && !writes })
	slices.SortStableFunc(all, func(a, b Access) int { return a.Hit.compare(b.Hit) })
	return all, err
}

// accesses looks for accesses while a run is made again.
type accesses struct {
	*cell
	source *Source
	all    []Access
	codes  map[*hook.Site]*bound            // of the expressions of private places
	exprs  map[*hook.Site]*eval.Expr        // of places at which maps are accessed; nil if it cannot be parsed
	sites  map[*hook.Package][][]*hook.Site // the private places of each statement
	noted  map[statementOf]int              // where the accesses are in all
}

// statementOf is a statement of a thread.
type statementOf struct {
	*walker
	n uint64
}

// statement is called before each statement.
func (c *accesses) statement(w *walker) {
	if w.Accessed == nil {
		w.Accessed = func(f *hook.Frame, a hook.Access) { c.accessed(w, f, a) }
	}
	if c.frame == nil && c.w.begins(w) {
		c.listen(w)
	}
	if c.frame == nil {
		return
	}
	for _, site := range c.private(w.Frame) {
		if at, t, ok := c.placeOf(site, w.Frame); ok && c.meets(at, t) {
			c.note(w, w.Frame, site)
		}
	}
}

// listen begins to look at a frame, until that is left.
func (c *accesses) listen(w *walker) {
	c.enter(w.Frame)
	if c.w.Pkg != nil {
		return
	}
	w.Returned = func(f *hook.Frame) {
		if f == c.frame {
			c.enter(nil)
			c.w.Serial, w.Returned = 0, nil
		}
	}
}

// private are the places at which a frame's statement accesses variables without a hook.
func (c *accesses) private(f *hook.Frame) []*hook.Site {
	p := f.Package()
	all, ok := c.sites[p]
	if !ok {
		all = make([][]*hook.Site, len(p.Stmts))
		for i := range p.Private {
			site := &p.Private[i]
			all[site.Stmt] = append(all[site.Stmt], site)
		}
		c.sites[p] = all
	}
	return all[f.StmtIndex()]
}

// placeOf is where the variable of a private place is.
func (c *accesses) placeOf(site *hook.Site, f *hook.Frame) (at unsafe.Pointer, t reflect.Type, ok bool) {
	x := c.codes[site]
	if x == nil {
		x = &bound{}
		if e := c.expression(site); e != nil {
			x, _ = newBound(e, view{frame: f, call: c.call})
		}
		c.codes[site] = x
	}
	x.view.frame = f
	return x.variable()
}

// expression is that of a place, nil if it is none.
func (c *accesses) expression(site *hook.Site) *eval.Expr {
	e, known := c.exprs[site]
	if known {
		return e
	}
	e, err := eval.Parse(site.Expr)
	if err != nil {
		e = nil
	}
	c.exprs[site] = e
	return e
}

// accessed is called before an access that has a hook.
func (c *accesses) accessed(w *walker, f *hook.Frame, a hook.Access) {
	if c.frame == nil {
		return
	}
	p := reflect.ValueOf(a.Pointer)
	switch {
	case p.IsNil():
	case p.Kind() == reflect.Map:
		if c.meetsMap(p, f, a.Site) {
			c.note(w, f, a.Site)
		}
	case c.meets(p.UnsafePointer(), p.Type().Elem()):
		c.note(w, f, a.Site)
	}
}

// meets says whether a variable has a part in common with the one that is watched.
func (c *accesses) meets(at unsafe.Pointer, t reflect.Type) bool {
	mine, typ, ok := c.place()
	if !ok {
		return false
	}
	if overlap(at, t.Size(), mine, typ.Size()) {
		return true
	}
	if typ.Kind() != reflect.Slice {
		return false
	}
	s := *(*[]byte)(mine)
	return overlap(at, t.Size(), unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s))*typ.Elem().Size())
}

func overlap(a unsafe.Pointer, n uintptr, b unsafe.Pointer, m uintptr) bool {
	return uintptr(a) < uintptr(b)+m && uintptr(b) < uintptr(a)+n
}

// place is where the variable that is watched is now; ok is false if there is none, or if it is an element of a map.
func (c *accesses) place() (at unsafe.Pointer, t reflect.Type, ok bool) {
	if at, t, ok = c.variable(); ok {
		return at, t, true
	}
	scope := c.scope()
	v, err := c.w.Expr.Variable(&scope)
	if err != nil {
		return nil, nil, false
	}
	c.settle()
	return unsafe.Pointer(v.UnsafeAddr()), v.Type(), true
}

// meetsMap says whether an access to a map is one to the map that is watched, or to the element that is.
func (c *accesses) meetsMap(m reflect.Value, f *hook.Frame, site *hook.Site) bool {
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
	e := c.expression(site)
	if e == nil || e.Calls() {
		return true // which element, only the program knows
	}
	_, other, ok := e.Element(&view{frame: f, call: c.call})
	return !ok || key.Equal(other)
}

// note notes that a statement of a frame accesses the variable.
func (c *accesses) note(w *walker, f *hook.Frame, site *hook.Site) {
	by := statementOf{w, f.N()}
	i, known := c.noted[by]
	if !known {
		i = len(c.all)
		c.noted[by] = i
		a := Access{Hit: Hit{Thread: w.id, N: by.n, Event: c.source.eventOf(w, by.n)}, Place: placeOf(f)}
		if v, err := c.value(); err == nil && v.Reflect().IsValid() {
			a.Value = v.String()
		}
		c.all = append(c.all, a)
	}
	c.all[i].Read = c.all[i].Read || !site.Write
	c.all[i].Write = c.all[i].Write || site.Write
}
