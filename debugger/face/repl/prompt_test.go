package repl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/internal/hooked"
)

// prompt is a Prompt on a run, and what it writes.
func prompt(t testing.TB, o repl.Options, words ...string) (*repl.Prompt, *bytes.Buffer) {
	return promptOn(t, open(t, debugger.Options{}, words...), o)
}

// promptOn is a Prompt on a Debugger, and what it writes.
func promptOn(t testing.TB, d *debugger.Debugger, o repl.Options) (*repl.Prompt, *bytes.Buffer) {
	out := &bytes.Buffer{}
	o.Out = out
	return repl.New(d, o), out
}

// at is the present position.
func at(t testing.TB, ctx context.Context, d *debugger.Debugger) string {
	t.Helper()
	h, err := d.Here(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return h.Position.String()
}

// TestTable sees that no two commands share a name, and that every row says what it must.
func TestTable(t *testing.T) {
	seen := map[string]string{}
	for _, c := range repl.Commands {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			if other := seen[name]; other != "" {
				t.Errorf("%s is %s and %s", name, other, c.Name)
			}
			seen[name] = c.Name
		}
		if c.Short == "" || c.Group == "" || len(c.Short) > 80-27 {
			t.Errorf("%s: %q in %q", c.Name, c.Short, c.Group)
		}
		for line := range strings.SplitSeq(c.Long, "\n") {
			if len(line) > 96 {
				t.Errorf("help %s has a long line: %s", c.Name, line)
			}
		}
	}
}

const (
	manual  = "../../../docs/DEBUGGER.md"
	stories = "../../../docs/STORIES.md"
)

// TestManual holds true the table in the manual. The sessions that it shows are looked at by the tests of the command,
// whose programs have hooks.
func TestManual(t *testing.T) {
	text := read(t, manual)
	const begin, end = "<!-- commands -->\n", "<!-- end -->\n"
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no lines %q and %q", manual, begin, end)
	}
	same(t, manual, before+begin+repl.Manual()+end+after)
}

// TestScripts sees that the script of each story has what is typed in its session. What that prints is looked at by the
// tests of the command, whose programs have hooks.
func TestScripts(t *testing.T) {
	n := 0
	for _, story := range strings.Split(read(t, stories), "\n## ")[1:] {
		session, file := shown.FindString(story), script.FindString(story)
		if session == "" || file == "" {
			t.Errorf("a story without a session or a script: %.50s", story)
			continue
		}
		var lines strings.Builder
		for _, m := range typed.FindAllStringSubmatch(session, -1) {
			lines.WriteString(m[1] + "\n")
		}
		same(t, "../../../"+file, lines.String())
		n++
	}
	if n < 7 {
		t.Errorf("there are %d stories", n)
	}
}

// script is the file of a story's commands.
var script = regexp.MustCompile(`docs/stories/\w+\.txt`)

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	return string(text)
}

// same sees that a file is as it should be, or makes it so.
func same(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(read(t, path), want); d != "" {
		t.Errorf("%s: run go test ./debugger/face/repl -update\n%s", path, d)
	}
}

// shown is a session in the manual.
var shown = regexp.MustCompile("(?s)```\n\\$ machsim debug .*?```\n")

// TestEmptyLine sees an empty line repeat the last motion, for a person only.
func TestEmptyLine(t *testing.T) {
	for _, c := range []struct {
		repeat bool
		want   int
	}{{true, 6}, {false, 4}} {
		p, _ := prompt(t, repl.Options{Repeat: c.repeat}, "philosophers", "--seed=26")
		for _, line := range []string{"", "goto 2", "event 2", "where", "evnet", ""} {
			_ = p.Do(line)
		}
		if got := p.Prompt(); got != fmt.Sprintf("(machsim %d) ", c.want) {
			t.Errorf("repeat %t: %s, not after event %d", c.repeat, got, c.want)
		}
	}
}

// TestScript sees a script end at the first command that fails, unless it is to go on.
func TestScript(t *testing.T) {
	for _, c := range []struct {
		script    string
		keepGoing bool
		failed    bool
		at        int
	}{
		{"goto 5\nsetp\ngoto 7\n", false, true, 5},
		{"goto 5\nsetp\ngoto 7\n", true, true, 7},
		{"goto 5\n# a remark\n\nquit\ngoto 7", false, false, 5},
	} {
		p, _ := prompt(t, repl.Options{}, "philosophers", "--seed=26")
		failed := p.Run(repl.Script(strings.NewReader(c.script), io.Discard), c.keepGoing)
		if got := p.Prompt(); got != fmt.Sprintf("(machsim %d) ", c.at) || failed != c.failed {
			t.Errorf("%q: at %s, failed %t", c.script, got, failed)
		}
	}
}

// TestInterrupted sees a motion given up, with the position as it was.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	ended := 0
	o := repl.Options{Begin: func() (context.Context, func()) { return ctx, func() { ended++ } }}
	p, out := prompt(t, o, "philosophers", "--seed=26")
	if err := p.Do("goto 7"); err == nil || !strings.Contains(out.String(), "interrupted") {
		t.Errorf("%v: %s", err, out)
	}
	if got := p.Prompt(); got != "(machsim 92) " || ended != 1 {
		t.Errorf("at %s, ended %d times", got, ended)
	}
}

// TestPage sees a long answer in pages that together are all of it.
func TestPage(t *testing.T) {
	whole, all := prompt(t, repl.Options{Page: 1000}, "philosophers", "--seed=26")
	_ = whole.Do("events start end")
	p, out := prompt(t, repl.Options{Page: 40}, "philosophers", "--seed=26")
	for _, line := range []string{"events start end", "more 10", "more", "more all"} {
		_ = p.Do(line)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "... ") {
			got = append(got, line)
		}
	}
	if d := cmp.Diff(all.String(), strings.Join(got, "")); d != "" {
		t.Error(d)
	}
}

// TestHelpWhole sees the overview whole, however low the screen, and other answers not.
func TestHelpWhole(t *testing.T) {
	p, out := prompt(t, repl.Options{Page: 10}, "philosophers", "--seed=26")
	_ = p.Do("help")
	if strings.Contains(out.String(), "... ") && strings.Contains(out.String(), "more lines") ||
		!strings.Contains(out.String(), "help COMMAND says more") {
		t.Error(out)
	}
	if _ = p.Do("events start end"); !strings.Contains(out.String(), "more lines") {
		t.Error(out)
	}
}

// TestComplete completes commands, names and positions.
func TestComplete(t *testing.T) {
	p, _ := prompt(t, repl.Options{}, "philosophers", "--seed=26")
	_ = p.Do("checkpoint here")
	for _, c := range []struct {
		line, head string
		words      []string
	}{
		{"sus", "", []string{"suspended"}},
		{"event ", "event ", []string{"back", "optimistic", "pessimistic", "table.1", "table.hegel", "table.hume",
			"table.kant", "table.locke", "table.plato"}},
		{"event kan", "event ", []string{"table.kant"}},
		{"why Table.h", "why ", []string{"table.hegel", "table.hume"}},
		{"goto h", "goto ", []string{"here"}},
		{"where x", "where ", nil},
		{"xyzzy x", "xyzzy ", nil},
		{"history entr", "history ", []string{"entries"}},
		{"query select n,thr", "query select n,", []string{"thread", "threads"}},
		{"query select count(distinct obj", "query select count(distinct ", []string{"object"}},
		{"query select max(e.wait_", "query select max(e.", []string{"wait_us"}},
		{"query select n from loc", "query select n from ", []string{"local('", "locks"}},
		{"rows locks n,mut", "rows locks n,", []string{"mutex"}},
		{"break teller1.", "break ", nil},
	} {
		head, words := p.Complete(c.line)
		if head != c.head || !slices.Equal(words, c.words) {
			t.Errorf("%q: %q, %q", c.line, head, words)
		}
	}
}

// TestCompleteLocal completes the name of which a query wants the local events.
func TestCompleteLocal(t *testing.T) {
	p, _ := prompt(t, repl.Options{}, hooked.Program.Name)
	for line, want := range map[string]string{
		"query select n from local('": "(*account).add.a", "query select n from local('work.a": "work.a",
		"query select new from local('amou": "work.amount", "query select n from local('work.a') where chan": "changed",
	} {
		if head, words := p.Complete(line); !slices.Contains(words, want) || !strings.HasPrefix(line, head) {
			t.Errorf("%q: %q, %q", line, head, words)
		}
	}
}

// TestCompleteEquals completes names of several words as they have to be typed.
func TestCompleteEquals(t *testing.T) {
	p, _ := prompt(t, repl.Options{}, "commit", "--seed=0")
	both := []string{`"coordinator #1"`, `"coordinator of lightning.1"`, `"coordinator.1 #1"`,
		`"coordinator.1 of lightning.1"`}
	for line, want := range map[string][]string{
		"thread coor":            {"coordinator.1 #1", "coordinator.1 of lightning.1"},
		`break receive by coord`: both,
		`break receive by "coo`:  both,
	} {
		if _, words := p.Complete(line); !slices.Equal(words, want) {
			t.Errorf("%q: %q, not %q", line, words, want)
		}
	}
}

// changes are commands of the run that FuzzLine is in that change it, or are about global
// predicates.
var changes = []string{
	"drop 20", "kill thread p.1", "kill task netname-B", "kill host A", `inject b 1 -2 0x10 1.5 true "a text"`,
	"set x 1", `set x.y[2] = "a b" in p.1`, "set page 1", "run 5", "choose b.q 3",
	"stop if receive by p.1 and not blocked by b.q", "stop if send by p.1 -> after receive by b.q", "stop",
	"stop if possibly(receive by p.1 or (print by b.q)^2)", "trace clock if send by p.1 || send by b.q", "switch 1",
}

// FuzzLine types any line: the position stays consistent, a command that fails leaves it
// where it was, and nothing changes the run.
func FuzzLine(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, path := range append(files, stories, manual) {
		for _, m := range typed.FindAllStringSubmatch(read(f, path), -1) {
			f.Add(m[1])
		}
	}
	for _, line := range changes {
		f.Add(line)
	}
	d := open(f, debugger.Options{}, "timeout", "--seed=3")
	f.Fuzz(func(t *testing.T, line string) {
		was := recording(t, d)
		tried(t, d, func(ctx context.Context, p *repl.Prompt) {
			_ = p.Do("break receive")
			here := at(t, ctx, d)
			if err := p.Do(line); err != nil && at(t, ctx, d) != here {
				t.Errorf("%q fails with %v and moves from %s to %s", line, err, here, at(t, ctx, d))
			} else if err != nil && strings.Contains(err.Error(), "at fault") {
				t.Errorf("%q: %v", line, err)
			}
		})
		if recording(t, d) != was {
			t.Fatalf("%q: the run is another", line)
		}
	})
}

// tried does something at a prompt, which then has not happened.
func tried(t *testing.T, d *debugger.Debugger, do func(context.Context, *repl.Prompt)) {
	t.Helper()
	undone := errors.New("undone")
	err := d.Do(context.Background(), "try", func(ctx context.Context) error {
		begin := func() (context.Context, func()) { return ctx, func() {} }
		do(ctx, repl.New(d, repl.Options{Out: io.Discard, Begin: begin}))
		return undone
	})
	if forks, _ := d.Forks(context.Background()); err != undone || len(forks) > 0 {
		t.Fatalf("%v, and there are %d forks", err, len(forks))
	}
}

// TestScreen sees a screen measured before each command, and set page have the last word.
func TestScreen(t *testing.T) {
	page := 20
	p, out := prompt(t, repl.Options{Screen: func() (int, int) { return 0, page }}, "philosophers", "--seed=26")
	for _, c := range []struct {
		line string
		page int
		want string
	}{
		{"events start end", 20, "... 72 more"}, {"events start end", 30, "... 62 more"},
		{"set page 10", 30, ""}, {"events start end", 30, "... 82 more"},
	} {
		page = c.page
		out.Reset()
		if err := p.Do(c.line); err != nil || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s, page %d: %v\n%s", c.line, c.page, err, out)
		}
	}
}

// TestWidth sees tables fit on a screen.
func TestWidth(t *testing.T) {
	p, out := prompt(t, repl.Options{Width: 80}, "clientserver", "--seed=9")
	for _, line := range []string{
		"where", "threads", "ports", "more all", "blocked", "message", "events", "goto past 540", "diff", "event p1 back",
	} {
		_ = p.Do(line)
	}
	for _, row := range []string{`(?m)^   p1\.1 .* room\.go:55$`, `(?m)^p3\.1 .* clientserver\.go:97$`} {
		if !regexp.MustCompile(row).MatchString(out.String()) {
			t.Errorf("no line is like %s in\n%s", row, out)
		}
	}
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
