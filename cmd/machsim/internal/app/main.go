package app

import (
	"fmt"
	"io"
	"os"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger"
	"machsim/ipc/quote"
	"machsim/programs"
)

// Main runs the command line of this process with the sample programs, and ends the process. The engine answers
// queries in SQL; it may be nil.
func Main(sql debugger.QueryEngine) {
	main(&cli.Machsim{Programs: programs.All, SamplesOnly: true, Queries: sql})
}

// MainOfMany is Main of a machsim that shares explorations with others, by a queue.
func MainOfMany(sql debugger.QueryEngine, queue workqueue.Queue) {
	main(&cli.Machsim{Programs: programs.All, SamplesOnly: true, Queries: sql, Queue: queue})
}

// MainOf runs the command line of this process with the programs of a user's package, and ends the
// process.
func MainOf(user *userprog.Linked, sql debugger.QueryEngine) {
	m := &cli.Machsim{Programs: user.Programs, User: user, Outside: user.Outside, Queries: sql}
	m.Second = builder(m)
	main(m)
}

func main(m *cli.Machsim) {
	beside()
	if m.User != nil && m.User.Answers() {
		return
	}
	m.Supervisor = supervise.Connect()
	code := run(m, os.Args[1:], term.Input, os.Stdout, os.Stderr)
	m.Supervisor.Ends(code)
	os.Exit(code)
}

// run runs the command line and returns the exit code.
func run(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) int {
	m.Words = args
	written := &term.Output{Writer: out}
	done, err := false, error(nil)
	for _, does := range doers {
		if !done && err == nil {
			done, err = does(m, args, in, written, errs)
		}
	}
	if !done && err == nil {
		err = execute(m, args, in, written, errs)
	}
	if lost := written.Lost(); lost != nil {
		err = cli.Wrong("the output is not complete: %v", lost)
	}
	if err == nil {
		return cli.ExitOK
	}
	e := cli.ExitOf(err)
	if text := e.Error(); text != "" {
		fmt.Fprintln(errs, "machsim: "+quote.Text(text))
	}
	return e.Code
}

// doer does a command in place of this process, if that is for it to do.
type doer func(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) (done bool, err error)

func execute(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) error {
	root := m.NewRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	return root.Execute()
}
