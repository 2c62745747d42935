package mutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// file is a file while mutants of it are looked for.
type file struct {
	*pkg
	path, text string
	all        []*Mutant
}

// find looks for mutants in every statement of a file.
func (f *file) find(tree *ast.File) {
	for c := range inspector.New([]*ast.File{tree}).Root().Preorder() {
		for _, o := range Operators {
			o.find(f, c)
		}
	}
}

// mutants are those that were found, in the order of their lines, with their names.
func (f *file) mutants() []*Mutant {
	slices.SortStableFunc(f.all, func(a, b *Mutant) int { return cmp.Compare(a.Line, b.Line) })
	seen := map[string]int{}
	for _, m := range f.all {
		m.Name = fmt.Sprintf("%s:%d:%s", filepath.Base(m.File), m.Line, m.Operator)
		if seen[m.Name]++; seen[m.Name] > 1 {
			m.Name += fmt.Sprint("-", seen[m.Name])
		}
	}
	return f.all
}

// add adds a mutant at a place.
func (f *file) add(operator string, at ast.Node, old, now string, edits ...edit) {
	f.all = append(f.all, &Mutant{File: f.path, Line: f.set.PositionFor(at.Pos(), false).Line, Operator: operator,
		Old: old, New: now, edits: edits})
}

func (f *file) at(p token.Pos) int { return f.set.PositionFor(p, false).Offset }

// said is the text of a node.
func (f *file) said(n ast.Node) string { return f.text[f.at(n.Pos()):f.at(n.End())] }

// short is the text of a node, of which only the first line is told.
func (f *file) short(n ast.Node) string {
	line, _, more := strings.Cut(f.said(n), "\n")
	if more {
		line += " ..."
	}
	return line
}

// left are the edits by which a statement is left out.
func (f *file) left(s ast.Stmt) []edit {
	return []edit{{f.at(s.Pos()), stmtBegin, "if !" + mark + " { "}, {f.at(s.End()), stmtEnd, " }"}}
}

// before is the edit by which a mutant does something in front of a statement.
func (f *file) before(s ast.Stmt, does string) edit {
	return edit{f.at(s.Pos()), stmtBegin, "if " + mark + " { " + does + " }; "}
}
