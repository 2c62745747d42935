package analyse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// listed is what the go tool says of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles, Imports              []string
	DepOnly                       bool
	Error                         *struct{ Err string }
}

// summarised are the packages of whose calls there are summaries. What imports one of them is read itself: it may send
// and receive. All others make no kernel calls.
var summarised = []string{kernelPath, "machsim/cthreads", "machsim/netname", "machsim/netname/callrpc", "machsim/ipc"}

// Load reads the package of a directory, as the go tool names it at another one, and returns its programs.
func Load(at, pattern string) ([]*Program, error) {
	all, err := list(at, pattern)
	if err != nil {
		return nil, err
	}
	own := 0
	for _, p := range all {
		if !p.DepOnly {
			own++
		}
	}
	if own != 1 {
		return nil, fmt.Errorf("analyse reads one package, and %s are %d", pattern, own)
	}
	l := &loader{fset: token.NewFileSet(), exports: map[string]string{}, read: map[string]*types.Package{}}
	pkg, err := l.load(all)
	if err != nil {
		return nil, err
	}
	return programs(pkg), nil
}

// list asks the go tool for a package and all that it imports, compiled: what is imported first.
func list(at, pattern string) (all []*listed, err error) {
	c := exec.Command("go", "list", "-e", "-mod=readonly", "-buildvcs=false", "-export", "-deps",
		"-json=ImportPath,Name,Dir,Export,GoFiles,Imports,DepOnly,Error", "--", pattern)
	c.Dir = at
	text, err := c.Output()
	if status := (*exec.ExitError)(nil); errors.As(err, &status) {
		return nil, fmt.Errorf("the go tool refuses: %s", bytes.TrimSpace(status.Stderr))
	}
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		p := &listed{}
		if err := d.Decode(p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Error != nil && !p.DepOnly {
			return nil, errors.New(p.Error.Err)
		}
		all = append(all, p)
	}
}

// Packages are the directories of the packages that match patterns in a directory and import the kernel; but not of
// those to which hooks were added, which are copies of others.
func Packages(at string, patterns []string) (dirs []string, err error) {
	c := exec.Command("go", append([]string{"list", "-e", "-mod=readonly", "-buildvcs=false", "-f",
		`{{range .Imports}}{{if eq . "` + kernelPath + `"}}{{$.Dir}}{{end}}{{if eq . "` + kernelPath + `/hook"}}` +
			hooked + `{{end}}{{end}}{{"\n"}}`, "--"}, patterns...)...)
	c.Dir = at
	text, err := c.Output()
	if err != nil {
		return nil, err
	}
	copied := func(dir string) bool { return strings.HasSuffix(dir, hooked) }
	return slices.DeleteFunc(strings.Fields(string(text)), copied), nil
}

// hooked is added to the name of a directory whose package has hooks.
const hooked = "?hooked"

// loader makes SSA of packages.
type loader struct {
	fset     *token.FileSet
	exports  map[string]string // by package: the file of its types
	read     map[string]*types.Package
	compiled types.Importer
	prog     *ssa.Program
	sources  []source
}

// source is a package that was parsed and checked.
type source struct {
	pkg   *types.Package
	files []*ast.File
	info  *types.Info
}

// load makes SSA of the packages that matter, and returns that of the last one; of others the types are enough.
func (l *loader) load(all []*listed) (last *ssa.Package, err error) {
	l.prog = ssa.NewProgram(l.fset, ssa.InstantiateGenerics)
	l.compiled = importer.ForCompiler(l.fset, "gc", l.open)
	for _, p := range all {
		l.exports[p.ImportPath] = p.Export
		if !p.DepOnly || l.matters(p) {
			if err := l.check(p); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range l.sources { // once all is checked: before, not all is known of what one of them does not import
		l.declare(s.pkg.Imports())
	}
	for _, s := range l.sources {
		last = l.prog.CreatePackage(s.pkg, s.files, s.info, true)
	}
	l.prog.Build()
	return last, nil
}

// matters says whether a package may make kernel calls, of which no summary tells.
func (l *loader) matters(p *listed) bool {
	return !slices.Contains(summarised, p.ImportPath) && slices.ContainsFunc(p.Imports, func(path string) bool {
		return path == kernelPath || l.read[path] != nil
	})
}

func (l *loader) open(path string) (io.ReadCloser, error) {
	if l.exports[path] == "" {
		return nil, fmt.Errorf("package %s was not compiled", path)
	}
	return os.Open(l.exports[path])
}

// Import returns the types of a package.
func (l *loader) Import(path string) (*types.Package, error) {
	if p := l.read[path]; p != nil {
		return p, nil
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return l.compiled.Import(path)
}

// check parses and checks a package.
func (l *loader) check(p *listed) error {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(l.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: l}).Check(p.ImportPath, l.fset, files, info)
	if err != nil {
		return err
	}
	l.read[p.ImportPath] = pkg
	l.sources = append(l.sources, source{pkg, files, info})
	return nil
}

// declare makes packages known of which there is no source.
func (l *loader) declare(all []*types.Package) {
	for _, p := range all {
		if l.prog.Package(p) == nil && l.read[p.Path()] == nil {
			l.prog.CreatePackage(p, nil, nil, true)
			l.declare(p.Imports())
		}
	}
}
