//go:build !wasm

package userprog

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// many is the directory, in the source of machsim, of the module with the machsim that has a queue for many machines.
const many = "cmd/machsim/many"

// BuildMany builds the machsim that has a queue, and returns its path; first is told if there was none. It has
// libraries that take longer to fetch and to compile than a person wants to wait who runs a first program: so it is an
// executable of its own.
func BuildMany(first func(), errs io.Writer) (string, error) {
	source := Source(".")
	if source == "" {
		return "", mistake("machsim's source is not there, and the machsim with a queue is built from it")
	}
	dir, unlock, err := lock(Directory("many-" + hash(source)))
	if err != nil {
		return "", err
	}
	defer unlock()
	exe := executable(dir)
	if _, err := os.Stat(exe); err != nil {
		first()
	}
	c := exec.Command("go", "build", "-mod=readonly", "-buildvcs=false", "-ldflags=-w", "-o", exe)
	c.Dir, c.Env = filepath.Join(source, filepath.FromSlash(many)), append(os.Environ(), "GOTMPDIR="+dir, "GOWORK=off")
	c.Stdout, c.Stderr = shownOn{errs}, shownOn{errs}
	if err := built(c); err != nil {
		return "", err
	}
	return exe, nil
}
