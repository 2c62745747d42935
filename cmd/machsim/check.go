package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"machsim/debugger/predicate"
	"machsim/debugger/repl"
	"machsim/debugger/session"
	"machsim/kernel/quote"
)

// checking is the flags of the check command.
type checking struct {
	limit   int
	control bool
}

func newCheck() *cobra.Command {
	k := &checking{}
	c := &cobra.Command{
		Use:   "check FILE PREDICATE",
		Short: "say whether a recorded run satisfies a global predicate, and where",
		Long: `check looks for the first consistent state of a recorded run that satisfies a predicate
over several processes, says why it does, and where each thread stands there. The exit
code is 0 if there is one, and 1 if there is none. A place that the run never comes to, such
as a label, holds in no state, and check says so. docs/PREDICATES.md has the language.`,
		Example: `  machsim check .machsim/bank-9.rec 'bank.balance[0] + bank.balance[1] > 202'
  machsim check run.rec 'label critical by node1 and label critical by node2'
  machsim check run.rec 'send to port a -> receive by worker -> task-exit'
  machsim check run.rec 'definitely(leader.elected = 1)'`,
		Args:              checkArguments,
		RunE:              func(c *cobra.Command, args []string) error { return k.check(c, args[0], args[1]) },
		ValidArgsFunction: completeRecording,
	}
	addTrust(c)
	c.Flags().BoolVar(&k.control, "control", false, "say what a debugger without the causal order needs to halt there")
	c.Flags().IntVar(&k.limit, "limit", predicate.DefaultLimit, "give a search up after `N` states, or sooner where many threads take part")
	return c
}

func checkArguments(_ *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return wrong("check needs a recording and a predicate: machsim check FILE 'PREDICATE'")
	case len(args) > 2:
		return wrong("check takes one predicate; put it in quotes: machsim check FILE '%s ...'", args[1])
	}
	return nil
}

func (k *checking) check(c *cobra.Command, path, text string) error {
	if k.limit < 1 {
		return wrong("--limit must be above 0, not %d", k.limit)
	}
	s, err := openSession(path)
	if err != nil {
		return err
	}
	defer s.Close()
	stop, done := interrupts()
	defer done()
	s.Stop, s.Predicates().Limit = stop, k.limit
	looked := newCount(c.ErrOrStderr(), "%d states looked at")
	s.Predicates().Progress = looked.show
	p, _, err := s.Predicate(text)
	if err != nil {
		return mistaken(err)
	}
	found, err := p.First()
	looked.end()
	var undecided *predicate.Undecided
	w := c.OutOrStdout()
	switch {
	case errors.As(err, &undecided):
		return exit{exitFailed, err}
	case errors.Is(err, session.ErrStopped):
		return interrupted
	case err != nil:
		return exit{exitWrong, err}
	case found == nil:
		fmt.Fprintf(w, "%s  seed %d  no state of the run satisfies it\n", s.Program.Name, s.Rec.Seed)
		remarks(w, s, p)
		return failed
	}
	fmt.Fprintf(w, "%s  seed %d  %s\n", s.Program.Name, s.Rec.Seed, satisfied(p.Form))
	for _, line := range found.Lines() {
		fmt.Fprintln(w, " ", quote.Line(line))
	}
	remarks(w, s, p)
	if k.control {
		if err := effort(w, p); err != nil {
			return err
		}
	}
	return stands(w, s, found)
}

// remarks tells what an answer leaves open: places that the run never comes to, and the rest of a
// run that is not in the recording.
func remarks(w io.Writer, s *session.Session, p *predicate.Predicate) {
	for _, text := range p.Remarks {
		fmt.Fprintf(w, "  %s\n", quote.Line(text))
	}
	if s.Rec.Truncated {
		fmt.Fprintf(w, "  the recording is truncated: it ends with event %d, and what the run did after that is not known\n", s.Rec.Events)
	}
}

// effort tells what Manabe and Aoyagi's algorithm needs to halt at the state.
func effort(w io.Writer, p *predicate.Predicate) error {
	e, err := p.Effort()
	switch {
	case err != nil:
		return exit{exitWrong, err}
	case e != nil:
		fmt.Fprintf(w, "  Manabe and Aoyagi's algorithm halts a replay here with %d control messages among the processes, and %d to the termination detector\n", e.Requests, e.Changes)
	}
	return nil
}

// satisfied says what was found.
func satisfied(f predicate.Form) string {
	switch f {
	case predicate.Possibly:
		return "possible: a state that satisfies it"
	case predicate.Definitely:
		return "definite: every way to the end comes to a state that satisfies it, as this one"
	}
	return "satisfied, at first here"
}

// stands says where each thread stands in the state that was found.
func stands(w io.Writer, s *session.Session, found *predicate.Found) error {
	if err := s.MoveTo(found.Cut); err != nil {
		return exit{exitWrong, err}
	}
	prompt := repl.New(s, repl.Options{Out: w})
	defer prompt.Close()
	return prompt.Do("where")
}

// interrupted is what comes of a search that was given up.
var interrupted = exit{exitFailed, errors.New("interrupted: it is not known whether a state satisfies it")}

// mistaken is the answer to a predicate that is wrong.
func mistaken(err error) error {
	var m *predicate.Mistake
	switch {
	case errors.As(err, &m):
		return exit{exitWrong, errors.New(m.Show())}
	case errors.Is(err, session.ErrStopped):
		return interrupted
	}
	return exit{exitWrong, err}
}
