package faces

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/debugger/event/text"
)

// originCommand has the flags of the command origin.
type originCommand struct {
	*debugCommand
	asked  debugger.Origin
	thread string
	json   bool
}

func NewOrigin(m *cli.Machsim) *cobra.Command {
	d := &debugCommand{Settings: m.Settings()}
	o := &originCommand{debugCommand: d}
	d.shows = o.show
	d.again = func(path string) []string { return []string{"origin", path} }
	c, f := m.Command(cli.Command{
		Use:   "origin FILE | PROGRAM",
		Short: "say where a wrong value comes from, over hosts",
		Long: `origin says where the values come from of which a check made a condition that failed: back
through assignments, arguments, results and messages, on all hosts, to where they were made.
Each row is a statement, with the position before it for goto in machsim debug. --of names
another value: an expression of Go, in the function in which the thread stands at the end that
failed, or --in another thread. What a branch has picked, and by which index an element was
found, are no sources. With the name of a program it makes a run first.`,
		Example: `  machsim origin .machsim/bank-9.rec
  machsim origin bank --seed 9 --of 'account[0]' --depth 16`,
		Program: d.program, Files: d.files,
	})
	d.Register(f)
	f.StringVar(&o.asked.Expression, "of", "", "where the value of this `EXPRESSION` comes from")
	f.StringVar(&o.thread, "in", "", "in the innermost function of this `THREAD`")
	f.IntVar(&o.asked.Depth, "depth", debugger.OriginDepth, "follow a chain through `N` sources")
	f.BoolVar(&o.json, "json", false, "print a JSON object for each source")
	return c
}

// show says where a value comes from.
func (o *originCommand) show(c *cobra.Command, d *debugger.Debugger) error {
	if o.asked.Depth < 1 {
		return cli.TooSmall("depth", o.asked.Depth)
	}
	ctx, done := o.UntilInterrupt()
	defer done()
	if o.thread != "" {
		if _, err := d.SetFocus(ctx, o.thread); err != nil {
			return cli.WrongBy(err)
		}
	}
	x, err := d.Origins(ctx, o.asked)
	if err != nil {
		return cli.WrongBy(err)
	}
	if !o.json {
		line := fmt.Sprintf("origin %s --depth %d", o.asked.Expression, o.asked.Depth)
		return cli.Tells(d, c.OutOrStdout(), line)
	}
	for i, r := range x.Rows {
		line, err := text.Object(strings.Fields(originKeys), []any{i + 1, r.Of, r.Kind, r.Event, r.Thread, r.Func, r.File,
			r.Line, r.Name, r.Value, r.Text, r.Sent, r.Received, r.Times, r.End, r.Above, r.More, r.Position.String()})
		if err != nil {
			return err
		}
		if _, err := c.OutOrStdout().Write(line); err != nil {
			return err
		}
	}
	return nil
}

// originKeys are the keys of a source, those of the protocol.
const originKeys = "row of kind event thread func file line name value text sent received times end above more position"
