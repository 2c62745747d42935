package livelock

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"machsim/kernel/hook"
)

// code is the source of the programs' packages: what a function has besides its variables is seen there.
type code struct {
	fset     *token.FileSet
	packages map[*hook.Package]*pack
	why      string // the programs cannot be compared at all
}

// pack is a package.
type pack struct {
	of    *hook.Package
	files []*ast.File // by file; nil for one without text
	base  []token.Pos // by file: where it begins
	funcs []*funcCode // by function; nil: not looked at yet
	stmts map[int]*stmtCode
}

// funcCode is a function.
type funcCode struct {
	body   *ast.BlockStmt
	result bool
	fixed  map[string]bool // by name: the variable is declared here, and nothing writes to it afterwards
	ints   map[string]bool // by name: parameters of type int
}

// stmtCode is what is hidden while a statement is in progress.
type stmtCode struct {
	midway string   // why nobody can see what it has come to, "" if there is nothing to see
	kept   []hidden // what statements before it have left
}

// hidden is what a statement has left that nobody can see: how far a loop is, or a call that is deferred.
type hidden struct {
	stmts []int32 // the statements of the package that change it
	why   string
}

func newCode() *code {
	c := &code{fset: token.NewFileSet(), packages: map[*hook.Package]*pack{}}
	for _, p := range hook.Packages() {
		c.add(p)
	}
	return c
}

// add reads a package.
func (c *code) add(p *hook.Package) {
	k := &pack{of: p, funcs: make([]*funcCode, len(p.Funcs)), stmts: map[int]*stmtCode{}}
	for i := range p.Files {
		f := &p.Files[i]
		if f.Why != "" {
			c.cannot(fmt.Sprintf("%s has no hooks, for it %s", filepath.Base(f.Path), f.Why))
		}
		tree, err := parser.ParseFile(c.fset, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil || tree == nil {
			c.cannot(filepath.Base(f.Path) + " cannot be read")
			k.files, k.base = append(k.files, nil), append(k.base, 0)
			continue
		}
		k.files, k.base = append(k.files, tree), append(k.base, tree.FileStart)
		c.check(f.Path, tree)
	}
	c.packages[p] = k
}

func (c *code) cannot(why string) {
	c.why = cmp.Or(c.why, why)
}

// check looks for what has a state that nobody sees.
func (c *code) check(path string, tree *ast.File) {
	names := map[string]string{} // of packages that are used in part
	for _, i := range tree.Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		switch {
		case partly[name] != nil:
			as := name[strings.LastIndexByte(name, '/')+1:]
			if name == "math/rand/v2" {
				as = "rand"
			}
			if i.Name != nil {
				as = i.Name.Name
			}
			names[as] = name
		case !blind(name):
			c.cannot(fmt.Sprintf("%s imports %s, which may have a state of its own", filepath.Base(path), name))
		}
	}
	at := func(n ast.Node) string {
		return fmt.Sprintf("%s:%d", filepath.Base(path), c.fset.Position(n.Pos()).Line)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			c.cannot("it starts a goroutine of its own (" + at(n) + ")")
		case *ast.SelectorExpr:
			if n.Sel.Name == "Seqno" {
				c.cannot("it looks at sequence numbers of messages (" + at(n) + "), which no two messages have in common")
			}
			if id, ok := n.X.(*ast.Ident); ok && names[id.Name] != "" && !slices.Contains(partly[names[id.Name]], n.Sel.Name) {
				c.cannot(fmt.Sprintf("it uses %s.%s (%s), which has a state of its own", id.Name, n.Sel.Name, at(n)))
			}
		}
		return true
	})
}

// partly are packages of which some names have no state of their own.
var partly = map[string][]string{
	"math/rand":    {"New", "NewSource", "NewZipf", "Rand", "Source", "Source64", "Zipf"},
	"math/rand/v2": {"New", "NewPCG", "NewChaCha8", "NewZipf", "PCG", "ChaCha8", "Rand", "Source", "Zipf"},
	"time": {"Duration", "Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour", "ParseDuration", "Time",
		"Month", "Weekday", "Date", "UTC", "Unix", "UnixMilli"},
	"os":   {"ErrNotExist", "ErrExist", "ErrPermission", "ErrDeadlineExceeded", "ErrClosed"},
	"iter": {"Seq", "Seq2"},
}

// blind says whether a package has no state that its users could notice.
func blind(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	switch first {
	case "bytes", "cmp", "container", "embed", "encoding", "errors", "fmt", "hash", "html", "index", "maps", "math",
		"path", "regexp", "slices", "sort", "strconv", "strings", "sync", "text", "unicode", "unique":
		return true
	}
	switch name {
	case "machsim/kernel", "machsim/ipc", "machsim/cthreads", "machsim/netname", "machsim/netname/callrpc",
		"machsim/netname/debuggee", "go/token", "bufio", "io":
		return true
	}
	return slices.ContainsFunc(hook.Packages(), func(p *hook.Package) bool {
		return p.Path == name || plainPath(p) == name
	})
}

// plainPath is the path of a sample program without hooks, which its text still imports.
func plainPath(p *hook.Package) string {
	return strings.Replace(p.Path, "machsim/programs/hooked/", "machsim/programs/", 1)
}

// stmt returns what is hidden while a statement is in progress.
func (c *code) stmt(p *hook.Package, i int) *stmtCode {
	k := c.packages[p]
	s := k.stmts[i]
	if s == nil {
		s = c.look(k, i)
		k.stmts[i] = s
	}
	return s
}

// look reads a statement and its function.
func (c *code) look(k *pack, i int) *stmtCode {
	s := &k.of.Stmts[i]
	f := k.function(int(s.Func))
	if f == nil {
		return &stmtCode{midway: "the source of a function is not known"}
	}
	at := k.base[k.of.Funcs[s.Func].File] + token.Pos(s.From)
	x := &stmtCode{}
	v := &finder{c: c, k: k, f: f, s: s, at: at, x: x}
	v.block(f.body)
	if s.Kind != hook.End && v.found == nil {
		x.midway = v.line(at) + " is not understood"
	} else if v.found != nil {
		x.midway = v.midway()
	}
	if f.result && len(v.deferred) > 0 && (s.Kind == hook.End || isReturn(v.found)) {
		x.midway = "a function returns in " + v.line(at) + ", and nobody can see with what"
	}
	return x
}

func isReturn(s ast.Stmt) bool {
	_, ok := s.(*ast.ReturnStmt)
	return ok
}

// function returns a function, nil if it is not found.
func (k *pack) function(i int) *funcCode {
	if k.funcs[i] != nil {
		return k.funcs[i]
	}
	h := &k.of.Funcs[i]
	tree, from := k.files[h.File], k.base[h.File]+token.Pos(h.From)
	if tree == nil {
		return nil
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Pos() == from || n.Type.Func == from {
				k.funcs[i] = newFunc(n.Recv, n.Type, n.Body)
			}
		case *ast.FuncLit:
			if n.Pos() == from {
				k.funcs[i] = newFunc(nil, n.Type, n.Body)
			}
		}
		return k.funcs[i] == nil
	})
	return k.funcs[i]
}

func newFunc(recv *ast.FieldList, t *ast.FuncType, body *ast.BlockStmt) *funcCode {
	f := &funcCode{body: body, result: t.Results.NumFields() > 0, fixed: map[string]bool{}, ints: map[string]bool{}}
	if body == nil {
		return nil
	}
	declared := map[string]int{}
	written := map[string]bool{}
	pointers := map[string]bool{}
	for _, list := range []*ast.FieldList{recv, t.Params} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				declared[name.Name]++
				if _, ok := field.Type.(*ast.StarExpr); ok {
					pointers[name.Name] = true
				}
				if id, ok := field.Type.(*ast.Ident); ok && id.Name == "int" {
					f.ints[name.Name] = true
				}
			}
		}
	}
	changes(body, declared, written, pointers)
	for name, n := range declared {
		f.fixed[name] = n == 1 && !written[name] && name != "_"
	}
	return f
}

// base is the variable that an expression is a part of, "" if it is none.
func base(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return base(x.X)
	case *ast.IndexExpr:
		return base(x.X)
	}
	return ""
}

// changes notes the names that a function declares and, with the literals in it, those that are written to. A method
// may write to its variable, unless that is one of the pointers.
func changes(body *ast.BlockStmt, declared map[string]int, written, pointers map[string]bool) {
	write := func(x ast.Expr) { written[base(x)] = true }
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE {
					declared[id.Name]++
				} else {
					write(x)
				}
			}
		case *ast.IncDecStmt:
			write(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				write(n.X)
			}
		case *ast.CallExpr:
			if m, ok := n.Fun.(*ast.SelectorExpr); ok && !pointers[base(m.X)] {
				write(m.X)
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if id, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE {
					declared[id.Name]++
				} else if x != nil {
					write(x)
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declared[id.Name]++
			}
		case *ast.Field: // a parameter of a literal hides the name
			for _, id := range n.Names {
				declared[id.Name]++
			}
		}
		return true
	})
}
