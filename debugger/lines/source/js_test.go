package source_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"machsim/test/effort"
)

// underJS are the tests of steps, variables and searches that run in WebAssembly as well.
const underJS = "^(TestBackAndForth|TestHits)$"

// TestUnderJS runs tests of this package with GOOS=js, as a page in a browser would run them. A round of twice the
// effort has it, for it builds the debugger for WebAssembly.
func TestUnderJS(t *testing.T) {
	effort.Dear(t, "it builds the tests for WebAssembly")
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not there, which runs WebAssembly of GOOS=js")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	if _, err := os.Stat(start); err != nil {
		t.Skip("this Go comes without what starts WebAssembly in node: ", err)
	}
	c := exec.Command("go", "test", "-count=1", "-vet=off", "-v", "-ldflags=-w", "-exec", start, "-run", underJS, ".")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", effort.Variable+"=1")
	out, err := c.CombinedOutput()
	if passed := strings.Count(string(out), "\n--- PASS: "); err != nil || passed != strings.Count(underJS, "Test") {
		t.Fatalf("%d tests passed: %v\n%s", passed, err, out)
	}
}
