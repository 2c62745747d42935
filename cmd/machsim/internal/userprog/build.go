//go:build !wasm

package userprog

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"

	"github.com/rogpeppe/go-internal/lockedfile"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/debugger/record/atomicfile"
)

// ErrBuild says that the go tool could not build, and has said why.
var ErrBuild = errors.New("the package does not build")

// Build makes a machsim that has the programs of the package, and returns its path.
// What the go tool has to say it says on errs, with paths as seen from the directory at.
func (p *Package) Build(at string, errs io.Writer) (string, error) {
	p, err := p.mutated(at)
	if err != nil {
		return "", err
	}
	all, err := p.sources(false)
	var wrong *Mistake
	switch {
	case errors.As(err, &wrong):
		return "", err
	case err != nil:
		return "", p.explain(at, errs, err)
	}
	dir, unlock, err := p.lock("")
	if err != nil {
		return "", err
	}
	defer unlock()
	overlay, err := p.write(dir, all)
	if err != nil {
		return "", err
	}
	exe := executable(dir)
	return exe, p.run(at, dir, errs, "-overlay", overlay, "-o", exe, "--", Machsim)
}

// executable is the path of the machsim that is built in a directory.
func executable(dir string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(dir, "machsim.exe")
	}
	return filepath.Join(dir, "machsim")
}

// explain lets the go tool say what is wrong with a package that cannot be read.
func (p *Package) explain(at string, errs io.Writer, err error) error {
	dir, wrong := p.cache()
	if wrong != nil {
		return err
	}
	if _, wrong := p.write(dir, files{}); wrong != nil {
		return err
	}
	if p.run(at, dir, errs, "-o", os.DevNull, "--", p.Path) == nil {
		return err // it was mended meanwhile
	}
	return ErrBuild
}

// run runs go build with the requirements in a directory. Executables are put in place by
// renaming, which disturbs none that runs: so they are linked on the same disk.
func (p *Package) run(at, dir string, errs io.Writer, args ...string) error {
	c := p.needs.build(at, dir, shownOn{errs})
	c.Args = append(c.Args, args...)
	return built(c)
}

// built runs go build, which has said why if it could not.
func built(c *exec.Cmd) error {
	err := c.Run()
	var status *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return ErrNoGo
	case errors.As(err, &status):
		return ErrBuild
	}
	return err
}

// cache makes the directory for the files of the package.
func (p *Package) cache() (string, error) {
	dir, err := Directory(path.Base(p.Path) + "-" + hash(p.Named()+"\n"+p.Dir+"\n"+p.needs.text()))
	if err == nil {
		err = p.name(dir)
	}
	return dir, err
}

// lock locks a directory of the cache for a build, until unlock is called; err says why there is no such directory.
func lock(in string, err error) (dir string, unlock func(), _ error) {
	if err == nil {
		unlock, err = lockedfile.MutexAt(filepath.Join(in, "lock")).Lock()
	}
	return in, unlock, err
}

// lock makes and locks a directory within that of the package, "" for that itself.
func (p *Package) lock(within string) (dir string, unlock func(), _ error) {
	dir, err := p.cache()
	if dir = filepath.Join(dir, within); err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	return lock(dir, err)
}

func hash(text string) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text)
	return fmt.Sprintf("%016x", h.Sum64())
}

// write writes what a build needs: the requirements, the files, and the list of these,
// whose name it returns.
func (p *Package) write(dir string, all files) (string, error) {
	return writeOverlay(dir, all, p.needs.files)
}

// writeOverlay writes files of a build and, by their names in the directory, others. It returns the name of the list.
func writeOverlay(dir string, all, others files) (string, error) {
	for name, text := range others {
		if err := atomicfile.Write(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	return instrument.Overlay(dir, all)
}
