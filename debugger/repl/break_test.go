package repl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/breakpoint"
	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/debugger/repl"
	"machsim/debugger/session"
)

// broken are runs, and breakpoints in them.
var broken = []struct {
	run   []string
	specs []string
}{
	{[]string{"philosophers", "--seed=26"}, []string{"lock mutex fork1", "philosophers.go:73", "after unlock by task table", "lock by kant every 2"}},
	{[]string{"clientserver", "--seed=9"}, []string{"send to netname-host2", "receive by p1", "after receive by data count 2+", "fork"}},
	{[]string{"buffer", "--seed=4"}, []string{"wait", "signal", "after lock"}},
}

// hits are those of breakpoints in a run.
func hits(t *testing.T, s *session.Session, specs ...string) *breakpoint.Hits {
	t.Helper()
	var all []*breakpoint.Hits
	for _, text := range specs {
		spec, err := lang.ParsePlace(text)
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := s.Hits(spec)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, h)
	}
	return breakpoint.Union(all...)
}

// TestContinue goes on from breakpoint to breakpoint to the end, and back to the start: it
// comes to each place in recorded order, and stands where the recorded run came to it.
func TestContinue(t *testing.T) {
	for _, c := range broken {
		for n := range c.specs {
			p, s, _ := prompt(t, repl.Options{}, c.run...)
			for _, spec := range c.specs[:n+1] {
				mustDo(t, p, "break "+spec)
			}
			want := []int{0, s.Tape.Len()}
			h := hits(t, s, c.specs[:n+1]...)
			for _, place := range h.All() {
				want = append(want, h.Come(place)+1)
			}
			slices.Sort(want)
			want = slices.Compact(want)
			if len(want) < 4 {
				t.Errorf("%v, %v: there are too few places for a test", c.run, c.specs[:n+1])
			}
			if d := cmp.Diff(want, walk(t, p, s, "start", "continue", s.Tape.Len())); d != "" {
				t.Errorf("%v, %v:\n%s", c.run, c.specs[:n+1], d)
			}
			slices.Reverse(want)
			if d := cmp.Diff(want, walk(t, p, s, "end", "continue back", 0)); d != "" {
				t.Errorf("%v, %v, back:\n%s", c.run, c.specs[:n+1], d)
			}
		}
	}
}

// walk goes somewhere, and from there on with a command until it is at the last position. It
// returns the positions.
func walk(t *testing.T, p *repl.Prompt, s *session.Session, from, command string, last int) (at []int) {
	t.Helper()
	mustDo(t, p, from)
	for {
		n, ok := s.Prefix()
		if at = append(at, n); n == last {
			return at
		}
		if !ok || len(at) > s.Tape.Len() {
			t.Fatalf("%s does not come to %d: %v", command, last, at)
		}
		mustDo(t, p, command)
	}
}

func mustDo(t *testing.T, p *repl.Prompt, line string) {
	t.Helper()
	if err := p.Do(line); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

// TestContinueAside goes on and back from positions that are not in recorded order: on, what
// was done stays done; back, nothing more is done; and some thread comes to its place.
func TestContinueAside(t *testing.T) {
	for _, c := range broken {
		p, s, _ := prompt(t, repl.Options{}, c.run...)
		for _, spec := range c.specs {
			mustDo(t, p, "break "+spec)
		}
		h := hits(t, s, c.specs...)
		for e := 1; e <= s.Tape.Len(); e += 7 {
			for _, command := range []string{"continue", "continue back"} {
				mustDo(t, p, fmt.Sprintf("goto past %d", e))
				before := s.Cut().Clone()
				mustDo(t, p, command)
				less, more := before, s.Cut()
				if command == "continue back" {
					less, more = more, less
				}
				if !less.Within(more) || slices.Equal(less, more) && s.Done() > 0 {
					t.Fatalf("%v: %s from %v to %v", c.run, command, before, s.Cut())
				}
				if n := s.Done(); n > 0 && n < s.Tape.Len() && !stands(h, s.Cut()) {
					t.Fatalf("%v: %s from %v to %v, where nobody is at a breakpoint", c.run, command, before, s.Cut())
				}
			}
		}
	}
}

// stands says whether some thread is at its place.
func stands(h *breakpoint.Hits, cut graph.Cut) bool {
	return slices.ContainsFunc(h.All(), func(p breakpoint.Place) bool { return int(cut[p.Lane]) == p.Done })
}

// TestTogether sees ocb and pcb go where package breakpoint says.
func TestTogether(t *testing.T) {
	for _, c := range broken {
		p, s, _ := prompt(t, repl.Options{}, c.run...)
		for _, spec := range c.specs {
			mustDo(t, p, "break "+spec)
		}
		mustDo(t, p, "disable 1")
		for e := 1; e <= s.Tape.Len(); e += 5 {
			for command, reach := range reaches {
				mustDo(t, p, fmt.Sprintf("goto past %d", e))
				d := breakpoint.Direction(strings.HasSuffix(command, "back") || strings.HasSuffix(command, "-b"))
				list := c.specs[1:]
				if strings.Contains(command, "1") {
					list = c.specs[:1]
				}
				stop := reach(s.Graph, hits(t, s, list...), s.Cut(), d)
				here := s.Cut().Clone()
				switch err := p.Do(command); {
				case (err == nil) != (stop.Targets > 0):
					t.Fatalf("%v: %s at %d: %v, and %d processes have places", c.run, command, e, err, stop.Targets)
				case err == nil && !slices.Equal(stop.Cut, s.Cut()) || err != nil && !slices.Equal(here, s.Cut()):
					t.Fatalf("%v: %s at %d goes to %v, not %v", c.run, command, e, s.Cut(), stop.Cut)
				}
			}
		}
	}
}

var reaches = map[string]func(*graph.Graph, *breakpoint.Hits, graph.Cut, breakpoint.Direction) *breakpoint.Stop{
	"ocb": breakpoint.OCB, "pcb": breakpoint.PCB, "ocb back": breakpoint.OCB, "pcb -b": breakpoint.PCB, "ocb 1": breakpoint.OCB, "pcb 1 back": breakpoint.PCB,
}

// TestSpecWords sees words that the prompt has taken apart, and whose quotes it has removed,
// come to the right breakpoint.
func TestSpecWords(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{`send to port data`, `send to port data`},
		{`send to data if item 1 = "x1 = 1"`, `send to data if item 1 = "x1 = 1"`},
		{`send to data if item 1=x1`, `send to data if item 1 = "x1"`},
		{`send if item 1="x1 = 1" and id!=3`, `send if item 1 = "x1 = 1" and id != 3`},
		{`send if item 1 == 0x10 and item 2 != true and item 3 >= -1.5`, `send if item 1 == 0x10 and item 2 != true and item 3 >= -1.5`},
		{`send if item 1 ~ and and id < 7`, `send if item 1 ~ "and" and id < 7`},
		{`send if item 1= 5`, `send if item 1 = 5`},
		{`print "a \ b"`, `print "a \\ b"`},
		{`print x=1`, `print "x=1"`},
		{`send if item 1 = "7" and id = 7`, `send if item 1 = "7" and id = 7`},
		{`send if item 1="7" and item 2!="true" and item 3 ~ "if"`, `send if item 1 = "7" and item 2 != "true" and item 3 ~ "if"`},
		{`print "if item 1 = x"`, `print "if item 1 = x"`},
		{`send to "da"ta`, `send to data`},
		{`by`, ``},
	} {
		p, _, out := prompt(t, repl.Options{}, "clientserver", "--seed=9")
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
	p, _, _ := promptOn(t, d, repl.Options{})
	q, _, _ := promptOn(t, d, repl.Options{})
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
	p, _, out := prompt(t, repl.Options{Width: 80}, "clientserver", "--seed=9")
	for _, line := range []string{`break receive from port data if item 1 = "x1 = 1"`, "break send to data", "start", "ocb", "continue back", "breakpoints"} {
		mustDo(t, p, line)
	}
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
