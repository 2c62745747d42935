package wire

import (
	"bytes"
	"context"

	"machsim/debugger/repl"
)

// Line is a line of the prompt.
type Line struct {
	Line string `json:"line" doc:"as a person types it at the prompt"`
}

// Parts is what a command prints.
type Parts struct {
	Parts []Part
}

// Part is a text, or a table.
type Part struct {
	Text  string
	Table *Table
}

// Table is rows of cells.
type Table struct {
	Columns []string
	Rows    [][]Cell
}

// Cell is a text, and the position that it is about.
type Cell struct {
	Text string
	Goto string // "" for none
}

// mostLines is how many lines of an answer are shown at once; the command more shows the next.
const mostLines = 2000

func command(ctx context.Context, s *Service, p Line) (Parts, error) {
	var out bytes.Buffer
	prompt := repl.New(s.debugger(), repl.Options{Out: &out, Page: mostLines,
		Begin: func() (context.Context, func()) { return ctx, func() {} }})
	if err := prompt.Do(p.Line); err != nil {
		return Parts{}, &Error{Text: out.String(), Kind: kindOfError(err)}
	}
	return Parts{[]Part{{Text: out.String()}}}, nil
}

// Ability says whether a command makes sense now.
type Ability struct {
	Command string
	Can     bool
	Why     string // not; "" if it can
}

func can(_ context.Context, _ *Service, _ none) (all []Ability, err error) {
	for _, c := range repl.Commands {
		all = append(all, Ability{Command: c.Name, Can: true})
	}
	return all, nil
}
