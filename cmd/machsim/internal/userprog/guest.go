//go:build !wasm

package userprog

import (
	"io"
	"os/exec"
	"path/filepath"
	"slices"

	"machsim/cmd/machsim/internal/instrument"
)

// asGuest is what package sandbox runs. What runs often is inlined: a guest that is 5 % larger takes 2/3 of the time.
// It is a library, whose functions are its turns.
var asGuest = target{[]string{"GOOS=wasip1", "GOARCH=wasm"}, append(inlining("runtime", "internal/runtime/...",
	"internal/abi", "internal/bytealg", "internal/sync", "sync/...", "slices", "maps", "cmp", "math/bits",
	"machsim/kernel/...", "machsim/ipc/...", "machsim/programs/...", "machsim/debugger/run/...",
	"machsim/debugger/replay/..."), "-buildmode=c-shared")}

// inlining are the flags that are smallest but for packages.
func inlining(packages ...string) []string {
	flags := slices.Clone(smallest)
	for _, p := range packages {
		flags = append(flags, "-gcflags="+p+"=")
	}
	return flags
}

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
	dir, unlock, err := lock(Directory("guest"))
	if err != nil {
		return "", err
	}
	defer unlock()
	file := filepath.Join(dir, "guest.wasm")
	c := exec.Command("go", "build", "-buildvcs=false")
	c.Dir = source
	return file, buildAs(c, file, Machsim, asGuest, errs)
}
