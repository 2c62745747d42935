//go:build !wasm

package userprog

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"machsim/cmd/machsim/internal/instrument"
)

// The modules that a program is built of get hooks as its own does: but for machsim, and for what machsim itself is
// built of, which would have hooks in the debugger, too. Nothing can be put in the place of files in Go's module cache,
// so such modules are copied once.

// hookable lists the packages that are to have hooks, and the modules in the module cache that they are in: their
// directories by their paths.
func (p *Package) hookable(at, dir string) (own []instrument.Listed, cached map[string]string, err error) {
	all, err := instrument.List(p.goList(at, dir), p.Path)
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	module := all[len(all)-1].Module
	foreign := slices.ContainsFunc(all, func(l instrument.Listed) bool { return isForeign(l, module) })
	tools := map[string]bool{}
	if foreign {
		if tools, err = p.ofMachsim(at, dir); err != nil {
			return nil, nil, err
		}
	}
	cached = map[string]string{}
	for _, l := range all {
		switch {
		case l.Standard || l.Module == nil || module == nil:
		case l.Module.Path == module.Path && p.isProgram(l.ImportPath, module.Path):
			own = append(own, l)
		case isForeign(l, module) && !tools[l.ImportPath]:
			own = append(own, l)
			if strings.HasPrefix(l.Module.Dir, p.env.GOMODCACHE+string(filepath.Separator)) {
				cached[l.Module.Path] = l.Module.Dir
			}
		}
	}
	return own, cached, nil
}

// isForeign says whether a package is neither of Go, nor of machsim, nor of the module of the program.
func isForeign(l instrument.Listed, module *instrument.Module) bool {
	return !l.Standard && l.Module != nil && l.Module.Path != "machsim" && module != nil && module.Path != "machsim" &&
		l.Module.Path != module.Path
}

// ofMachsim are the packages that machsim is built of.
func (p *Package) ofMachsim(at, dir string) (map[string]bool, error) {
	all, err := instrument.List(p.goList(at, dir), Machsim)
	tools := map[string]bool{}
	for _, l := range all {
		tools[l.ImportPath] = true
	}
	return tools, err
}

// moving returns copies of modules in the module cache: their directories by their paths.
func moving(from map[string]string) (map[string]string, error) {
	base, err := Directory("source")
	if err != nil {
		return nil, err
	}
	moved := map[string]string{}
	for path, dir := range from {
		to := filepath.Join(base, filepath.Base(dir)+"-"+hash(dir))
		if err := copied(dir, to); err != nil {
			return nil, mistake("the source in %s cannot be copied to build it: %v", dir, err)
		}
		mod := filepath.Join(to, "go.mod")
		if _, err := os.Stat(mod); errors.Is(err, os.ErrNotExist) { // older than modules
			err = os.WriteFile(mod, fmt.Appendf(nil, "module %s\n", modfile.AutoQuote(path)), 0o666)
			if err != nil {
				return nil, err
			}
		}
		moved[path] = to
	}
	return moved, nil
}

// moved returns the package as it is built with copies of modules of the module cache.
func (p *Package) moved(at, dir string, cached map[string]string) (*Package, map[string]string, error) {
	to, err := moving(cached)
	if err != nil {
		return nil, nil, err
	}
	if p, err = p.with(to); err != nil {
		return nil, nil, err
	}
	_, err = p.write(dir, files{}) // the requirements
	return p, to, err
}

// with returns the package as it is built with modules from other directories.
func (p *Package) with(moved map[string]string) (*Package, error) {
	if len(moved) == 0 {
		return p, nil
	}
	q := *p
	var err error
	q.needs, err = p.needs.with(moved)
	return &q, err
}

// with returns requirements by which modules are found in other directories.
func (r requirements) with(moved map[string]string) (requirements, error) {
	r.files = maps.Clone(r.files)
	if r.work == "" {
		f, err := modfile.Parse(r.mod, []byte(r.files[r.mod]), nil)
		if err != nil {
			return r, err
		}
		err = replaced(f, f.Replace, moved)
		r.files[r.mod] = string(modfile.Format(f.Syntax))
		return r, err
	}
	f, err := modfile.ParseWork(r.work, []byte(r.files[r.work]), nil)
	if err != nil {
		return r, err
	}
	err = replaced(f, f.Replace, moved)
	r.files[r.work] = string(modfile.Format(f.Syntax))
	return r, err
}

// replacing is a go.mod or a go.work.
type replacing interface {
	DropReplace(path, version string) error
	AddReplace(oldPath, oldVersion, newPath, newVersion string) error
	Cleanup()
}

// replaced puts directories in the place of modules, whatever stood there for these before.
func replaced(f replacing, old []*modfile.Replace, moved map[string]string) error {
	var errs []error
	for _, o := range slices.Clone(old) {
		if moved[o.Old.Path] != "" {
			errs = append(errs, f.DropReplace(o.Old.Path, o.Old.Version))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(moved)) {
		errs = append(errs, f.AddReplace(path, "", moved[path], ""))
	}
	f.Cleanup()
	return errors.Join(errs...)
}
