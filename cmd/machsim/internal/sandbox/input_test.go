package sandbox

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero/experimental/sys"

	"machsim/test/effort"
)

// TestInput reads what comes late: before that there is nothing, and nobody waits but who polls.
func TestInput(t *testing.T) {
	r, w := io.Pipe()
	in := &input{r: r}
	b := make([]byte, 3)
	for range 2 {
		if n, err := in.Read(b); n != 0 || err != sys.EAGAIN {
			t.Fatalf("%d bytes of nothing, %v", n, err)
		}
		if ready, _ := in.Poll(sys.POLLIN, 0); ready {
			t.Fatal("something has come, of nothing")
		}
	}
	go func() {
		_, _ = io.WriteString(w, "12345")
		w.Close()
	}()
	for _, want := range []string{"123", "45", ""} {
		if ready, errno := in.Poll(sys.POLLIN, -1); !ready || errno != 0 {
			t.Fatalf("nothing comes: %v", errno)
		}
		n, err := in.Read(b)
		if string(b[:n]) != want || (err == io.EOF) != (want == "") {
			t.Errorf("%q has come, %v, and not %q", b[:n], err, want)
		}
	}
	if in.reads.Load() != 2+3 {
		t.Errorf("%d reads count, and looks that found nothing", in.reads.Load())
	}
	if ready, _ := in.Poll(sys.POLLIN, 0); !ready || in.reads.Load() != 2+3 {
		t.Error("a look counts though there will be no more")
	}
}

// TestInputOfEnded: one that is to end waits for nothing.
func TestInputOfEnded(t *testing.T) {
	r, _ := io.Pipe()
	done := make(chan struct{})
	close(done)
	if ready, _ := (&input{r: r, done: done}).Poll(sys.POLLIN, -1); ready {
		t.Error("something has come")
	}
}

// typist types a line once the guest has written so many bytes.
type typist struct {
	left    int
	out     bytes.Buffer
	written chan struct{}
}

func (p *typist) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left <= 0 && p.written != nil {
		close(p.written)
		p.written = nil
	}
	return p.out.Write(b)
}

// TestWorksWhileItWaits: a guest that waits for a line goes on with other things, without which the line never comes.
func TestWorksWhileItWaits(t *testing.T) {
	effort.Dear(t, "it builds a program for WebAssembly")
	file := filepath.Join(t.TempDir(), "guest.wasm")
	c := exec.Command("go", "build", "-o", file, "testdata/ticks.go")
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(code, "", Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		<-written
		_, _ = io.WriteString(w, "enough\n")
	}()
	out := &typist{left: 3, written: written}
	e := p.Run(Run{Args: []string{"guest"}, In: r, Out: out, Errs: out, Files: NewFiles("/", 1)})
	if e.Code != 0 || e.Why != "" || !bytes.HasSuffix(out.out.Bytes(), []byte("enough\n")) {
		t.Errorf("%+v, %q", e, out.out.String())
	}
}
