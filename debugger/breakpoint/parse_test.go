package breakpoint_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"machsim/debugger/breakpoint"
	"machsim/kernel"
	"machsim/programs/philosophers"
)

// unplaced leaves out of a Spec where its words were typed. Conditions are compared as they are typed.
var unplaced = cmp.Options{
	cmpopts.IgnoreUnexported(breakpoint.Spec{}),
	cmpopts.IgnoreFields(breakpoint.Word{}, "At"),
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b breakpoint.Predicate) bool { return a.String() == b.String() }),
}

func w(text string) breakpoint.Word { return breakpoint.Word{Text: text} }

func TestParse(t *testing.T) {
	for text, want := range map[string]breakpoint.Spec{
		"philosophers.go:38":      {Kind: breakpoint.Line, File: "philosophers.go", Number: 38},
		"after a/b.go:7 by x":     {Kind: breakpoint.Line, After: true, File: "a/b.go", Number: 7, By: w("x")},
		"label critical":          {Kind: breakpoint.Label, Text: w("critical")},
		`label "by the way"`:      {Kind: breakpoint.Label, Text: w("by the way")},
		"send":                    {Kind: breakpoint.Send},
		"send fileserver":         {Kind: breakpoint.Send, Object: w("fileserver")},
		"send to fileserver":      {Kind: breakpoint.Send, Object: w("fileserver")},
		`send to port "count"`:    {Kind: breakpoint.Send, Object: w("count"), Sort: "port"},
		"receive by worker.2":     {Kind: breakpoint.Receive, By: w("worker.2")},
		"receive from set s in x": {Kind: breakpoint.Receive, Object: w("s"), Sort: "set", By: w("x")},
		"lock mutex fork1 by thread plato count 3": {
			Kind: breakpoint.Lock, Object: w("fork1"), Sort: "mutex", By: w("plato"), Who: "thread", Count: breakpoint.Count{N: 3, Mode: breakpoint.Only},
		},
		"unlock count 2+":  {Kind: breakpoint.Unlock, Count: breakpoint.Count{N: 2, Mode: breakpoint.From}},
		"signal every 10":  {Kind: breakpoint.Signal, Count: breakpoint.Count{N: 10, Mode: breakpoint.Every}},
		"wait for c":       {Kind: breakpoint.Wait, Object: w("c")},
		"task-exit of t":   {Kind: breakpoint.TaskExit, Object: w("t")},
		`print "a \"b\""`:  {Kind: breakpoint.Print, Text: w(`a "b"`)},
		"print by x":       {Kind: breakpoint.Print, By: w("x")},
		"call vm_allocate": {Kind: breakpoint.Call, Text: w("vm_allocate")},
		`receive if id==5 and item 2~"x" and item 1 != -3`: {Kind: breakpoint.Receive, If: []breakpoint.Predicate{
			&breakpoint.ID{Op: "=", N: 5},
			&breakpoint.Item{N: 2, Op: "~", Value: breakpoint.Value{Text: "x", Quoted: true}},
			&breakpoint.Item{N: 1, Op: "!=", Value: breakpoint.Value{Text: "-3"}},
		}},
		"  send   if   item 1 = true": {Kind: breakpoint.Send, If: []breakpoint.Predicate{
			&breakpoint.Item{N: 1, Op: "=", Value: breakpoint.Value{Text: "true"}},
		}},
	} {
		got, err := breakpoint.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(&want, got, unplaced); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
	}
}

// TestMistakes has what is typed wrong. The mark ^ stands before the character that the
// mistake is about, and is no part of the text.
func TestMistakes(t *testing.T) {
	for marked, what := range map[string]string{
		"^":                         "a source line (FILE.go:LINE) or one of label, send, receive",
		"^snd to port x":            "snd is no kind of breakpoint; did you mean send?",
		"^xyzzyx":                   "the kinds are call, enter, fork, label, lock, port-create and others",
		"after ^":                   "is missing here",
		"philosophers.go^":          "a colon and a line number are missing here, as in philosophers.go:38",
		"philosophers.go:^":         "a line number from 1 on",
		"philosophers.go:^0":        "a line number from 1 on",
		"philosophers.go:^3x":       "a line number from 1 on",
		"^philosophers:38":          "a source line is written FILE.go:LINE",
		"label ^":                   "a text is missing here",
		"label ^by":                 "a text was expected here, not by",
		"call ^":                    "the name of a kernel call, as vm_allocate, is missing here",
		`print ^"abc`:               "no quote at its end",
		"send to ^":                 "the name of a port is missing here",
		"send to ^by x":             "the name of a port (in quotes if it is by) was expected here, not by",
		"receive from ^= 3":         "the name of a port or the name of a set was expected here, not =",
		"send to port x ^y":         "by, count, every, if, or the end was expected here, not y",
		"send ^mutex x":             "to, port, by, count, every, if, or the end was expected here, not mutex",
		"fork x by ^":               "the name of a thread or task is missing here",
		"fork by task ^":            "the name of a thread or task is missing here",
		"lock count ^":              "a number from 1 on is missing here",
		"lock count ^0":             "a number from 1 on was expected here, not 0",
		"lock every ^2+":            "a number from 1 on was expected here, not 2+",
		"lock count 2 ^by x":        "if, or the end was expected here, not by",
		"lock if ^id = 3":           "lock has no message to put a condition on",
		"send if ^":                 "a condition: id, item and its number, or one on variables that the thread shows, is missing here",
		"send if item ^= 3":         "the number of an item, from 1 on, was expected here, not =",
		"send if item ^0 = 3":       "the number of an item, from 1 on, was expected here, not 0",
		"send if id ^5":             "a comparison (!= <= >= = < > ~) was expected here, not 5",
		"send if id = ^x":           "a number of 32 bits, as the id of a message is, was expected here, not x",
		"send if id ~ ^5":           "~ is for texts",
		"send if item 1 ~ ^5":       "a text in quotes was expected here, not 5",
		"send if item 1 = ^x":       "a number, true, false, or a text in quotes was expected here, not x",
		"send if item 1 = 2 ^or id": "and, or the end was expected here, not or",
		"send if item 1 = 2 and ^":  "or one on variables that the thread shows, is missing here",
	} {
		at := strings.Index(marked, "^")
		text := marked[:at] + marked[at+1:]
		_, err := breakpoint.Parse(text)
		checkMistake(t, text, err, at, what)
	}
}

// TestVariables reads conditions on variables, alone and beside those on messages.
func TestVariables(t *testing.T) {
	for text, want := range map[string][]string{
		"lock if holding = 1":                           {"holding = 1"},
		"label x if (a = 1 or b[2] > 3) and c = \"d\"":  {"(a = 1 or b[2] > 3) and c = \"d\""},
		"send if id = 3 and holding = 1 and item 1 = 2": {"id = 3", "holding = 1", "item 1 = 2"},
		"send if holding=1 and id = 3":                  {"holding=1", "id = 3"},
	} {
		s, err := breakpoint.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, c := range s.If {
			got = append(got, c.String())
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
		if s.String() != text {
			t.Errorf("%s is written %s", text, s)
		}
	}
}

func checkMistake(t *testing.T, text string, err error, at int, what string) {
	t.Helper()
	var m *breakpoint.Mistake
	if !errors.As(err, &m) {
		t.Errorf("%q: %v", text, err)
		return
	}
	if m.Text != text || m.At != at || !strings.Contains(m.What, what) {
		t.Errorf("the mistake in %q is at %d: %s", m.Text, m.At, m.What)
	}
}

// TestUnknown has names that the run does not know.
func TestUnknown(t *testing.T) {
	_, r := take(&philosophers.Program, kernel.Config{Seed: 26})
	for marked, what := range map[string]string{
		"lock mutex ^frok1":           "this run has no mutex frok1; did you mean fork1?",
		"lock ^fork":                  `"fork" is a part of 5 names: fork1, fork2, fork3 and others`,
		"lock by ^palto":              "this run has no thread or task palto; did you mean table.plato?",
		"lock by task ^plato":         "this run has no task plato; the tasks are table",
		"label ^eet":                  "no thread comes to a label eet in this run; did you mean eat?",
		"call ^mutex_lok":             "there is no kernel call mutex_lok; did you mean mutex_lock?",
		"send to port ^x":             "this run has no port x; there are no ports",
		"^philosopher.go:38":          "this run makes no calls from a file philosopher.go; did you mean philosophers.go?",
		"philosophers.go:^1":          "no thread makes a call at this line in this run; the nearest lines with one are",
		`wait for condition ^"a b c"`: "this run has no condition a b c; there are no conditions",
	} {
		at := strings.Index(marked, "^")
		text := marked[:at] + marked[at+1:]
		s, err := breakpoint.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		_, err = r.Match(s)
		checkMistake(t, text, err, at, what)
	}
}

func TestShow(t *testing.T) {
	_, err := breakpoint.Parse("send tö port x y")
	var m *breakpoint.Mistake
	if !errors.As(err, &m) {
		t.Fatal(err)
	}
	want := "send tö port x y\n        ^\nby, count, every, if, or the end was expected here, not port"
	if got := m.Show(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := m.Error(), "at character 9 of the breakpoint: by, count, every, if, or the end was expected here, not port"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzParse parses anything: a mistake is at a character, and what is right can be written
// and parsed again.
func FuzzParse(f *testing.F) {
	for _, s := range append(specs, "philosophers.go:38", `receive from port "a b" by task x count 2+ if id = 5 and item 2 ~ "x"`, `print "x\n"`, "label \"by\"", "send if item 1 != 0x1p-2", "send if 0") {
		f.Add(s)
	}
	_, r := take(&philosophers.Program, kernel.Config{Seed: 26})
	f.Fuzz(func(t *testing.T, text string) {
		s, err := breakpoint.Parse(text)
		if err != nil {
			var m *breakpoint.Mistake
			if !errors.As(err, &m) || m.At < 0 || m.At > len(text) || m.Show() == "" || m.At < len(text) && utf8.ValidString(text) && !utf8.RuneStart(text[m.At]) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := breakpoint.Parse(s.String())
		if err != nil {
			t.Fatalf("%q became %q: %v", text, s.String(), err)
		}
		if diff := cmp.Diff(s, again, unplaced); diff != "" && utf8.ValidString(text) {
			t.Fatalf("%q became %q: %s", text, s.String(), diff)
		}
		var m *breakpoint.Mistake
		_, err = r.Match(s)
		if err != nil && !errors.Is(err, errNothingShown) && (!errors.As(err, &m) || m.Error() == "" || m.Show() == "") {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
