package simtest_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/test/effort"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// TestScripts runs go test on small modules whose tests fail, and reads what they say.
func TestScripts(t *testing.T) { scripts(t, "testdata/script") }

// TestDearScripts does so with what takes long.
func TestDearScripts(t *testing.T) {
	effort.Dear(t, "they take much processor time")
	scripts(t, "testdata/dear")
}

func scripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: *update,
		Setup:         module,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"mask": mask},
	})
}

// module makes the script's directory a module that finds machsim, with no network.
func module(e *testscript.Env) error {
	source, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	text, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	dirs := strings.Fields(string(text))
	for name, value := range map[string]string{
		"GOCACHE": dirs[0], "GOMODCACHE": dirs[1], "GOPROXY": "off", "GOWORK": "off",
		"HOME": filepath.Join(e.WorkDir, ".home"),
	} {
		e.Setenv(name, value)
	}
	sums, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		return err
	}
	mod := "module example.com/lab\n\ngo 1.26.0\n\nrequire machsim v0.0.0\n\n" +
		"require github.com/pkg/errors v0.9.1 // indirect\n\nreplace machsim => " + source + "\n"
	if err := os.WriteFile(filepath.Join(e.WorkDir, "go.mod"), []byte(mod), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(e.WorkDir, "go.sum"), sums, 0o666)
}

// mask replaces in a file what differs from run to run: "mask FILE REGEXP WORD".
func mask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: mask FILE REGEXP WORD")
	}
	text := regexp.MustCompile(args[1]).ReplaceAllString(ts.ReadFile(args[0]), args[2])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}
