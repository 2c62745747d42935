package instrument

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// renameInit gives an init function a name by which it can be called once more.
func (f *file) renameInit(id *ast.Ident) {
	name := fmt.Sprint(f.prefix, "init", len(f.inits))
	f.inits = append(f.inits, name)
	f.edits.replace(f.at(id.Pos()), f.at(id.End()), name)
}

// reset adds the functions that initialise the package's variables once more, each behind the end of
// the file whose imports it needs. The lines of an initialiser are those of the first.
func (r *rewriting) reset() {
	if len(r.changes) == 0 {
		return
	}
	for _, init := range r.info.InitOrder {
		f, left, changes := r.fileOf(init.Rhs), []string(nil), false
		for _, v := range init.Lhs {
			left = append(left, v.Name())
			changes = changes || v.Name() == "_" || r.changes[v.Name()]
		}
		if f == nil || f.why != "" || !changes {
			continue
		}
		name := fmt.Sprint(r.prefix, "reset", len(r.resets))
		r.resets = append(r.resets, name)
		fmt.Fprintf(&f.added, "\n//line %s:%d\nfunc %s() { %s = %s }\n", f.path, f.line(init.Rhs.Pos()), name,
			strings.Join(left, ", "), f.edits.between(f.at(init.Rhs.Pos()), f.at(init.Rhs.End())))
	}
}

func (r *rewriting) fileOf(n ast.Node) *file {
	for _, f := range r.files {
		if f.tree.FileStart <= n.Pos() && n.Pos() < f.tree.FileEnd {
			return f
		}
	}
	return nil
}

// zeroed returns the variables that are zero before the first initialiser runs: not those that the linker or the go
// tool fills, nor those of files that are left as they are.
func (r *rewriting) zeroed() (names []string) {
	for _, f := range r.files {
		for _, d := range f.tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || f.why != "" || embeds(g.Doc) {
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && !embeds(v.Doc) {
					names = append(names, r.variables(v)...)
				}
			}
		}
	}
	return names
}

// variables returns the names of the variables of a declaration that are put back.
func (r *rewriting) variables(v *ast.ValueSpec) (names []string) {
	for _, id := range v.Names {
		if r.changes[id.Name] {
			names = append(names, id.Name)
		}
	}
	return names
}

// embeds says whether a declaration has its value from a file.
func embeds(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}
