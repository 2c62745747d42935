package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"machsim/kernel/hook"
)

// file is one file of a package.
type file struct {
	*rewriting
	index  int32
	path   string
	tree   *ast.File
	why    string // it is left as it is; "" if not
	edits  edits
	added  strings.Builder // behind its end
	hooked bool            // it calls hooks
}

// unfit says why a file must be left as it is, "" if it need not. A goroutine that the program starts is no thread, and
// its hooks would be taken for those of the thread that runs.
func (f *file) unfit() (why string) {
	for _, spec := range f.tree.Imports {
		if spec.Path.Value == `"C"` {
			return "uses cgo"
		}
	}
	for _, group := range f.tree.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:linkname ") {
				return "uses //go:linkname"
			}
		}
	}
	ast.Inspect(f.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body == nil {
				why = fmt.Sprintf("declares %s without a body (assembly)", n.Name.Name)
			}
		case *ast.GoStmt:
			why = "starts a goroutine"
		}
		return why == ""
	})
	return why
}

// rewrite collects the changes of the file.
func (f *file) rewrite() {
	if f.why == "" {
		for _, d := range f.tree.Decls {
			f.declaration(d)
		}
	}
	name := f.tree.Name
	if name.Name != f.Name {
		f.edits.replace(f.at(name.Pos()), f.at(name.End()), f.Name)
	}
	if f.hooked {
		f.edits.insert(f.at(name.End()), fmt.Sprintf("; import %shook %q", f.prefix, "machsim/kernel/hook"))
	}
}

func (f *file) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !restricted(d) {
			f.hooked = true
			f.function(funcName(d), d.Recv, d.Type, d.Body, nil)
		}
		if d.Name.Name == "init" && d.Recv == nil {
			f.renameInit(d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				l := &literals{file: f, name: v.Names[0].Name + ".func"}
				for _, x := range v.Values {
					l.in(x)
				}
			}
		}
	}
}

// restricted says whether a function has a directive for the compiler that hooks may break.
func restricted(d *ast.FuncDecl) bool {
	return d.Doc != nil && slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:nosplit") || strings.HasPrefix(c.Text, "//go:nocheckptr")
	})
}

// funcName is the name of a function in its package: "add", "Stack.Push", "(*Stack).Pop".
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t, pointer := d.Recv.List[0].Type, false
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t, pointer = x.X, true
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			if pointer {
				return "(*" + x.Name + ")." + d.Name.Name
			}
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// at is the offset of a position.
func (f *file) at(p token.Pos) int { return f.set.PositionFor(p, false).Offset }

func (f *file) line(p token.Pos) int32 { return int32(f.set.PositionFor(p, false).Line) }

// insert adds a text at a position.
func (f *file) insert(p token.Pos, text string) { f.edits.insert(f.at(p), text) }

// addStmt adds a statement to the table, and returns its index.
func (f *file) addStmt(fn int32, kind hook.StmtKind, from, to token.Pos, label string) int32 {
	f.table.Stmts = append(f.table.Stmts, hook.Stmt{
		Func: fn, Kind: kind, From: int32(f.at(from)), To: int32(f.at(to)),
		Line: f.line(from), EndLine: f.line(to), Label: label,
	})
	return int32(len(f.table.Stmts) - 1)
}
