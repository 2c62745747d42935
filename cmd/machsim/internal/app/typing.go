//go:build !wasm

package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/peterh/liner"

	"machsim/cmd/machsim/internal/term"
)

// keyboard is the terminal of a guest: lines are edited here, and what the guest has written on its last line is the
// prompt.
type keyboard struct {
	l    *liner.State
	out  io.Writer
	last []byte // of what was written: since the last line's end
	left []byte // of the line that was typed
}

// typing gives the guest a terminal.
func typing(g *visitor) *keyboard {
	t := &keyboard{l: liner.NewLiner(), out: g.out}
	t.l.SetCtrlCAborts(true)
	columns, lines := term.Size(g.out)
	g.terminal = fmt.Sprintf("%dx%d", columns, lines)
	g.in, g.out = t, t
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

// Read asks for a line when the last one was read.
func (t *keyboard) Read(p []byte) (int, error) {
	if len(t.left) == 0 {
		fmt.Fprint(t.out, "\r")
		line, err := t.l.Prompt(string(t.last))
		t.last = nil
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			line = ""
		case err != nil:
			fmt.Fprintln(t.out)
			return 0, io.EOF
		case line != "":
			t.l.AppendHistory(line)
		}
		t.left = append([]byte(line), '\n')
	}
	n := copy(p, t.left)
	t.left = t.left[n:]
	return n, nil
}
