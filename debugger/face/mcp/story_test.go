package mcp_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/face/mcp"
)

var update = flag.Bool("update", false, "write what the tools answer into the transcripts")

// stories are the transcripts: who is let make forks in which.
var stories = map[string]bool{"bank.txt": false, "looks.txt": false, "forks.txt": true}

// TestStories obeys the transcripts: a line that begins with > calls a tool, and what it answers follows. Together they
// call each tool.
func TestStories(t *testing.T) {
	called := map[string]bool{}
	for name, forks := range stories {
		t.Run(name, func(t *testing.T) { story(t, name, forks, called) })
	}
	for _, tool := range mcp.Tools {
		if !called[tool.Name] {
			t.Errorf("no transcript calls %s", tool.Name)
		}
	}
}

func story(t *testing.T, name string, forks bool, called map[string]bool) {
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	c, _ := reads(t)
	if forks {
		c, _ = makes(t)
	}
	after := retold(c, string(before), called)
	if *update {
		err = os.WriteFile(path, []byte(after), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(after, string(before)); d != "" && !*update {
		t.Errorf("%s: run go test ./debugger/face/mcp -update\n%s", path, d)
	}
}

// retold is a transcript with what the tools answer now.
func retold(c *client, text string, called map[string]bool) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		switch call, ok := strings.CutPrefix(line, "> "); {
		case ok:
			name, arguments, _ := strings.Cut(call, " ")
			called[name] = true
			b.WriteString(line + "\n" + c.said(name, arguments) + "\n")
		case strings.HasPrefix(line, "#"):
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
