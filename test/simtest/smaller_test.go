package simtest_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// TestShrink has failing runs made smaller: one that is stuck, and one that breaks a condition of the test.
func TestShrink(t *testing.T) {
	for _, c := range []struct {
		option simtest.Option
		kind   string
		events uint64
	}{
		{simtest.Seeds(500), "", 27},
		{simtest.Never("eats", func(w *simtest.World) bool { return w.Labels("eat") > 0 }), record.Condition, 20},
	} {
		text := failing(t, func(tb testing.TB) {
			simtest.Run(tb, &philosophers.Program, c.option, simtest.Shrink())
		})
		files, _ := filepath.Glob(filepath.Join(".machsim", "*-shrunk.rec"))
		if len(files) != 1 || !strings.Contains(text, "made smaller") {
			t.Fatalf("%v\n%s", files, text)
		}
		rec, err := record.Open(files[0])
		if err != nil || rec.Kind != c.kind || rec.Events > c.events {
			t.Errorf("%v: %d events, %s\n%s", err, rec.Events, rec.Ending, text)
		}
	}
}

// TestShrinkClaims has a run made smaller that breaks a claim: the smaller one breaks it, too.
func TestShrinkClaims(t *testing.T) {
	const claim = "never (label eat)"
	text := failing(t, func(tb testing.TB) {
		simtest.Run(tb, &philosophers.Program, simtest.Assert(claim), simtest.Shrink())
	})
	files, _ := filepath.Glob(filepath.Join(".machsim", "*-shrunk.rec"))
	if len(files) != 1 || !strings.Contains(text, "made smaller") {
		t.Fatalf("%v\n%s", files, text)
	}
	rec, err := record.Open(files[0])
	if err != nil || rec.Kind != record.Condition || rec.Events > 7 ||
		!slices.Equal(rec.Claims, []string{"--always", claim}) {
		t.Errorf("%v: %d events, %s, %q\n%s", err, rec.Events, rec.Ending, rec.Claims, text)
	}
}
