//go:build !wasm

package userprog

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/cmd/machsim/internal/mutate"
	"machsim/kernel"
)

// MutantVariable is the environment variable that chooses a mutant, by its number from 1, in an executable that has
// them all.
const MutantVariable = "MACHSIM_MUTANT"

// all stands for the name of a mutant in an executable that has all of them.
const all = "*"

// mutantsFile is in each package that has mutants, for a build only.
const mutantsFile = "machsim_mutants.go"

const choosing = `package %s

import (
	"os"

	"machsim/kernel/hook"
)

var machsim_mutants = hook.Mutate(%d, os.Getenv(%q))
`

// Named is the import path of the package, with the mutant that it is.
func (p *Package) Named() string {
	if p.Mutant == "" {
		return p.Path
	}
	return p.Path + "@" + p.Mutant
}

// FindMutants finds the mutants of a package, and of those of its module that it imports.
func (p *Package) FindMutants(at string) (*mutate.Found, error) {
	dir, unlock, err := p.lock("")
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := p.write(dir, files{}); err != nil { // the requirements
		return nil, err
	}
	list, _, err := p.hookable(at, dir)
	if err != nil || len(list) == 0 {
		return &mutate.Found{}, err
	}
	module := list[len(list)-1].Module.Path
	list = slices.DeleteFunc(list, func(l instrument.Listed) bool { return l.Module.Path != module })
	return mutate.Find(p.goList(at, dir), list)
}

// mutated is the package with the texts of the mutant that it is, if it is one.
func (p *Package) mutated(at string) (*Package, error) {
	if p.Mutant == "" || p.texts != nil {
		return p, nil
	}
	found, err := p.FindMutants(at)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(found.Mutants, func(m *mutate.Mutant) bool { return m.Name == p.Mutant })
	if i < 0 {
		return nil, mistake("%s has no mutant %q; machsim mutate tells which it has", p.Path, p.Mutant)
	}
	q := *p
	q.texts = mutate.Texts(found.Mutants[i:i+1], found.Sources, mutate.Always)
	return &q, nil
}

// WithMutants is the package with all its mutants, which Build and BuildTests make one executable of: MutantVariable
// chooses among them.
func (p *Package) WithMutants(found *mutate.Found) *Package {
	q := *p
	q.Mutant = all
	q.texts = mutate.Texts(found.Mutants, found.Sources, func(i int) string {
		return fmt.Sprintf("machsim_mutants_hook.Mutant(%d)", i+1)
	})
	for path, text := range maps.Clone(q.texts) {
		c := found.Clauses[path]
		q.texts[path] = text[:c.End] + `; import machsim_mutants_hook "machsim/kernel/hook"` + text[c.End:]
		other := filepath.Join(filepath.Dir(path), mutantsFile)
		q.texts[other] = fmt.Sprintf(choosing, c.Name, len(found.Mutants), MutantVariable)
	}
	if _, has := q.texts[filepath.Join(p.Dir, mutantsFile)]; has {
		q.Files = append(slices.Clone(p.Files), mutantsFile)
	}
	return &q
}

// read returns the text of a file of a package.
func (p *Package) read(path string) ([]byte, error) {
	if text, other := p.texts[path]; other {
		return []byte(text), nil
	}
	return os.ReadFile(path)
}

// BuildTests builds the tests of the package in a directory, with the mutants that this one has; "" if it has no tests.
func (p *Package) BuildTests(at, tests string) (exe string, err error) {
	if all, _ := filepath.Glob(filepath.Join(tests, "*_test.go")); all == nil {
		return "", nil
	}
	dir, unlock, err := p.lock("tests")
	if err != nil {
		return "", err
	}
	defer unlock()
	overlay, err := writeOverlay(dir, p.texts, p.needs.files)
	if err != nil {
		return "", err
	}
	exe = filepath.Join(dir, "tests.exe") // a name that every system runs
	c := p.needs.command(at, dir, "test", "-c", "-vet=off", "-overlay", overlay, "-o", exe, tests)
	var errs bytes.Buffer
	c.Stdout, c.Stderr = &errs, &errs
	if err := built(c); err != nil {
		return "", fmt.Errorf("the tests do not build: %s", firstError(errs.String()))
	}
	return exe, nil
}

// Sample is the package of a sample program, in the source of machsim that this executable was built from.
func Sample(program *kernel.Program) (*Package, error) {
	source := builtFrom()
	if source == "" {
		return nil, mistake("the source of machsim is not there any more that this executable was built from")
	}
	return Find(".", filepath.Join(source, "programs", packageOf(program)))
}
