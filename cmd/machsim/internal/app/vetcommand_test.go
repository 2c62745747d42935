package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestVet runs machsim vet in a module of somebody's own, which finds this machsim by a
// replace.
func TestVet(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/vet",
		UpdateScripts: *update,
		Setup:         func(e *testscript.Env) error { return ownModule(e) },
	})
}

// ownModule makes the script's directory a module with the requirements of this one,
// and gives the go command its caches. $MACHSIM is the executable.
func ownModule(e *testscript.Env) error {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	text := strings.Replace(string(mod), "module machsim", "module example.com/own", 1) +
		"\nrequire machsim v0.0.0\n\nreplace machsim => " + root + "\n"
	for name, content := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(e.WorkDir, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOROOT"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return err
		}
		e.Setenv(name, strings.TrimSpace(string(value)))
	}
	e.Setenv("GOPROXY", "off")
	bin, _, _ := strings.Cut(e.Getenv("PATH"), string(filepath.ListSeparator))
	e.Setenv("MACHSIM", filepath.Join(bin, "machsim"))
	return nil
}
