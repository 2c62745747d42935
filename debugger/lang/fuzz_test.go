package lang_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"machsim/debugger/lang"
)

// outline is a tree in words, without where its parts were typed.
func outline(tree any) string {
	var w strings.Builder
	switch x := tree.(type) {
	case *lang.Node:
		fmt.Fprintf(&w, "{%d %q %v %d %t %t", x.Op, x.Text, x.Value, x.N, x.Word, x.Blocked)
		for _, s := range x.Steps {
			fmt.Fprintf(&w, " %q%t", s.Text, s.Quoted)
		}
		for _, k := range x.Kids {
			w.WriteString(" " + outline(k))
		}
		if x.Place != nil {
			w.WriteString(" " + outline(x.Place))
		}
		w.WriteString("}")
	case *lang.Place:
		fmt.Fprintf(&w, "[%d %t %q %d %q %q %s %q %s %v", x.Kind, x.After, x.File, x.Number, x.Text.Text,
			x.Object.Text, x.Sort, x.By.Text, x.Who, x.Count)
		if x.If != nil {
			w.WriteString(" " + outline(x.If))
		}
		w.WriteString("]")
	}
	return w.String()
}

// FuzzParse reads whatever comes as a predicate, an expression and a breakpoint: it may be a mistake, at
// a character of the text, or else what is printed of it is read as the same.
func FuzzParse(f *testing.F) {
	for _, text := range slices.Concat(predicates, breakpoints, values) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, text, lang.Parse)
		check(t, text, lang.ParseExpression)
		check(t, text, lang.ParsePlace)
		check(t, text, lang.ParseValue)
	})
}

// check reads a text, prints what it is, and reads that.
func check[T interface{ String() string }](t *testing.T, text string, parse func(string) (T, error)) {
	t.Helper()
	first, err := parse(text)
	if err != nil {
		checkPlaced(t, text, err)
		return
	}
	printed := first.String()
	again, err := parse(printed)
	if err != nil {
		t.Fatalf("%q is printed as %q: %v", text, printed, err)
	}
	if a, b := outline(first), outline(again); a != b && utf8.ValidString(text) {
		t.Fatalf("%q is printed as %q: typed\n%s\nprinted\n%s", text, printed, a, b)
	}
	if twice := again.String(); twice != printed {
		t.Fatalf("%q is printed as %q, and that as %q", text, printed, twice)
	}
}

// checkPlaced looks whether a mistake is at a character of the text.
func checkPlaced(t *testing.T, text string, err error) {
	t.Helper()
	var m *lang.Mistake
	if !errors.As(err, &m) {
		t.Fatalf("%q: %v", text, err)
	}
	inside := m.At < len(text) && utf8.ValidString(text)
	if m.At < 0 || m.At > len(text) || m.What == "" || inside && !utf8.RuneStart(text[m.At]) {
		t.Fatalf("%q: %+v", text, m)
	}
	if !strings.Contains(m.Show(), m.What) {
		t.Fatalf("%q: %s", text, m.Show())
	}
}
