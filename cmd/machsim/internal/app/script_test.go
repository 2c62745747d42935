package app

import (
	"flag"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/data/sqlite"
	"machsim/programs"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// tested returns the machsim that tests run: it has the test programs behind the real ones.
func tested() *cli.Machsim {
	if os.Getenv(samplesVariable) != "" {
		return &cli.Machsim{Programs: programs.All, SamplesOnly: true, Queries: sqlite.Engine{Limits: sqlite.Usual}}
	}
	return &cli.Machsim{Programs: append(slices.Clone(programs.All), testPrograms...),
		Queries: sqlite.Engine{Limits: sqlite.Usual}}
}

// samplesVariable makes the machsim of a test the one that users have: with the sample programs alone, which have hooks
// where a command wants them.
const samplesVariable = "MACHSIM_TEST_SAMPLES"

// TestMain makes the test binary the machsim of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"machsim": func() { main(tested()) }})
}

func TestScripts(t *testing.T) {
	hangsUp(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"mask": mask, "flip": flip, "cut": cut},
	})
}

// hangsUp lets processes that a test starts end by hangups. Under nohup they would inherit that these are ignored.
func hangsUp(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		t.Cleanup(func() { signal.Ignore(syscall.SIGHUP) })
	}
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

// flip changes all bits of a byte of a file: "flip FILE OFFSET".
func flip(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, neg, args, func(b []byte, n int) []byte { b[n] ^= 0xff; return b })
}

// cut takes bytes off the end of a file: "cut FILE COUNT".
func cut(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, neg, args, func(b []byte, n int) []byte { return b[:len(b)-n] })
}

func edit(ts *testscript.TestScript, neg bool, args []string, change func(b []byte, n int) []byte) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE OFFSET, cut FILE COUNT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	b := change([]byte(ts.ReadFile(args[0])), n)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o666))
}

// A parameter must not hide a flag of the commands.
func TestParamsHideNoFlags(t *testing.T) {
	flags := newRun(tested()).PersistentFlags()
	for _, p := range tested().Programs {
		for _, q := range p.Params {
			if flags.Lookup(q.Name) != nil || q.Name == "help" {
				t.Errorf("program %s: parameter %s has the name of a flag of machsim run", p.Name, q.Name)
			}
		}
	}
}
