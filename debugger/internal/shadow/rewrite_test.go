package shadow

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const probePath = "machsim/test/probe"

// rewritten returns the source files of ipc and kernel with a probe at each access to a field
// of a record, and that of ipc/table with one where records are made and counted: for the
// overlay of a go command.
func rewritten() (map[string][]byte, error) {
	added, err := extra()
	if err != nil {
		return nil, err
	}
	pkgs, err := packages.Load(&packages.Config{
		Overlay: added,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile,
	}, "machsim/ipc/table", "machsim/ipc", "machsim/kernel", probePath)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	records := recordsOf(pkgs)
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %v", p.PkgPath, p.Errors[0])
		}
		for i, f := range p.Syntax {
			text := added[p.GoFiles[i]]
			if text == nil {
				if text, err = os.ReadFile(p.GoFiles[i]); err != nil {
					return nil, err
				}
			}
			switch p.PkgPath {
			case "machsim/ipc/table":
				text, err = tableProbes(filepath.Base(p.GoFiles[i]), text)
			case probePath:
				text = []byte(strings.Replace(string(text), "var Live bool", "var Live = true", 1))
			default:
				r := &rewriter{fset: p.Fset, info: p.TypesInfo, records: records}
				ast.Walk(r.visitor(rvalue), f)
				text = r.apply(text, p.Fset.File(f.Pos()), f)
				text = []byte(strings.Replace(string(text), accessLogNote, accessLogNote+" probe.Logged(len(l.Accesses));", 1))
			}
			if err != nil {
				return nil, err
			}
			files[filepath.Clean(p.GoFiles[i])] = text
		}
	}
	return files, nil
}

// extra is a file that is added to the kernel: the last of its package, so that its init
// functions run last.
func extra() (map[string][]byte, error) {
	text, err := os.ReadFile("testdata/unnoted.go")
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs("../../../kernel/zz_unnoted.go")
	return map[string][]byte{path: text}, err
}

// accessLogNote is the beginning of the function that logs accesses.
const accessLogNote = "func (l *AccessLog) Note(f Location, m Mode, a, b uint32) {"

// recordsOf is all struct types that the state of the kernel is made of.
func recordsOf(pkgs []*packages.Package) map[*types.TypeName]bool {
	found := map[*types.TypeName]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			s, ok := t.Underlying().(*types.Struct)
			if !ok || found[t.Obj()] || t.Obj().Pkg() == nil {
				return
			}
			for i := range t.TypeArgs().Len() {
				walk(t.TypeArgs().At(i))
			}
			switch t.Obj().Pkg().Path() {
			case "machsim/ipc", "machsim/kernel":
			default:
				return
			}
			found[t.Obj()] = true
			for i := range s.NumFields() {
				if n := t.Obj().Name() + "." + s.Field(i).Name(); n != "State.AccessLog" {
					walk(s.Field(i).Type())
				}
			}
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		}
	}
	for _, p := range pkgs {
		if p.PkgPath == "machsim/kernel" {
			walk(p.Types.Scope().Lookup("State").Type())
		}
	}
	return found
}

// tableFuncs are the signatures of package table that get a probe, and the probe, by file. The ids of a table are the
// first thing in it, so their address is its own.
var tableFuncs = map[string][]struct{ from, to string }{
	"table.go": {
		{`(?m)^(func New\[T any, P Record\[T\]\]\(t \*Table\[T, P\]\)) uint32 \{`,
			`$1 (made uint32) { defer func() { probe.New(t.At(made)) }();`},
		{`(?m)^(func NewAt\[T any, P Record\[T\]\]\(t \*Table\[T, P\], id uint32\) \{)`,
			`$1 defer func() { probe.New(t.At(id)) }();`},
		{`(?m)^(func \(t \*Table\[T, P\]\) Cap\(\) uint32 \{)`, `$1 probe.Walk(t);`},
		{`(?m)^(type Table\[T any, P Record\[T\]\] struct \{\n\tids\n)`, `$1`},
		{`(?m)^package table$`, `package table; import "` + probePath + `"`},
	},
	"ids.go": {
		{`(?m)^(func \(t \*ids\) Len\(\) int \{) return t.n }`, `$1 probe.Walk(t); return t.n }`},
		{`(?m)^(func \(t \*ids\) All\(visit func\(id uint32\) bool\) \{)`, `$1 probe.Walk(t);`},
		{`(?m)^package table$`, `package table; import "` + probePath + `"`},
	},
}

func tableProbes(file string, text []byte) ([]byte, error) {
	for _, f := range tableFuncs[file] {
		re := regexp.MustCompile(f.from)
		if !re.Match(text) {
			return nil, fmt.Errorf("%s of package table has nothing like %s any more; change tableFuncs", file, f.from)
		}
		text = re.ReplaceAll(text, []byte(f.to))
	}
	return text, nil
}

// mode is what a place is used for.
type mode int

const (
	rvalue mode = iota
	assigned
	updated
	within // a part of it is used, or its address is taken: no access by itself
)

var probes = [...]string{rvalue: "R", assigned: "W", updated: "U"}

type insertion struct {
	at    token.Pos
	text  string
	start bool
	order int
}

type rewriter struct {
	fset    *token.FileSet
	info    *types.Info
	records map[*types.TypeName]bool
	ins     []insertion
}

// visit walks expressions with the use that is made of them.
type visit struct {
	r *rewriter
	m mode
}

func (r *rewriter) visitor(m mode) visit { return visit{r, m} }

func (r *rewriter) walk(m mode, nodes ...ast.Expr) {
	for _, n := range nodes {
		if n != nil {
			ast.Walk(r.visitor(m), n)
		}
	}
}

func (v visit) Visit(n ast.Node) ast.Visitor {
	r := v.r
	switch n := n.(type) {
	case nil:
		return nil
	case *ast.AssignStmt:
		r.assign(n)
	case *ast.IncDecStmt:
		r.walk(updated, n.X)
	case *ast.RangeStmt:
		r.walk(assigned, n.Key, n.Value)
		r.walk(rvalue, n.X)
		ast.Walk(r.visitor(rvalue), n.Body)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			r.walk(within, n.X)
		} else {
			r.walk(rvalue, n.X)
		}
	case *ast.ParenExpr:
		r.walk(v.m, n.X)
	case *ast.SelectorExpr:
		r.selector(n, v.m)
	case *ast.IndexExpr:
		r.index(n, v.m)
	case *ast.StarExpr:
		if r.isRecord(r.info.TypeOf(n)) || isScalar(r.info.TypeOf(n)) {
			r.place(n, v.m)
		}
		r.walk(rvalue, n.X)
	case *ast.KeyValueExpr:
		if _, ok := n.Key.(*ast.Ident); !ok {
			r.walk(rvalue, n.Key)
		}
		r.walk(rvalue, n.Value)
	default:
		return r.visitor(rvalue)
	}
	return nil
}

// assign takes x = f(x, ...) for a change of x, and other assignments as they stand.
func (r *rewriter) assign(n *ast.AssignStmt) {
	m := assigned
	switch {
	case n.Tok == token.DEFINE:
		r.walk(rvalue, n.Rhs...)
		return
	case n.Tok != token.ASSIGN:
		m = updated
	case len(n.Lhs) == 1 && len(n.Rhs) == 1:
		if call, ok := n.Rhs[0].(*ast.CallExpr); ok && len(call.Args) > 0 &&
			types.ExprString(call.Args[0]) == types.ExprString(n.Lhs[0]) {
			r.walk(updated, n.Lhs[0])
			r.walk(within, call.Args[0])
			r.walk(rvalue, call.Fun)
			r.walk(rvalue, call.Args[1:]...)
			return
		}
	}
	r.walk(m, n.Lhs...)
	r.walk(rvalue, n.Rhs...)
}

func (r *rewriter) selector(n *ast.SelectorExpr, m mode) {
	s := r.info.Selections[n]
	if s == nil { // a name of another package
		return
	}
	inner := rvalue
	if _, pointer := s.Recv().Underlying().(*types.Pointer); !pointer {
		inner = within
	}
	if s.Kind() != types.FieldVal {
		if f, ok := s.Obj().(*types.Func); ok && inner == within {
			if _, byPointer := f.Signature().Recv().Type().(*types.Pointer); !byPointer {
				inner = rvalue
			}
		}
		r.walk(inner, n.X)
		return
	}
	if r.ofRecord(s) {
		r.place(n, m)
	}
	r.walk(inner, n.X)
}

// ofRecord says whether the field that is selected is one of a record.
func (r *rewriter) ofRecord(s *types.Selection) bool {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		t = structOf(t).Field(i).Type()
	}
	return r.isRecord(t) || r.isRecord(elem(t))
}

func elem(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func structOf(t types.Type) *types.Struct { return elem(t).Underlying().(*types.Struct) }

func (r *rewriter) isRecord(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && r.records[n.Obj()]
}

// isScalar says whether a type is a number or text of ipc's or kernel's state.
func isScalar(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

func (r *rewriter) index(n *ast.IndexExpr, m mode) {
	inner := rvalue
	switch t := r.info.TypeOf(n.X).Underlying().(type) {
	case *types.Array:
		inner = within
		r.place(n, m)
	case *types.Slice:
		if m != rvalue || r.isRecord(t.Elem()) {
			r.place(n, m)
		}
	case *types.Signature: // a function of a type
		return
	}
	r.walk(inner, n.X)
	r.walk(rvalue, n.Index)
}

// place puts a probe around a place in memory.
func (r *rewriter) place(n ast.Expr, m mode) {
	if tv := r.info.Types[n]; m == within || !tv.Addressable() {
		return
	}
	r.ins = append(r.ins,
		insertion{n.Pos(), "(*probe." + probes[m] + "(&", true, len(r.ins)},
		insertion{n.End(), "))", false, len(r.ins)})
}

// apply makes the insertions; lines stay where they are.
func (r *rewriter) apply(text []byte, file *token.File, f *ast.File) []byte {
	if len(r.ins) == 0 && !strings.Contains(string(text), accessLogNote) {
		return text
	}
	slices.SortStableFunc(r.ins, func(a, b insertion) int {
		switch {
		case a.at != b.at:
			return cmp.Compare(a.at, b.at)
		case a.start != b.start: // an end comes before the next start
			if a.start {
				return 1
			}
			return -1
		case a.start:
			return cmp.Compare(a.order, b.order)
		}
		return cmp.Compare(b.order, a.order)
	})
	var b strings.Builder
	last := 0
	write := func(to int) {
		b.Write(text[last:to])
		last = to
	}
	write(file.Offset(f.Name.End()))
	b.WriteString(`; import "` + probePath + `"`)
	for _, i := range r.ins {
		write(file.Offset(i.at))
		b.WriteString(i.text)
	}
	write(len(text))
	return []byte(b.String())
}
