// Package picture has the commands that make a picture of a recorded run, or a file for another tool.
package picture

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/test/lab/verdict"
)

// Drawing has the flags of the command diagram.
type Drawing struct {
	*cli.Machsim
	File     string
	From, To int
	at       int
	past     int
	width    int
	All      bool
	Fold     bool
	ASCII    bool
	Lanes    []string
	Slide    bool
	control  bool
	delay    int
	seed     uint64
}

func NewDiagram(m *cli.Machsim) *cobra.Command {
	d := &Drawing{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "diagram FILE [PREDICATE]",
		Short: "draw the space-time diagram of a recorded run",
		Long: `diagram draws what a recorded run was: a lane for each thread, time running downwards,
an event in each row, and an arrow for each message, fork and wake-up, and for each mutex
that goes from one thread to another. A line across the lanes is the position: the end of
the run, or what --at or --past say. A change that was made at the debugger has a row across
all lanes, and where a process was halted (run --halt-when) its lanes end. Without -o the
picture is text.

Of a run of more than 1000 events 400 around the position are shown. Where there are many
events, such as have to do with no other thread are folded.

--control shows the control messages of debuggers. Of a run that was halted by messages these
are its markers, with a lane for the debugger process. With a PREDICATE, conditions of single
processes joined by and, it draws the replay that Manabe and Aoyagi's algorithm halts at the
first state that satisfies it, in the order of its steps: the requests to go on, and the
acknowledgements by which the end is detected (check --control counts them).`,
		Example: `  machsim diagram .machsim/philosophers-7.rec
  machsim diagram .machsim/philosophers-7.rec -o run.svg
  machsim diagram .machsim/philosophers-7.rec -o run.pdf --lanes plato,kant --slide
  machsim diagram .machsim/philosophers-7.rec --from 100 --to 150 --at 120
  machsim diagram .machsim/bank-9-halted.rec --control
  machsim diagram .machsim/hello-1.rec 'after receive by greeter and after receive by visitor' --control`,
		Args: d.arguments,
		Run:  d.draw,
	})
	c.ValidArgsFunction = cli.CompleteRecording
	cli.AddServers(c)
	d.RegisterWindow(f)
	f.IntVar(&d.at, "at", 0, "the position: after `EVENT`, in recorded order")
	f.IntVar(&d.past, "past", 0, "the position: `EVENT` and what came before it in the causal order")
	f.BoolVar(&d.control, "control", false, "show the control messages of debuggers")
	f.IntVar(&d.delay, "delay", 1, "with a PREDICATE, each control message takes `N` steps")
	f.Uint64Var(&d.seed, "seed", 0, "with a PREDICATE, each control message takes 1 to --delay steps, as `SEED` chooses")
	return c
}

// RegisterWindow registers what a picture shows, and where it goes.
func (d *Drawing) RegisterWindow(f *pflag.FlagSet) {
	f.StringVarP(&d.File, "output", "o", "", "write a picture to `FILE`, whose name ends in "+ends)
	f.IntVar(&d.From, "from", 0, "the first `EVENT` that is shown")
	f.IntVar(&d.To, "to", 0, "the last `EVENT` that is shown")
	f.IntVar(&d.width, "width", 0, "columns of the text")
	f.BoolVar(&d.All, "all", false, "fold nothing: a row for each event")
	f.BoolVar(&d.Fold, "fold", false, "fold events that have to do with no other thread, however few")
	f.StringSliceVar(&d.Lanes, "lanes", nil,
		"show the lanes of `THREADS`, or of tasks, only, in this order, as in --lanes plato,kant")
	f.BoolVar(&d.Slide, "slide", false, "a picture of 16 to 9 for a slide: few rows around the position, in large letters")
	f.BoolVar(&d.ASCII, "ascii", false, "text without box drawing characters")
}

// arguments wants a recording, and a predicate only for control messages.
func (d *Drawing) arguments(c *cobra.Command, args []string) error {
	switch f := c.Flags(); {
	case len(args) == 2 && !d.control:
		return cli.Wrong("a predicate is for --control: it says where debuggers halt the replay that is drawn")
	case len(args) < 2 && (f.Changed("delay") || f.Changed("seed")):
		return cli.Wrong("--delay and --seed go with --control and a predicate")
	case d.delay < 1 || d.delay > debugger.MostDelay:
		return cli.Wrong("--delay must be from 1 to %d, not %d", debugger.MostDelay, d.delay)
	case len(args) == 2:
		return nil
	}
	return cli.OneRecording(c, args)
}

func (d *Drawing) draw(c *cobra.Command, args []string) error {
	if err := d.Check(c); err != nil {
		return err
	}
	return d.Opened(c, args[0], func(ctx context.Context, b *debugger.Debugger) error {
		if err := d.move(ctx, c, b); err != nil {
			return err
		}
		return d.drawn(ctx, c, b, args[1:])
	})
}

func (d *Drawing) drawn(ctx context.Context, c *cobra.Command, b *debugger.Debugger, predicate []string) error {
	o := debugger.DiagramOptions{From: d.From, To: d.To, Words: diagramAdvice, Lanes: d.Lanes, Slide: d.Slide}
	if d.control {
		o.Control = &debugger.DiagramControl{Predicate: strings.Join(predicate, " "), Delay: d.delay, Seed: d.seed}
	}
	switch {
	case d.All:
		o.Rows = debugger.FoldNever
	case d.Fold:
		o.Rows = debugger.FoldAlways
	}
	picture, err := b.Diagram(ctx, o)
	if err != nil {
		return cli.WrongBy(err)
	}
	if d.File == "" {
		fmt.Fprint(c.OutOrStdout(), picture.Text(d.Screen(c)))
		return nil
	}
	return d.Save(c, verdict.Drawn{Title: picture.Title(), Extent: picture.Extent(), SVG: picture.SVG(),
		Left: picture.Left})
}

// diagramAdvice says which flags show more.
var diagramAdvice = debugger.DiagramWords{
	debugger.AnotherWindow: "--from and --to choose another one",
	debugger.EveryRow:      "--all gives each a row",
	debugger.MoreRoom:      "--width makes more, and so does -o FILE.svg",
}

// leastWidth is the least width that has room for a lane or two.
const leastWidth = 40

// Check validates the flags before the recording is opened.
func (d *Drawing) Check(c *cobra.Command) error {
	for _, name := range []string{"from", "to", "at", "past"} {
		if n, _ := c.Flags().GetInt(name); c.Flags().Changed(name) && n < 0 {
			return cli.Wrong("--%s must be the number of an event, not %d", name, n)
		}
	}
	if c.Flags().Changed("at") && d.past > 0 {
		return cli.Wrong("--at and --past are two positions; leave one of them out")
	}
	if d.All && d.Fold {
		return cli.Wrong("--all folds nothing, --fold as much as it can; leave one of them out")
	}
	if c.Flags().Changed("from") && d.From == 0 || c.Flags().Changed("to") && d.To == 0 {
		return cli.Wrong("the first event is number 1: --from and --to begin with that")
	}
	if c.Flags().Changed("width") && d.width < leastWidth {
		return cli.Wrong("--width must be at least %d, not %d", leastWidth, d.width)
	}
	if d.File == "" && d.Slide {
		return cli.Wrong("a slide is a picture: give -o FILE as well")
	}
	if d.File == "" {
		return nil
	}
	if forms[strings.ToLower(filepath.Ext(d.File))] == nil {
		return cli.Wrong("%s: %s; give a name that ends in %s, or leave -o out for text", d.File, kinds, ends)
	}
	if d.ASCII || d.width != 0 {
		return cli.Wrong("--ascii and --width are for text; leave them out, or leave out -o")
	}
	return nil
}

// move goes to the position that the flags name.
func (d *Drawing) move(ctx context.Context, c *cobra.Command, b *debugger.Debugger) error {
	run, err := b.Run(ctx)
	if err != nil {
		return err
	}
	switch at := max(d.at, d.past); {
	case at > run.Events:
		return cli.Wrong("the run has %d events; there is no event %d to be at", run.Events, at)
	case d.past > 0:
		return cli.MoveTo(ctx, b, fmt.Sprint("past ", d.past))
	case c.Flags().Changed("at"):
		return cli.MoveTo(ctx, b, fmt.Sprint(d.at))
	}
	return nil
}

// Screen is what a picture of text is drawn for.
func (d *Drawing) Screen(c *cobra.Command) debugger.DiagramScreen {
	columns := d.width
	if columns == 0 {
		columns = term.Width(c.OutOrStdout())
	}
	return debugger.DiagramScreen{Width: columns, Height: screenful(c.OutOrStdout()), ASCII: d.ASCII,
		Colour: term.Colour(c.OutOrStdout())}
}

// Lines of a terminal that the lanes' names may need, and the fewest between them.
const (
	headLines  = 6
	leastLines = 20
)

// screenful returns how many lines of a diagram a terminal shows below the lanes' names, 0 if w is not
// a terminal.
func screenful(w io.Writer) int {
	if _, lines := term.Size(w); lines > 0 {
		return max(lines-headLines, leastLines)
	}
	return 0
}

// asDrawn leaves a picture as it is.
func asDrawn(svg []byte) ([]byte, error) { return svg, nil }

// Save writes the picture to the file.
func (d *Drawing) Save(c *cobra.Command, picture verdict.Drawn) error {
	data, err := forms[strings.ToLower(filepath.Ext(d.File))](picture.SVG)
	if err == nil {
		err = study.Write(d.File, data)
	}
	if err != nil {
		return cli.Wrong("the picture is not written: %v", err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\ndrawn in %s: %s\n", picture.Title, d.File, picture.Extent)
	for _, s := range picture.Left {
		fmt.Fprintln(c.OutOrStdout(), s)
	}
	return nil
}
