package instrument_test

import (
	"go/importer"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// TestLeft: files that cannot be rewritten are left, with the reason, and the others of the package are not.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ text, why string }{
		{"package lab\n\nimport \"C\"\n\nfunc f() {}\n", "uses cgo"},
		{"package lab\n\nfunc f()\n", "declares f without a body (assembly)"},
		{"package lab\n\nimport _ \"unsafe\"\n\n//go:linkname f runtime.f\nfunc f() {}\n", "uses //go:linkname"},
		{"package lab\n\nfunc f() { go g() }\n", "starts a goroutine"},
		{"package lab\n\nfunc f() {}\n", ""},
	} {
		for name, text := range map[string]string{"a.go": c.text, "b.go": "package lab\n\nfunc g() {}\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p := instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: []string{"a.go", "b.go"}}
		r, err := instrument.Rewrite(p, importer.Default())
		if err != nil {
			t.Fatal(err)
		}
		a, why := filepath.Join(dir, "a.go"), ""
		for _, l := range r.Left {
			why += l.Why
		}
		if why != c.why || (r.Files[a] == c.text) != (c.why != "") {
			t.Errorf("%q is left: %q\n%s", c.text, why, r.Files[a])
		}
		if text := r.Files[filepath.Join(dir, "b.go")]; !strings.Contains(text, ".At(") {
			t.Errorf("the other file has no hooks: %s", text)
		}
	}
}

// TestNames: package main gets the name under which it can be imported, and names of the package that look like those
// that are added make these longer.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	text := "package main\n\nvar machsim_x, machsim__y = 1, 2\n\nfunc main() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := instrument.Rewrite(instrument.Package{Path: "lab", Dir: dir, Name: "command", Files: []string{"a.go"}},
		importer.Default())
	if err != nil {
		t.Fatal(err)
	}
	got := r.Files[filepath.Join(dir, "a.go")]
	if !strings.HasPrefix(got, "package command; import machsim___hook \"machsim/kernel/hook\"\n") {
		t.Error(got)
	}
	if table := r.Files[filepath.Join(dir, "machsim___table.go")]; !strings.HasPrefix(table, "package command\n") {
		t.Errorf("the table: %s", table)
	}
}

// TestCoarse: a statement that is one step, where the language has several, is noted.
func TestCoarse(t *testing.T) {
	dir := t.TempDir()
	const head = "package lab\n\ntype in struct{ n int }\n\ntype s struct{ *in; m map[int]int; a int }\n\n" +
		"func g(n int) int { return n }\n\nfunc f(x *s) {\n"
	for text, want := range map[string]bool{
		"x.a += g(x.a)":                   false,
		"x.a, x.n = g(x.a), x.n":          false,
		"switch 1 {\ncase x.a + g(1):\n}": true,
		"_ = map[int]int{x.a: g(1)}":      true,
		"for i := range x.m {\n_ = i\n}":  false,
		"x.in = nil; x.n++":               true,
		"x.in.n++":                        false,
		"for x.a < g(1) {\n}":             false,
		"for x.a <\ng(1) {\n}":            true,
		"if x.a == 1 && g(1) == 2 {\n}":   false,
		"x.a = 1 +\ng(x.a)":               false,
	} {
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(head+text+"\n}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := instrument.Rewrite(instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: []string{"a.go"}},
			importer.Default())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(r.Files[filepath.Join(dir, "machsim_table.go")], "Coarse: "); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
