//go:build !wasm

package userprog

import (
	"errors"
	"fmt"
	"go/version"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// requirements are the files that tell a build in which modules to find packages.
type requirements struct {
	files     map[string]string // what the go tool reads of them, by names in the directory of the build
	work      string            // which of them is the go.work, "" for none
	mod, root string            // or else the go.mod, and the directory of the module that it is for
}

// requirementsOf returns by which requirements a package is built with machsim. A module
// that needs none but machsim's is built by these; the go tool then reads the go.mod
// files of the modules in use, which are there because machsim has been built. In a workspace
// it reads those of all modules of the graph, and may have to fetch them.
func requirementsOf(e env, goVersion string, tool listed) requirements {
	if r, ok := joined(e, tool); ok {
		return r
	}
	return requirements{files: map[string]string{"go.work": workspaceOf(e, goVersion, tool).text()}, work: "go.work"}
}

// joined returns a go.mod for the current module that requires what machsim's does. It returns false if
// that module is in a workspace, or has requirements of its own.
func joined(e env, tool listed) (requirements, bool) {
	if tool.Module == nil || e.inWorkspace() {
		return requirements{}, false
	}
	user, err := readModule(filepath.Dir(e.GOMOD))
	if err != nil {
		return requirements{}, false
	}
	machsim, err := readModule(tool.Module.Dir)
	if err != nil || !machsim.covers(user) {
		return requirements{}, false
	}
	return requirements{
		files: map[string]string{"build.mod": machsim.with(user, tool.Module.Dir), "build.sum": machsim.sums},
		mod:   "build.mod",
		root:  filepath.Dir(e.GOMOD),
	}, true
}

// goModule is what the files of a module say about its requirements.
type goModule struct {
	file *modfile.File
	sums string // go.sum
}

func readModule(dir string) (goModule, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return goModule{}, err
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return goModule{}, err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	switch {
	case err != nil:
		return goModule{}, err
	case file.Module == nil || file.Go == nil:
		return goModule{}, errors.New("a go.mod without a module or a version of Go")
	}
	return goModule{file, string(sums)}, nil
}

func (m goModule) path() string { return m.file.Module.Mod.Path }

// covers reports whether what machsim requires is enough for a module.
func (m goModule) covers(user goModule) bool {
	older := version.Compare("go"+user.file.Go.Version, "go"+m.file.Go.Version) < 0
	if older || len(user.file.Exclude) > 0 || !m.replacesOnly(m.path()) || !user.replacesOnly(m.path()) {
		return false
	}
	has := map[string]string{}
	for _, r := range m.file.Require {
		has[r.Mod.Path] = r.Mod.Version
	}
	return !slices.ContainsFunc(user.file.Require, func(r *modfile.Require) bool {
		return r.Mod.Path != m.path() && (has[r.Mod.Path] == "" || semver.Compare(r.Mod.Version, has[r.Mod.Path]) > 0)
	})
}

// replacesOnly reports whether no module but one is replaced.
func (m goModule) replacesOnly(path string) bool {
	return !slices.ContainsFunc(m.file.Replace, func(r *modfile.Replace) bool { return r.Old.Path != path })
}

// with returns the go.mod of another module with the requirements of this one, which is in
// a directory.
func (m goModule) with(user goModule, dir string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n\ngo %s\n\n", modfile.AutoQuote(user.path()), user.file.Go.Version)
	for _, r := range m.file.Require {
		fmt.Fprintf(&b, "require %s %s\n", r.Mod.Path, r.Mod.Version)
	}
	if user.path() != m.path() {
		fmt.Fprintf(&b, "\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", m.path(), modfile.AutoQuote(dir))
	}
	return b.String()
}

// text returns the contents of all the files.
func (r requirements) text() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.files)) {
		b.WriteString(name + "\n" + r.files[name])
	}
	return b.String()
}

// build returns the command go build with the files in a directory. What it says on errs has paths
// as seen from the directory at.
func (r requirements) build(at, dir string, errs io.Writer) *exec.Cmd {
	c := r.command(at, dir, "build", "-ldflags=-w")
	if r.mod != "" {
		errs = &seenFrom{at, r.root, errs}
	}
	c.Stdout, c.Stderr = errs, errs
	return c
}

// command returns a command of the go tool with the files in a directory.
func (r requirements) command(at, dir, verb string, args ...string) *exec.Cmd {
	c := exec.Command("go", verb, "-mod=readonly", "-buildvcs=false")
	c.Dir, c.Env = at, append(os.Environ(), "GOTMPDIR="+dir, "GOWORK="+filepath.Join(dir, r.work))
	if r.mod != "" { // the go tool insists on standing in the module
		c.Args = append(c.Args, "-modfile="+filepath.Join(dir, r.mod))
		c.Dir, c.Env = r.root, append(c.Env, "GOWORK=off")
	}
	c.Args = append(c.Args, args...)
	return c
}
