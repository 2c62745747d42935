//go:build unix

package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/study"
	"machsim/programs"
	"machsim/test/effort"
)

// TestCapsuleDebugs debugs recordings of sample programs, and capsules of them, by the same random script. What is said
// at each of 50 positions is the same, and so is what their pages answer.
func TestCapsuleDebugs(t *testing.T) {
	effort.Dear(t, "it builds guests")
	t.Setenv(samplesVariable, "1")
	dir := t.TempDir()
	for i, p := range effort.Some(programs.All, 5) {
		t.Run(p.Name, func(t *testing.T) {
			args := []string{p.Name, "--seed", fmt.Sprint(i)}
			debugsTheSame(t, filepath.Join(dir, fmt.Sprint(i)), args, rand.New(rand.NewPCG(9, uint64(i))))
		})
	}
}

// debugsTheSame makes a run, and debugs its recording and a capsule.
func debugsTheSame(t *testing.T, base string, args []string, rng *rand.Rand) {
	file, packed := base+".rec", base+".capsule"
	does(append([]string{"run", "--max-events", "2000", "-o", file}, args...)...)
	if code, out, errs := does("capsule", file, "-o", packed); code != cli.ExitOK {
		t.Fatalf("%d, %s%s", code, out, errs)
	}
	script := positions(t, file, rng)
	here, there := debugs(t, file, script), debugs(t, packed, script)
	same(t, here, strings.ReplaceAll(there, packed, file))
	asked := rng.Uint64()
	same(t, page(t, file, asked), page(t, packed, asked))
	if n := strings.Count(here, "\n"); n < 3000 {
		t.Errorf("only %d lines are compared: %.3000s", n, here)
	}
}

// views are what the page asks at each position.
var views = []string{"here", "threads", "blocked", "suspended", "delays", "ports", "mutexes", "conditions", "timers",
	"wires", "netnames", "tasks", "messages", "choices", "left", "callStack", "frames", "locals", "globals", "variables",
	"stack", "nextCall", "why", "events", "stats"}

// named is where a page says in which file a run is.
var named = regexp.MustCompile(`"file":"[^"]*",`)

// page asks a page at random positions, and returns its answers.
func page(t *testing.T, file string, seed uint64) string {
	t.Helper()
	s, err := startWeb(filepath.Dir(file), os.Environ(), filepath.Base(file))
	if err != nil {
		t.Fatal(err)
	}
	defer s.interrupt()
	var all strings.Builder
	rng := rand.New(rand.NewPCG(seed, 0))
	calls := func(first string) {
		for _, name := range views {
			first += fmt.Sprintf(`, {"method": %q}`, name)
		}
		answer, err := s.ask("batch", `{"calls": [`+first+`]}`)
		text := named.ReplaceAllString(string(answer.Result), "")
		fmt.Fprintf(&all, "%s %v %v\n", strings.ReplaceAll(text, "},{", "},\n{"), answer.Error, err)
	}
	for range 10 {
		calls(fmt.Sprintf(`{"method": "goto", "params": {"position": "%d"}}`, rng.IntN(50)))
		calls(fmt.Sprintf(`{"method": "stepLine", "params": {"kind": "over", "back": %v}}`, rng.IntN(2) == 0))
	}
	return all.String()
}

// debugs obeys a script, also after errors, in a process of its own, which has the hooks of samples once.
func debugs(t *testing.T, file, script string) string {
	t.Helper()
	c := &exec.Cmd{Path: executable(t), Args: []string{"machsim", "debug", file, "-k", "--no-notes"}}
	c.Stdin = strings.NewReader(script)
	out, err := c.CombinedOutput()
	return fmt.Sprint(string(out), err)
}

// same says in which line two texts differ first.
func same(t *testing.T, here, there string) {
	t.Helper()
	a, b := strings.Split(here, "\n"), strings.Split(there, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("line %d:\n%s\nand of the capsule\n%s", i, strings.Join(a[max(0, i-3):i+1], "\n"), b[i])
			return
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines, and of the capsule %d: %.1000s", len(a), len(b), there)
	}
}

var (
	looks = []string{"threads", "blocked", "ports", "mutexes", "timers", "delays", "globals", "tasks", "message", "print",
		"conditions", "netnames", "suspended", "wires", "why", "list", "events", "output", "history", "args", "diff"}
	moves = []string{"step", "step back", "next", "next back", "finish", "finish back", "event", "event back", "comm",
		"step statement 3", "step optimistic", "undo", "comm back", "event 3 pessimistic"}
	ofVariables = []string{"print %s", "whatis %s", "history %s", "print /raw %s", "origin %s", "display %s"}
	stopping    = []string{"watch %s", "wwatch %s", "rwatch %s", "break send count every 2", "break lock",
		"stop if possibly mutex_lock", "trace %s", "break receive after"}
	expressions = []string{"n", "len(forks)", "th", "float32(n) / 3", "s", "i * i", "accounts[1]", "th.Random(3)", "x.y",
		"meals + 100", "m.Body", "port"}
	variable = regexp.MustCompile(`(?m)^(\w+) +(?:argument|result|-) `)
)

// positions is a script that looks around at random positions of a recording, from which it moves on.
func positions(t *testing.T, file string, rng *rand.Rand) string {
	t.Helper()
	data, err := os.ReadFile(file)
	rec := study.Glance(data)
	if err != nil || rec == nil {
		t.Fatalf("%s is no recording: %v", file, err)
	}
	_, names, _ := does("query", file, "select thread from threads", "--csv")
	threads := strings.Fields(names)[1:]
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	var stands []string
	for range 50 {
		stands = append(stands, fmt.Sprintf("goto %d\nthread %s\nwhere\nbacktrace\nlocals\n",
			rng.IntN(int(rec.Events)+1), one(threads...)))
	}
	said := regexp.MustCompile(`(?m)^\(machsim .*\) goto `).Split(debugs(t, file, strings.Join(stands, "")), -1)
	var s strings.Builder
	for i, stand := range stands {
		s.WriteString(stand)
		names := []string{"x"}
		for _, m := range variable.FindAllStringSubmatch(said[i+1], -1) {
			names = append(names, m[1])
		}
		for range 4 {
			fmt.Fprintf(&s, "%s\n%s\nlocals\n", one(looks...), one(moves...))
			fmt.Fprintln(&s, strings.ReplaceAll(one(ofVariables...), "%s", one(names...)))
			fmt.Fprintln(&s, "print", one(expressions...))
		}
		if rng.IntN(5) == 0 {
			fmt.Fprintln(&s, strings.ReplaceAll(one(stopping...), "%s", one(names...)))
			fmt.Fprint(&s, "continue back\nlocals\ncontinue 2\nbreakpoints\n")
		}
	}
	return s.String()
}
