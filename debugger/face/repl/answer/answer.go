package answer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/input"
	"machsim/ipc/quote"
)

// Answer is the answer of the command at work: what it asks, with which words, and what it has written so far.
type Answer struct {
	D     *debugger.Debugger
	Ctx   context.Context // whose end interrupts the command
	Args  []input.Word    // as they were typed
	Line  string          // likewise, without the name of the command
	Parts text.Parts      // what the command has written
}

// Printf adds to the answer, after the Debugger's notices. Its callers put nothing with line breaks into
// it; Printf makes sure that all of it is printable.
func (a *Answer) Printf(format string, args ...any) {
	a.noticed()
	a.Parts.Print(quote.Text(fmt.Sprintf(format, args...)))
}

// Linkf does as Printf, with a text that leads to something.
func (a *Answer) Linkf(to text.Link, format string, args ...any) {
	a.noticed()
	a.Parts.PrintTo(to, quote.Text(fmt.Sprintf(format, args...)))
}

// noticed adds the Debugger's notices.
func (a *Answer) noticed() {
	for _, sentence := range a.D.Notices() {
		a.Parts.Print(quote.Text(sentence) + "\n")
	}
}

// Table adds a table to the answer.
func (a *Answer) Table(t *text.Table) {
	a.noticed()
	a.Parts.Add(t)
}

// TableOr prints a table, or none if it has no rows.
func (a *Answer) TableOr(none string, t *text.Table) {
	if len(t.Rows) == 0 {
		a.Printf("%s\n", none)
		return
	}
	a.Table(t)
}

// Each does something for each of the threads that some words mean; for the one in focus if there are none.
func (a *Answer) Each(words []string, do func(thread string) error) error {
	if len(words) == 0 {
		return do("")
	}
	all, err := a.D.FindThreads(a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	for _, thread := range all {
		if len(all) > 1 {
			a.Linkf(text.Link{Kind: "thread", Name: thread}, "%s:\n", thread)
		}
		if err := do(thread); err != nil {
			return err
		}
	}
	return nil
}

// Within is what is known of the present run.
func (a *Answer) Within() string {
	r, _ := a.D.Run(a.Ctx)
	return r.Within
}

// ErrUnseen is the error of a command that shows what is between two kernel calls.
var ErrUnseen = errors.New("what the programs do between two kernel calls is not known in this session; backtrace " +
	"shows the calls that a thread is in, print what the programs show, and stop if PREDICATE stops at it")

// Known says that the lines of the program are not known, where that is what a method says.
func Known(err error) error {
	if errors.Is(err, debugger.ErrNoStatements) {
		return ErrUnseen
	}
	return err
}
