package test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"machsim/test/effort"
)

// guest is the program that the tests build for here and for WebAssembly.
const guest = "../debugger/testdata/guest"

// All sample programs, under many seeds, and random programs make the same runs as a WebAssembly guest: outcomes,
// hashes, recordings and traces are the same. So do some of them in node, which runs a guest as a browser does.
func TestSameRunsInWebAssembly(t *testing.T) {
	effort.Dear(t, "it compiles guests")
	here := compiled(t)
	for engine, c := range map[string]struct {
		there           func(*testing.T, []string) []byte
		seeds, programs int
	}{"node": {runInNode, 1, 10}, "wazero": {runGuest, 50, 100}} {
		t.Run(engine, func(t *testing.T) {
			runs := []string{strconv.Itoa(effort.Of(c.seeds)), strconv.Itoa(effort.Of(c.programs))}
			there := c.there(t, runs)
			native, err := exec.Command(here, runs...).Output()
			if err != nil {
				t.Fatal(err)
			}
			same(t, native, there)
		})
	}
}

// same compares what was computed, line by line.
func same(t *testing.T, here, there []byte) {
	t.Helper()
	a, b := bytes.Split(here, []byte("\n")), bytes.Split(there, []byte("\n"))
	if len(a) != len(b) {
		t.Fatalf("%d runs, in WebAssembly %d: %.200s", len(a)-1, len(b)-1, there)
	}
	for i, line := range a {
		if !bytes.Equal(line, b[i]) {
			t.Errorf("WebAssembly computed\n%s\nhere it is\n%s", b[i], line)
		}
	}
}

// compiled compiles the guest for a system, or for this one.
func compiled(t *testing.T, system ...string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "guest.exe") // as one system wants it
	build := exec.Command("go", "build", "-ldflags=-w", "-o", file, guest)
	build.Env = append(os.Environ(), system...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

func runInNode(t *testing.T, runs []string) []byte {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not there, which runs WebAssembly of GOOS=js")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	if _, err := os.Stat(start); err != nil {
		t.Skip("this Go comes without what starts WebAssembly in node: ", err)
	}
	file := compiled(t, "GOOS=js", "GOARCH=wasm")
	c := exec.Command(node, append([]string{"--stack-size=8192", start, file}, runs...)...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func runGuest(t *testing.T, runs []string) []byte {
	t.Helper()
	code, err := os.ReadFile(compiled(t, "GOOS=wasip1", "GOARCH=wasm"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	var out bytes.Buffer
	config := wazero.NewModuleConfig().WithArgs(append([]string{"guest"}, runs...)...).WithSysNanotime().WithSysNanosleep()
	if _, err := runtime.InstantiateWithConfig(ctx, code,
		config.WithStdout(&out).WithStderr(os.Stderr)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
