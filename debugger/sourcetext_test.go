package debugger

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"machsim/debugger/values"
)

// TestSourceText shows the lines of a file as an editor does, whatever system it comes from.
func TestSourceText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lab.go")
	if err := os.WriteFile(file, []byte("\ufeffpackage lab\r\n\r\nfunc f() {\r\n\tg()\r\n}\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lines, err := values.SourceText(file)
	if want := []string{"package lab", "", "func f() {", "    g()", "}"}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("%q, %v", lines, err)
	}
}
