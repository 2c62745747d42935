package instrument

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
)

// Listed is what go list says of a package.
type Listed struct {
	ImportPath, Name, Dir      string
	GoFiles, CgoFiles, Imports []string
	Standard                   bool
	Module                     *Module
	Export                     string
}

// Module is what go list says of a module.
type Module struct {
	Path, Dir, GoMod, GoVersion string
	Main                        bool // one stands in it, or in a workspace that uses it
}

// Tool runs go list with arguments, and returns what it prints.
type Tool func(args ...string) ([]byte, error)

// List asks the go tool for a package and all that it imports: a package comes behind its imports.
func List(tool Tool, path string) ([]Listed, error) {
	return tool.list("-deps", "-json=ImportPath,Name,Dir,GoFiles,CgoFiles,Imports,Standard,Module", "--", path)
}

func (t Tool) list(args ...string) (all []Listed, err error) {
	text, err := t(args...)
	if err != nil {
		return nil, err
	}
	return Decode[Listed](text)
}

// Decode reads what go list -json prints: one value behind the other.
func Decode[T any](text []byte) (all []T, err error) {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p T
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

// imported is the packages that rewritten ones import: those that were rewritten, and others from what the compiler
// has left of them.
type imported struct {
	types.Importer
	rewritten map[string]*types.Package
}

func (i imported) Import(path string) (*types.Package, error) {
	if p := i.rewritten[path]; p != nil {
		return p, nil
	}
	return i.Importer.Import(path)
}

// All rewrites packages, each behind those that it imports. Name says which name the clauses of a package are to
// have; texts take the place of files, by their paths.
func All(tool Tool, list []Listed, name func(Listed) string, texts map[string]string) (all []*Result, err error) {
	names := map[string]string{}
	for _, l := range list {
		names[l.ImportPath] = name(l)
	}
	err = Each(tool, list, func(p Package, i types.Importer) (*types.Package, error) {
		p.Name, p.Texts = names[p.Path], texts
		r, err := Rewrite(p, i)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
		return r.Types, nil
	})
	return all, err
}

// Each calls do with packages, each behind those that it imports. It returns what the package is, for those that
// import it.
func Each(tool Tool, list []Listed, do func(Package, types.Importer) (*types.Package, error)) error {
	exports, err := tool.exports(list)
	if err != nil {
		return err
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s is not imported", path)
		}
		return os.Open(exports[path])
	}
	i := imported{importer.ForCompiler(token.NewFileSet(), "gc", lookup), map[string]*types.Package{}}
	heard := map[string]bool{}
	for _, l := range list {
		heard[l.ImportPath] = true
	}
	for _, l := range list {
		p := Package{Path: l.ImportPath, Dir: l.Dir, Name: l.Name, Files: slices.Concat(l.GoFiles, l.CgoFiles),
			Heard: heard}
		if l.Module != nil {
			p.GoVersion = l.Module.GoVersion
		}
		slices.Sort(p.Files)
		if i.rewritten[l.ImportPath], err = do(p, i); err != nil {
			return err
		}
	}
	return nil
}

// exports returns the files of export data of the packages that others import, and that are not among them.
func (t Tool) exports(list []Listed) (map[string]string, error) {
	files := map[string]string{}
	for _, p := range list {
		for _, path := range p.Imports {
			files[path] = ""
		}
	}
	for _, p := range list {
		delete(files, p.ImportPath)
	}
	delete(files, "C")
	delete(files, "unsafe")
	if len(files) == 0 {
		return files, nil
	}
	args := []string{"-export", "-json=ImportPath,Export", "--"}
	all, err := t.list(append(args, slices.Sorted(maps.Keys(files))...)...)
	for _, p := range all {
		files[p.ImportPath] = p.Export
	}
	return files, err
}
