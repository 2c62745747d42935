package breakpoint_test

import (
	"errors"
	"strings"
	"testing"

	"machsim/debugger/lang"
	"machsim/kernel"
	"machsim/programs/philosophers"
	"machsim/test/testsession"
)

// TestUnknown has names that the run does not know.
func TestUnknown(t *testing.T) {
	_, r := take(&philosophers.Program, kernel.Config{Seed: 26})
	for marked, what := range map[string]string{
		"lock mutex ^frok1":           "this run has no mutex frok1; did you mean fork1?",
		"lock ^fork":                  `"fork" is a part of several names: fork1, fork2, fork3, fork4 or fork5`,
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
		s, err := lang.ParsePlace(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		_, err = r.Hits(s)
		testsession.CheckMistake(t, text, err, at, what)
	}
}

// FuzzHits looks for whatever can be read: what the run does not know is a mistake.
func FuzzHits(f *testing.F) {
	for _, s := range append(specs, "philosophers.go:38", `print "x\n"`, "send if item 1 != 0x1p-2 or x", "send if 0") {
		f.Add(s)
	}
	_, r := take(&philosophers.Program, kernel.Config{Seed: 26})
	f.Fuzz(func(t *testing.T, text string) {
		s, err := lang.ParsePlace(text)
		if err != nil {
			return
		}
		var m *lang.Mistake
		if _, err = r.Hits(s); err != nil && (!errors.As(err, &m) || m.At > len(text) || m.Show() == "") {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
