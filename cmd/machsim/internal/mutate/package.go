package mutate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"machsim/cmd/machsim/internal/instrument"
)

// Found is the mutants of some packages.
type Found struct {
	Mutants []*Mutant
	Sources map[string]string // the texts of their files, by path
	Clauses map[string]Clause // the package clauses of these files
	waiting map[string]bool   // functions that wait
}

// Clause is a package clause: the name in it, and the offset of its end.
type Clause struct {
	Name string
	End  int
}

// Find finds the mutants of packages, each of which comes behind those that it imports. The error says that one cannot
// be read or does not compile.
func Find(tool instrument.Tool, list []instrument.Listed) (*Found, error) {
	found := &Found{Sources: map[string]string{}, Clauses: map[string]Clause{}, waiting: map[string]bool{}}
	err := instrument.Each(tool, list, func(p instrument.Package, i types.Importer) (*types.Package, error) {
		return found.in(p, i)
	})
	return found, err
}

// in finds the mutants of a package.
func (found *Found) in(p instrument.Package, importer types.Importer) (*types.Package, error) {
	x := &pkg{waiting: found.waiting, set: token.NewFileSet(), info: &types.Info{Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}}}
	var trees []*ast.File
	for _, name := range p.Files {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, name)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(x.set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		found.Sources[path] = string(text)
		found.Clauses[path] = Clause{tree.Name.Name, x.set.PositionFor(tree.Name.End(), false).Offset}
		trees = append(trees, tree)
	}
	c := types.Config{Importer: importer, FakeImportC: true, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	if p.GoVersion != "" {
		c.GoVersion = "go" + p.GoVersion
	}
	t, err := c.Check(p.Path, x.set, trees, x.info)
	if err != nil {
		return nil, err
	}
	for slices.ContainsFunc(trees, x.waitingIn) {
	}
	for i, tree := range trees {
		path := x.set.Position(trees[i].Pos()).Filename
		f := &file{pkg: x, path: path, text: found.Sources[path]}
		f.find(tree)
		found.Mutants = append(found.Mutants, f.mutants()...)
	}
	return t, nil
}

// pkg is a package while mutants of it are looked for.
type pkg struct {
	set     *token.FileSet
	info    *types.Info
	waiting map[string]bool
}

// integer says whether an expression is an integer that the source does not say.
func (x *pkg) integer(e ast.Expr) bool {
	t := x.info.Types[e]
	if t.Type == nil || t.Value != nil {
		return false
	}
	b, ok := t.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// truth says whether an expression is a bool, and of no other type of that kind.
func (x *pkg) truth(e ast.Expr) bool {
	b, ok := x.info.Types[e].Type.(*types.Basic)
	return ok && (b.Kind() == types.Bool || b.Kind() == types.UntypedBool)
}
