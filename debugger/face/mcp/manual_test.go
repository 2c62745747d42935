package mcp_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"machsim/debugger/face/mcp"
)

// The manual, and what is before the part of it that is made from the table.
const (
	manual = "../../../docs/ASSISTANTS.md"
	begin  = "<!-- made from the table of tools and a transcript: go test ./debugger/face/mcp -update -->\n"
)

// TestManual holds true what the manual says of each tool, and its transcript.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	story, err := os.ReadFile("testdata/bank.txt")
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(text), begin)
	if !ok {
		t.Fatalf("%s has no line %q", manual, begin)
	}
	made := head + begin + tools() + "\n## Which line lost the update\n\nA transcript: what an assistant calls, and " +
		"what it is answered.\n\n```\n" + strings.TrimRight(string(story), "\n") + "\n```\n"
	if *update {
		if err := os.WriteFile(manual, []byte(made), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(text) {
		t.Errorf("%s is not what the table says; go test ./debugger/face/mcp -update writes it", manual)
	}
}

// tools are the tables of the tools.
func tools() string {
	var b strings.Builder
	for _, forks := range []bool{false, true} {
		b.WriteString(map[bool]string{false: "\n## The tools\n", true: "\n## Those with --forks\n"}[forks])
		for _, t := range mcp.Tools {
			if t.Forks == forks {
				fmt.Fprintf(&b, "\n**%s**: %s.\n%s\n", t.Name, strings.ToLower(t.Title[:1])+t.Title[1:], wrapped(t.Doc))
			}
		}
	}
	return b.String()
}

// wrapped is a text in lines of at most 110 letters.
func wrapped(text string) string {
	var b strings.Builder
	n := 0
	for i, word := range strings.Fields(text) {
		if n+1+len(word) > 110 {
			b.WriteString("\n")
			n = 0
		} else if i > 0 {
			b.WriteString(" ")
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}
