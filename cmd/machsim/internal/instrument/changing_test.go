package instrument_test

import (
	"go/importer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// TestChanging: a package has something to put back if it may write to one of its variables.
func TestChanging(t *testing.T) {
	dir, imports := t.TempDir(), importer.ForCompiler(token.NewFileSet(), "source", nil)
	for text, want := range map[string]bool{
		"var n int":                                           false,
		"var n = 3\n\nfunc f() int { return n }":              false,
		"var n int\n\nfunc f() { n++ }":                       true,
		"var n struct{ m [2]int }\n\nfunc f() { n.m[1] = 2 }": true,
		"var n int\n\nfunc f() *int { return &n }":            true,
		"var n int\n\nfunc f(m int) { n := m; n++ }":          false,
		"var n []int": true,
		"import \"machsim/kernel\"\n\nvar n []any\n\nfunc f(th *kernel.Thread) { th.Printf(\"\", n...) }":           false,
		"import \"machsim/kernel\"\n\nvar n []any\n\nfunc f(th *kernel.Thread) { th.Printf(\"\", n...); n[0] = 1 }": true,
		"import \"machsim/kernel\"\n\nvar n []any\n\nfunc f(th *kernel.Thread) { defer th.Printf(\"\", n...); g(n) }\n\n" +
			"func g(n []any) { n[0] = 1 }": true,
		"var n []int\n\nfunc f() { g(n...) }\n\nfunc g(n ...int) { n[0] = 1 }": true,
		"var N int": true,
		"import \"errors\"\n\nvar wrong error = errors.New(\"x\")":       false,
		"import \"sync\"\n\nvar mu sync.Mutex\n\nfunc f() { mu.Lock() }": true,
		"type t struct{ next *t }\n\nvar n t":                            true,
		"var f = func() {}":                                              false,
	} {
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package lab\n\n"+text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		p := instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: []string{"a.go"}}
		r, err := instrument.Rewrite(p, imports)
		if err != nil {
			t.Fatal(err)
		}
		table := r.Files[filepath.Join(dir, "machsim_table.go")]
		if strings.Contains(table, ".Reset = ") != want {
			t.Errorf("%q: not %v", text, want)
		}
	}
}
