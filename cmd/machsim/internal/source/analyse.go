//go:build !wasm

// Package source has the commands that read the source of programs, or change it: vet, analyse and mutate.
package source

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/event/text"
	"machsim/debugger/study"
)

// analysing has the flags of the command analyse.
type analysing struct {
	*cli.Machsim
	json, dot, svg bool
}

func NewAnalyse(m *cli.Machsim) *cobra.Command {
	a := &analysing{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "analyse [PROGRAM | PACKAGE [PROGRAM]]",
		Short: "say what processes can know of each other, without a run",
		Long: `analyse reads the source of the package in the current directory, of a program that machsim
list shows, or of the package that is named as for the go command, and says of each program in it which processes it makes, what
they send and receive, and which message may be received where: by its port, and by the
type of the struct. From that it follows before which calls a process knows what another
one shows (th.Watch), in every run, and that this lasts until the process goes on (Spezialetti and
Gupta's simultaneous events); and whom it owes an answer. check 'simultaneous(...)' says the same
of one recorded run, and run --halt-when 'simultaneous(...)' halts where one knows. Beyond that the rules of
machsim vet on whole programs are applied. What was not followed is listed, and may do anything: then nothing is
claimed. docs/ANALYSIS.md tells more.

Exit codes: 0 all was followed and nothing is wrong, 1 not so, 2 the package cannot be read.`,
		Example: `  machsim analyse
  machsim analyse oneport
  machsim analyse ./lab
  machsim analyse rendezvous --svg > rendezvous.svg
  machsim analyse rendezvous --dot | dot -Tsvg -o rendezvous.svg`,
		Args: cobra.MaximumNArgs(2),
		Run:  a.analyse,
	})
	f.BoolVar(&a.json, "json", false, "print the programs as a JSON list")
	f.BoolVar(&a.dot, "dot", false, "print the graph of one program for Graphviz")
	f.BoolVar(&a.svg, "svg", false, "draw the graph of one program, as SVG")
	return c
}

func (a *analysing) analyse(c *cobra.Command, args []string) error {
	pkg, name := ".", ""
	if len(args) > 0 {
		pkg = args[0]
	}
	if len(args) > 1 {
		name = args[1]
	}
	var all []*analyse.Report
	var err error
	if p := a.FindProgram(pkg); p != nil && name == "" {
		all = make([]*analyse.Report, 1)
		all[0], err = reportOf(a.Machsim, p)
	} else {
		all, err = reports(".", pkg, name)
	}
	if err != nil {
		return cli.WrongBy(err)
	}
	switch {
	case a.dot && a.json || a.dot && a.svg || a.json && a.svg:
		return cli.Wrong("--dot, --svg and --json do not go together")
	case (a.dot || a.svg) && len(all) != 1:
		return cli.Wrong("--%s is of one program; say which, as in machsim analyse %s %s --%[1]s",
			map[bool]string{true: "dot", false: "svg"}[a.dot], pkg, all[0].Program)
	}
	if err := a.print(c.OutOrStdout(), all); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(r *analyse.Report) bool { return r.Open() || len(r.Faults) > 0 }) {
		return cli.Failed
	}
	return nil
}

// print prints reports in the form that is asked for.
func (a *analysing) print(w io.Writer, all []*analyse.Report) error {
	switch {
	case a.json:
		return study.WriteJSON(w, all)
	case a.dot:
		fmt.Fprint(w, all[0].DOT())
		return nil
	case a.svg:
		fmt.Fprint(w, all[0].SVG())
		return nil
	}
	for i, r := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, r.Text())
	}
	return nil
}

// reports are those on the programs of a package, as the go command names it in a directory, or on the one of a name.
func reports(at, pkg, name string) (all []*analyse.Report, err error) {
	found, err := analyse.Load(at, pkg)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range found {
		if names = append(names, p.Name); name == "" || p.Name == name {
			all = append(all, p.Analyse().Report())
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no such kernel.Program%s", pkg,
			text.Near(strings.TrimSpace(name), names, "it has none at all"))
	}
	return all, nil
}
