package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"machsim/debugger/graph"
	"machsim/debugger/session"
	"machsim/debugger/view"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// Options say where a Prompt writes to, and how much.
type Options struct {
	Out  io.Writer
	File string // the recording, as info shows it
	// Trust says that the program's package is not of the module one stands in: machsim
	// opens recordings of it only when that is said on the command line.
	Trust bool
	Page  int // lines that are shown at once, 0 for the usual number
	// Width is the columns of a screen, to which tables are made to fit; 0 for what is none.
	Width int
	// Screen, when set, tells before each command what Width and Page are now.
	Screen func() (width, page int)
	// Stop, when set, returns a channel that is closed when the command that begins is to
	// be given up, and what is to be done when it has ended.
	Stop func() (<-chan struct{}, func())
	// Repeat lets an empty line repeat the last motion.
	Repeat bool
	// Write, when set, writes a file that a command leaves: a fork, a picture.
	Write func(path string, data []byte) error
	// ForkFile, when set, says how the files of forks are called.
	ForkFile ForkFile
	// LoopLimit is how long a thread of a fork may compute without a kernel call; 0 for
	// that of the recording.
	LoopLimit time.Duration
}

// usualPage is how many lines are shown at once when nobody says how high the screen is.
const usualPage = 50

// Prompt is a Session in the hands of a person or a script.
type Prompt struct {
	s *session.Session // of on
	o Options

	on    *fork   // the run that one is in
	forks []*fork // that were made here, by their numbers less 1

	focus  kernel.ThreadID // that commands without a thread are about
	mode   session.Mode
	left   graph.Cut  // the position before the last motion; nil: there was none
	again  string     // the line of the last motion
	view   *view.View // of the present position, nil until it is needed
	quit   bool
	doomed bool   // something takes all memory, and cannot be stopped
	stops  points // the breakpoints
	global globals
	paged  bool // the length of a page was set by a command

	args []word          // of the command at work, as they were typed
	text bytes.Buffer    // what the command has written
	full bool            // all of that is to be shown at once
	rest [][]byte        // lines that have not been shown yet
	stop <-chan struct{} // closed when the command at work is to be given up
	late *attempt        // that was given up and may not have ended; nil for none
}

// New returns a Prompt on a Session, in which it stays where it is.
func New(s *session.Session, o Options) *Prompt {
	if o.Page <= 0 {
		o.Page = usualPage
	}
	return &Prompt{s: s, o: o, on: original(s, o.File), focus: s.Culprit()}
}

// Reader gives the lines of a person or a script. io.EOF is the end of them, errAborted a
// line that was given up.
type Reader interface {
	Line(prompt string) (string, error)
}

var errAborted = errors.New("given up")

// Run obeys line after line. A command that fails ends it, unless it is to keep going; a
// person keeps going. Run says whether one failed.
func (p *Prompt) Run(r Reader, keepGoing bool) (failed bool) {
	for givenUp := 0; !p.quit; {
		line, err := r.Line(p.Prompt())
		switch {
		case errors.Is(err, errAborted):
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

// Prompt is what is written before a line is read: it says where one is. A position that is
// no beginning of the recorded order holds all events up to one, and some others. On a fork
// its number is shown.
func (p *Prompt) Prompt() string {
	if p.late != nil {
		return p.late.prompt
	}
	first, whole := p.s.Prefix()
	if whole {
		return fmt.Sprintf("(machsim %d%s) ", first, p.on.suffix())
	}
	return fmt.Sprintf("(machsim %d+%d%s) ", first, p.s.Done()-first, p.on.suffix())
}

// Greet says what has been opened, and how it ended.
func (p *Prompt) Greet() {
	p.measure()
	p.verdict()
	p.where()
	p.focused()
	p.printf("type help to see the commands\n")
	p.show()
}

// Do obeys a line and prints what comes of it, an error too.
func (p *Prompt) Do(line string) error {
	stop, done := p.beginning()
	defer done()
	if p.late != nil && p.leaves(line) {
		return p.leave(nil)
	}
	err := p.settle(stop)
	if err == nil {
		err = p.do(line, stop)
	}
	if p.late != nil {
		text := bytes.Join(wrap(lines([]byte(quote.Text(err.Error()))), p.late.width), nil)
		fmt.Fprintf(p.o.Out, "%s\n", bytes.TrimSuffix(text, []byte("\n")))
		return err
	}
	if err != nil {
		p.printf("%v\n", err)
	}
	p.show()
	return err
}

// beginning asks how the command that begins is to be told that it is given up, and what is
// to be done when it has ended.
func (p *Prompt) beginning() (<-chan struct{}, func()) {
	if p.o.Stop == nil {
		return nil, func() {}
	}
	return p.o.Stop()
}

// do obeys a line. When that fails, all is what it was.
func (p *Prompt) do(line string, stop <-chan struct{}) error {
	back := p.wayBack()
	p.stop, p.s.Stop = stop, stop
	p.measure()
	err := p.try(line, stop, back, func() error { return p.obey(line) })
	if err != nil && p.late == nil {
		back()
	}
	return err
}

// wayBack returns what makes the position, the breakpoints and the forks what they are now.
func (p *Prompt) wayBack() (back func()) {
	on, here, focus := p.on, p.s.Cut().Clone(), p.focus
	points, last, forks := slices.Clone(p.stops.list), p.stops.last, len(p.forks)
	return func() {
		if p.on != on {
			p.enter(on)
		}
		p.focus = focus
		_ = p.s.MoveTo(here) // costs nothing where we are
		p.view = nil
		p.stops.list, p.stops.last = points, last
		for _, f := range p.forks[forks:] {
			f.s.Close()
		}
		p.forks = p.forks[:forks]
	}
}

// leaves says whether a line is the command that ends the session: that one needs no Session.
func (p *Prompt) leaves(line string) bool {
	words, err := split(line)
	if err != nil || len(words) == 0 {
		return false
	}
	c, _, err := find(texts(words))
	return err == nil && c.Name == "quit"
}

// obey finds the command of a line and runs it. A panic is a fault of machsim's own, and the
// end of that command only.
func (p *Prompt) obey(line string) (err error) {
	typed, err := split(line)
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
	defer func() {
		if r := recover(); r != nil {
			p.text.Reset()
			err = fmt.Errorf("machsim itself is at fault in %q, and the position is what it was: %v\n%s", line, r, debug.Stack())
		}
	}()
	if c.Name != "more" {
		p.rest = nil
	}
	if c.Motion {
		p.again = line
	}
	if err := c.run(p, words); err != nil || file == "" {
		return err
	}
	return p.into(file)
}

// understood is the command of a line, its words, and the file that its answer is to be
// written into, "" for none. What was typed of the words is in p.args.
func (p *Prompt) understood(typed []word) (c *Command, words []string, file string, err error) {
	if typed, err = habitual(typed); err != nil {
		return nil, nil, "", err
	}
	if err := piped(typed); err != nil {
		return nil, nil, "", err
	}
	if c, err = named(strings.ToLower(typed[0].text)); err != nil {
		return nil, nil, "", err
	}
	typed, file = redirected(c, typed)
	p.args = typed[1:]
	c, words, err = find(texts(typed))
	return c, words, file, err
}

// measure asks how large the screen is. Set page has the last word on pages.
func (p *Prompt) measure() {
	if p.o.Screen == nil {
		return
	}
	width, page := p.o.Screen()
	p.o.Width = width
	if !p.paged {
		p.o.Page = page
	}
}

// repeated is the last motion, if an empty line repeats it.
func (p *Prompt) repeated() []word {
	if !p.o.Repeat || p.again == "" {
		return nil
	}
	words, _ := split(p.again)
	return words
}

// interrupted says whether the command is to be given up.
func (p *Prompt) interrupted() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}

// seen is the View of the present position.
func (p *Prompt) seen() *view.View {
	if p.view == nil {
		p.view = view.Of(p.s.State())
	}
	return p.view
}
