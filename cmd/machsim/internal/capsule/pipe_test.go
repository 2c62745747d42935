package capsule

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"machsim/debugger/record"
)

// Whether a pipe is a capsule or a recording is not asked of what it has, which can be read once.
func TestPipes(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	name, text := fmt.Sprintf("/dev/fd/%d", r.Fd()), strings.Repeat("why\n", 20)
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if Is(name) || record.Is(name) {
		t.Error("a pipe is a capsule, or a recording")
	}
	if left, err := io.ReadAll(r); err != nil || string(left) != text {
		t.Errorf("of %d bytes %d are left: %v", len(text), len(left), err)
	}
}
