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

// The deterministic half computes the same as a WebAssembly guest, in node, which runs it as a browser does, and on a
// runtime of its own. That one takes half a minute to translate the guest: an ordinary round has it only where there is
// no node.
func TestSameRunsInWebAssembly(t *testing.T) {
	effort.Dear(t, "it compiles a guest")
	seeds := strconv.Itoa(effort.Of(3))
	native, err := exec.Command("go", "run", "-ldflags=-w", "./guest", seeds).Output()
	if err != nil {
		t.Fatal(err)
	}
	ran := false
	t.Run("node", func(t *testing.T) {
		guest := runInNode(t, seeds)
		if ran = true; !bytes.Equal(guest, native) {
			t.Errorf("node computed\n%s\nhere it is\n%s", guest, native)
		}
	})
	if ran && effort.Of(1) < 2 {
		return
	}
	if guest := runGuest(t, seeds); !bytes.Equal(guest, native) {
		t.Errorf("WebAssembly computed\n%s\nhere it is\n%s", guest, native)
	}
}

// compiled compiles the guest for a system.
func compiled(t *testing.T, system string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-ldflags=-w", "-o", file, "./guest")
	build.Env = append(os.Environ(), "GOOS="+system, "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

func runInNode(t *testing.T, seeds string) []byte {
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
	c := exec.Command(node, "--stack-size=8192", start, compiled(t, "js"), seeds)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func runGuest(t *testing.T, seeds string) []byte {
	t.Helper()
	code, err := os.ReadFile(compiled(t, "wasip1"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	var out bytes.Buffer
	if _, err := runtime.InstantiateWithConfig(ctx, code,
		wazero.NewModuleConfig().WithArgs("guest", seeds).WithStdout(&out).WithStderr(os.Stderr)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
