package repl

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/face/repl/input"
)

// infoWords translates the words of gdb's info into commands.
var infoWords = map[string]string{
	"variables": "print", "b": "breakpoints", "break": "breakpoints",
	"watchpoints": "stop",
	"stack":       "backtrace", "s": "backtrace", "line": "list", "source": "list",
	"inferiors": "tasks", "display": "stop", "program": "where", "goroutines": "threads",
	"file": "info", "files": "info", "target": "info",
}

// listing are the commands that show something without being in a group of such commands.
var listing = []string{"breakpoints", "stop", "checkpoints", "forks"}

// infoAbout is info with a word: it runs the command that shows what gdb shows by that word. Any command
// that shows something will do.
func (p *Prompt) infoAbout(words []string) error {
	if len(words) == 0 {
		return p.info(nil)
	}
	word := strings.ToLower(words[0])
	if line, ok := infoWords[word]; ok {
		word = line
	}
	about := append(strings.Fields(word), words[1:]...)
	c, err := named(about[0])
	switch {
	case word == "info":
		return p.info(nil)
	case err != nil || c.Group != seeing && c.Group != objects && !slices.Contains(listing, c.Name):
		if _, says := input.Habitual(p.a.Args[:1]); says != nil {
			return says
		}
		return fmt.Errorf("there is no info %s; type info alone, or info threads, info tasks, info breakpoints, info "+
			"locals, info stack", words[0])
	}
	if err := takes(c, about[1:], c.least, c.most); err != nil {
		return err
	}
	p.a.Args = p.a.Args[1:]
	return c.run(p, about[1:])
}
