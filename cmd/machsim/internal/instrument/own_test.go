package instrument_test

import (
	"go/importer"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// TestOwn: a variable that no hook will speak of is said to be its thread's own, in the function that declares it.
func TestOwn(t *testing.T) {
	const head = "package lab\n\ntype in struct{ n int }\n\nfunc (*in) set() {}\n\ntype s struct{ in; a [2]int }\n\n" +
		"func g(any) {}\n\nfunc f() {\nfor range 9 {\nvar x s\n_ = x\n"
	dir, variable := t.TempDir(), regexp.MustCompile(`\bx 0 \d+ \d+ (true|false) `)
	for text, own := range map[string]bool{
		"":                               true,
		"x.a[1] = 2":                     true,
		"g(x)":                           true,
		"g(&x)":                          false,
		"g(&x.a[1])":                     false,
		"g(x.a[:])":                      false,
		"x.set()":                        false,
		"g(x.set)":                       false,
		"g(func() { x.n++ })":            false,
		"g(func() { g(x) }); x.n = 1":    false,
		"g(func() { g(x) })":             true, // nothing writes to it
		"p := x; g(&p)":                  true,
		"y := &x; y.n++":                 false,
		"g(func() *int { return &x.n })": false,
	} {
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(head+text+"\n}\n}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := instrument.Rewrite(instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: []string{"a.go"}},
			importer.Default())
		if err != nil {
			t.Fatal(err)
		}
		got := variable.FindStringSubmatch(r.Files[filepath.Join(dir, "machsim_table.go")])
		if got == nil || (got[1] == "true") != own {
			t.Errorf("%q: %v", text, got)
		}
	}
}
