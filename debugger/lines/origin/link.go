package origin

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/lines/source"
	"machsim/kernel/hook"
)

// Kind is what a link of a chain is.
type Kind uint8

// The kinds. From Constant on they end a chain.
const (
	Assigned  Kind = iota // a variable was assigned to, or declared with a value
	Argument              // a function was called with the value
	Result                // a function has returned it
	Message               // it came in a message: the statement has sent that
	Outside               // code without hooks has made it of its arguments
	Constant              // the source says the value
	Zero                  // it is that with which the variable began
	Kernel                // the kernel has said it: a number at random, a time, a name
	Given                 // the thread was given it when it began
	Before                // it was there before the task ran
	Unheard               // no hook tells of it
	Forgotten             // it was made earlier than is remembered
)

var kinds = [...]string{"assigned", "argument", "result", "message", "outside", "constant", "zero", "kernel", "given",
	"before", "unheard", "forgotten"}

func (k Kind) String() string { return kinds[k] }

// Ends says whether a link of a kind ends a chain.
func (k Kind) Ends() bool { return k >= Constant }

// Link is a source of a value: a statement of a thread.
type Link struct {
	Kind  Kind
	At    source.Hit // before the statement
	Place source.Place
	Name  string // of what was assigned, called or returned
	Value string // what it was then; "" if that is not known
	Text  string // the statement, in one line
	// Sent and Received are the events of a message; -1 for none.
	Sent, Received int
	Branch         string // the condition within which the source of a chain stands; "" for none
	BranchLine     int
	Skipped        int     // the line that would have assigned something, had the branch been taken; 0 for none
	Times          int     // so many statements one after the other: a sum
	From           []*Link // its sources, once they were found
	Left           int     // how many sources were left out
	Again          bool    // its sources stand elsewhere

	expand func() []*Link
	found  bool
}

// linkKey identifies what is one link.
type linkKey struct {
	log    *log
	i      int
	kind   Kind
	target int
	path   string
}

// make makes a link at a statement, or returns the one that there is.
func (t *tracer) make(key linkKey, at place, expand func() []*Link) *Link {
	if l := t.links[key]; l != nil {
		return l
	}
	e := at.entry()
	file, line := e.pkg.Place(e.stmt())
	l := &Link{Kind: key.kind, Sent: -1, Received: -1, Times: 1, expand: expand,
		At:    source.Hit{Thread: e.by.id, N: uint64(e.n), Event: int(e.event)},
		Place: source.Place{Func: source.Qualified(e.pkg, e.of().function()), Path: file.Path, Line: line},
		Text:  t.code(at).text(e.code)}
	t.links[key] = l
	return l
}

// end is the end of a chain at a statement.
func (t *tracer) end(at place, k Kind, name string) *Link {
	l := t.make(linkKey{at.log, at.s, k, 0, name}, at, nil)
	l.Name = name
	if k == Constant || k == Zero {
		e := at.entry()
		l.Branch, l.BranchLine = t.code(at).files[at.fn().File].branch(t.code(at).statement(e.code).node)
	}
	return l
}

// branch is the condition of the innermost if, or the case, in which a statement stands.
func (f *file) branch(n ast.Node) (condition string, line int) {
	for ; n != nil; n = f.outer[n] {
		from, to := 0, 0
		switch o := f.outer[n].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return "", 0
		case *ast.IfStmt:
			if n == o.Body || n == o.Else {
				from, to = offset(o.Cond.Pos()), offset(o.Cond.End())
			}
		case *ast.CaseClause:
			from, to = offset(o.Pos()), offset(o.Colon)
		}
		if to > 0 {
			return oneLine(f.text[from:to]), f.line(from)
		}
	}
	return "", 0
}

func (f *file) line(at int) int { return 1 + strings.Count(f.text[:at], "\n") }

// unassigned is the end of a chain at something that has a part to which nothing was assigned: where the source would
// have assigned to that part, and the branch that was not taken.
func (t *tracer) unassigned(at place, p path) *Link {
	l := t.end(at, Zero, p.words())
	for _, s := range p {
		for _, f := range t.code(at).files {
			for n := range f.outer {
				if sel, ok := n.(*ast.SelectorExpr); ok && s.kind == '.' && sel.Sel.Name == s.name && f.assigns(sel) {
					if line := f.line(offset(sel.Pos())); l.Skipped == 0 || line < l.Skipped {
						l.Skipped = line
						l.Branch, l.BranchLine = f.branch(f.outer[sel])
					}
				}
			}
		}
	}
	return l
}

// assigns says whether an expression is a target.
func (f *file) assigns(x ast.Expr) bool {
	switch s := f.outer[x].(type) {
	case *ast.AssignStmt:
		return slices.Contains(s.Lhs, x)
	case *ast.IncDecStmt:
		return true
	}
	return false
}

// words is a path as it is written behind a name, as far as it is known.
func (p path) words() (all string) {
	for _, s := range p {
		switch {
		case s.kind == '.':
			all += "." + s.name
		case s.kind == '[' && s.key != nil:
			all += fmt.Sprintf("[%v]", s.key)
		case s.kind == '[':
			return all + "[...]"
		}
	}
	return all
}

// oneLine is a piece of source in one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// link is a link for what has written something, or made it.
func (t *tracer) link(l *log, w write, p path) *Link {
	e := l.at(w.i)
	s := w.i
	if e.kind != began {
		s = l.head(w.i, e.by, e.frame)
	}
	if e.kind == declared && e.of().function().Vars[e.code].Kind != hook.Plain {
		return t.argument(l, w.i, p)
	}
	if s < 0 {
		return t.forgotten(l)
	}
	at := in(l, s)
	x := t.make(linkKey{l, w.i, Assigned, w.target, p.String()}, at, nil)
	if x.expand == nil {
		x.Name, x.expand = t.nameOf(at, e, w)+p.words(), func() []*Link { return t.assigned(at, w, p) }
		x.Value = t.shown(l, w, p)
	}
	return x
}

// forgotten is the end of a chain where the log does not go on: at the first statement that is remembered.
func (t *tracer) forgotten(l *log) *Link {
	i := l.left
	for i < l.len()-1 && l.at(i).kind != began {
		i++
	}
	return t.end(in(l, i), Forgotten, "")
}

// shown is the value that a part of what was written had.
func (t *tracer) shown(l *log, w write, p path) string {
	v := l.snapshot(w)
	for _, s := range p {
		for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
			if v.Kind() == reflect.Pointer {
				return "" // it has changed since
			}
			v = v.Elem()
		}
		switch {
		case !v.IsValid():
			return ""
		case s.kind == '.' && v.Kind() == reflect.Struct:
			v = v.FieldByName(s.name)
		default:
			return ""
		}
	}
	if !v.IsValid() || !simple(v.Type()) {
		return ""
	}
	return plainly(v)
}

// simple says whether a value is shown: it leads nowhere.
func simple(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Struct:
		for i := range t.NumField() {
			if !simple(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return simple(t.Elem())
	default:
		return k <= reflect.Complex128 || k == reflect.String
	}
}

// plainly is a value in words, without any method of the program's.
func plainly(v reflect.Value) string {
	switch k := v.Kind(); {
	case k == reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+":"+plainly(v.Field(i)))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case k == reflect.Array:
		var parts []string
		for i := range min(v.Len(), 16) {
			parts = append(parts, plainly(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case k == reflect.String:
		return strconv.Quote(v.String())
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	case v.CanFloat():
		return fmt.Sprint(v.Float())
	case k == reflect.Bool:
		return fmt.Sprint(v.Bool())
	}
	return ""
}

// nameOf is what a statement calls what it assigns to.
func (t *tracer) nameOf(at place, e *entry, w write) string {
	switch e.kind {
	case declared:
		return e.of().function().Vars[e.code].Name
	case accessed:
		return oneLine(e.site().Expr)
	}
	targets := t.code(at).statement(e.code).targets
	if x := t.code(at).targetOf(e.code, targets[w.target].from); x != nil {
		f := t.code(at).files[at.fn().File]
		return oneLine(f.text[offset(x.Pos()):offset(x.End())])
	}
	return at.fn().Vars[targets[w.target].slot].Name
}

// assigned finds the sources of what a statement has assigned.
func (t *tracer) assigned(at place, w write, p path) []*Link {
	switch e := at.log.at(w.i); e.kind {
	case declared:
		return t.born(at, w.i, p)
	case accessed:
		return t.stored(at, int(e.site().From), p)
	default:
		return t.stored(at, t.code(at).statement(e.code).targets[w.target].from, p)
	}
}

// born finds the sources of the first value of a variable.
func (t *tracer) born(at place, i int, p path) []*Link {
	e := at.log.at(i)
	d, ok := t.code(at).definition(e.of().function(), e.code)
	if !ok {
		return []*Link{t.end(at, Unheard, e.of().function().Vars[e.code].Name)}
	}
	switch by := d.by.(type) {
	case *ast.TypeSwitchStmt:
		return t.value(by.Assign.(*ast.AssignStmt).Rhs[0], at, p)
	case *ast.RangeStmt:
		return t.ranged(by, at, i, d.name, p)
	case *ast.ValueSpec:
		names := by.Names
		k := slices.IndexFunc(names, func(id *ast.Ident) bool { return id.Name == d.name })
		switch {
		case len(by.Values) == 0:
			return []*Link{t.end(at, Zero, d.name)}
		case k < len(by.Values):
			return t.value(by.Values[k], at, p)
		}
		return t.value(by.Values[0], at, p.after(step{kind: '#', key: k}))
	case *ast.AssignStmt:
		if links, ok := t.turned(by, at, i, p); ok {
			return links
		}
		k := slices.IndexFunc(by.Lhs, func(x ast.Expr) bool { return offset(x.Pos()) == d.at })
		return t.right(by, k, at, p)
	}
	return nil
}

// turned finds the sources of a variable of a loop's head in a turn but the first: it has the value of the turn before,
// and what the loop has done to that.
func (t *tracer) turned(by *ast.AssignStmt, at place, i int, p path) ([]*Link, bool) {
	loop, ok := t.code(at).files[at.fn().File].outer[by].(*ast.ForStmt)
	if !ok || loop.Init != by {
		return nil, false
	}
	e := at.log.at(i)
	for j := i - 1; j >= max(e.of().first, at.log.left); j-- {
		x := at.log.at(j)
		if x.by != e.by || x.frame != e.frame {
			continue
		}
		if s := x.kind == began; s && t.codes.of(x.pkg).statement(x.code).node == loop &&
			!t.codes.of(x.pkg).statement(x.code).again {
			return nil, false
		}
		if x.kind == declared && x.code == e.code {
			if links, done := t.from(at.log, regionOf(e), i, p); done {
				return links, true // a hook has told of it
			}
			r := regionOf(x)
			r.owner = j
			links, _ := t.from(at.log, r, i, p)
			return links, true
		}
	}
	return nil, false
}

// right finds the sources of the k-th target of an assignment.
func (t *tracer) right(s *ast.AssignStmt, k int, at place, p path) []*Link {
	switch {
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		return append(t.value(s.Rhs[0], at, nil), t.value(s.Lhs[0], at, nil)...)
	case len(s.Rhs) == len(s.Lhs):
		return t.value(s.Rhs[k], at, p)
	}
	return t.value(s.Rhs[0], at, p.after(step{kind: '#', key: k}))
}

// stored finds the sources of what a statement has assigned to an expression that begins at an offset.
func (t *tracer) stored(at place, from int, p path) (links []*Link) {
	done := false
	visit(t.code(at).statement(at.entry().code), func(n ast.Node) {
		if done {
			return
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for k, x := range n.Lhs {
				if offset(x.Pos()) == from {
					links, done = t.right(n, k, at, p), true
				}
			}
		case *ast.IncDecStmt:
			if offset(n.X.Pos()) == from {
				links, done = t.value(n.X, at, nil), true
			}
		case *ast.ReturnStmt:
			for k, x := range n.Results {
				if offset(x.Pos()) == from {
					links, done = t.results(n, at, k, p), true
				}
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if !isNil(x) && offset(x.Pos()) == from {
					links, done = t.element(n, x == n.Value, at, at.log.next(at.s), nil, p), true
				}
			}
		case *ast.CallExpr:
			if len(n.Args) > 0 && offset(n.Args[0].Pos()) == from && t.isBuiltin(n.Fun, at) {
				links, done = t.filled(n, at, p), true
			}
		}
	})
	if !done {
		links = []*Link{t.end(at, Unheard, "")}
	}
	return links
}

// filled finds the sources of elements that a builtin function has written.
func (t *tracer) filled(x *ast.CallExpr, at place, p path) (all []*Link) {
	is := step{kind: '['}
	rest := p
	if len(p) > 0 && p[0].kind == '[' {
		is, rest = p[0], p[1:]
	}
	switch lastName(x.Fun) {
	case "append":
		if x.Ellipsis.IsValid() {
			return t.value(x.Args[1], at, rest.after(is))
		}
		for i, arg := range x.Args[1:] {
			if mayEqual(is.key, i) {
				all = append(all, t.value(arg, at, rest)...)
			}
		}
		return all
	case "copy":
		return t.value(x.Args[1], at, rest.after(is))
	}
	return []*Link{t.end(at, Zero, "")}
}

// ranged finds the sources of a variable of a loop over something, in one turn.
func (t *tracer) ranged(s *ast.RangeStmt, at place, i int, name string, p path) []*Link {
	id, ok := s.Value.(*ast.Ident)
	isValue := ok && id.Name == name
	var key any
	if e := at.log.at(i); isValue && i > at.log.left {
		if k := at.log.at(i - 1); k.kind == declared && k.by == e.by && k.frame == e.frame && k.code == e.code-1 {
			key = k.value
		}
	}
	return t.element(s, isValue, at, i, key, p)
}

// element finds the sources of the element, or its key, to which a loop has come before an entry.
func (t *tracer) element(s *ast.RangeStmt, isValue bool, at place, i int, key any, p path) []*Link {
	e := at.entry()
	head := at
	for j := at.s; j >= max(e.of().first, at.log.left); j-- {
		x := at.log.at(j)
		if st := t.codes.of(x.pkg0(e.pkg)); x.kind == began && x.by == e.by && x.frame == e.frame &&
			st.statement(x.code).node == s && !st.statement(x.code).again {
			head = in(at.log, j)
			break
		}
	}
	if !isValue {
		return t.value(s.X, head, nil)
	}
	for j := i - 1; j > head.s; j-- {
		x := at.log.at(j)
		if x.by == e.by && x.frame == e.frame && x.reads() && int(x.site().From) == offset(s.X.Pos()) {
			r := regionOf(x)
			if r.isMap {
				r.key = key
			}
			if links, done := t.from(at.log, r, j, p); done {
				return links
			} else if len(links) > 0 {
				return append(links, t.value(s.X, head, p.after(step{kind: '[', key: key}))...)
			}
			break
		}
	}
	return t.value(s.X, head, p.after(step{kind: '[', key: key}))
}

// pkg0 is the package of an entry, or another one if it has none.
func (e *entry) pkg0(other *hook.Package) *hook.Package {
	if e.pkg == nil {
		return other
	}
	return e.pkg
}

// linkOf is a link of a kind at a statement that leaves a function.
func (t *tracer) linkOf(l *log, s int, k Kind, n int, p path) *Link {
	at := in(l, s)
	x := t.make(linkKey{l, s, k, n, p.String()}, at, nil)
	if x.expand == nil {
		x.Name = at.fn().Name
		x.expand = func() []*Link { return t.returned(at, n, p) }
	}
	return x
}

// argument is the link for a parameter, at the statement that has called its function.
func (t *tracer) argument(l *log, i int, p path) *Link {
	e := l.at(i)
	f, v := e.of(), &e.of().function().Vars[e.code]
	s := -1
	if f.caller > 0 {
		s = l.head(f.first-1, e.by, f.caller)
	}
	own := l.first(e.by, e.frame)
	switch {
	case v.Kind == hook.Result && own >= 0:
		return t.end(in(l, own), Zero, v.Name)
	case f.caller == 0 && own >= 0:
		return t.end(in(l, own), Given, v.Name)
	case s < 0 || v.Kind == hook.Result:
		return t.forgotten(l)
	}
	at := in(l, s)
	x := t.make(linkKey{l, i, Argument, 0, p.String()}, at, nil)
	if x.expand == nil {
		x.Name, x.Value = v.Name+p.words(), t.shown(l, write{i: i}, p)
		x.expand = func() []*Link { return t.passed(at, i, p) }
	}
	return x
}

// first is the first statement of an activation.
func (l *log) first(by *thread, frame uint32) int {
	for i := max(by.frames[frame].first, l.left); i < l.len(); i++ {
		if e := l.at(i); e.kind == began && e.by == by && e.frame == frame {
			return i
		}
	}
	return -1
}

// passed finds the sources of what a call has given to a parameter.
func (t *tracer) passed(at place, i int, p path) []*Link {
	e := at.log.at(i)
	fn, v := e.of().function(), &e.of().function().Vars[e.code]
	var call *ast.CallExpr
	for x, serial := range t.callees(at) {
		if serial == e.frame {
			call = x
		}
	}
	if call == nil {
		return append(t.callbacks(at, fn), t.end(at, Unheard, v.Name))
	}
	if v.Kind == hook.Receiver {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return t.value(sel.X, at, p.rest('*'))
		}
		return t.value(call.Fun, at, p)
	}
	n, variadic := t.codes.of(e.of().pkg).parameter(fn, v.Name)
	switch {
	case n < 0:
		return []*Link{t.end(at, Unheard, v.Name)}
	case !variadic && n < len(call.Args):
		return t.value(call.Args[n], at, p)
	case len(call.Args) == 1 && n > 0:
		return t.value(call.Args[0], at, p.after(step{kind: '#', key: n}))
	case variadic && call.Ellipsis.IsValid():
		return t.value(call.Args[n], at, p)
	case variadic && len(p) > 0 && p[0].kind == '[':
		var all []*Link
		for k, arg := range call.Args[n:] {
			if mayEqual(p[0].key, k) {
				all = append(all, t.value(arg, at, p[1:])...)
			}
		}
		return all
	case variadic:
		return t.values(call.Args[n:], at, nil)
	}
	return nil
}

// callbacks finds the sources of what code without hooks may have given to a literal: its other arguments.
func (t *tracer) callbacks(at place, fn *hook.Func) (all []*Link) {
	for _, x := range calls(t.code(at).statement(at.entry().code)) {
		if offset(x.Lparen) < int(fn.From) && int(fn.To) <= offset(x.Rparen) {
			for _, arg := range x.Args {
				if _, literal := arg.(*ast.FuncLit); !literal {
					all = append(all, t.whole(arg, at)...)
				}
			}
		}
	}
	return all
}

// parameter is which parameter of a function has a name, -1 for none.
func (c *code) parameter(fn *hook.Func, name string) (n int, variadic bool) {
	for _, f := range c.files[fn.File].funcs {
		var typ *ast.FuncType
		switch f := f.(type) {
		case *ast.FuncDecl:
			typ = f.Type
		case *ast.FuncLit:
			typ = f.Type
		}
		if offset(typ.Pos()) != int(fn.From) {
			continue
		}
		for _, field := range typ.Params.List {
			for _, id := range field.Names {
				if id.Name == name {
					_, variadic = field.Type.(*ast.Ellipsis)
					return n, variadic
				}
				n++
			}
			if field.Names == nil {
				n++
			}
		}
	}
	return -1, false
}
