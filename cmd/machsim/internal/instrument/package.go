package instrument

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"machsim/kernel/hook"
)

// Package is a package to be rewritten.
type Package struct {
	Path, Dir string
	Name      string            // that its package clauses are to have
	Files     []string          // its Go files, without tests: names in Dir, or absolute paths
	GoVersion string            // of its module: "1.26"
	Heard     map[string]bool   // other packages that have hooks
	Texts     map[string]string // that take the place of files, by their paths
}

// Result is a package that was rewritten.
type Result struct {
	Files map[string]string // the new texts of its files, and of one more, by path
	Left  []Left            // files that have no hooks
	Types *types.Package
}

// Left is a file that was left as it is, but for its package clause.
type Left struct {
	Path string
	Why  string // "uses cgo"
}

// rewriting is a package while it is rewritten.
type rewriting struct {
	Package
	set     *token.FileSet
	files   []*file
	info    *types.Info
	types   *types.Package
	prefix  string                // of all names that are added
	copied  map[*types.Var]bool   // results whose address must not be kept
	writes  map[types.Object]bool // variables that something writes to, but for their declaration
	fields  map[types.Object]bool // fields that something writes to
	shared  map[types.Object]bool // variables of functions that threads may share
	table   hook.Package
	changes map[string]bool // package variables that are put back before each run
	inits   []string        // what the init functions are called now
	resets  []string        // the functions that initialise variables once more, in their order
}

// Rewrite rewrites a package. The importer knows the packages that it imports. An error says that
// a file cannot be read or does not compile.
func Rewrite(p Package, importer types.Importer) (*Result, error) {
	r := &rewriting{Package: p, set: token.NewFileSet(), copied: map[*types.Var]bool{}, fields: map[types.Object]bool{},
		shared: map[types.Object]bool{}, changes: map[string]bool{}, table: hook.Package{Path: p.Path}}
	if err := r.parse(); err != nil {
		return nil, err
	}
	if err := r.check(importer); err != nil {
		return nil, err
	}
	r.prefix = r.freePrefix()
	r.share()
	for _, f := range r.files {
		f.rewrite()
	}
	return r.result(), nil
}

// parse reads the files.
func (r *rewriting) parse() error {
	for i, name := range r.Files {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.Dir, name)
		}
		text, err := r.read(path)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(r.set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		f := &file{rewriting: r, index: int32(i), path: path, tree: tree, edits: edits{text: string(text)}}
		f.why = f.unfit()
		r.files = append(r.files, f)
		r.table.Files = append(r.table.Files, hook.File{Path: path, Text: string(text), Why: f.why})
	}
	return nil
}

// read returns the text of a file.
func (p *Package) read(path string) ([]byte, error) {
	if text, other := p.Texts[path]; other {
		return []byte(text), nil
	}
	return os.ReadFile(path)
}

// check finds out what the names mean.
func (r *rewriting) check(importer types.Importer) (err error) {
	r.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	c := types.Config{Importer: importer, FakeImportC: true, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	if r.GoVersion != "" {
		c.GoVersion = "go" + r.GoVersion
	}
	var trees []*ast.File
	for _, f := range r.files {
		trees = append(trees, f.tree)
	}
	r.types, err = c.Check(r.Path, r.set, trees, r.info)
	return err
}

// freePrefix is a beginning that no name in the package has.
func (r *rewriting) freePrefix() string {
	prefix := "machsim_"
	for _, f := range r.files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				for strings.HasPrefix(id.Name, prefix) {
					prefix += "_"
				}
			}
			return true
		})
	}
	return prefix
}

// result collects the new texts.
func (r *rewriting) result() *Result {
	res := &Result{Files: map[string]string{}, Types: r.types}
	for _, f := range r.files {
		f.edits.sort()
	}
	r.reset()
	for _, p := range r.types.Imports() {
		if r.Heard[p.Path()] {
			r.table.Imports = append(r.table.Imports, p.Path())
		}
	}
	r.table.Unheard, r.table.Goals = r.unheard(), r.goals()
	for _, f := range r.files {
		res.Files[f.path] = f.edits.between(0, len(f.edits.text)) + f.added.String()
		if f.why != "" {
			res.Left = append(res.Left, Left{f.path, f.why})
		}
	}
	res.Files[filepath.Join(r.Dir, r.prefix+"table.go")] = r.tableFile()
	return res
}
