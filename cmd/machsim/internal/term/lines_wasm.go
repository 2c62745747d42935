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
	in  *bufio.Reader
	out io.Writer
}

// NewLines reads lines until Close.
func NewLines(_ Completer, _ *debugger.Recording, out io.Writer) *Lines {
	return &Lines{bufio.NewReader(Input), out}
}

// Line reads a line.
func (t *Lines) Line(prompt string) (string, error) {
	fmt.Fprint(t.out, prompt)
	line, err := t.in.ReadString('\n')
	if line == "" && err != nil {
		fmt.Fprintln(t.out)
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Close does nothing.
func (t *Lines) Close() {}
