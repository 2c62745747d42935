package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
	"machsim/ipc/quote"
)

// Options says where a Prompt writes to, and how much at once.
type Options struct {
	Out io.Writer
	// Replay, if set, returns the command line that replays a file.
	Replay func(file string) string
	Page   int // lines that are shown at once, 0 for the usual number
	// Width is the columns of the screen, which tables fit into; 0 if there is no screen.
	Width int
	// Screen, if set, returns Width and Page; the Prompt asks before each command.
	Screen func() (width, page int)
	// Begin, if set, returns the context of the next command, and a function to call when it has
	// ended. The end of the context interrupts the command.
	Begin func() (context.Context, func())
	// Grew, if set, is told how far a live run has come while a command has it made: written is what its programs have
	// written since, for the screen.
	Grew func(written []byte, g debugger.Growth)
	// Repeat lets an empty line repeat the last motion.
	Repeat bool
	// Patience is how long Do waits for a command, which goes on beside the prompt then; 0 for as long as it takes.
	Patience time.Duration
}

// usualPage is the number of lines of a page if the height of the screen is not known.
const usualPage = 50

// Prompt obeys the command lines of a person or a script with a Debugger.
type Prompt struct {
	d *debugger.Debugger
	o Options

	again string // the line of the last motion
	quit  bool
	paged bool                // the length of a page was set by a command
	where string              // the prompt while a command is at work
	work  atomic.Pointer[job] // the command that was begun last
	job   *job                // the last command that went on beside the prompt, nil if there was none

	// Of the command at work:
	a     answer.Answer
	as    debugger.Format // how it writes values
	full  bool            // all of the answer is to be shown at once
	wrote int             // the lines that programs have written, and that Grew was told
	rest  [][]byte        // lines that have not been shown yet
}

// New returns a Prompt on a Debugger. The caller closes the Debugger.
func New(d *debugger.Debugger, o Options) *Prompt {
	if o.Page <= 0 {
		o.Page = usualPage
	}
	p := &Prompt{d: d, o: o, a: answer.Answer{D: d, Ctx: context.Background()}}
	if o.Grew != nil {
		d.Hear(p.grew)
	}
	return p
}

// grew shows how far a live run has come. The command at work waits meanwhile; of one beside the prompt it is shown in
// the end.
func (p *Prompt) grew(g debugger.Growth) {
	if j := p.work.Load(); j != nil && j.beside.Load() {
		return
	}
	said := p.a.Parts
	p.a.Parts = nil
	p.writtenLines(g.Wrote, g.Before)
	written := []byte(p.a.Parts.Text(p.o.Width))
	p.a.Parts, p.wrote = said, p.wrote+len(g.Wrote)+g.Before
	if len(written) > 0 {
		written = append(bytes.Join(wrap(lines(written), p.o.Width), nil), '\n')
	}
	p.o.Grew(written, g)
}

// Reader reads the lines of a person or a script. Line returns io.EOF at their end, and ErrAborted for a
// line that was abandoned by Ctrl-C.
type Reader interface {
	Line(prompt string) (string, error)
}

// ErrAborted is the error of a Reader whose line was abandoned.
var ErrAborted = errors.New("given up")

// Run obeys line after line. It returns true if a command has failed. The first failure ends it, unless
// keepGoing is set, as for a person.
func (p *Prompt) Run(r Reader, keepGoing bool) (failed bool) {
	for givenUp := 0; !p.quit; {
		line, err := r.Line(p.Prompt())
		switch {
		case errors.Is(err, ErrAborted):
			if givenUp++; givenUp > 1 { // perhaps that was no slip of the fingers
				fmt.Fprintln(p.o.Out, "type quit, or Ctrl-D, to leave")
			}
			continue
		case err != nil:
			return failed || !errors.Is(err, io.EOF)
		}
		givenUp = 0
		if p.Do(line) != nil {
			failed = true
			if !keepGoing {
				return failed
			}
		}
	}
	return failed
}

// Prompt returns what is written before a line is read: the position and, on a fork, its name. A
// position outside of the recorded order is written as N+M: all events up to N, and M others. While an
// interrupted command is still at work, the prompt stays what it was.
func (p *Prompt) Prompt() string {
	if p.d.Busy() {
		return p.where
	}
	h, err := p.d.Here(context.Background())
	if err != nil {
		return p.where
	}
	return At(h)
}

// At is the prompt at a place.
func At(h debugger.Here) string {
	run := ""
	if h.Run.Number > 0 {
		run = " " + h.Run.Name
	}
	first, whole := h.Position.Prefix()
	if whole {
		return fmt.Sprintf("(machsim %d%s) ", first, run)
	}
	return fmt.Sprintf("(machsim %d+%d%s) ", first, h.Position.Events()-first, run)
}

// Greet prints which recording is open, and how it ended. One that is still being opened says that itself.
func (p *Prompt) Greet() {
	if rec := p.d.Opening(); rec != nil {
		p.opens(rec)
		return
	}
	_ = p.command(context.Background(), "greet", func() error {
		if err := p.verdict(); err != nil {
			return err
		}
		if err := p.stand(); err != nil {
			return err
		}
		p.a.Printf("type help to see the commands\n")
		return nil
	})
}

// opens greets for a recording that is being opened.
func (p *Prompt) opens(rec *debugger.Recording) {
	fmt.Fprintf(p.o.Out, "%s  seed %d  %s\n", quote.Line(rec.Program), rec.Seed, text.Counted(int(rec.Events), "event"))
	fmt.Fprintf(p.o.Out, "at the end, after event %d: %s\n", rec.Events, quote.Line(rec.Ending.String()))
	fmt.Fprintf(p.o.Out, "type help to see the commands; the run is replayed in the background\n")
	p.where = fmt.Sprintf("(machsim %d) ", rec.Events)
}

// Do obeys a line, and prints the answer or the error.
func (p *Prompt) Do(line string) error {
	ctx, done := context.Background(), func() {}
	if p.o.Begin != nil {
		ctx, done = p.o.Begin()
	}
	defer done()
	p.ended()
	if c, words := p.besides(line); c != nil {
		text, err := c.beside(p, ctx, words)
		if err != nil {
			text = Words(err) + "\n"
		}
		fmt.Fprint(p.o.Out, quote.Text(text))
		return err
	}
	if j := p.job; j.isOn() {
		err := j.busy()
		fmt.Fprintf(p.o.Out, "%v\n", err)
		return err
	}
	return p.command(ctx, line, func() error { return p.obey(line) })
}

// command runs a command and prints the answer.
func (p *Prompt) command(ctx context.Context, line string, obey func() error) error {
	if !p.d.Busy() {
		p.where = p.Prompt()
	}
	width, page := p.screen()
	patience := p.o.Patience // the command may be one that changes it
	j := p.starts(ctx, line, func(ctx context.Context) error {
		if page > 0 && !p.paged {
			p.o.Page = page
		}
		p.begin(ctx, width)
		return obey()
	})
	if !j.isBack(patience) {
		p.detach(j)
		return nil
	}
	return p.finish(j, width)
}

// finish prints what a command that has ended says.
func (p *Prompt) finish(j *job, width int) error {
	err := j.err
	switch {
	case unfinished(err):
		text := bytes.Join(wrap(lines([]byte(quote.Text(Words(err)))), width), nil)
		fmt.Fprintf(p.o.Out, "%s\n", bytes.TrimSuffix(text, []byte("\n")))
		return err
	case p.d.Opened() != nil: // whoever began the session says why
		p.quit = true
		return err
	case err != nil:
		p.a.Printf("%s\n", Words(err))
	}
	if debugger.Overflowing() {
		p.quit, err = true, debugger.ErrOverflowing
		p.a.Printf("%v\n", err)
	}
	p.show()
	return err
}

// begin prepares for a command whose answer has room for so many columns.
func (p *Prompt) begin(ctx context.Context, width int) {
	p.a.Ctx, p.o.Width, p.a.Parts, p.wrote = ctx, width, nil, 0
}

// unfinished says whether an error is that of a command that was interrupted, or that waits for one which was. Such a
// command may still be at work, and nothing that it uses may be touched.
func unfinished(err error) bool {
	var given *debugger.Interrupted
	var busy *debugger.Busy
	return errors.As(err, &given) || errors.As(err, &busy)
}

// Parts obeys a line, and returns the answer instead of printing it: all of it, for no screen. Its text is what
// Do would print. If there is an error, which Words puts into words, the parts are what the command has said before.
func (p *Prompt) Parts(ctx context.Context, line string) (text.Parts, error) {
	if c, words := p.besides(line); c != nil {
		text, err := c.beside(p, ctx, words)
		return partsOf(text), err
	}
	err := p.d.Do(ctx, line, func(ctx context.Context) error {
		p.begin(ctx, 0)
		return p.obey(line)
	})
	if unfinished(err) {
		return nil, err
	}
	said := p.a.Parts
	p.a.Parts, p.rest, p.full = nil, nil, false
	return said, err
}

// screen returns the size of the screen; page is 0 if it is not known.
func (p *Prompt) screen() (width, page int) {
	if p.o.Screen == nil {
		return p.o.Width, 0
	}
	return p.o.Screen()
}

// obey finds the command of a line and runs it.
func (p *Prompt) obey(line string) error {
	typed, err := input.Split(line)
	if err != nil {
		return err
	}
	if len(typed) == 0 {
		if typed = p.repeated(); typed == nil {
			return nil
		}
		line = p.again
	}
	c, words, file, err := p.understood(typed)
	if err != nil {
		return err
	}
	_, p.a.Line, _ = strings.Cut(strings.TrimSpace(line), " ")
	if c.Name != "more" {
		p.rest = nil
	}
	if c.Motion {
		p.again = line
	}
	if err := p.runs(c, words); err != nil || file == "" {
		return err
	}
	return p.into(file)
}

// runs does what a command is there for.
func (p *Prompt) runs(c *Command, words []string) error {
	if c.beside == nil {
		return c.run(p, words)
	}
	said, err := c.beside(p, p.a.Ctx, words)
	p.a.Printf("%s", said)
	return err
}

// understood splits a line into the command, its words, and the file for the answer, "" if there is
// none. It keeps the words as they were typed in p.a.Args.
func (p *Prompt) understood(typed []input.Word) (c *Command, words []string, file string, err error) {
	if p.as, typed, err = formatted(typed); err != nil {
		return nil, nil, "", err
	}
	if typed, err = input.Habitual(typed); err != nil {
		return nil, nil, "", err
	}
	if err := input.Piped(typed); err != nil {
		return nil, nil, "", err
	}
	if c, err = named(strings.ToLower(typed[0].Text)); err != nil {
		return nil, nil, "", err
	}
	typed, file = redirected(c, typed)
	p.a.Args = typed[1:]
	c, words, err = find(input.Texts(typed))
	return c, words, file, err
}

// repeated returns the words of the last motion, if an empty line repeats it.
func (p *Prompt) repeated() []input.Word {
	if !p.o.Repeat || p.again == "" {
		return nil
	}
	words, _ := input.Split(p.again)
	return words
}
