package dap

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"
)

// TestFind finds files of the run by the paths that a client has: in another checkout, in a root of the client's, and
// where two have one name.
func TestFind(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "two"), 0o700); err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(root, "two", "main.go")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &sources{root: root, paths: []string{"/src/lab/one/main.go", "/src/lab/two/main.go", "/src/lab/lab.go"},
		local: map[string]string{}}
	for _, p := range s.paths {
		s.local[p] = s.onDisk(p)
	}
	for path, want := range map[string]string{
		"/src/lab/lab.go": "/src/lab/lab.go", `C:\home\me\lab\lab.go`: "/src/lab/lab.go", "lab.go": "/src/lab/lab.go",
		"/home/me/one/main.go": "/src/lab/one/main.go", here: "/src/lab/two/main.go",
		"/elsewhere/main.go": "may be", "/src/lab/other.go": "no source file", "": "no source file",
	} {
		got, err := s.find(context.Background(), nil, dap.Source{Path: path})
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q is %s, and not %s", path, got, want)
		}
	}
	if row := s.row("/src/lab/two/main.go"); row.Path != here || row.SourceReference != 0 {
		t.Errorf("a file that is there: %+v", row)
	}
	if row := s.row("/src/lab/lab.go"); row.SourceReference == 0 || s.row("/src/lab/lab.go").SourceReference != 1 {
		t.Errorf("one that is not: %+v", row)
	}
	if a, b := s.short("/src/lab/two/main.go"), s.short("/src/lab/lab.go"); a != "two/main.go" || b != "lab.go" {
		t.Errorf("in short they are %s and %s", a, b)
	}
}

// TestMotionIsOver: once the client is about to be told where the run stands, pause has nothing to interrupt.
func TestMotionIsOver(t *testing.T) {
	q := newQueue()
	q.put(&request{Command: "continue"})
	_, ctx, done := q.next(context.Background())
	defer done()
	if q.stands(); q.interrupt() || ctx.Err() != nil {
		t.Error("a motion that is over is interrupted")
	}
	q.moves = true
	if !q.interrupt() || ctx.Err() == nil {
		t.Error("a motion is not interrupted")
	}
}

// TestHitCondition reads how often a place is to be passed.
func TestHitCondition(t *testing.T) {
	for text, want := range map[string]string{"": "x", "5": "x count 5", ">= 5": "x count 5+", ">5": "x count 6+",
		"% 5": "x every 5", "== 1": "x count 1", "0": "", "five": "", "< 5": "", "99999999999999999999": ""} {
		if got, err := withCounts("x", "", text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}
