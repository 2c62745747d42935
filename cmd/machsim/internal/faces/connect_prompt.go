//go:build !wasm

package faces

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/face/serve"
)

// joinsPrompt is at the prompt of a session.
func (d *debugCommand) joinsPrompt(c *cobra.Command) error {
	l, err := linkIn(d.join.link)
	if err != nil {
		return err
	}
	in, closeIn, err := d.commands(c)
	if err != nil {
		return err
	}
	defer closeIn()
	wish := d.join.wish(serve.Prompt)
	wish.Person, wish.GoOn = in == nil, d.keepGoing
	ctx := context.Background()
	seat, err := l.Join(ctx, wish)
	if err != nil {
		return refused(err)
	}
	t := &thin{out: c.OutOrStdout(), person: in == nil, typed: make(chan typed, 1)}
	var lines repl.Reader = repl.Script(cmp.Or[io.Reader](in, strings.NewReader("")), t.out)
	if t.person {
		rec := &debugger.Recording{}
		rec.Program = d.join.session
		x := term.NewLines(t, rec, t.out)
		defer x.Close()
		lines = x
	}
	caught := d.Supervisor.Interrupts()
	go func() {
		for range caught {
			t.say(serve.FromPrompt{Interrupt: true})
		}
	}()
	for {
		over, err := t.talk(seat, lines)
		switch {
		case over && t.failed && !t.person:
			return cli.Exit{Code: cli.ExitWrong}
		case over:
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return cli.FailedBy(err)
		}
		fmt.Fprintln(t.out, "the server is away: waiting for it to come back")
		wish.TakeOver, wish.As = false, seat.Name
		if seat, err = rejoin(ctx, l, wish, awayAtMost); err != nil {
			return refused(err)
		}
	}
}

// thin is a prompt whose commands are obeyed elsewhere: lines go there, and what comes back is shown.
type thin struct {
	out    io.Writer
	person bool
	failed bool
	typed  chan typed // the line that was asked for
	reads  bool       // one is being read; it may be asked for by more than one server

	mu       sync.Mutex // guards what follows, and what is written
	to       *json.Encoder
	asked    bool // the person is at the prompt
	complete chan serve.Completions
}

// say sends something to the server.
func (t *thin) say(f serve.FromPrompt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.to != nil {
		_ = t.to.Encode(f) // if it is gone, that is noticed where it is read from
	}
}

// talk obeys the server, and asks for lines where it wants some. over says that the session was left; else the server
// is gone.
func (t *thin) talk(seat *serve.Seat, lines repl.Reader) (over bool, err error) {
	defer seat.Close()
	t.mu.Lock()
	t.to, t.complete = json.NewEncoder(seat), make(chan serve.Completions, 1)
	t.mu.Unlock()
	prompts, ended := make(chan string), make(chan bool, 1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		t.hears(json.NewDecoder(seat), prompts, ended)
	}()
	for {
		select {
		case prompt := <-prompts:
			t.asks(lines, prompt)
		case x := <-t.typed:
			t.reads = false
			switch {
			case errors.Is(x.err, io.EOF):
				t.say(serve.FromPrompt{End: true})
				continue
			case x.err != nil:
				return false, x.err
			}
			columns, page := term.Page(t.out)
			t.say(serve.FromPrompt{Line: &x.line, Columns: columns, Lines: page})
		case <-gone:
			select {
			case t.failed = <-ended:
				return true, nil
			default:
				return false, nil
			}
		}
	}
}

// typed is a line that was typed.
type typed struct {
	line string
	err  error
}

// asks asks for a line, again if one was abandoned. If one is being read already, as the server was away meanwhile, the
// person is shown what the prompt is now.
func (t *thin) asks(lines repl.Reader, prompt string) {
	if t.reads {
		if t.person {
			t.show(serve.ToPrompt{Text: prompt})
		}
		return
	}
	t.reads = true
	go func() {
		t.at(true)
		defer t.at(false)
		for {
			line, err := lines.Line(prompt)
			if !errors.Is(err, repl.ErrAborted) {
				t.typed <- typed{line, err}
				return
			}
		}
	}()
}

func (t *thin) at(asked bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = asked
}

// hears shows what the server says, until it is gone.
func (t *thin) hears(from *json.Decoder, prompts chan<- string, ended chan<- bool) {
	for {
		var m serve.ToPrompt
		if from.Decode(&m) != nil {
			return
		}
		switch {
		case m.Prompt != nil:
			prompts <- *m.Prompt
		case m.Complete != nil:
			t.complete <- *m.Complete
		case m.Over:
			ended <- m.Failed
			return
		default:
			t.show(m)
		}
	}
}

// show shows a text, or a sentence that may come while the person types.
func (t *thin) show(m serve.ToPrompt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case m.Told == "":
		_, _ = io.WriteString(t.out, m.Text)
	case t.person && t.asked:
		fmt.Fprintf(t.out, "\r\x1b[K%s\n%s", m.Told, m.Now)
	default:
		fmt.Fprintln(t.out, m.Told)
	}
}

// Complete asks the server for completions.
func (t *thin) Complete(line string) (head string, words []string) {
	t.say(serve.FromPrompt{Complete: &line})
	select {
	case x := <-t.complete:
		return x.Head, x.Words
	case <-time.After(time.Second): // the server is busy, or away
		return line, nil
	}
}
