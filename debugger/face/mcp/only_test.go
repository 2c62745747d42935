package mcp_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/face/mcp"
	"machsim/debugger/face/repl"
)

// TestOnlyLooks: without forks, no tool and no command of the prompt makes a fork, or writes or changes a file.
func TestOnlyLooks(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = ".machsim/bank-9,accounts-3,transfers-2.rec"
	m, _ := makes(t)
	m.said("open", `{"program": "bank", "seed": 9, "args": {"accounts": 3, "transfers": 2}}`)
	m.said("note", `{"text": "from before"}`)
	before := files(t)
	if !strings.Contains(before, file+".notes") {
		t.Fatalf("there are only %s", before)
	}
	c, _ := reads(t)
	for _, tool := range mcp.Tools {
		if tool.Forks && !strings.HasPrefix(c.said(tool.Name, "{}"), "no tool") {
			t.Errorf("%s is offered", tool.Name)
		}
	}
	if got := c.said("open", `{"recording": "`+file+`"}`); !strings.Contains(got, "1 note") {
		t.Errorf("what is kept is read: %s", got)
	}
	c.said("note", `{"text": "from now"}`)
	c.said("break", `{"at": "bank.go:81"}`)
	for _, command := range repl.Commands {
		c.said("goto", `{"position": "160"}`)
		for _, words := range []string{"", "1", "bank.1", "balance[0] 7", "vault office", "bank 7 8", "171 first", "x.rec",
			"> x.txt", "-o x.svg"} {
			c.said("prompt", fmt.Sprintf(`{"line": %q}`, strings.TrimSpace(command.Name+" "+words)))
		}
		if got := c.said("runs", "{}"); !strings.HasPrefix(got, "there are no forks yet") {
			t.Fatalf("%s has made a fork: %s", command.Name, got)
		}
	}
	if after := files(t); after != before {
		t.Errorf("the files were\n%s\nand are\n%s", before, after)
	}
}

// files are all files here, with what is in them.
func files(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		info, _ := d.Info()
		fmt.Fprintf(&b, "%s %d %v %x\n", filepath.ToSlash(path), len(data), info.ModTime(), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
