package repl

import (
	"fmt"
	"os"
	"strings"
)

// redirected removes the file from the end of a line such as where > FILE. The ends of commands that
// take comparisons are no files.
func redirected(c *Command, words []word) (rest []word, file string) {
	n := len(words)
	switch {
	case c.compares || n < 2 || predicated(words):
	case n > 2 && words[n-2].typed == ">":
		return words[:n-2], words[n-1].text
	case strings.HasPrefix(words[n-1].typed, ">") && len(words[n-1].text) > 1:
		return words[:n-1], words[n-1].text[1:]
	}
	return words, ""
}

// predicated says whether a predicate follows --control, in which there may be comparisons.
func predicated(words []word) bool {
	i := controlled(words) + 1
	return i < len(words) && !strings.HasPrefix(words[i].typed, ">")
}

// into writes the answer of the present command into a new file.
func (p *Prompt) into(file string) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already; type another name", file)
	}
	answer := p.answer.Text(p.o.Width)
	n := strings.Count(answer, "\n")
	if err := p.d.Write(file, []byte(answer)); err != nil {
		return err
	}
	p.answer = nil
	p.printf("written into %s, lines: %d\n", file, n)
	return nil
}
