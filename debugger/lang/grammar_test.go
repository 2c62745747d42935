package lang_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"machsim/debugger/lang"
)

// grammar is the table of the grammar in docs/PREDICATES.md: the samples in its last column.
func grammar(t *testing.T) (samples []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/PREDICATES.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "### The grammar\n")
	table, _, _ := strings.Cut(rest, "\nSo `||` between")
	for line := range strings.Lines(table) {
		cells := regexp.MustCompile(`[^\\]\| `).Split(strings.TrimSuffix(line, "|\n"), -1)
		if len(cells) != 3 || !strings.HasPrefix(line, "|") {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			samples = append(samples, strings.ReplaceAll(m[1], `\|`, "|"))
		}
	}
	return samples
}

// TestGrammar reads the samples of the grammar: each is right, is printed as it can be read again, and all
// together have every sort of node there is.
func TestGrammar(t *testing.T) {
	seen := map[lang.Op]bool{}
	see := func(n *lang.Node) bool {
		seen[n.Op] = true
		return false
	}
	samples := grammar(t)
	for _, text := range samples {
		check(t, text, lang.Parse)
		n, err := lang.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		n.Any(func(n *lang.Node) bool {
			if n.Place != nil && n.Place.If != nil {
				n.Place.If.Any(see)
			}
			return see(n)
		})
	}
	for op := lang.Literal; op <= lang.Matches; op++ {
		if !seen[op] {
			t.Errorf("no sample has a node of sort %d", op)
		}
	}
	if len(samples) < 32 {
		t.Errorf("%d samples: %q", len(samples), samples)
	}
}

// TestMeanings holds what the signs &&, || and ! join, and what they do not.
func TestMeanings(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1 || y = 2":                     "|| has two meanings here: write x = 1 or y = 2 if",
		"a and x || y or b":                  "or concurrent(x, y) if",
		"not x || y":                         "|| has two meanings",
		"(x || y)":                           "|| has two meanings",
		"receive if x = 1 || y = 2":          "write (x = 1 || y = 2) if",
		"label a || x = 1 || y = 2":          "|| has two meanings",
		"label a && x":                       "&& joins values; write and",
		"x && (y and z)":                     "&& joins values",
		"!label a":                           "! joins values; write not",
		"!(x or y)":                          "! joins values",
		"some w (label a || x)":              "|| joins values; write or",
		"concurrent(x)":                      "a comma and another event",
		strings.Repeat("(", 10_000) + "x":    "too deep",
		strings.Repeat("!", 10_000) + "x":    "too deep",
		strings.Repeat("send if ", 900):      "too deep",
		strings.Repeat("x + ", 10_000) + "x": "more than 20000 characters",
	} {
		_, err := lang.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	for text, op := range map[string]lang.Op{
		"label a || x = 1":           lang.Concurrent,
		"label a || label b || x":    lang.Concurrent,
		"concurrent(x = 1, y = 2)":   lang.Concurrent,
		"(x = 1 || y = 2) and z":     lang.And,
		"receive if (x = 1 || id=2)": lang.AtPlace,
		"x && y || label a":          lang.Concurrent,
		"x = 1 -> y || z":            lang.Linked,
	} {
		if n, err := lang.Parse(text); err != nil || n.Op != op {
			t.Errorf("%s: %v, %v", text, n, err)
		}
	}
	for _, text := range []string{"x || y", "a.x = 1 || !b.y && c > 2", "(x || y) && z"} {
		n, err := lang.ParseExpression(text)
		if err != nil || n.Any(func(n *lang.Node) bool { return n.Op == lang.Concurrent }) {
			t.Errorf("%s: %v, %v", text, n, err)
		}
	}
}
