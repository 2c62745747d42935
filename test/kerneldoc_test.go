package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKernelDoc sees that the first page of package kernel names what the sample programs use of it.
func TestKernelDoc(t *testing.T) {
	page, err := os.ReadFile("../kernel/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "# What a program uses")
	list, _, _ = strings.Cut(list, "# How it works")
	files, _ := filepath.Glob("../programs/*/*.go")
	used := map[string]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := x.X.(*ast.Ident); ok && of.Name == "kernel" {
					used[x.Sel.Name] = file
				}
			}
			return true
		})
	}
	for _, beside := range []string{"Second", "MIG_SERVER_DIED", "SpecialBootstrap"} { // of constants it names the first
		delete(used, beside)
	}
	for name, file := range used {
		if !strings.Contains(list, "["+name+"]") {
			t.Errorf("%s uses kernel.%s, which the page does not name", file, name)
		}
	}
	if len(used) < 15 {
		t.Errorf("the programs use %d names", len(used))
	}
}
