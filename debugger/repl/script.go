package repl

import (
	"bufio"
	"fmt"
	"io"

	"machsim/kernel/quote"
)

// script reads lines that nobody types.
type script struct {
	lines *bufio.Scanner
	echo  io.Writer
}

// maxLine is how long a line of a script may be.
const maxLine = 1 << 20

// Script returns a Reader of the lines of r, which writes each to echo after the prompt, so
// that what is written there reads like a session.
func Script(r io.Reader, echo io.Writer) Reader {
	s := &script{bufio.NewScanner(r), echo}
	s.lines.Buffer(nil, maxLine)
	return s
}

func (s *script) Line(prompt string) (string, error) {
	if !s.lines.Scan() {
		if err := s.lines.Err(); err != nil {
			fmt.Fprintf(s.echo, "the commands cannot be read: %v\n", err)
			return "", err
		}
		return "", io.EOF
	}
	line := s.lines.Text()
	fmt.Fprintf(s.echo, "%s%s\n", prompt, quote.Line(line))
	return line, nil
}
