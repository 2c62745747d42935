package repl_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/face/repl"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hooked/bank"
)

var update = flag.Bool("update", false, "write what the sessions print into their files")

// open makes a run and opens its recording. The words are as for machsim debug: a program,
// --seed N or --seed=N, and parameters.
func open(t testing.TB, o debugger.Options, words ...string) *debugger.Debugger {
	t.Helper()
	var faults kernel.Faults
	from := debugger.Source{Program: find(words[0]), Args: map[string]string{}}
	for i, w := range words[1:] {
		name, value, ok := strings.Cut(strings.TrimPrefix(w, "--"), "=")
		switch {
		case !strings.HasPrefix(w, "--"):
			continue // the value of the flag before
		case name == "live":
			from.Live = true
			continue
		}
		if !ok {
			value = words[i+2]
		}
		switch name {
		case "from":
			fmt.Sscan(value, &o.Window.From)
		case "seed":
			fmt.Sscan(value, &from.Seed)
		case "faults":
			faults = kernel.Must(strategy.ParseFaults(value))
		default:
			from.Args[name] = value
		}
	}
	if from.Live || faults != (kernel.Faults{}) {
		from.Run = runner.New(from.Program, from.Seed)
		from.Run.Args, from.Run.Input, from.Run.Faults = from.Args, runner.Typed(), faults
	}
	d, err := debugger.Open(context.Background(), from, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// find is a sample program, or one with hooks.
func find(name string) *kernel.Program {
	switch name {
	case hooked.Program.Name:
		return hooked.Program
	case hooked.Busy.Name:
		return hooked.Busy
	case "hooked.bank":
		bank.Register()
		return &bank.Program
	}
	return programs.Find(name)
}

// typed is a line of a session that was typed.
var typed = regexp.MustCompile(`(?m)^\(machsim[^)]*\) ?(.*)$`)

const shell = "$ machsim debug "

// TestSessions types the lines of the sessions in testdata, and compares all that comes.
// Their first line is the command that begins them.
func TestSessions(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("there are no sessions")
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(want))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("(-file +session)\n%s", d)
			}
		})
	}
}

// play goes through a session again.
func play(t *testing.T, session string) string {
	first, _, _ := strings.Cut(session, "\n")
	command, ok := strings.CutPrefix(first, shell)
	if !ok {
		t.Fatalf("a session begins with %s", shell)
	}
	var out, lines bytes.Buffer
	for _, m := range typed.FindAllStringSubmatch(session, -1) {
		lines.WriteString(m[1] + "\n")
	}
	fmt.Fprintln(&out, first)
	o := debugger.Options{Program: find, Write: func(string, []byte) error { return nil },
		Queries: sqlite.Engine{Limits: sqlite.Usual}}
	d := open(t, o, strings.Fields(command)...)
	replay := func(file string) string { return commandline.Open("replay", file, false) }
	var halt context.CancelFunc
	begin := func() (context.Context, func()) {
		ctx, cancel := context.WithCancel(context.Background())
		halt = cancel
		return ctx, cancel
	}
	grew := func(_ []byte, g debugger.Growth) { // Ctrl-C is typed once a thread computes
		if g.Computes != "" {
			halt()
		}
	}
	p := repl.New(d, repl.Options{Out: &out, Replay: replay, Begin: begin, Grew: grew})
	p.Greet()
	p.Run(repl.Script(&lines, &out), true)
	return out.String()
}

// TestSessionsUseAll sees every command in some session.
func TestSessionsUseAll(t *testing.T) {
	used := map[string]bool{}
	files, _ := filepath.Glob("testdata/*.txt")
	for _, path := range files {
		text, _ := os.ReadFile(path)
		for _, m := range typed.FindAllStringSubmatch(string(text), -1) {
			if words := strings.Fields(m[1]); len(words) > 0 {
				used[words[0]] = true
			}
		}
	}
	for _, c := range repl.Commands {
		if !used[c.Name] {
			t.Errorf("no session uses %s", c.Name)
		}
	}
}
