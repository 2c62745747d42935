package test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// The deterministic half computes the same as a WebAssembly guest.
func TestSameRunsInWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a guest")
	}
	native, err := exec.Command("go", "run", "./guest").Output()
	if err != nil {
		t.Fatal(err)
	}
	if guest := runGuest(t); !bytes.Equal(guest, native) {
		t.Errorf("WebAssembly computed\n%s\nhere it is\n%s", guest, native)
	}
}

func runGuest(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-o", file, "./guest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	var out bytes.Buffer
	if _, err := runtime.InstantiateWithConfig(ctx, code,
		wazero.NewModuleConfig().WithStdout(&out).WithStderr(os.Stderr)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
