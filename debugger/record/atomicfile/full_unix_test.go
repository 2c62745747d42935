//go:build unix

package atomicfile_test

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"machsim/debugger/record/atomicfile"
)

// On a full disk what was there stays. No file of another process may become longer than some
// bytes, which is as good.
func TestWriteFullDisk(t *testing.T) {
	const marker = "MACHSIM_TEST_FULL_DISK"
	if path := os.Getenv(marker); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 100, Max: 100}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.Write(path, make([]byte, 1000), 0o666); !errors.Is(err, syscall.EFBIG) {
			t.Fatalf("%v", err)
		}
		return
	}
	path := filepath.Join(t.TempDir(), "x.svg")
	if err := atomicfile.Write(path, []byte("as it was"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0], "-test.run=^TestWriteFullDisk$")
	c.Env = append(os.Environ(), marker+"="+path)
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	holds(t, path, "as it was")
}
