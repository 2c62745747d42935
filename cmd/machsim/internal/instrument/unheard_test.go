package instrument_test

import (
	"go/importer"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// TestUnheard: a package without hooks is named if it may use variables that threads share, and only then.
func TestUnheard(t *testing.T) {
	for text, want := range map[string]string{
		`import "container/list"; var l = list.New(); func f() { l.PushBack(1) }`:                               "container/list",
		`import "math/rand"; func f() int { return rand.Int() }`:                                                "math/rand",
		`import "os"; func f() []string { return os.Args }`:                                                     "os",
		`import "sort"; func f(s []int) { sort.Ints(s) }`:                                                       "sort",
		`import "slices"; func f(s []int) bool { return slices.Contains(s, 1) }`:                                "slices",
		`import "fmt"; func f(p *int) string { return fmt.Sprint(p) }`:                                          "fmt",
		`import "fmt"; func f(n int, err error) string { return fmt.Sprint(n, err) }`:                           "",
		`import "strings"; func f(s string) []string { return strings.Fields(s) }`:                              "",
		`import "strings"; func f() string { var b strings.Builder; b.WriteByte(1); return b.String() }`:        "",
		`import "strings"; var b strings.Builder; func f() { b.WriteByte(1) }`:                                  "strings",
		`import "strings"; type s struct { strings.Builder }; func f(s *s) { s.WriteByte(1) }`:                  "strings",
		`import "strings"; func f() { var b strings.Builder; func() { b.WriteByte(1) }() }`:                     "strings",
		`import "strings"; type w interface{ WriteByte(byte) error }; func f() w { return &strings.Builder{} }`: "strings",
		`import "strings"; func f() *strings.Builder { return new(strings.Builder) }`:                           "strings",
		`import "strings"; func f() any { return strings.NewReader("x") }`:                                      "strings",
		`import "sort"; func f() func([]int) { return sort.Ints }`:                                              "sort",
		`import "strings"; func f() func(string) string { return strings.ToUpper }`:                             "",
		`import "errors"; func f() error { return errors.New("x") }`:                                            "",
		`import "time"; func f(d time.Duration) string { return d.String() }`:                                   "",
		`import "io"; func f(w io.Writer) { w.Write(nil) }`:                                                     "io",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "lab.go"), []byte("package lab; "+text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		p := instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: []string{"lab.go"}}
		r, err := instrument.Rewrite(p, importer.Default())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		all := strings.Join(slices.Collect(maps.Values(r.Files)), "\n")
		_, got, _ := strings.Cut(all, "\tUnheard: []string{")
		got, _, _ = strings.Cut(got, "}")
		if got = strings.ReplaceAll(got, `"`, ""); got != want {
			t.Errorf("%s: not looked at is %q, and should be %q", text, got, want)
		}
	}
}
