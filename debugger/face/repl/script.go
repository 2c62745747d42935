package repl

import (
	"bufio"
	"fmt"
	"io"

	"machsim/ipc/quote"
)

// script reads lines from a file or a pipe.
type script struct {
	lines *bufio.Scanner
	echo  io.Writer
}

// maxLine is the largest length of a line of a script.
const maxLine = 1 << 20

// Script returns a Reader of the lines of r. It writes each line to echo after the prompt, so that the
// output reads like a session.
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
