package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// faces are the packages below debugger that name flags and commands; study takes options in the words of the command
// line, and says how a run is made again.
var faces = []string{"debugger/face/dap", "debugger/face/mcp", "debugger/face/repl", "debugger/face/repl/answer",
	"debugger/face/repl/input", "debugger/face/repl/look", "debugger/face/shelf", "debugger/run/commandline",
	"debugger/study"}

// command matches what only a face may say: a flag, a command line, a command of the prompt.
var command = regexp.MustCompile(`(^|[\s(])--[a-z]|\bmachsim (run|replay|debug|check|log|diagram|verify|vet|new|list)\b|` +
	`\btype (save|run|switch|close|fork|history|diff|help|goto|next|list|quit|stop|break)\b|` +
	`\b(goto|delays|forks|notes|switch|rollback) (lists|%d|%s)`)

// TestLibrariesNameNoCommands reads the texts of the packages below the faces.
func TestLibrariesNameNoCommands(t *testing.T) {
	err := filepath.WalkDir("../debugger", func(file string, d fs.DirEntry, err error) error {
		part := strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), "../")
		switch {
		case err != nil:
			return err
		case !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || slices.Contains(faces, part):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && lit.Kind == token.STRING && command.MatchString(strings.Trim(lit.Value, "\"`")) {
				t.Errorf("%s: %s; a face has to say that", set.Position(lit.Pos()), lit.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
