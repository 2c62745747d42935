package term

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"machsim/debugger"
)

// Lines reads the lines of a person at a terminal: a repl.Reader. Whoever runs this machsim as a guest has that
// terminal, where lines are edited, given up and kept.
type Lines struct {
	p   Completer
	in  *bufio.Reader
	out io.Writer
}

// NewLines reads lines until Close. The prompt completes what is typed.
func NewLines(p Completer, _ *debugger.Recording, out io.Writer) *Lines {
	return &Lines{p, bufio.NewReader(Input), out}
}

// Line reads a line, and answers those that are questions.
func (t *Lines) Line(prompt string) (string, error) {
	fmt.Fprint(t.out, prompt)
	for {
		line, err := t.in.ReadString('\n')
		if line == "" && err != nil {
			fmt.Fprintln(t.out)
			return "", err
		}
		line = strings.TrimRight(line, "\r\n")
		answer := Answer(line, t.p)
		if answer == "" {
			return line, nil
		}
		fmt.Fprint(t.out, answer)
	}
}

// Close does nothing.
func (t *Lines) Close() {}
