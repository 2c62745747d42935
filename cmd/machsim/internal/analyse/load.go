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

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// listed is what the go tool says of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly                       bool
	Error                         *struct{ Err string }
}

// Load reads the package of a directory, as the go tool names it at another one, and returns its programs.
func Load(at, pattern string) ([]*Program, error) {
	all, err := list(at, pattern)
	if err != nil {
		return nil, err
	}
	exports, own := map[string]string{}, []*listed(nil)
	for _, p := range all {
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			own = append(own, p)
		}
	}
	if len(own) != 1 {
		return nil, fmt.Errorf("analyse reads one package, and %s are %d", pattern, len(own))
	}
	pkg, err := build(own[0], exports)
	if err != nil {
		return nil, err
	}
	return programs(pkg), nil
}

// list asks the go tool for a package and all that it imports, compiled.
func list(at, pattern string) (all []*listed, err error) {
	c := exec.Command("go", "list", "-e", "-mod=readonly", "-buildvcs=false", "-export", "-deps",
		"-json=ImportPath,Name,Dir,Export,GoFiles,DepOnly,Error", "--", pattern)
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

// build parses a package and makes SSA of it; of those that it imports it knows the types alone.
func build(p *listed, exports map[string]string) (*ssa.Package, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s was not compiled", path)
		}
		return os.Open(exports[path])
	})
	own := types.NewPackage(p.ImportPath, p.Name)
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: imports}, fset, own, files, ssa.InstantiateGenerics)
	return pkg, err
}
