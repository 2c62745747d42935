package lang_test

import (
	"errors"
	"go/constant"
	"strings"
	"testing"

	"machsim/debugger/lang"
	"machsim/test/testsession"
)

func w(text string) lang.Word { return lang.Word{Text: text} }

// compared is a comparison of a part of a message.
func compared(part *lang.Node, op, text string, n any) *lang.Node {
	literal := &lang.Node{Op: lang.Literal, Text: text, Value: constant.Make(n)}
	return &lang.Node{Op: lang.Compare, Text: op, Kids: []*lang.Node{part, literal}}
}

func joined(parts ...*lang.Node) *lang.Node { return &lang.Node{Op: lang.And, Word: true, Kids: parts} }

func TestParse(t *testing.T) {
	for text, want := range map[string]lang.Place{
		"philosophers.go:38":      {Kind: lang.Line, File: "philosophers.go", Number: 38},
		"after a/b.go:7 by x":     {Kind: lang.Line, After: true, File: "a/b.go", Number: 7, By: w("x")},
		"label critical":          {Kind: lang.Label, Text: w("critical")},
		`label "by the way"`:      {Kind: lang.Label, Text: w("by the way")},
		"send":                    {Kind: lang.Send},
		"send fileserver":         {Kind: lang.Send, Object: w("fileserver")},
		"send to fileserver":      {Kind: lang.Send, Object: w("fileserver")},
		`send to port "count"`:    {Kind: lang.Send, Object: w("count"), Sort: "port"},
		"receive by worker.2":     {Kind: lang.Receive, By: w("worker.2")},
		"receive from set s in x": {Kind: lang.Receive, Object: w("s"), Sort: "set", By: w("x")},
		"lock mutex fork1 by thread plato count 3": {
			Kind: lang.Lock, Object: w("fork1"), Sort: "mutex", By: w("plato"), Who: "thread",
			Count: lang.Count{N: 3, Mode: lang.Only},
		},
		"unlock count 2+":  {Kind: lang.Unlock, Count: lang.Count{N: 2, Mode: lang.From}},
		"signal every 10":  {Kind: lang.Signal, Count: lang.Count{N: 10, Mode: lang.Every}},
		"wait for c":       {Kind: lang.Wait, Object: w("c")},
		"task-exit of t":   {Kind: lang.TaskExit, Object: w("t")},
		`print "a \"b\""`:  {Kind: lang.Print, Text: w(`a "b"`)},
		"print by x":       {Kind: lang.Print, By: w("x")},
		"call vm_allocate": {Kind: lang.Call, Text: w("vm_allocate")},
		`receive if id==5 and item 2~"x" and item 1 != -3`: {Kind: lang.Receive, If: joined(
			compared(&lang.Node{Op: lang.MessageID}, "==", "5", int64(5)),
			compared(&lang.Node{Op: lang.MessageItem, N: 2}, "~", "", "x"),
			compared(&lang.Node{Op: lang.MessageItem, N: 1}, "!=", "-3", int64(-3)),
		)},
		"  send   if   item 1 = true": {Kind: lang.Send, If: compared(&lang.Node{Op: lang.MessageItem, N: 1}, "=", "", true)},
	} {
		got, err := lang.ParsePlace(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if want, got := outline(&want), outline(got); want != got {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

// TestMistakes has what is typed wrong. The mark ^ stands before the character that the
// mistake is about, and is no part of the text.
func TestMistakes(t *testing.T) {
	for marked, what := range map[string]string{
		"^":                         "a source line (FILE.go:LINE) or one of label, send, receive",
		"^snd to port x":            "snd is no kind of breakpoint; did you mean send?",
		"^xyzzyx":                   "the kinds are call, enter, error, fork, label, leave and others",
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
		"send if ^":                 "a condition: id, item and its number, or one on variables that the thread shows, is",
		"send if item ^= 3":         "the number of an item, from 1 on, was expected here, not =",
		"send if item ^0 = 3":       "the number of an item, from 1 on, was expected here, not 0",
		"send if id ^5":             "a comparison (== != <= >= = < > ~) was expected here, not 5",
		`send if id = ^"x"`:         `a number of 32 bits, as the id of a message is, was expected here, not "x"`,
		"send if id ~ ^5":           "~ is for texts",
		"send if item 1 ~ ^5":       "a text in quotes was expected here, not 5",
		"send if item 1 = 2 or id^": "a comparison (== != <= >= = < > ~) is missing here",
		"send if item 1 = 2 ^x":     "and, or the end was expected here, not x",
		"send if item 1 = 2 and ^":  "or one on variables that the thread shows, is missing here",
	} {
		at := strings.Index(marked, "^")
		text := marked[:at] + marked[at+1:]
		_, err := lang.ParsePlace(text)
		testsession.CheckMistake(t, text, err, at, what)
	}
}

func TestShow(t *testing.T) {
	_, err := lang.ParsePlace("send tö port x y")
	var m *lang.Mistake
	if !errors.As(err, &m) {
		t.Fatal(err)
	}
	want := "send tö port x y\n        ^\nby, count, every, if, or the end was expected here, not port"
	if got := m.Show(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "at character 9 of the breakpoint: by, count, every, if, or the end was expected here, not port"
	if got := m.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
