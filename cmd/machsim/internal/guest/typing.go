//go:build !wasm

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/peterh/liner"

	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/ipc/quote"
)

// keyboard is the terminal of a guest: lines are edited here, and what the guest has written on its last line is the
// prompt.
type keyboard struct {
	l    *liner.State
	ask  func(prompt string) (line string, err error)
	out  io.Writer
	last []byte // of what was written: since the last line's end
	was  []byte // the prompt at which a line was typed last
	left []byte // of the line that was typed
}

// typing gives the guest a terminal.
func typing(g *visitor) *keyboard {
	t := &keyboard{l: liner.NewLiner(), out: g.out}
	t.ask = t.edited
	t.l.SetCtrlCAborts(true)
	columns, lines := term.Size(g.out)
	g.terminal = fmt.Sprintf("%dx%d", columns, lines)
	g.in, g.out, g.keys = t, t, t
	return t
}

// Close gives the terminal back.
func (t *keyboard) Close() { _ = t.l.Close() }

func (t *keyboard) Write(p []byte) (int, error) {
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		t.last = t.last[:0]
		t.last = append(t.last, p[i+1:]...)
	} else {
		t.last = append(t.last, p...)
	}
	return t.out.Write(p)
}

// edited has a line edited, and keeps it for later ones.
func (t *keyboard) edited(prompt string) (string, error) {
	line, err := t.l.Prompt(prompt)
	if err == nil && line != "" {
		t.l.AppendHistory(line)
	}
	return line, err
}

// Read asks for a line when the last one was read, and once more when one is given up: an empty line would have the
// guest repeat its last command.
func (t *keyboard) Read(p []byte) (int, error) {
	if len(t.left) == 0 {
		fmt.Fprint(t.out, "\r")
		line, err := t.ask(string(t.last))
		for errors.Is(err, liner.ErrPromptAborted) {
			line, err = t.ask(string(t.last))
		}
		t.last, t.was = nil, t.last
		if err != nil {
			fmt.Fprintln(t.out)
			return 0, io.EOF
		}
		t.left = append([]byte(line), '\n')
	}
	n := copy(p, t.left)
	t.left = t.left[n:]
	return n, nil
}

// back says why the guest has ended, and that it is where it was when it asked for the last line; unless it has ended
// because it was told to. Held is what a report of Go's runtime says.
func (t *keyboard) back(end sandbox.End, held *supervise.Sieve) bool {
	report, _, _ := strings.Cut(held.Forget(), "\n")
	switch {
	case end.Why == sandbox.Interrupted:
		fmt.Fprintln(t.out, "interrupted; all is what it was")
	case end.Why != "":
		fmt.Fprintf(t.out, "the guest %s; all is what it was before that line\n", end.Why)
	case report != "":
		fmt.Fprintf(t.out, "the guest has crashed: %s; all is what it was before that line\n", quote.Line(report))
	default:
		return false
	}
	t.last, t.left = t.was, nil
	return true
}
