//go:build !wasm

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/peterh/liner"

	"machsim/cmd/machsim/internal/term"
)

// keyboard is the terminal of a guest: lines are edited here, and what the guest has written on its last line is the
// prompt.
type keyboard struct {
	l    *liner.State
	ask  func(prompt string) (line string, err error)
	out  io.Writer
	left []byte // of the line that was typed
	mu   sync.Mutex
	last []byte // of what was written: since the last line's end; by the guest, also while somebody types
}

// typing gives the guest a terminal.
func typing(g *visitor) *keyboard {
	t := &keyboard{l: liner.NewLiner(), out: g.out}
	t.ask = t.edited
	t.l.SetCtrlCAborts(true)
	columns, lines := term.Size(g.out)
	g.terminal = fmt.Sprintf("%dx%d", columns, lines)
	g.in, g.out = t, t
	return t
}

// Close gives the terminal back.
func (t *keyboard) Close() { _ = t.l.Close() }

func (t *keyboard) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		t.last = t.last[:0]
		t.last = append(t.last, p[i+1:]...)
	} else {
		t.last = append(t.last, p...)
	}
	return t.out.Write(p)
}

// prompt takes what was written on the last line.
func (t *keyboard) prompt() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := string(t.last)
	t.last = nil
	return last
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
		prompt := t.prompt()
		line, err := t.ask(prompt)
		for errors.Is(err, liner.ErrPromptAborted) {
			line, err = t.ask(prompt)
		}
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
