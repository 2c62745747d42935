package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/record"
	"machsim/debugger/study/linear"
	"machsim/ipc/quote"
)

// Model is a model of a service.
type Model = linear.Model

// Claims are what has to be true of runs, each a predicate or a model of a service. A predicate may have a name before
// it, one word and a colon: "one-master: count of (master) < 2".
type Claims struct {
	Always  []string // is false after no step; where values are missing it is not false
	Never   []string // is true after no step, or its events do not happen
	Finally []string // is true at the end of a run that has done what it should, or its events have happened
	NoState []string // is true in no consistent state of a run that has done what it should

	// Sometimes are goals: each is true after a step of some run, or its events happen. No run breaks them.
	Sometimes []string

	Linearizable []string        // the remote calls are linearizable, as linear.Parse reads it
	Models       []*linear.Model // they are linearizable as these
}

// kind says which list of Claims a claim is in.
type kind uint8

const (
	always kind = iota
	never
	finally
	noState
	sometimes
)

// flags are the kinds as the command line calls them, and broken is what is said of a run that
// breaks one.
var (
	flags  = flagsOf(PredicateKinds)
	broken = []string{"not always: ", "this was never to be: ", "not true at the end: ", "a state of the run satisfies: ",
		""} // a run breaks no goal
)

// claim is one of Claims.
type claim struct {
	kind kind
	text string // with its name
}

// predicate is the claim without its name.
func (c claim) predicate() string { return Predicate(c.text) }

// Predicate is what a claim says, without its name.
func Predicate(claim string) string {
	_, predicate := lang.Claim(claim)
	return predicate
}

func (c claim) String() string { return flags[c.kind] + " " + fmt.Sprintf("%q", c.text) }

// all returns the claims that are predicates, in the order of their kinds.
func (c *Claims) all() (all []claim) {
	for k, texts := range [][]string{c.Always, c.Never, c.Finally, c.NoState, c.Sometimes} {
		for _, text := range texts {
			all = append(all, claim{kind(k), text})
		}
	}
	return all
}

// ClaimsOf returns the claims that a recording has, which Words has made.
func ClaimsOf(words []string) (c Claims) {
	for pair := range slices.Chunk(words, 2) {
		if list := c.list(pair[0]); list != nil {
			*list = append(*list, pair[1])
		}
	}
	return c
}

// ClaimKinds are the kinds of claims, each a flag of the command line.
var ClaimKinds = record.ClaimKinds

// PredicateKinds are those of claims that are predicates.
var PredicateKinds = ClaimKinds[:len(broken)]

// Claim adds a claim of a kind.
func (c *Claims) Claim(kind, claim string) error {
	list := c.list("--" + kind)
	if list == nil {
		return fmt.Errorf("there is no claim %q; %s", kind, text.Offer(kind, ClaimKinds, "claims"))
	}
	*list = append(*list, claim)
	return nil
}

// Assert adds an assertion about time. One that looks ahead ends a run at the step that refutes it; any other is judged
// at the end.
func (c *Claims) Assert(claim string) {
	if n, err := lang.Parse(Predicate(claim)); err == nil && n.Any((*lang.Node).IsOfFuture) {
		c.Always = append(c.Always, claim)
	} else {
		c.Finally = append(c.Finally, claim)
	}
}

// list is where claims of a flag are; nil for none.
func (c *Claims) list(flag string) *[]string {
	all := []*[]string{&c.Always, &c.Never, &c.Finally, &c.NoState, &c.Sometimes}
	if i := slices.Index(flags, flag); i >= 0 {
		return all[i]
	}
	if flag == linearizableFlag {
		return &c.Linearizable
	}
	return nil
}

// None says whether there are no claims.
func (c *Claims) None() bool { return len(c.all())+len(c.Linearizable)+len(c.Models) == 0 }

// Words returns the claims as words of a command line.
func (c *Claims) Words() (words []string) {
	for _, x := range c.all() {
		words = append(words, flags[x.kind], x.text)
	}
	for _, text := range c.Linearizable {
		words = append(words, linearizableFlag, text)
	}
	return words
}

// Wrong is a claim with a mistake in it.
type Wrong struct {
	Flag string // what the command line calls it
	Err  error  // a mistake in its text, as a rule
}

func (w *Wrong) Error() string { return fmt.Sprintf("%s: %v", w.Flag, w.Err) }

func (w *Wrong) Unwrap() error { return w.Err }

// Picture shows the mistake in the text of the claim; "" if it has none that can be shown.
func (w *Wrong) Picture() string {
	if m := w.mistake(); m != nil {
		return m.Show()
	}
	return ""
}

// Variable is the name of a variable that is not known; "" if that is not what is wrong.
func (w *Wrong) Variable() string {
	if m := w.mistake(); m != nil {
		return m.Variable
	}
	return ""
}

func (w *Wrong) mistake() (m *lang.Mistake) {
	errors.As(w.Err, &m)
	return m
}

// Pictured is an error, with a picture of the mistake if a claim has one.
func Pictured(err error) error {
	var w *Wrong
	if errors.As(err, &w) && w.Picture() != "" {
		return fmt.Errorf("%s:\n%s", w.Flag, w.Picture())
	}
	return err
}

// Check returns a *Wrong if a claim is wrong, as far as its text alone tells.
func (c *Claims) Check() error {
	for _, x := range c.all() {
		form, err := debugger.Asks(x.predicate())
		if err == nil {
			err = x.fits(form)
		}
		if err != nil {
			return x.wrong(err)
		}
	}
	return c.checkModels()
}

// fits returns an error if a predicate of this form cannot be a claim of this kind.
func (c claim) fits(form debugger.Form) error {
	events := form == debugger.Linked || form == debugger.Concurrent
	whole := form == debugger.Possibly || form == debugger.Definitely || form == debugger.Simultaneous
	switch {
	case c.kind == noState && form == debugger.Temporal:
		return fmt.Errorf("%s is about states one after the other, and not about one of them; say --always or --never",
			c.text)
	case c.kind == always && events:
		return fmt.Errorf("%s is about events, and not about a state after each step; say --finally, or --never of what "+
			"must not happen", c.text)
	case (c.kind == always || c.kind == never) && whole:
		return fmt.Errorf("%s is about all orders of a run's events, and not about a state after each step; say --finally "+
			"or --no-state", c.text)
	}
	return nil
}

// flagsOf are the flags of kinds of claims.
func flagsOf(kinds []string) (all []string) {
	return text.Each(kinds, func(k string) string { return "--" + k })
}

// Ordered names those claims that depend on the order of events which does not matter to a program: one order of a
// class of schedules may break them where another does not. It is "" if there are none.
func (c *Claims) Ordered() string {
	var all []string
	for _, x := range c.all() {
		if form, _ := debugger.Asks(x.predicate()); form == debugger.Temporal {
			all = append(all, x.String())
		}
	}
	return strings.Join(append(all, text.Each(c.held(), (*linearizing).String)...), ", ")
}

// Unfit is the error of a recording that is damaged, or that the program does not make again. It says nothing if that
// was told.
type Unfit struct{ Text string }

func (u *Unfit) Error() string { return u.Text }

// Failed is the error of runs that have failed, or of which it is not known whether they are well. It says nothing if
// that was told.
type Failed struct{ Text string }

func (f *Failed) Error() string { return f.Text }

// unfit returns an Unfit of one line, whatever characters are in args.
func unfit(format string, args ...any) error { return &Unfit{quote.Line(fmt.Sprintf(format, args...))} }

// mistaken returns an error of one line.
func mistaken(format string, args ...any) error {
	return fmt.Errorf("%s", quote.Line(fmt.Sprintf(format, args...)))
}
