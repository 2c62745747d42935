package repl

import (
	"fmt"
	"os"
	"strings"

	"machsim/debugger/face/repl/input"
)

// redirected removes the file from the end of a line such as where > FILE. The ends of commands that
// take comparisons are no files.
func redirected(c *Command, words []input.Word) (rest []input.Word, file string) {
	n := len(words)
	switch {
	case c.compares || n < 2 || predicated(words):
	case n > 2 && words[n-2].Typed == ">":
		return words[:n-2], words[n-1].Text
	case strings.HasPrefix(words[n-1].Typed, ">") && len(words[n-1].Text) > 1:
		return words[:n-1], words[n-1].Text[1:]
	}
	return words, ""
}

// predicated says whether a predicate follows --control, in which there may be comparisons.
func predicated(words []input.Word) bool {
	i := controlled(words) + 1
	return i < len(words) && !strings.HasPrefix(words[i].Typed, ">")
}

// into writes the answer of the present command into a new file.
func (p *Prompt) into(file string) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already; type another name", file)
	}
	lines := p.a.Parts.Text(p.o.Width)
	n := strings.Count(lines, "\n")
	if err := p.d.Write(file, []byte(lines)); err != nil {
		return err
	}
	p.a.Parts = nil
	p.a.Printf("written into %s, lines: %d\n", file, n)
	return nil
}
