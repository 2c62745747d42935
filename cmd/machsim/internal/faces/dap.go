//go:build !wasm

package faces

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/face/dap"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// dapCommand has the flags of the command dap.
type dapCommand struct {
	cli.Settings
	listen string // an address of this machine, "" for standard input and output
	errs   io.Writer
	again  []string                // the command that serves the client in a machsim with another package
	looks  func(*debugger.Options) // completes how runs are opened; nil for nothing
	join   joining
}

func NewDap(m *cli.Machsim) *cobra.Command {
	d := &dapCommand{Settings: m.Settings(), again: []string{"dap"}}
	c, f := m.Command(cli.Command{
		Use:   "dap",
		Short: "the debugger for an editor, by the Debug Adapter Protocol",
		Long: `dap lets an editor go through a run, forwards and backwards: it starts this command, and speaks
to it by the Debug Adapter Protocol, on standard input and output or, with --listen, as the one
client of a port of this machine. What to launch the editor says: a program, the directory of a
package, or the file of a recording. docs/EDITORS.md tells how editors are set up.`,
		Example: "  machsim dap\n  machsim dap --listen 127.0.0.1:4711",
		Args:    cobra.NoArgs, Run: d.serve,
	})
	f.StringVar(&d.listen, "listen", "", "wait for one client at `ADDRESS`, a port of 127.0.0.1, and end when it leaves")
	d.join.register(c, f, d.joinsEditor)
	return c
}

// serve serves a client until it leaves.
func (d *dapCommand) serve(c *cobra.Command, _ []string) error {
	if err := d.join.stray(c.Flags()); err != nil {
		return err
	}
	d.Hook()
	d.errs = c.ErrOrStderr()
	ctx, done := d.UntilInterrupt()
	defer done()
	conn, err := d.connect(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err = dap.New(conn, d).Serve(ctx); err != nil {
		err = cli.FailedBy(fmt.Errorf("the client: %w", err))
	}
	return afterServing(err)
}

// connect returns the connection with the client.
func (d *dapCommand) connect(ctx context.Context, c *cobra.Command) (io.ReadWriteCloser, error) {
	if d.listen == "" {
		out := c.OutOrStdout()
		os.Stdout = os.Stderr // what programs write there is no message
		return standard{c.InOrStdin(), out}, nil
	}
	host, _, err := net.SplitHostPort(d.listen)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return nil, cli.Wrong("--listen takes a port of this machine, such as 127.0.0.1:4711, not %s: whoever connects may "+
			"run programs", d.listen)
	}
	l, err := net.Listen("tcp", d.listen)
	if err != nil {
		return nil, cli.Wrong("no client can connect: %v", err)
	}
	defer l.Close()
	context.AfterFunc(ctx, func() { l.Close() })
	fmt.Fprintf(c.OutOrStdout(), "listening on %s\n", l.Addr())
	conn, err := l.Accept()
	if err != nil {
		return nil, cli.FailedBy(errors.New("no client has come"))
	}
	return conn, nil
}

// standard is standard input and output.
type standard struct {
	io.Reader
	io.Writer
}

func (standard) Close() error { return nil }

// Open opens the run that a client launches.
func (d *dapCommand) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	name := cmp.Or(l.Recording, l.Program)
	if l.Session != "" {
		return d.joined(ctx, l)
	}
	if d.User == nil {
		if x, err := d.elsewhere(name, l, told); x != nil || err != nil {
			return x, pictured(err)
		}
	}
	x, err := d.opensRun(ctx, name, l, told)
	return x, pictured(err)
}

// pictured is an error as a client shows it.
func pictured(err error) error {
	if err == nil {
		return nil
	}
	if x := cli.ExitOf(err); x.Err != nil {
		return x.Err
	}
	return err
}

// opensRun opens a recording, or makes a run and opens that.
func (d *dapCommand) opensRun(ctx context.Context, name string, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	if l.Recording != "" || cli.IsFile(name) && d.FindProgram(name) == nil {
		rec, err := study.Read(name)
		if err != nil {
			return nil, err
		}
		return d.opensRecording(ctx, rec, name, told)
	}
	p := d.FindProgram(name)
	if p == nil {
		return nil, d.NoSuchProgram(name)
	}
	s, err := d.studyOf(p, l, told)
	if err != nil {
		return nil, err
	}
	if l.Live {
		b, err := s.Live(ctx, d.options(told, nil, ""))
		if err != nil {
			return nil, err
		}
		return &dap.Opened{Debugger: b, Close: b.Close}, nil
	}
	told.Does("making the run")
	run, err := s.Run(ctx, kernel.Tracer{})
	if err != nil {
		return nil, err
	}
	defer run.Close()
	if run.Err != nil {
		return nil, run.Err
	}
	rec, err := run.Recording()
	if err != nil {
		return nil, err
	}
	return d.opensRecording(ctx, rec, run.Setup.Recording, told)
}

// opensRecording opens a recording.
func (d *dapCommand) opensRecording(ctx context.Context, rec *debugger.Recording, path string, told dap.Told) (
	*dap.Opened, error) {
	p, err := d.ThisProcess().ProgramOf(rec, path)
	if err != nil {
		return nil, err
	}
	d.Debugs(path)
	b, err := debugger.Open(ctx, debugger.Source{Recording: rec, Program: p, File: path}, d.options(told, rec, path))
	if err != nil {
		return nil, err
	}
	return &dap.Opened{Debugger: b, Close: b.Close}, nil
}

// options are those of a Debugger for an editor: the client has the breakpoints, and knows them the next time.
func (d *dapCommand) options(told dap.Told, rec *debugger.Recording, path string) debugger.Options {
	o := d.OpeningOf(debugger.Source{Recording: rec, File: path}, debugger.Options{Program: d.FindProgram,
		Write: study.Write, ForkFile: study.ForkFile, Early: early})
	o.Progress = told.Progress
	if d.looks != nil {
		d.looks(&o)
	}
	return o
}

// studyOf is the study of the run that a client wants.
func (d *dapCommand) studyOf(p *kernel.Program, l dap.Launch, told dap.Told) (*study.Study, error) {
	x := d.Options
	x.Process, x.Input = d.ThisProcess(), strings.NewReader("")
	x.Warn = func(format string, args ...any) { fmt.Fprintln(told.Says, quote.Line(fmt.Sprintf(format, args...))) }
	x.Faults, x.Strategy, x.Preempt, x.Weak = l.Faults, cmp.Or(l.Strategy, x.Strategy), l.Preempt, l.Weak
	x.MaxEvents, x.Args = l.MaxEvents, map[string]string{}
	x.Claims = study.Claims{Always: l.Always, Never: l.Never, Finally: l.Finally}
	for name, value := range l.Args {
		x.Args[name] = fmt.Sprint(value)
	}
	if l.LoopLimit != "" {
		limit, err := time.ParseDuration(l.LoopLimit)
		if err != nil || limit <= 0 {
			return nil, cli.Wrong("a loopLimit is a time above 0, such as 10s, not %q", l.LoopLimit)
		}
		x.LoopLimit = limit
	}
	if l.Keep != "" {
		keep, err := study.ParseKeep(l.Keep)
		if err != nil {
			return nil, cli.Wrong("keep: %v", err)
		}
		x.Keep = keep
	}
	x.Seed = d.SeedOf(l.Seed)
	return study.Open(p, x)
}

// elsewhere builds the machsim with the package that a launch names, and lets it serve the client; nil if it names
// none.
func (d *dapCommand) elsewhere(name string, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	w := launch.Wanted{Word: name, Hooks: true, Trusts: l.Trust, Preempts: l.Preempt}
	switch {
	case cli.IsFile(name):
		if w.Word, w.File = "", name; !launch.OfPackage(name) {
			return nil, nil
		}
	case l.Recording != "" || !userprog.IsWord(name):
		return nil, nil
	}
	told.Does("building the program, with hooks for the source level")
	b, err := launch.Build(d.Machsim, w, launch.Opener{Trusts: l.Trust, In: strings.NewReader(""), Errs: told.Says})
	if errors.Is(err, userprog.ErrBuild) {
		return nil, errors.New("the package cannot be built: the debug console says why")
	} else if err != nil {
		return nil, err
	}
	other, err := d.start(b.Exe)
	if err != nil {
		return nil, err
	}
	if w.File == "" {
		other.Program = b.Program
	}
	return &dap.Opened{Other: other, Close: func() { other.In.Close() }}, nil
}

// start starts another machsim that serves the client by a pipe.
func (d *dapCommand) start(exe string) (*dap.Other, error) {
	cmd := exec.Command(exe, d.again...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%v", userprog.OutsideVariable, d.Outside))
	cmd.Stderr = d.errs
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &dap.Other{In: in, Out: out, Ended: cmd.Wait}, cmd.Start()
}
