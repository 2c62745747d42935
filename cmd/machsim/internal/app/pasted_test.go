package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
)

// printed is a command line that machsim prints: at the end of a line, after one of these.
var printed = regexp.MustCompile(`(?m)(?:it: |see |with: |type: |saved: )(machsim .*)$`)

// Every command line that machsim prints is accepted when it is pasted into a shell,
// whatever the names of files and the values of parameters are.
func TestPastedCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it needs a shell")
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("philosophers", 0o777); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, ".", map[string]string{"go.mod": "module example.com/x\n\ngo 1.26\n",
		"philosophers/x.go": "package x\n"})
	const odd = `-it's "odd" $x.rec`
	file := "./" + odd
	var found []string
	for _, c := range []struct {
		args  []string
		input string
	}{
		{args: []string{"run", "t-ok", "--seed", "3"}},
		{args: []string{"run", "t-ok", "--seed", "3", "-o", odd}},
		{args: []string{"run", "philosophers", "--seed", "26", "--weak", "--free-timers", "--max-events", "500"}},
		{args: []string{"run", "philosophers", "--seeds", "60"}},
		{args: []string{"run", "bank", "--seed", "9", "--tellers", "3", "--halt-when", "send to port bank"}},
		{args: []string{"run", "--from", file, "--at", "2", "--seed", "4"}},
		{args: []string{"run", "--from", file, "--at", "2", "--seed", "4", "-o", odd + "2"}},
		{args: []string{"run", file, "--at", "2"}},
		{args: []string{"replay", ".machsim/philosophers-26.rec"}},
		{args: []string{"verify", "philosophers", "--seed", "26"}},
		{args: []string{"verify", "t-stray-time", "--seed", "3"}},
		{args: []string{"philosophers", "--seed", "3"}},
		{args: []string{"--", "run", "t-ok", "--seed", "3"}},
		{args: []string{"vet", "philosophers"}},
		{args: []string{"debug", file}, input: "goto 2\nrun\nsave -x.rec\nsave 'odd$file.rec\n"},
		{args: []string{"run", "t-misuse", "--seed", "1"}}, {args: []string{"run", "t-panic", "--seed", "1"}},
	} {
		var out strings.Builder
		run(tested(), c.args, strings.NewReader(c.input), &out, &out)
		for _, m := range printed.FindAllStringSubmatch(out.String(), -1) {
			found = append(found, m[1])
		}
	}
	if len(found) < 20 {
		t.Errorf("only %d commands were printed: %q", len(found), found)
	}
	for _, command := range found {
		args := pastedWords(t, strings.TrimPrefix(command, "machsim "))
		var out, errs strings.Builder
		code := run(tested(), args, strings.NewReader("quit\n"), &out, &errs)
		if code == cli.ExitWrong || code == cli.ExitUnfit {
			t.Errorf("%s: exit code %d, %s", command, code, &errs)
		}
	}
	left, err := filepath.Glob("*.rec*")
	if err != nil || len(left) < 3 {
		t.Errorf("files %q, %v", left, err)
	}
}

// pastedWords are the words of a line as a shell takes them.
func pastedWords(t *testing.T, line string) []string {
	t.Helper()
	text, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
