package userprog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestModulesMoved: a module that is copied stands in the place of all that stood there for it before.
func TestModulesMoved(t *testing.T) {
	moved := map[string]string{"example.com/a": "/copy/a"}
	for _, r := range []requirements{
		{files: map[string]string{"go.work": "go 1.26\n\nreplace example.com/a v1.0.0 => ../a\n\nreplace x.org/b => ../b\n"},
			work: "go.work"},
		{files: map[string]string{"build.mod": "module lab\n\ngo 1.26\n\nreplace x.org/b => ../b\n"}, mod: "build.mod"},
	} {
		before := r.text()
		got, err := r.with(moved)
		if err != nil {
			t.Fatal(err)
		}
		text := got.text()
		if strings.Contains(text, "../a") || !strings.Contains(text, "example.com/a => /copy/a") ||
			!strings.Contains(text, "x.org/b => ../b") {
			t.Errorf("%s", text)
		}
		if r.text() != before {
			t.Errorf("the requirements themselves have changed:\n%s", r.text())
		}
	}
}

// TestModulesHooked: a module that stands in the place of a required one gets hooks as that of the program does. What
// has none is named.
func TestModulesHooked(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks the go tool for the packages of machsim")
	}
	t.Setenv(CacheVariable, filepath.Join(t.TempDir(), "cache"))
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "dep/go.mod"), "module example.com/dep\n\ngo 1.26\n")
	put(t, filepath.Join(dir, "dep/dep.go"), "package dep\n\nvar N int\n\nfunc Add() { N++ }\n")
	put(t, filepath.Join(dir, "lab/go.mod"), strings.Replace(string(mod), "module machsim\n", "module example.com/lab\n\n"+
		"require (\n\tmachsim v0.0.0\n\texample.com/dep v0.0.0\n)\n\nreplace machsim => "+root+"\n\n"+
		"replace example.com/dep => ../dep\n", 1))
	put(t, filepath.Join(dir, "lab/go.sum"), string(sums))
	lab := filepath.Join(dir, "lab/lab.go")
	put(t, lab, "package lab\n\nimport (\n\t\"container/list\"\n\n\t\"example.com/dep\"\n\t\"machsim/kernel\"\n)\n\n"+
		"var Program = kernel.Program{Name: \"lab\", Main: func(*kernel.Boot) { dep.Add(); list.New() }}\n")
	p, err := Find(filepath.Dir(lab), ".")
	if err != nil {
		t.Fatal(err)
	}
	build := t.TempDir()
	if _, err := p.hook(filepath.Dir(lab), build); err != nil {
		t.Fatal(err)
	}
	texts, err := filepath.Glob(filepath.Join(build, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, file := range texts {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	for _, part := range []string{"hook.Into(", `Path: "example.com/dep"`, `Unheard: []string{"container/list"}`} {
		if !strings.Contains(all, part) {
			t.Errorf("there is no %s in what has hooks", part)
		}
	}
}
