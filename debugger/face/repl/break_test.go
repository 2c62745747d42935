package repl_test

import (
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

func mustDo(t *testing.T, p *repl.Prompt, line string) {
	t.Helper()
	if err := p.Do(line); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

// TestSpecWords sees words that the prompt has taken apart, and whose quotes it has removed,
// come to the right breakpoint.
func TestSpecWords(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{`send to port data`, `send to port data`},
		{`send to data if item 1 = "x1 = 1"`, `send to data if item 1 = "x1 = 1"`},
		{`send to data if item 1=x1`, `send to data if item 1 = "x1"`},
		{`send if item 1="x1 = 1" and id!=3`, `send if item 1 = "x1 = 1" and id != 3`},
		{`send if item 1 == 0x10 and item 2 != true and item 3 >= -1.5`,
			`send if item 1 == 0x10 and item 2 != true and item 3 >= -1.5`},
		{`send if item 1 ~ and and id < 7`, `send if item 1 ~ "and" and id < 7`},
		{`send if item 1= 5`, `send if item 1 = 5`},
		{`print "a \ b"`, `print "a \\ b"`},
		{`print x=1`, `print "x=1"`},
		{`send if item 1 = "7" and id = 7`, `send if item 1 = "7" and id = 7`},
		{`send if item 1="7" and item 2!="true" and item 3 ~ "if"`,
			`send if item 1 = "7" and item 2 != "true" and item 3 ~ "if"`},
		{`print "if item 1 = x"`, `print "if item 1 = x"`},
		{`send to "da"ta`, `send to data`},
		{`by`, ``},
	} {
		p, out := prompt(t, repl.Options{}, "clientserver", "--seed=9")
		if err := p.Do("break " + c.typed); c.want == "" && err != nil {
			continue
		}
		if want := "breakpoint 1, " + c.want + ": "; !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: %s not %s", c.typed, out, want)
		}
	}
}

// TestPrompts sees two Prompts on one Debugger share its breakpoints and its position.
func TestPrompts(t *testing.T) {
	d := open(t, debugger.Options{}, "philosophers", "--seed=26")
	p, _ := promptOn(t, d, repl.Options{})
	q, _ := promptOn(t, d, repl.Options{})
	mustDo(t, p, "break lock mutex fork1")
	mustDo(t, q, "start")
	mustDo(t, p, "continue")
	mustDo(t, q, "delete 1")
	if p.Do("delete 1") == nil || p.Prompt() != q.Prompt() {
		t.Errorf("one is at %s, the other at %s", p.Prompt(), q.Prompt())
	}
}

// TestBreakWidth sees what is told of breakpoints fit on a screen.
func TestBreakWidth(t *testing.T) {
	p, out := prompt(t, repl.Options{Width: 80}, "clientserver", "--seed=9")
	for _, line := range []string{`break receive from port data if item 1 = "x1 = 1"`, "break send to data", "start",
		"ocb", "continue back", "breakpoints"} {
		mustDo(t, p, line)
	}
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
