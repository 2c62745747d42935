package study_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/programs"
)

// file writes a file of claims, and returns its name.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "claims")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestReadClaims reads a file of claims: each line is a kind and what the flag of that name takes.
func TestReadClaims(t *testing.T) {
	c, err := study.ReadClaims(file(t, "# of a bank\n\nnever rich: balance[0] > 200\r\nsometimes balance[0] < 50\n"+
		"  linearizable  map:port=bank\n"))
	want := []string{"--never", "rich: balance[0] > 200", "--sometimes", "balance[0] < 50",
		"--linearizable", "map:port=bank"}
	if err != nil || !slices.Equal(c.Words(), want) {
		t.Errorf("it says %q, %v", c.Words(), err)
	}
	for text, wrong := range map[string]string{
		"never x = 1\nnevr x = 2": "claims:2: there is no claim \"nevr\"; did you mean never?",
		"always":                  "claims:1: --always:\n",
		"sometimes a-b: x = ":     "claims:1: --sometimes:\nx =",
		"always send -> receive":  "claims:1: --always: send -> receive is about events",
	} {
		if _, err := study.ReadClaims(file(t, text)); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestPredicate: a name is one word before a colon and a space.
func TestPredicate(t *testing.T) {
	for claim, want := range map[string]string{
		"one-master: x = 1": "x = 1", "x = 1": "x = 1", `print "a: b"`: `print "a: b"`, "bank.go:38": "bank.go:38",
	} {
		if got := study.Predicate(claim); got != want {
			t.Errorf("%q is %q, want %q", claim, got, want)
		}
	}
}

// goals tries seeds with goals.
func goals(t *testing.T, p *kernel.Program, seeds int, all ...string) study.Goals {
	t.Helper()
	s, err := study.Open(p, study.Options{Seed: 1, Claims: study.Claims{Sometimes: all}, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	if found := s.Try(context.Background(), seeds, nil); found.Err != nil || found.Failed {
		t.Fatalf("%+v", found)
	}
	return s.Goals()
}

// TestSometimes: a goal is a state, a sequence of events, an assertion about time, or what could have been.
func TestSometimes(t *testing.T) {
	all := []string{"two: count of (label eat) = 2", "label eat by table.kant -> label eat by table.plato",
		"eventually label eat by table.hume", "possibly(count of (label eat) = 2)", "count of (label eat) = 3"}
	g := goals(t, programs.Find("philosophers-fixed"), 20, all...)
	for i, x := range g {
		if x.Name != all[i] || !x.Claimed || (x.Runs == 0) != (i == 4) || x.Runs > 0 && x.First.Event == 0 && i != 3 {
			t.Errorf("%+v, first %+v", x, x.First)
		}
	}
	if text := strings.Join(g.Lines(20, false), "\n"); !strings.Contains(text, "= 3: not reached in 20 runs") {
		t.Error(text)
	}
}

// TestSometimesInEveryOrder: of an exhaustive run a goal is asked in all orders of its class, for no other run shows
// them.
func TestSometimesInEveryOrder(t *testing.T) {
	p := &kernel.Program{Name: "apart", Main: func(b *kernel.Boot) {
		for _, name := range []string{"a", "b"} {
			b.Task(b.Host(name), name, func(th *kernel.Thread) {
				x := 0
				th.Watch("x", &x)
				x = 1
				th.Label("one")
				x = 0
				th.Label("none")
			})
		}
	}}
	s, err := study.Open(p, study.Options{Seed: 1, Strategy: "every", Memory: true,
		Claims: study.Claims{Sometimes: []string{"a.x = 1 and b.x = 1", "a.x = 2"}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Explore(context.Background(), study.Exploring{})
	if err != nil || !strings.Contains(r.Text(), "All 1 class explored") {
		t.Fatal(err, r.Text())
	}
	if g := r.Goals; g[0].Runs != 1 || g[1].Runs != 0 || !strings.Contains(r.Text(), "a.x = 2: never reached") {
		t.Errorf("%s", r.Text())
	}
}
