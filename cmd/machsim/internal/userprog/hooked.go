//go:build !wasm

package userprog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/debugger/record/atomicfile"
)

// Hooked is a machsim whose programs have hooks at their statements: the second executable, which stands
// beside the plain one.
type Hooked struct {
	Exe  string
	Left []instrument.Left // files that have no hooks
}

// hooking is what is kept of the rewriting of a package.
type hooking struct {
	Key    string  // what it was made with
	Stamps []stamp // of what it was made from
	Left   []instrument.Left
	Moved  map[string]string // copies of modules, by their paths: their directories
}

const hookingFile = "hooking.json"

// freshFile says that the executable beside it was built of what hookingFile says. One of an earlier state has none,
// and stays until it is replaced: another machsim may be about to start it.
const freshFile = "fresh"

// freshHooked returns the executable with hooks of a directory, false if that is of an earlier state or not there.
func freshHooked(dir string) (exe string, ok bool) {
	exe = executable(dir)
	_, err := os.Stat(exe)
	_, stale := os.Stat(filepath.Join(dir, freshFile))
	return exe, err == nil && stale == nil
}

// BuildHooked makes a machsim whose programs have hooks: those of the package, and what it imports that is neither of
// Go nor of machsim. The texts are kept; if nothing has changed, the go tool alone has to find that out. An error says
// in one line why there is no such machsim.
func (p *Package) BuildHooked(at string) (h Hooked, err error) {
	if p, err = p.mutated(at); err != nil {
		return h, err
	}
	dir, unlock, err := p.lock("hooked")
	if err != nil {
		return h, err
	}
	defer unlock()
	h.Exe = executable(dir)
	k, same := p.kept(dir)
	if !same {
		_ = os.Remove(filepath.Join(dir, freshFile))
		if k, err = p.hook(at, dir); err != nil {
			return h, err
		}
	}
	h.Left = k.Left
	if p, err = p.with(k.Moved); err != nil {
		return h, err
	}
	var errs bytes.Buffer
	if p.run(at, dir, &errs, "-overlay", filepath.Join(dir, "overlay.json"), "-o", h.Exe, "--", Machsim) != nil {
		return h, fmt.Errorf("it does not build with hooks: %s", firstError(errs.String()))
	}
	return h, os.WriteFile(filepath.Join(dir, freshFile), nil, 0o600)
}

// firstError is the first line of what the go tool says that is no heading.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			return strings.TrimSpace(line)
		}
	}
	return "the go tool does not say why"
}

// key is what the texts depend on besides the files: this machsim, and the requirements.
func (p *Package) key() string { return hash(thisExecutable() + p.tool + p.needs.text()) }

// kept returns what is kept of the last rewriting, and whether it is still right.
func (p *Package) kept(dir string) (k hooking, same bool) {
	text, err := os.ReadFile(filepath.Join(dir, hookingFile))
	if err != nil || json.Unmarshal(text, &k) != nil {
		return hooking{}, false
	}
	return k, k.Key == p.key() && unchanged(k.Stamps)
}

// hook rewrites the package and what it imports that is to have hooks, and writes the texts.
func (p *Package) hook(at, dir string) (k hooking, err error) {
	all, err := p.sources(true)
	if err != nil {
		return k, err
	}
	if _, err := p.write(dir, files{}); err != nil { // the requirements
		return k, err
	}
	list, cached, err := p.hookable(at, dir)
	if err != nil {
		return k, err
	}
	k = hooking{Key: p.key()}
	if len(cached) > 0 {
		if p, k.Moved, err = p.moved(at, dir, cached); err == nil {
			list, _, err = p.hookable(at, dir)
		}
		if err != nil {
			return k, err
		}
	}
	k.Stamps = stampsOf(pathsOf(list))
	for i := range list {
		list[i].Imports = append(list[i].Imports, "machsim/kernel/hook") // which mutants call
	}
	results, err := instrument.All(p.goList(at, dir), list, p.clause, p.texts)
	if err != nil {
		return k, err
	}
	for _, r := range results {
		maps.Copy(all, r.Files)
		k.Left = append(k.Left, r.Left...)
	}
	if _, err := p.write(dir, all); err != nil {
		return k, err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return k, err
	}
	return k, atomicfile.Write(filepath.Join(dir, hookingFile), text, 0o600)
}

// clause is the name that the package clauses of a package are to have.
func (p *Package) clause(l instrument.Listed) string {
	if l.ImportPath == p.Path && l.Name == "main" {
		return command
	}
	return l.Name
}

// goList returns go list with the requirements of the package.
func (p *Package) goList(at, dir string) instrument.Tool {
	return func(args ...string) ([]byte, error) {
		c := p.needs.command(at, dir, "list", args...)
		var errs bytes.Buffer
		c.Stderr = &errs
		text, err := c.Output()
		if err != nil {
			err = errors.New(firstError(errs.String()))
		}
		return text, err
	}
}

// isProgram says whether a package of the module belongs to programs: in machsim's own module the sample programs do.
func (p *Package) isProgram(path, module string) bool {
	return module != "machsim" || path == p.Path || strings.HasPrefix(path, "machsim/programs/")
}

// pathsOf are the directories and files of packages.
func pathsOf(list []instrument.Listed) (all []string) {
	for _, l := range list {
		all = append(all, l.Dir)
		for _, names := range [][]string{l.GoFiles, l.CgoFiles} {
			for _, name := range names {
				all = append(all, filepath.Join(l.Dir, name))
			}
		}
	}
	return all
}
