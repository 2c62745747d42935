//go:build !wasm

package term

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"github.com/peterh/liner"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// Lines reads the lines of a person at a terminal, and keeps them for the next session: a repl.Reader. It is
// no part of the prompt, which also runs where there is no terminal.
type Lines struct {
	l    *liner.State
	mode liner.ModeApplier // of the terminal between two lines; nil if it has none
	file string            // "" if lines cannot be kept
	out  io.Writer
}

// NewLines takes control of the terminal until Close. The prompt completes what is typed; rec is what it is about.
func NewLines(p Completer, rec *debugger.Recording, out io.Writer) *Lines {
	t := &Lines{l: liner.NewLiner(), out: out, file: historyFile(rec)}
	t.l.SetCtrlCAborts(true)
	t.l.SetTabCompletionStyle(liner.TabPrints)
	if mode, err := liner.TerminalMode(); err == nil {
		t.mode = mode // in which Ctrl-C is a signal, as it is not while a line is edited
	}
	t.l.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		runes := []rune(line)
		pos = min(pos, len(runes))
		if edits, err := liner.TerminalMode(); err == nil && t.mode != nil {
			_ = t.mode.ApplyMode() // a guest may take its time, or not come back
			defer func() { _ = edits.ApplyMode() }()
		}
		head, words := p.Complete(string(runes[:pos]))
		return head, words, string(runes[pos:])
	})
	if f, err := os.Open(t.file); err == nil {
		_, _ = t.l.ReadHistory(f)
		f.Close()
	}
	return t
}

// Line reads a line. Ctrl-C abandons it; Ctrl-D ends the session.
func (t *Lines) Line(prompt string) (string, error) {
	if t.mode != nil {
		_ = t.mode.ApplyMode() // a shell that was asked for by Ctrl-Z has left a mode of its own
	}
	line, err := t.l.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", repl.ErrAborted
	case err != nil:
		fmt.Fprintln(t.out)
		return "", err
	}
	if line != "" {
		t.l.AppendHistory(line)
		t.keep() // now: a program may end the process
	}
	return line, nil
}

// Close restores the terminal.
func (t *Lines) Close() { _ = t.l.Close() }

// keep writes the lines for the next session. It replaces the file at once, because another session may
// be reading it.
func (t *Lines) keep() {
	if t.file == "" || os.MkdirAll(filepath.Dir(t.file), 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(t.file), "history")
	if err != nil {
		return
	}
	_, err = t.l.WriteHistory(f)
	if f.Close() != nil || err != nil || os.Rename(f.Name(), t.file) != nil {
		_ = os.Remove(f.Name())
	}
}

// historyFile returns the file for the lines that were typed about a program: below $XDG_STATE_HOME, or
// where the system has such files. Each program has its own, because names of threads and ports mean
// nothing in another.
func historyFile(rec *debugger.Recording) string {
	name := url.PathEscape(rec.Program)
	if rec.Package.Path != "" {
		name = url.PathEscape(rec.Package.Path) + "@" + name
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "machsim", "lines", name)
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "machsim", "lines", name)
	}
	return ""
}
