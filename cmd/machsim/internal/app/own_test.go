package app

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/test/effort"
)

// TestOwn runs the scripts about modules of one's own. They need the go tool, with its
// cache and no network; each has a cache of its own for what machsim builds. Twice the effort has all of them.
func TestOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds machsim many times")
	}
	t.Parallel()
	scripts, err := filepath.Glob("testdata/own/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !*update && effort.Of(1) < 2 {
		scripts = []string{"testdata/own/new.txt", "testdata/own/own.txt"}
	}
	testscript.Run(t, testscript.Params{
		Files:         scripts,
		UpdateScripts: *update,
		Setup:         goEnv,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"mask": mask, "page": pageSays},
	})
}

// buildFlags leave out of executables what no test looks at.
const buildFlags = "-ldflags=-w -buildvcs=false"

// goEnv gives a script the go tool as the test has it.
func goEnv(e *testscript.Env) error {
	text, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	dirs := strings.Fields(string(text))
	source, err := filepath.Abs("../../../..")
	if err != nil {
		return err
	}
	e.Setenv("GOCACHE", dirs[0])
	e.Setenv("GOMODCACHE", dirs[1])
	e.Setenv("GOPROXY", "off")
	e.Setenv("GOFLAGS", buildFlags)
	e.Setenv("GOWORK", "")
	e.Setenv("SOURCE", source)
	e.Setenv("HOME", filepath.Join(e.WorkDir, ".home"))
	e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
	return nil
}
