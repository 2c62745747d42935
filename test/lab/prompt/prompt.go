// Package prompt is the debugger of a lab: the prompt on recordings of its runs, in an executable that has the
// student's package, with hooks.
package prompt

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/test/lab"
	"machsim/test/lab/verdict"
)

// Main makes the run of a recording smaller, if the arguments are the word shrink and its file, and draws it, if they
// are the word diagram, what of it, and the file. Of any other file it
// opens the recording, and obeys commands from standard input: what a person types is asked for, and what comes from a
// file or a pipe is shown, so that the output reads like a session.
func Main(l lab.Lab) {
	if err := run(l, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "machsim:", err)
		os.Exit(3)
	}
}

func run(l lab.Lab, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name a recording")
	}
	file := args[len(args)-1]
	rec, err := study.Read(file)
	if err != nil {
		return err
	}
	x := &study.Process{Programs: l.Programs, Conditions: l.Conditions, Models: l.Models}
	p := x.Program(rec.Program)
	switch {
	case p == nil:
		return fmt.Errorf("%s is a recording of program %q, which is none of this lab", file, rec.Program)
	case args[0] == verdict.Shrink && len(args) > 1:
		return shrink(x.Recorded(rec, p, file))
	}
	d, err := debugger.Open(context.Background(), debugger.Source{Recording: rec, Program: p, File: file},
		debugger.Options{Program: x.Program, Keep: true, Held: x.Held})
	if err != nil {
		return err
	}
	defer d.Close()
	if args[0] == verdict.Diagram && len(args) > 2 {
		return draw(d, args[1])
	}
	out := repl.New(d, repl.Options{Out: os.Stdout, Begin: interrupts()})
	out.Greet()
	terminal := isTerminal(os.Stdin)
	if out.Run(reader(os.Stdin, terminal), terminal) {
		os.Exit(2)
	}
	return nil
}

// shrink makes a recorded run smaller, and says how to open what comes of it.
func shrink(rec *study.Recorded) error {
	ctx, done := interrupts()()
	defer done()
	x, err := rec.Shrink(ctx, study.Shrinking{Runs: study.DefaultRuns})
	if err != nil {
		return err
	}
	defer x.Run.Close()
	file, err := x.Save("")
	if err != nil {
		return err
	}
	fmt.Println(quote.Text(x.Text(terminalWidth, study.MostSegments)))
	if file != "" {
		fmt.Printf("recorded: machsim lab debug %s\n", commandline.Quote(file))
	}
	return nil
}

// draw draws a run as it is asked for.
func draw(d *debugger.Debugger, asked string) error {
	var x verdict.Drawing
	if err := json.Unmarshal([]byte(asked), &x); err != nil {
		return err
	}
	ctx, done := interrupts()()
	defer done()
	o := debugger.DiagramOptions{From: x.From, To: x.To, Lanes: x.Lanes, Slide: x.Slide}
	switch {
	case x.All:
		o.Rows = debugger.FoldNever
	case x.Fold:
		o.Rows = debugger.FoldAlways
	}
	picture, err := d.Diagram(ctx, o)
	if err != nil {
		return err
	}
	drawn := verdict.Drawn{Title: picture.Title(), Extent: picture.Extent(), Left: picture.Left}
	if x.Text {
		drawn.Text = picture.Text(debugger.DiagramScreen{Width: x.Width, ASCII: x.ASCII})
	} else {
		drawn.SVG = picture.SVG()
	}
	return json.NewEncoder(os.Stdout).Encode(drawn)
}

// terminalWidth is how wide lines are: nobody knows the terminal here.
const terminalWidth = 100

// isTerminal says whether a file is a device, as a terminal is.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// reader reads commands.
func reader(in io.Reader, terminal bool) repl.Reader {
	if !terminal {
		return repl.Script(in, os.Stdout)
	}
	return &typed{bufio.NewScanner(in)}
}

// typed reads what a person types.
type typed struct{ *bufio.Scanner }

func (t *typed) Line(prompt string) (string, error) {
	fmt.Print(prompt)
	if !t.Scan() {
		fmt.Println()
		return "", io.EOF
	}
	return t.Text(), nil
}

// interrupts lets Ctrl-C end a command, and never the process.
func interrupts() func() (context.Context, func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	return repl.Interruptible(caught)
}
