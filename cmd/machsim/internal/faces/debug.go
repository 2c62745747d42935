// Package faces has the commands by which somebody goes through a run, at a prompt, in a page, in an editor or by an
// assistant, also together with others; and what shows one thing of a run that is opened in the same way.
package faces

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// debugCommand has the flags of the command debug.
type debugCommand struct {
	cli.Settings
	at        uint64 // the event that is gone to at first, 0 for the end
	script    string // "" when the commands come from standard input
	keepGoing bool
	noNotes   bool
	part      bool
	agents    cli.AgentFlags
	join      joining
	window    cli.WindowFlags
	live      bool          // the run is made as far as one goes on in it
	far       *term.Working // how far that is
	named     bool          // the command line names a recording
	given     time.Duration // the loop limit that was given beside a recording, 0 for that of the recording
	// shows, unless nil, takes the place of the prompt: the command shows one thing of the run.
	shows func(*cobra.Command, *debugger.Debugger) error
	// serves, unless nil, takes the place of the prompt: the command is another face for a person. It closes the Debugger.
	serves  func(*cobra.Command, *debugger.Debugger) error
	write   func(path string, data []byte) error // writes the files of a session
	read    func(path string) ([]byte, error)    // reads another recording; nil for none
	several func(files []string) bool            // whether the command takes files beside the first; nil for no
	unless  string                               // when it does, in its error if it does not
	again   func(path string) []string           // the words of the command that shows a recording as this one would
}

func NewDebug(m *cli.Machsim) *cobra.Command {
	d := &debugCommand{Settings: m.Settings(), write: written()}
	d.again = d.onFile
	c, f := m.Command(cli.Command{
		Use:   "debug FILE | PROGRAM",
		Short: "go through a recorded run, forwards and backwards",
		Long: `debug opens a recording at its end, which is where it failed if it did, and reads
commands: they show the state of everything, and go to any other moment of the run. With
the name of a program it makes a run first or, with --live, as far as one goes on in it.
At its prompt, help shows the commands; docs/DEBUGGER.md tells more.

Commands come from the terminal, or from a script, or from standard input. A command
that fails ends a script with exit code 2.

Breakpoints, checkpoints and notes are kept in FILE.notes, and are there when FILE is opened
the next time; those of a run that debug has just made only if a person types the commands.`,
		Example: `  machsim debug .machsim/philosophers-7.rec
  machsim debug philosophers --seed 7
  machsim debug philosophers --seed 7 -x story.txt
  machsim debug philosophers --live
  machsim debug --connect bank`,
		Program: d.program, Files: d.files,
	})
	d.Register(f)
	d.RegisterClaims(f)
	d.RegisterKeep(f)
	f.StringVarP(&d.script, "execute", "x", "", "obey the commands in `FILE`, - for standard input")
	f.Uint64Var(&d.at, "at", 0, "go to event `N` at first")
	f.BoolVarP(&d.keepGoing, "keep-going", "k", false, "go on after a command of a script that fails")
	f.BoolVar(&d.part, "part", false,
		"of a recording whose program has changed since, open the beginning that is still the same")
	d.addLive(f)
	d.window.Register(f)
	f.BoolVar(&d.noNotes, "no-notes", false, "neither read nor write FILE.notes")
	d.join.register(c, f, d.joinsPrompt)
	_ = c.RegisterFlagCompletionFunc("execute", c.ValidArgsFunction)
	return c
}

func (d *debugCommand) addLive(f *pflag.FlagSet) {
	f.BoolVar(&d.live, "live", false, "of a program: begin before event 1, and make the run as far as one goes on in it")
	d.agents.RegisterHow(f)
}

// files debugs the first of some recordings; the others have to be for the command as well.
func (d *debugCommand) files(c *cobra.Command, args []string) error {
	if len(args) > 1 && (d.several == nil || !d.several(args[1:])) {
		return cli.Wrong("%s opens one recording, and there is %q as well%s", c.Name(), args[1], d.unless)
	}
	return d.file(c, args[0])
}

// file debugs a recording.
func (d *debugCommand) file(c *cobra.Command, path string) error {
	if name := cli.HowMade(c.Flags()); name != "" {
		return cli.Wrong("--%s and a recording do not go together: the recording says how it was made", name)
	}
	if err := cmp.Or(d.Settings.Validate(c.Flags()), d.join.stray(c.Flags())); err != nil {
		return err
	}
	if c.Flags().Changed("loop-limit") {
		d.given = d.LoopLimit
	}
	d.named = true
	if err := d.window.Validate(c.Flags(), d.live); err != nil {
		return err
	}
	rec, err := study.Read(path)
	if err != nil {
		return err
	}
	return d.open(c, rec, path)
}

// program makes a run, and debugs it.
func (d *debugCommand) program(c *cobra.Command, p *kernel.Program) error {
	if err := cmp.Or(d.Settings.Validate(c.Flags()), d.join.stray(c.Flags())); err != nil {
		return err
	}
	if d.takesCommands() && !term.IsTerminal(c.InOrStdin()) {
		d.Input = strings.NewReader("") // the lines are commands
	}
	if name := cli.Given(c.Flags(), cli.AgentWords); name != "" && !d.live {
		return cli.Wrong("--%s goes together with --live: it says how hosts are halted in a run that goes on", name)
	}
	if err := cmp.Or(d.agents.Valid(), d.window.Validate(c.Flags(), d.live)); err != nil {
		return err
	}
	d.Agents = d.agents.Agents
	s, err := d.Opens(c, p, false)
	if err != nil {
		return err
	}
	if d.live {
		return d.begin(c, s)
	}
	run, err := d.make(c, s)
	if err != nil {
		return err
	}
	file := run.Setup.Recording
	switch {
	case debugger.Overflowing() && file != "":
		return d.anew(file)
	case debugger.Overflowing():
		return cli.FailedBy(errors.New("the run has overflown its stack, what is left of it cannot be stopped, and it " +
			"is not recorded in a file"))
	}
	rec, err := run.Recording()
	if err != nil {
		return err
	}
	return d.open(c, rec, file)
}

// begin begins the run of the first seed, and obeys commands: these make it.
func (d *debugCommand) begin(c *cobra.Command, s *study.Study) error {
	in, closeIn, err := d.commands(c)
	if err != nil {
		return err
	}
	defer closeIn()
	ctx, done := d.UntilInterrupt()
	o := d.Opening(c, debugger.Source{}, d.options(in))
	d.far = term.NewWorking(c.ErrOrStderr())
	progress := o.Progress
	o.Progress = func(k debugger.Work, done, total uint64) {
		d.far.End()
		progress(k, done, total)
	}
	b, err := s.Live(ctx, o)
	done()
	if err != nil {
		return d.Unopened(c, debugger.Source{}, err)
	}
	if d.serves != nil {
		return d.serves(c, b)
	}
	defer d.leaves(c, b)
	rec := &debugger.Recording{}
	if x, err := b.Info(c.Context()); err == nil {
		rec.Program, rec.Package.Path = x.Program, x.Package
	}
	return d.prompt(c, b, rec, in)
}

// options are those of a session whose commands come from in, nil for a terminal.
func (d *debugCommand) options(in io.Reader) debugger.Options {
	return debugger.Options{
		Program: d.FindProgram, Part: d.part, Window: d.window.RunWindow, LoopLimit: d.given,
		Read: d.read, Write: d.write, ForkFile: study.ForkFile,
		Keep: !d.noNotes && (d.named || in == nil),
	}
}

// make makes the run that is to be debugged.
func (d *debugCommand) make(c *cobra.Command, s *study.Study) (*study.Ran, error) {
	ctx, done := d.UntilInterrupt()
	defer done()
	run, err := s.Run(ctx, kernel.Tracer{})
	if err != nil {
		return nil, err
	}
	cli.LetGo(c, run)
	return run, run.Err
}

// anew opens a recording in a new process in place of this one, because the code that the run has left
// behind will soon take all memory.
func (d *debugCommand) anew(path string) error {
	if err := d.Supervisor.Restart(append([]string{os.Args[0]}, d.again(path)...)); err != nil {
		return cli.FailedBy(fmt.Errorf("the run has overflown its stack, and what is left of it cannot be stopped; "+
			"look at it with: %s", d.CommandOn("debug", path)))
	}
	return nil
}

// onFile is the command that debugs a recording as this one would.
func (d *debugCommand) onFile(path string) []string {
	args := []string{"debug", path}
	if d.script != "" {
		args = append(args, "-x", d.script)
	}
	if d.keepGoing {
		args = append(args, "-k")
	}
	if d.at > 0 {
		args = append(args, "--at", fmt.Sprint(d.at))
	}
	return append(args, d.window.Words()...)
}

// takesCommands says whether standard input has commands, and none of the program's own lines.
func (d *debugCommand) takesCommands() bool {
	return d.shows == nil && d.serves == nil && d.fromStdin()
}

func (d *debugCommand) fromStdin() bool { return d.script == "" || d.script == "-" }

// open opens a recording, and obeys commands. path is "" if it has no file.
func (d *debugCommand) open(c *cobra.Command, rec *debugger.Recording, path string) error {
	p, err := d.ThisProcess().ProgramOf(rec, path)
	if err != nil {
		return err
	}
	if d.shows != nil {
		from := debugger.Source{Recording: rec, Program: p, File: path}
		b, err := d.OpenSource(c, from, debugger.Options{LoopLimit: d.given})
		if err != nil {
			return err
		}
		defer b.Close()
		return d.shows(c, b)
	}
	in, closeIn, err := d.commands(c)
	if err != nil {
		return err
	}
	defer closeIn()
	d.Debugs(path)
	from := debugger.Source{Recording: rec, Program: p, File: path}
	o := d.options(in)
	if in == nil && d.serves == nil {
		o.Early = early
	}
	b, err := d.OpenSource(c, from, o)
	if err != nil {
		return err
	}
	if d.serves != nil {
		return d.serves(c, b)
	}
	defer b.Close()
	if err := d.prompt(c, b, rec, in); err != nil {
		return err
	}
	if err := b.Opened(); err != nil {
		return d.Unopened(c, from, err)
	}
	return nil
}

// early is how long a person waits for the prompt at most; a long recording is then still being opened.
const early = 100 * time.Millisecond

// commands returns the reader of commands, nil for a terminal.
func (d *debugCommand) commands(c *cobra.Command) (io.Reader, func(), error) {
	switch {
	case d.serves != nil:
		return nil, func() {}, nil
	case !d.fromStdin():
		return cli.ScriptOf(c, d.script)
	case d.script == "" && term.IsTerminal(c.InOrStdin()) && term.IsTerminal(c.OutOrStdout()):
		return nil, func() {}, nil
	}
	return c.InOrStdin(), func() {}, nil
}

// prompt obeys commands to their end.
func (d *debugCommand) prompt(c *cobra.Command, b *debugger.Debugger, rec *debugger.Recording, in io.Reader) error {
	out := c.OutOrStdout()
	o := repl.Options{Out: out, Begin: repl.Interruptible(d.Supervisor.Interrupts()), Replay: func(file string) string {
		return d.CommandOn("replay", file)
	}}
	if in == nil {
		o.Repeat, o.Screen = true, func() (int, int) { return term.Page(out) }
		o.Patience = repl.UsualPatience
		o.Grew = d.grew(out)
	}
	p := repl.New(b, o)
	p.Greet()
	if d.at > 0 {
		if p.Do(fmt.Sprint("goto ", d.at)) != nil {
			return cli.Exit{Code: cli.ExitWrong}
		}
	}
	if in == nil {
		t := term.NewLines(p, rec, out)
		defer t.Close()
		p.Run(t, true)
	} else if p.Run(repl.Script(in, out), d.keepGoing) {
		return cli.Exit{Code: cli.ExitWrong}
	}
	return nil
}

// leaves ends the session of a live run, and says what is left of that: the machine may be ahead of what was seen. If
// that is nothing, nothing is left.
func (d *debugCommand) leaves(c *cobra.Command, b *debugger.Debugger) {
	runs, err := b.Runs(c.Context())
	b.Close()
	if err != nil || runs[0].File == "" || runs[0].Events == 0 {
		return
	}
	seen, file := uint64(runs[0].Events), runs[0].File
	rec, err := study.Read(file)
	if err != nil {
		fmt.Fprintln(c.ErrOrStderr(), err)
		return
	}
	ahead := ""
	if rec.Events > seen {
		ahead = fmt.Sprintf(", of which the last %d were made ahead of what was seen", rec.Events-seen)
	}
	fmt.Fprintf(c.OutOrStdout(), "recorded in %s: %s%s\n", quote.Line(file), text.Counted(int(rec.Events), "event"), ahead)
}

// grew shows how far a live run has come; nil for another one.
func (d *debugCommand) grew(out io.Writer) func([]byte, debugger.Growth) {
	if d.far == nil {
		return nil
	}
	return func(written []byte, g debugger.Growth) {
		if len(written) > 0 {
			d.far.Clear()
			_, _ = out.Write(written)
		}
		halts := cmp.Or(g.Computes, "Ctrl-C halts the run")
		d.far.Count(g.Events, fmt.Sprintf("events so far, at %s; %s", kernel.Milliseconds(g.Time), halts))
	}
}
