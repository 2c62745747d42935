package repl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"machsim/debugger/event/text"
)

// The prompt has words for every hint of the Debugger.
func TestHints(t *testing.T) {
	n := 0
	for _, file := range []string{"../../event/text/hint.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(x ast.Node) bool {
			if spec, ok := x.(*ast.ValueSpec); ok {
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
					n++
					name, _ := strconv.Unquote(lit.Value)
					if hints[text.Hint(name)] == "" {
						t.Errorf("no words for %s", spec.Names[0])
					}
				}
			}
			return true
		})
	}
	if n != len(hints) {
		t.Errorf("words for %d hints, and %d are there", len(hints), n)
	}
}
