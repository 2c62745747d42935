//go:build !wasm

package userprog

import (
	"io"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"

	"machsim/cmd/machsim/internal/instrument"
)

// asGuest is the environment in which the go tool builds what package sandbox runs.
var asGuest = []string{"GOOS=wasip1", "GOARCH=wasm"}

// BuildGuest builds a machsim with the programs of the package and their hooks, as a guest, and returns its file. What
// the go tool has to say it says on errs.
func (p *Package) BuildGuest(at string, errs io.Writer) (file string, left []instrument.Left, err error) {
	return p.buildWasm(at, "guest.wasm", Machsim, asGuest, shownOn{errs})
}

// SampleGuest builds a machsim with the sample programs as a guest, from the source that this executable was built
// from.
func SampleGuest(errs io.Writer) (string, error) {
	source := builtFrom()
	if source == "" {
		return "", mistake("a guest is built from the source of machsim, and that of this executable is not there any more")
	}
	dir, err := cached("guest")
	if err != nil {
		return "", err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, "lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	file := filepath.Join(dir, "guest.wasm")
	c := exec.Command("go", append([]string{"build", "-buildvcs=false"}, smallest...)...)
	c.Dir = source
	return file, buildAs(c, file, Machsim, asGuest, errs)
}
