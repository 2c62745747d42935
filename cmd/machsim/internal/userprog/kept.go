//go:build !wasm

package userprog

import (
	"os"
	"path"
	"path/filepath"
	"time"

	"machsim/debugger/record/atomicfile"
)

// keptFile says in a directory of the cache which package what is there was built of.
const keptFile = "package"

// named is what that file says.
func (p *Package) named() string { return p.Named() + "\n" + p.Dir + "\n" }

// name writes that file, unless it is there.
func (p *Package) name(dir string) error {
	file := filepath.Join(dir, keptFile)
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	return atomicfile.Write(file, []byte(p.named()), 0o600)
}

// Kept returns a package as it was built last, where there is no go tool: only Executable is good for it. The error is
// ErrNoGo if nothing was kept.
func Kept(importPath, dir string) (*Package, error) {
	base, err := openCache()
	if err != nil {
		return nil, err
	}
	p := &Package{Dir: dir}
	p.Path, p.Mutant = CutMutant(importPath)
	all, _ := filepath.Glob(filepath.Join(base, path.Base(p.Path)+"-*", keptFile))
	var last time.Time
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil || string(text) != p.named() {
			continue
		}
		dir := filepath.Dir(file)
		built := []string{executable(dir)}
		if hooked, ok := freshHooked(filepath.Join(dir, "hooked")); ok {
			built = append(built, hooked)
		}
		for _, exe := range built {
			if info, err := os.Stat(exe); err == nil && !info.ModTime().Before(last) {
				last, p.built = info.ModTime(), dir
			}
		}
	}
	if p.built == "" {
		return nil, ErrNoGo
	}
	return p, nil
}

// Executable is the machsim that was kept of a package of Kept: the one with hooks, or the plain one;
// hooked says which. It is "" for any other package.
func (p *Package) Executable(hooks bool) (exe string, hooked bool) {
	if p.built == "" {
		return "", false
	}
	plain := executable(p.built)
	other, fresh := freshHooked(filepath.Join(p.built, "hooked"))
	if _, wrong := os.Stat(plain); fresh && (hooks || wrong != nil) {
		return other, true
	}
	return plain, false
}

// InModule says whether a directory is in the module that one stands in, as far as the files tell.
func InModule(dir string) bool {
	root, err := os.Getwd()
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return false
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			rel, err := filepath.Rel(root, dir)
			return err == nil && filepath.IsLocal(rel)
		}
		up := filepath.Dir(root)
		if up == root {
			return false
		}
		root = up
	}
}
