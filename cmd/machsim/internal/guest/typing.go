//go:build !wasm

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// keyboard is the terminal of a guest: lines are edited here, and what the guest has written on its last line is the
// prompt. What a word may become the guest is asked meanwhile (term.Question), when it reads; what it writes until it
// reads again is the answer.
type keyboard struct {
	next func() (line string, ok bool) // what the guest reads next; false at the end
	say  func(line string) bool        // has the guest read something before the line is there that is edited
	out  io.Writer

	mu     sync.Mutex // guards what follows: a guest may write while somebody types
	left   []byte     // of the line that was typed
	edits  bool       // a line is being edited
	last   []byte     // of what was written: since the last line's end
	was    []byte     // the prompt at which a line was edited last
	asked  bool       // what is written is an answer
	answer []byte
}

// typing gives the guest a terminal, on which lines are edited that are about a recording.
func typing(g *visitor, about *debugger.Recording) *term.Lines {
	t := &keyboard{out: g.out}
	lines := term.NewLines(t, about, g.out)
	t.edit(lines.Line)
	columns, rows := term.Size(g.out)
	g.terminal = fmt.Sprintf("%dx%d", columns, rows)
	g.in, g.out, g.asker = t, t, t
	return lines
}

// edit has lines edited, one when the last one was read, and once more when one is given up: an empty line would have
// the guest repeat its last command.
func (t *keyboard) edit(line func(prompt string) (string, error)) {
	t.next, _ = iter.Pull(func(say func(string) bool) {
		t.say = say
		for {
			fmt.Fprint(t.out, "\r")
			prompt := t.prompt()
			typed, err := line(prompt)
			for errors.Is(err, repl.ErrAborted) {
				typed, err = line(prompt)
			}
			if err != nil || !say(typed+"\n") {
				return
			}
		}
	})
}

// prompt takes what was written on the last line.
func (t *keyboard) prompt() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.was, t.last, t.edits = t.last, nil, true
	return string(t.was)
}

// mostAnswer is how many bytes of an answer are heard.
const mostAnswer = 1 << 20

// Write writes to the terminal, and hears an answer.
func (t *keyboard) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked {
		t.answer = append(t.answer, p[:min(len(p), mostAnswer-len(t.answer))]...)
		return len(p), nil
	}
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		t.last = t.last[:0]
		t.last = append(t.last, p[i+1:]...)
	} else {
		t.last = append(t.last, p...)
	}
	return t.out.Write(p)
}

// Complete asks the guest. One that was made before guests knew the question takes it for a command that there is not.
func (t *keyboard) Complete(line string) (head string, words []string) {
	t.asks(true)
	t.say(term.Question(line))
	return term.Answered(t.asks(false))
}

// asks says whether what is written from now on is an answer, and returns what was written of one.
func (t *keyboard) asks(asked bool) (answer []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	answer, t.answer, t.asked = t.answer, nil, asked
	return answer
}

// Read reads what was typed, or a question.
func (t *keyboard) Read(p []byte) (int, error) {
	line, ok := "", true
	if !t.has() {
		line, ok = t.next()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left, t.edits = append(t.left, line...), t.edits && t.asked
	if !ok {
		return 0, io.EOF
	}
	n := copy(p, t.left)
	t.left = t.left[n:]
	return n, nil
}

// has says whether something of the line is left.
func (t *keyboard) has() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.left) > 0
}

// givesUp is Ctrl-C while no line is edited.
func (t *keyboard) givesUp(m *cli.Machsim) <-chan os.Signal { return m.Supervisor.Interrupts() }

// back says why the guest was put back. Of a question nothing is said: it has no answer.
func (t *keyboard) back(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left = nil; t.asked {
		return
	}
	if fmt.Fprintln(t.out, why); !t.edits {
		t.last = t.was
	}
}
