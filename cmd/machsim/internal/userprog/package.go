//go:build !wasm

package userprog

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"machsim/cmd/machsim/internal/instrument"
)

// Machsim is the import path of this command, in whichever module it is found.
const Machsim = "machsim/cmd/machsim"

// Package is a user's package, as the go tool sees it.
type Package struct {
	Path   string // import path
	Dir    string
	Name   string   // in its package clauses
	Files  []string // its Go files, without tests
	Mutant string   // it is this mutant of the package; "" for the package itself
	Here   bool     // it is one of the module, or of the workspace, that one stands in
	texts  files    // in the place of its files and of those of other packages, by path
	built  string   // of one that was built before, and cannot be now: the directory with what was built
	env    env
	tool   string // directory of cmd/machsim in the module that is to be used
	needs  requirements
}

// listed is what go list reports about a package.
type listed struct {
	instrument.Listed
	Error *struct{ Err string }
}

// Find finds the package that a word means: a directory, or an import path as seen from
// the directory at. It may have the name of a mutant.
func Find(at, word string) (*Package, error) {
	word, mutant := CutMutant(word)
	p, err := findPlain(at, word)
	if err == nil {
		p.Mutant = mutant
	}
	return p, err
}

// findPlain is Find for a package itself.
func findPlain(at, word string) (*Package, error) {
	if isPath(word) {
		dir := word
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(at, dir)
		}
		if err := directory(dir, word); err != nil {
			return nil, err
		}
		p, err := find(dir, ".", word)
		if err == nil && p.Here {
			p.Here = p.env.alike(at)
		}
		return p, err
	}
	return find(at, word, word)
}

// isPath tells a directory from an import path, as the go tool does.
func isPath(word string) bool {
	return word == "." || word == ".." || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") ||
		strings.HasPrefix(word, `.\`) || strings.HasPrefix(word, `..\`) || filepath.IsAbs(word)
}

// directory returns an error if dir is not a directory.
func directory(dir, word string) error {
	switch info, err := os.Stat(dir); {
	case err != nil:
		return mistake("there is no directory %s", word)
	case !info.IsDir():
		return mistake("%s is a file; name the directory that it is in", word)
	}
	return nil
}

// find asks the go tool for a package and for machsim, both as seen from a directory.
func find(at, pattern, word string) (*Package, error) {
	env, err := environment(at)
	if err != nil {
		return nil, err
	}
	if !env.inModule() {
		return nil, mistake("%s is in no Go module; machsim new DIR makes one to begin with, and go mod init one of what "+
			"is there", word)
	}
	all, err := list(at, pattern, Machsim)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 2:
		return nil, mistake("%s is %d packages; name one", word, len(all)-1)
	}
	p, tool := all[0], all[1]
	switch {
	case p.Dir == "" || len(p.GoFiles)+len(p.CgoFiles) == 0:
		return nil, mistake("there is no package %s%s: %s", word, pathOf(at, word), reason(p))
	case tool.Dir == "":
		return nil, mistake("the module of %s does not know machsim; its go.mod needs two lines:\n  require machsim "+
			"v0.0.0\n  replace machsim => DIR\nwhere DIR is the directory of machsim's source%s", word, sourceHere())
	case p.Module == nil:
		return nil, mistake("%s is a package of Go itself; name one of your own", word)
	}
	if tool, err = tool.writable(env.GOMODCACHE); err != nil {
		return nil, err
	}
	return &Package{
		Path: p.ImportPath, Dir: p.Dir, Name: p.Name, Files: append(p.GoFiles, p.CgoFiles...),
		Here: p.isHere(env), env: env, tool: tool.Dir, needs: requirementsOf(env, p.Module.GoVersion, tool),
	}, nil
}

// pathOf asks whether the directory is meant that lies there and was not typed as one; "" if there is none.
func pathOf(at, word string) string {
	if isPath(word) || directory(filepath.Join(at, word), word) != nil {
		return ""
	}
	return ", did you mean ./" + word + "?"
}

// reason says why the go tool has no such package.
func reason(p listed) string {
	if p.Error == nil {
		return "there are no Go files for this system in it, besides those of tests"
	}
	text, _, _ := strings.Cut(p.Error.Err, "\n")
	return strings.TrimSuffix(text, "; to add it:")
}

// list asks the go tool about packages; the Error of each says what is wrong with it. It ignores vendor
// directories, which cannot be used in a workspace, and asks no version control, because that runs
// programs that the directory's settings name.
func list(at string, patterns ...string) ([]listed, error) {
	args := append([]string{"list", "-e", "-mod=readonly", "-buildvcs=false", "-find",
		"-json=Dir,ImportPath,Name,GoFiles,CgoFiles,Module,Error", "--"}, patterns...)
	text, err := goTool(at, args...)
	if err != nil {
		return nil, err
	}
	return instrument.Decode[listed](text)
}

// ErrNoGo is the error of a machine without the go tool.
var ErrNoGo error = &Mistake{"the go tool is not there, and programs are built by it: install Go, and put its bin " +
	"directory into PATH"}

// goTool runs the go tool in a directory, and returns what it prints.
func goTool(at string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir = at
	text, err := c.Output()
	var status *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, ErrNoGo
	case errors.As(err, &status):
		return nil, mistake("the go tool refuses: %s", bytes.TrimSpace(status.Stderr))
	}
	return text, err
}
