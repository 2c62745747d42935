package wire

import (
	"context"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl"
)

// Line is a line of the prompt.
type Line struct {
	Line string `json:"line" doc:"as a person types it at the prompt"`
}

// Parts is what a command prints.
type Parts struct {
	Parts text.Parts // texts and tables, each with where it leads
}

// mostLines is how many lines of what programs have written are shown at once.
const mostLines = 2000

func command(ctx context.Context, s *Service, p Line) (Parts, error) {
	parts, err := repl.New(s.debugger(), repl.Options{Page: mostLines}).Parts(ctx, p.Line)
	if err != nil {
		e := Described(err)
		before := parts.Text(0)
		return Parts{}, &Error{Text: before + e.Text, Hint: e.Hint, Prompt: before + repl.Words(err), Column: e.Column,
			Kind: e.Kind}
	}
	if parts == nil {
		parts = text.Parts{}
	}
	return Parts{parts}, nil
}

// Completions are what the last word of a line may become.
type Completions struct {
	Head  string // the line in front of that word
	Words []string
}

func complete(ctx context.Context, s *Service, p Line) (x Completions, _ error) {
	x.Head, x.Words = repl.New(s.debugger(), repl.Options{}).Completions(ctx, p.Line)
	return x, nil
}

// Ability says whether a command makes sense now.
type Ability struct {
	Command string // with back, of a command that goes back
	Can     bool
	Why     string // it makes none; "" if it does
}

func can(ctx context.Context, d *debugger.Debugger, _ none) (all []Ability, err error) {
	found, err := repl.Can(ctx, d)
	for _, a := range found {
		if a.Command == "quit" {
			a.Why = "close the page; machsim ends by Ctrl-C where it was started"
		}
		all = append(all, Ability{a.Command, a.Why == "", a.Why})
	}
	return all, err
}
