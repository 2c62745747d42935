package main

import (
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// TestMain makes the test binary the machsim of the scripts, with the test programs
// behind the real ones.
func TestMain(m *testing.M) {
	catalog = append(catalog, testPrograms...)
	testscript.Main(m, map[string]func(){"machsim": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"mask": mask},
	})
}

// mask replaces in a file what differs from run to run, or from one version of a
// sample program to the next: "mask FILE REGEXP WORD" puts WORD for each match.
func mask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: mask FILE REGEXP WORD")
	}
	text := regexp.MustCompile(args[1]).ReplaceAllString(ts.ReadFile(args[0]), args[2])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// A parameter must not hide a flag of the commands.
func TestParamsHideNoFlags(t *testing.T) {
	flags := newRun().PersistentFlags()
	for _, p := range catalog {
		for _, q := range p.Params {
			if flags.Lookup(q.Name) != nil || q.Name == "help" {
				t.Errorf("program %s: parameter %s has the name of a flag of machsim run", p.Name, q.Name)
			}
		}
	}
}
