package app

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/test/effort"
)

// TestHaltSimultaneous halts runs by simultaneous, at the points that were found in the source, and looks at the states
// in which they stand: the conditions hold in each, and the recording of the run says that its process knew it.
func TestHaltSimultaneous(t *testing.T) {
	t.Parallel()
	halts := 0
	for _, x := range []struct{ program, processes string }{{"rendezvous", "p1"}, {"rendezvous", "p1 p2"},
		{"rendezvous", "p3 p1 p2"}, {"oneport", "p1 p2 p3"}, {"oneport", "p2 p3"}, {"fuzzy", "p1 p2"}, {"barrier", "p1 p2"},
		{"barrier", "p2 p3"}} {
		condition, asks, says := "%s.v = %s", "print %s.v = %s", "true"
		if x.program == "barrier" { // its processes show nothing, but one sees that they stand in their calls
			condition, asks, says = "blocked barrier.go:119 by %s", "thread %s", "waits in: mach_msg sent to bar"
		}
		var conditions, questions []string
		for _, p := range strings.Fields(x.processes) {
			named := strings.NewReplacer("%s.v", p+".v", "= %s", "= "+p[1:], "%s", p)
			conditions = append(conditions, named.Replace(condition))
			questions = append(questions, named.Replace(asks))
		}
		for seed := range effort.Of(6) {
			file := filepath.Join(t.TempDir(), "run.rec")
			out := ran(t, "run", x.program, "--seed", fmt.Sprint(seed), "-o", file, "--halt-when",
				"simultaneous("+strings.Join(conditions, ", ")+")")
			if strings.Contains(out, "NOT HALTED") {
				continue
			}
			halts++
			if !strings.Contains(out, "recognised by bar.1 at ") || !strings.Contains(out, "stable from event ") {
				t.Error(out)
			}
			script := filepath.Join(t.TempDir(), "look.txt")
			text := "goto end\n" + strings.Join(questions, "\n") + "\n"
			if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			halted := regexp.MustCompile(`recorded in (\S+)`).FindStringSubmatch(out)[1]
			if shown := ran(t, "debug", halted, "-x", script); strings.Count(shown, says) != len(conditions) {
				t.Errorf("%s, seed %d: it halts, and %v: %s", x.program, seed, conditions, shown)
			}
		}
	}
	if t.Logf("%d halts", halts); halts < 10 && !testing.Short() { // a short round has few seeds
		t.Error("so few")
	}
}

// TestHaltSimultaneousNever sees that what no point of the source is about halts nothing, and that a program of which
// not all is followed is refused.
func TestHaltSimultaneousNever(t *testing.T) {
	t.Parallel()
	out := ran(t, "run", "fuzzy", "--no-record", "--halt-when", "simultaneous(p1.v = 1, p3.v = 3)")
	if !strings.Contains(out, "NOT HALTED by") || !strings.Contains(out, "before 0 calls of the text") {
		t.Error(out)
	}
	// A process that lets another know what it shows may have gone on since, from where it was.
	out = ran(t, "run", "fuzzy", "--no-record", "--halt-when", "simultaneous(fuzzy.go:45 by p1, fuzzy.go:45 by p2)")
	if !strings.Contains(out, "NOT HALTED by") {
		t.Error(out)
	}
	var errs strings.Builder
	args := []string{"run", "wal", "--no-record", "--halt-when", "simultaneous(bank.log = 1)"}
	code := run(tested(), args, strings.NewReader(""), &errs, &errs)
	if code != cli.ExitWrong || !strings.Contains(errs.String(), "not all of wal was followed") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
