package origin

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"machsim/kernel/hook"
)

// codes are the sources of the packages that have hooks, as trees.
type codes struct{ all map[*hook.Package]*code }

func (c *codes) of(p *hook.Package) *code {
	x := c.all[p]
	if x == nil {
		x = &code{pkg: p, types: map[string]ast.Expr{}, sites: map[*hook.Site]*indexed{}, stmts: map[int32]*statement{}}
		for i := range p.Files {
			x.files = append(x.files, parse(x, p.Files[i].Text))
		}
		c.all[p] = x
	}
	return x
}

// code is the source of a package.
type code struct {
	pkg   *hook.Package
	files []*file
	types map[string]ast.Expr // what the types are that it declares
	sites map[*hook.Site]*indexed
	stmts map[int32]*statement
}

// file is a source file.
type file struct {
	text    string
	at      map[int][]ast.Node // statements, by where they begin
	imports map[string]string  // paths of packages, by their names here
	defs    []definition
	outer   map[ast.Node]ast.Node // of a node, that in which it is
	funcs   []ast.Node            // functions and literals
}

// definition is where a variable is declared.
type definition struct {
	name string
	at   int
	by   ast.Node // an AssignStmt, RangeStmt, ValueSpec or TypeSwitchStmt
}

func parse(c *code, text string) *file {
	f := &file{text: text, at: map[int][]ast.Node{}, imports: map[string]string{}, outer: map[ast.Node]ast.Node{}}
	tree, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if tree == nil {
		return f
	}
	for _, s := range tree.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		name := p[strings.LastIndex(p, "/")+1:]
		if s.Name != nil {
			name = s.Name.Name
		}
		f.imports[name] = p
	}
	var around []ast.Node
	ast.Inspect(tree, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		if len(around) > 0 {
			f.outer[n] = around[len(around)-1]
		}
		around = append(around, n)
		f.note(c, n)
		return true
	})
	return f
}

// offset is where a position is in the text of its file, which is the only one of its set.
func offset(p token.Pos) int { return int(p) - 1 }

func (f *file) note(c *code, n ast.Node) {
	switch n := n.(type) {
	case *ast.TypeSpec:
		c.types[n.Name.Name] = n.Type
	case *ast.FuncLit, *ast.FuncDecl:
		f.funcs = append(f.funcs, n)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			if s, ok := f.outer[n].(*ast.TypeSwitchStmt); ok && s.Assign == n {
				f.defines(s, n.Lhs...)
			} else {
				f.defines(n, n.Lhs...)
			}
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			f.defines(n, n.Key, n.Value)
		}
	case *ast.ValueSpec:
		for _, id := range n.Names {
			f.defines(n, id)
		}
	}
	if s, ok := n.(ast.Stmt); ok {
		f.at[offset(s.Pos())] = append(f.at[offset(s.Pos())], s)
	}
}

func (f *file) defines(by ast.Node, all ...ast.Expr) {
	for _, x := range all {
		if id, ok := x.(*ast.Ident); ok && id.Name != "_" {
			f.defs = append(f.defs, definition{id.Name, offset(id.Pos()), by})
		}
	}
}

// definition is where a variable of a function is declared.
func (c *code) definition(fn *hook.Func, slot int32) (d definition, ok bool) {
	v := &fn.Vars[slot]
	for _, x := range c.files[fn.File].defs {
		if x.name == v.Name && x.at <= int(v.From) && x.at >= int(fn.From) && (!ok || x.at > d.at) {
			d, ok = x, true
		}
	}
	return d, ok
}

// statement is a statement with a hook.
type statement struct {
	node    ast.Node // nil of the end of a function
	again   bool     // a loop comes to its head again
	targets []target
}

// target is a variable of a function that a statement writes to by its name, without a hook.
type target struct {
	slot int32
	from int // where the expression is
}

// statement is a statement by its index.
func (c *code) statement(i int32) *statement {
	s := c.stmts[i]
	if s == nil {
		s = c.find(&c.pkg.Stmts[i])
		for k := range c.pkg.Private {
			if p := &c.pkg.Private[k]; p.Write && p.Stmt == i {
				if slot := c.slot(&c.pkg.Funcs[c.pkg.Stmts[i].Func], rootOf(p.Expr), int(p.From)); slot >= 0 {
					s.targets = append(s.targets, target{slot, int(p.From)})
				}
			}
		}
		c.stmts[i] = s
	}
	return s
}

// rootOf is the name with which an expression begins.
func rootOf(expr string) string {
	expr = strings.TrimLeft(expr, "(*&")
	if i := strings.IndexAny(expr, ".[) "); i >= 0 {
		return expr[:i]
	}
	return expr
}

func (c *code) targets(i int) []target { return c.statement(int32(i)).targets }

// find finds the tree of a statement.
func (c *code) find(s *hook.Stmt) *statement {
	f := c.files[c.pkg.Funcs[s.Func].File]
	switch s.Kind {
	case hook.End:
		return &statement{}
	case hook.Again:
		return &statement{node: f.loop(int(s.From), int(c.pkg.Funcs[s.Func].From)), again: true}
	}
	for _, n := range f.at[int(s.From)] {
		if l, ok := n.(*ast.LabeledStmt); ok {
			return &statement{node: l.Stmt}
		}
		if _, block := n.(*ast.BlockStmt); !block {
			return &statement{node: n}
		}
	}
	return &statement{}
}

// text is a statement in one line; of a compound one the head.
func (c *code) text(i int32) string {
	s, st := &c.pkg.Stmts[i], c.statement(i)
	text := c.files[c.pkg.Funcs[s.Func].File].text
	from, to := int(s.From), int(s.To)
	if st.again && st.node != nil {
		from = offset(st.node.Pos())
		switch n := st.node.(type) {
		case *ast.ForStmt:
			to = offset(n.Body.Lbrace)
		case *ast.RangeStmt:
			to = offset(n.Body.Lbrace)
		}
	}
	to = min(to, len(text))
	return oneLine(text[min(from, to):to])
}

// loop is the loop whose head is at an offset.
func (f *file) loop(at, within int) (found ast.Node) {
	for n := range f.outer {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		default:
			continue
		}
		if offset(n.Pos()) <= at && at <= offset(body.Lbrace) && offset(n.Pos()) >= within &&
			(found == nil || n.Pos() > found.Pos()) {
			found = n
		}
	}
	return found
}

// slot is the variable that a name means at an offset in a function, -1 if none of its own.
func (c *code) slot(fn *hook.Func, name string, at int) int32 {
	for i := len(fn.Vars) - 1; i >= 0; i-- {
		v := &fn.Vars[i]
		if v.Name == name && (v.Kind != hook.Plain || int(v.From) <= at && at < int(v.To)) {
			return int32(i)
		}
	}
	return -1
}

// indexed is a site at which an element is accessed.
type indexed struct {
	of, by ast.Expr // nil if it is none
}

func (c *code) indexOf(s *hook.Site) *indexed {
	x := c.sites[s]
	if x == nil {
		x = &indexed{}
		if e, err := parser.ParseExpr(s.Expr); err == nil {
			if i, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
				x.of, x.by = i.X, i.Index
			}
		}
		c.sites[s] = x
	}
	return x
}

// key is the key of an element, nil if it is not known without the program.
func (x *indexed) key(f *hook.Frame) any {
	if v := evaluate(f, x.by); v.IsValid() && v.CanInterface() {
		return v.Interface()
	}
	return nil
}

// base is where the elements of a slice or an array begin.
func (x *indexed) base(f *hook.Frame) (uintptr, bool) {
	v := evaluate(f, x.of)
	if v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Slice:
		return v.Pointer(), true
	case v.Kind() == reflect.Array && v.CanAddr():
		return v.Addr().Pointer(), true
	}
	return 0, false
}

// evaluate is what an expression is in a frame, if it is a variable, a part of one, or a constant.
func evaluate(f *hook.Frame, x ast.Expr) (v reflect.Value) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return evaluate(f, x.X)
	case *ast.BasicLit:
		return literal(x)
	case *ast.Ident:
		if l, ok := f.Lookup(x.Name); ok {
			return reflect.ValueOf(l.Pointer).Elem()
		}
		v, _ = f.Package().Global(x.Name)
		return v
	case *ast.SelectorExpr:
		v = evaluate(f, x.X)
		for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
			v = v.Elem()
		}
		if v.IsValid() && v.Kind() == reflect.Struct {
			return open(v).FieldByName(x.Sel.Name)
		}
		return reflect.Value{}
	}
	return v
}

// open is a value whose fields may be read, where that can be.
func open(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	own := reflect.New(v.Type()).Elem()
	if v.CanInterface() {
		own.Set(v)
	}
	return own
}

// literal is the value of a number or a text.
func literal(x *ast.BasicLit) reflect.Value {
	switch x.Kind {
	case token.INT:
		if n, err := strconv.ParseInt(x.Value, 0, 64); err == nil {
			return reflect.ValueOf(int(n))
		}
	case token.STRING:
		if s, err := strconv.Unquote(x.Value); err == nil {
			return reflect.ValueOf(s)
		}
	}
	return reflect.Value{}
}

// fields are the names of the fields of a struct type that an expression names in the package, in order.
func (c *code) fields(x ast.Expr) (all []string) {
	switch x := x.(type) {
	case *ast.Ident:
		if t := c.types[x.Name]; t != nil {
			return c.fields(t)
		}
	case *ast.IndexExpr:
		return c.fields(x.X)
	case *ast.StructType:
		for _, f := range x.Fields.List {
			for _, id := range f.Names {
				all = append(all, id.Name)
			}
			if f.Names == nil {
				all = append(all, lastName(f.Type))
			}
		}
	}
	return all
}

// lastName is the last name of an expression.
func lastName(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.StarExpr:
		return lastName(x.X)
	case *ast.IndexExpr:
		return lastName(x.X)
	case *ast.IndexListExpr:
		return lastName(x.X)
	}
	return ""
}
