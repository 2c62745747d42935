//go:build unix

package app

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/data/tables"
	"machsim/programs"
	"machsim/test/effort"
)

// does does a command, and returns its exit code and what it says.
func does(args ...string) (code int, out, errs string) {
	var o, e strings.Builder
	code = run(tested(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

var duration = regexp.MustCompile(`\b[\d.]+(µs|ms|s)\b`)

// timeless is what was said, without how long it took.
func timeless(text string) string { return duration.ReplaceAllString(text, "TIME") }

// TestSandboxSaysTheSame does commands with a sandbox and without: they say the same, but for how long they took.
func TestSandboxSaysTheSame(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	t.Setenv(samplesVariable, "1")
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"run", "philosophers", "--seed", "26"},
		{"run", "philosophers", "--nobody"},
		{"run", "bank-fixed", "--seed", "1", "--max-events", "100", "--max-memory", "300"},
		{"run", "naming-fixed", "--seeds", "3"},
		{"explore", "philosophers"},
		{"verify", "bank", "--seed", "9"},
		{"verify", "philosophers", "--seed", "1", "--n", "2"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			code, out, errs := does(args...)
			guests, there, wrong := does(append(args, "--sandbox")...)
			if guests != code || timeless(there) != timeless(out) || timeless(wrong) != timeless(errs) {
				t.Errorf("%d, %s%s, and in a sandbox %d, %s%s", code, out, errs, guests, there, wrong)
			}
		})
	}
}

// TestCapsuleOfRun makes a run into a capsule, and looks at that: by a command, and on a page.
func TestCapsuleOfRun(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	dir := t.TempDir()
	t.Setenv(samplesVariable, "1")
	t.Chdir(dir)
	const file = ".machsim/philosophers-26.capsule"
	code, out, errs := does("run", "philosophers", "--seed", "26", "--capsule")
	if code != cli.ExitFailed || !strings.Contains(out, "DEADLOCK") || !strings.HasPrefix(errs, file+" has ") {
		t.Fatalf("%d, %s%s", code, out, errs)
	}
	if code, out, errs = does("info", file); code != cli.ExitOK || !strings.Contains(out, "(this guest)") {
		t.Errorf("info: %d, %s%s", code, out, errs)
	}
	if code, _, errs = does("diagram", file, "-o", "x.pdf"); code != cli.ExitWrong || !strings.Contains(errs, "in .svg") {
		t.Errorf("diagram: %d, %s", code, errs)
	}
	s, err := startWeb(dir, os.Environ(), file)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.ask("goto", `{"position": "41"}`)
	if err != nil || answer.Error != nil {
		t.Errorf("%+v, %v", answer, err)
	}
	answer, err = s.ask("here", "{}")
	if err != nil || !strings.Contains(string(answer.Result), "event 41 of 92") {
		t.Errorf("the page is at %s, %v", answer.Result, err)
	}
	if code := s.interrupt(); code != cli.ExitOK {
		t.Errorf("it ends with %d: %s", code, s.errs)
	}
}

// TestCapsuleAsked asks capsules of samples all rows of all tables, at the prompt, and one of them by the command: what
// it says is what it says of the recording.
func TestCapsuleAsked(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	t.Setenv(samplesVariable, "1")
	t.Chdir(t.TempDir())
	var lines []string
	for _, c := range tables.Of(nil).Tables() {
		lines = append(lines, "query select * from "+c.Name)
	}
	lines = append(lines, "query select n, least(n), clock(n), before(n, 9), field(fields, 'Amount') from events",
		"query x is select count(*) from events", "query x", "query select * from nothing", "query attach 'a' as b",
		"query select * from local('nothing')")
	script := strings.Join(lines, "\n") + "\n"
	var file, packed string
	for seed, p := range effort.Some(programs.All, 2) {
		file, packed = fmt.Sprint(seed, ".rec"), fmt.Sprint(seed, ".capsule") // no notes of another recording
		does("run", p.Name, "--seed", strconv.Itoa(seed), "--max-events", "2000", "-o", file)
		if code, out, errs := does("capsule", file, "-o", packed); code != cli.ExitOK {
			t.Fatalf("%s: %d, %s%s", p.Name, code, out, errs)
		}
		var all [2]strings.Builder
		for i, name := range []string{file, packed} {
			run(tested(), []string{"debug", name}, strings.NewReader(script), &all[i], &all[i])
		}
		if all[0].String() != all[1].String() {
			t.Errorf("%s: of the recording\n%.3000s\nof the capsule\n%.3000s", p.Name, all[0].String(), all[1].String())
		}
	}
	for _, args := range [][]string{
		{"select * from events", "--csv"}, {"select * from global", "--json"}, {"select n from", "--csv"},
		{"select * from events", "--over", "select count(*), verdict from rows join runs using (seed)"},
		{"with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) from c", "--time", "1s"},
	} {
		code, out, errs := does(append([]string{"query", file}, args...)...)
		guests, there, wrong := does(append([]string{"query", packed}, args...)...)
		if guests != code || there != out || wrong != errs {
			t.Errorf("%q: %d, %.1000s%s, and of the capsule %d, %.1000s%s", args, code, out, errs, guests, there, wrong)
		}
	}
}
