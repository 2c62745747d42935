//go:build !wasm

package faces

import (
	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/source"
	"machsim/debugger"
	"machsim/debugger/face/mcp"
	"machsim/debugger/face/shelf"
)

// mcpCommand has the flags of the command mcp: it opens runs as the command dap does.
type mcpCommand struct {
	dapCommand
	forks bool
}

func NewMCP(m *cli.Machsim) *cobra.Command {
	d := &mcpCommand{dapCommand: dapCommand{Settings: m.Settings()}}
	c, f := m.Command(cli.Command{
		Use:   "mcp",
		Short: "the debugger for an assistant, by the Model Context Protocol",
		Long: `mcp lets an assistant go through a run, forwards and backwards, with tools: it starts this
command, and speaks to it by the Model Context Protocol on standard input and output. Which run is
opened the assistant says: a program, the directory of a package, or the file of a recording.

Runs are made in memory and looked at: no file is written, but for machsim's cache of packages that
it has built. With --forks the assistant may make forks and other runs, record them below this
directory, and keep notes beside a recording. docs/ASSISTANTS.md tells how it is set up.`,
		Example: "  machsim mcp\n  machsim mcp --forks",
		Args:    cobra.NoArgs, Run: d.serve,
	})
	f.BoolVar(&d.forks, "forks", false, "let the assistant make forks and other runs, and record them")
	return c
}

// serve serves a client until it leaves.
func (d *mcpCommand) serve(c *cobra.Command, _ []string) error {
	d.Hook()
	d.errs, d.again, d.Memory = c.ErrOrStderr(), []string{"mcp"}, !d.forks
	if d.forks {
		d.again = append(d.again, "--forks")
	}
	shelf := &shelf.Shelf{Analyses: source.Analysed(d.Machsim), Process: d.ThisProcess(), Opens: d.Debugs,
		Usual: d.Options}
	d.looks = func(o *debugger.Options) {
		o.ReadOnly, o.Keep, o.Read, o.Write = !d.forks, true, shelf.Read, shelf.Write
		if !d.forks {
			o.Keeper = nil
		}
	}
	ctx, done := d.UntilInterrupt()
	defer done()
	conn, err := d.connect(ctx, c)
	if err != nil {
		return err
	}
	err = mcp.New(mcp.Options{Version: cli.Version(), Forks: d.forks, Opener: d, Shelf: shelf}).
		Serve(ctx, conn, conn)
	if err != nil {
		err = cli.FailedBy(err)
	}
	return afterServing(err)
}
