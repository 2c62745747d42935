package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/wire"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// checking has the flags of the command check.
type checking struct {
	*cli.Machsim
	limit   int
	control bool
	trace   bool
	delay   int
	seed    uint64
	all     bool
	json    bool
	model   string // a predefined one that remote calls are held against; "" for none
}

func newCheck(m *cli.Machsim) *cobra.Command {
	k := &checking{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "check FILE [PREDICATE]",
		Short: "say whether a recorded run satisfies a global predicate, and where",
		Long: `check looks for the first consistent state of a recorded run that satisfies a predicate
over several processes, says why it does, and where each thread stands there. The exit
code is 0 if there is one, and 1 if there is none. A place that the run never comes to, such
as a label, holds in no state, and check says so. Variables, those of functions too, are looked
at at statements; a package is built once more for that, with hooks. docs/PREDICATES.md has the
language.

--all lists where all conditions of single processes that are joined by and hold at one time:
choices of a span of each, as many as --limit says or 10,000, and of each two conditions whether they
are ordered, that is one came about before the other (Miller and Choi's set SCP).

--control runs Manabe and Aoyagi's algorithm, by which debuggers halt a replay at that state
that do not know the causal order: they ask each other by control messages to go on, and
Dijkstra and Scholten's, which detects that all have halted. Time is counted in steps; a
process takes an event in each. --trace shows the moves.

With --linearizable and no predicate, check says whether the remote calls to a service could have been made one after
the other, as a predefined model answers them. The exit code is 0 if they could. These are the models, with their
settings and what these are when they are not given:

` + debugger.LinearHelp(),
		Example: `  machsim check .machsim/bank-9.rec 'bank.balance[0] + bank.balance[1] > 202'
  machsim check run.rec 'label critical by node1 and label critical by node2'
  machsim check run.rec 'send to port a -> receive by worker -> task-exit'
  machsim check run.rec 'definitely(leader.elected = 1)'
  machsim check run.rec 'a.busy = 1 and b.busy = 1' --all
  machsim check run.rec 'a.busy = 1 and b.busy = 1' --control --trace --delay 4
  machsim check .machsim/bank-9.rec --linearizable map:port=bank,init=100`,
		Args: k.arguments,
		Run: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				return k.linearizable(c, args[0])
			}
			return k.check(c, args[0], args[1])
		},
	})
	cli.AddServers(c)
	f.BoolVar(&k.all, "all", false, "list all spans in which the conditions of a conjunction hold at one time")
	f.BoolVar(&k.control, "control", false, "say what debuggers without the causal order need to halt there")
	f.BoolVar(&k.trace, "trace", false, "with --control, show their messages, one by one")
	f.IntVar(&k.delay, "delay", 1, "with --control, each of their messages takes `N` steps")
	f.Uint64Var(&k.seed, "seed", 0, "with --control, each of their messages takes up to --delay steps, as `SEED` chooses")
	f.BoolVar(&k.json, "json", false, "print the answer as a JSON object")
	f.StringVar(&k.model, "linearizable", "", "say whether remote calls are linearizable as a `MODEL`")
	f.IntVar(&k.limit, "limit", debugger.DefaultLimit, "give a search up after `N` states, or sooner where many "+
		"threads take part; and list `N` rows with --all (10000 if not given)")
	c.ValidArgsFunction = cli.CompleteRecording
	return c
}

func (k *checking) arguments(c *cobra.Command, args []string) error {
	switch linearizing := c.Flags().Changed("linearizable"); {
	case linearizing && k.json:
		return cli.Wrong("--json and --linearizable do not go together")
	case linearizing && len(args) != 1:
		return cli.Wrong("check --linearizable MODEL takes a recording, and no predicate")
	case linearizing:
		return nil
	case len(args) < 2:
		return cli.Wrong("check needs a recording and a predicate: machsim check FILE 'PREDICATE'")
	case len(args) > 2:
		return cli.Wrong("check takes one predicate; put it in quotes: machsim check FILE '%s ...'", args[1])
	}
	return nil
}

func (k *checking) check(c *cobra.Command, path, text string) error {
	asked, err := k.asked(c, text)
	if err != nil {
		return err
	}
	return k.Opened(c, path, func(ctx context.Context, d *debugger.Debugger) error {
		looked := term.NewWorking(c.ErrOrStderr())
		asked.Progress = func(n int) { looked.Count(n, "states looked at") }
		x, err := d.Check(ctx, asked)
		looked.End()
		if err != nil {
			return undecided(err)
		}
		return k.answer(ctx, c.OutOrStdout(), d, x)
	})
}

// mostRows is how many rows --all lists if --limit says nothing else.
const mostRows = 10_000

// asked is what the flags ask for.
func (k *checking) asked(c *cobra.Command, text string) (x debugger.Check, err error) {
	switch f := c.Flags(); {
	case k.limit < 1:
		return x, cli.TooSmall("limit", k.limit)
	case k.delay < 1 || k.delay > debugger.MostDelay:
		return x, cli.Wrong("--delay must be from 1 to %d, not %d", debugger.MostDelay, k.delay)
	case !k.control && (k.trace || f.Changed("delay") || f.Changed("seed")):
		return x, cli.Wrong("--trace, --delay and --seed go with --control")
	}
	x = debugger.Check{Predicate: text, Limit: k.limit, Orders: true}
	if k.control {
		x.Control = &debugger.Control{Delay: k.delay, Seed: k.seed, Trace: k.trace}
	}
	if k.all {
		if x.Together = mostRows; c.Flags().Changed("limit") {
			x.Together = k.limit
		}
	}
	return x, nil
}

// linearizable says whether the remote calls of a recorded run are linearizable as a predefined model.
func (k *checking) linearizable(c *cobra.Command, path string) error {
	if err := debugger.LinearMistake(k.model); err != nil {
		return cli.Wrong("--linearizable: %v", err)
	}
	return k.Opened(c, path, func(ctx context.Context, d *debugger.Debugger) error {
		run, err := d.Info(ctx)
		if err != nil {
			return err
		}
		x, err := d.Linearizable(ctx, k.model)
		if err != nil {
			return err
		}
		w := c.OutOrStdout()
		fmt.Fprintf(w, "%s  seed %d  %s\n", run.Program, run.Seed, quote.Line(x.String()))
		for _, line := range x.Lines() {
			fmt.Fprintf(w, "  %s\n", quote.Line(line))
		}
		if x.Event > 0 {
			fmt.Fprintf(w, "  look at it: %s, and there: goto %d\n", k.CommandOn("debug", path), x.Event)
		}
		if x.Event > 0 || x.Undecided || x.Calls == 0 {
			return cli.Failed
		}
		return nil
	})
}

// answer prints what the run says to the predicate, and where.
func (k *checking) answer(ctx context.Context, w io.Writer, d *debugger.Debugger, x *debugger.Checked) error {
	run, err := d.Info(ctx)
	if err != nil {
		return cli.WrongBy(err)
	}
	if k.json {
		return k.answerJSON(w, run, x)
	}
	for i, line := range answer.Checked(x) {
		if i == 0 {
			fmt.Fprintf(w, "%s  seed %d  %s\n", run.Program, run.Seed, line)
			continue
		}
		fmt.Fprintln(w, " ", quote.Line(line))
	}
	remarks(w, run, x)
	further(w, x)
	if !x.Position.IsZero() {
		if _, err := d.Goto(ctx, x.Position); err != nil {
			return cli.WrongBy(err)
		}
		if err := cli.Tells(d, w, "where"); err != nil {
			return err
		}
	}
	if !x.Found {
		return cli.Failed
	}
	return nil
}

// further prints what was asked for beside the first state.
func further(w io.Writer, x *debugger.Checked) {
	var lines []string
	if x.Effort != nil {
		lines = answer.Effort(x.Effort)
	}
	if x.Together != nil {
		more, t := answer.Together(x.Together)
		lines = append(append(lines, more...), strings.Split(strings.TrimSuffix(t.Text(0), "\n"), "\n")...)
	}
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", quote.Line(line))
	}
}

// remarks prints what limits the answer: places that the run never comes to, and that the recording ends
// before the run did.
func remarks(w io.Writer, run *debugger.Info, x *debugger.Checked) {
	for _, text := range x.Limits() {
		fmt.Fprintf(w, "  %s\n", quote.Line(text))
	}
	if run.Truncated {
		fmt.Fprintf(w, "  the recording is truncated: it ends with event %d, and what the run did after that is not known\n",
			run.Events)
	}
}

// undecided is an error of a search for a state.
func undecided(err error) error {
	if given := (*debugger.Interrupted)(nil); errors.As(err, &given) {
		return cli.FailedBy(errors.New("interrupted: it is not known whether a state satisfies it"))
	}
	return err
}

// checked is what check --json prints.
type checked struct {
	Program   string   `json:"program"`
	Seed      uint64   `json:"seed"`
	Found     bool     `json:"found"`              // a state satisfies it
	Position  string   `json:"position,omitempty"` // the first one, for goto
	Text      []string `json:"text"`
	Remarks   []string `json:"remarks,omitempty"`
	Truncated bool     `json:"truncated,omitempty"` // the run went on after the recording's end

	Effort   json.RawMessage `json:"effort,omitempty"`   // of --control, as docs/PROTOCOL.md has it
	Together json.RawMessage `json:"together,omitempty"` // of --all, likewise
}

func (k *checking) answerJSON(w io.Writer, run *debugger.Info, x *debugger.Checked) error {
	j := checked{Program: run.Program, Seed: run.Seed, Found: x.Found, Text: quote.List(answer.Checked(x)),
		Remarks: quote.List(x.Limits()), Truncated: run.Truncated}
	if !x.Position.IsZero() {
		j.Position = x.Position.String()
	}
	if x.Effort != nil {
		j.Effort = wire.Encode(x.Effort)
	}
	if x.Together != nil {
		j.Together = wire.Encode(x.Together)
	}
	if err := study.WriteJSON(w, j); err != nil || x.Found {
		return err
	}
	return cli.Failed
}
