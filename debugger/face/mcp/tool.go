package mcp

import (
	"context"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
)

// Tool is a row of the table of tools.
type Tool struct {
	Name  string
	Title string // in a few words
	Doc   string // what it does, for an assistant
	Forks bool   // it makes a fork, a run or a file

	rows  bool // its answer has rows for programs, too
	moves bool // it leads to another position, or sets something
	add   func(*Session, *Tool)
}

// taken is what a tool takes.
type taken interface{ limit() time.Duration }

// does makes a row of a function.
func does[A taken](name, title, doc string,
	f func(context.Context, *Session, A) (*sdk.CallToolResult, any, error)) Tool {
	t := Tool{Name: name, Title: title, Doc: doc}
	t.add = func(s *Session, t *Tool) {
		sdk.AddTool(s.server, t.described(), func(ctx context.Context, r *sdk.CallToolRequest, a A) (
			*sdk.CallToolResult, any, error) {
			return s.inTurn(ctx, r, a.limit(), func(ctx context.Context) (*sdk.CallToolResult, any, error) {
				if s.to != nil && t.Name != "open" {
					return s.passes(ctx, r)
				}
				return f(ctx, s, a)
			})
		})
	}
	return t
}

// says makes a row of lines of the prompt.
func says[A taken](name, title, doc string, lines func(A) []string) Tool {
	return does(name, title, doc, func(ctx context.Context, s *Session, a A) (*sdk.CallToolResult, any, error) {
		parts, err := s.obey(ctx, lines(a)...)
		if err != nil {
			return nil, nil, err
		}
		var data any
		if tool := named(name); tool.rows {
			data = rows(parts)
		}
		return s.answered(parts.Text(0), data)
	})
}

// named finds a row.
func named(name string) *Tool {
	for i := range Tools {
		if Tools[i].Name == name {
			return &Tools[i]
		}
	}
	return nil
}

// described is a tool as the SDK has it.
func (t *Tool) described() *sdk.Tool {
	no := false
	return &sdk.Tool{Name: t.Name, Title: t.Title, Description: t.Doc, Annotations: &sdk.ToolAnnotations{
		ReadOnlyHint: !t.Forks, IdempotentHint: !t.Forks && !t.moves, DestructiveHint: &no, OpenWorldHint: &no}}
}

// forks says that a tool makes a fork, a run or a file.
func forks(t Tool) Tool {
	t.Forks, t.moves = true, true
	return t
}

// withRows says that the answer of a tool has rows for programs.
func withRows(t Tool) Tool {
	t.rows = true
	return t
}

// moves says that a tool leads to another position, or sets something.
func moves(t Tool) Tool {
	t.moves = true
	return t
}

// line is a line of the prompt: the words that are not empty.
func line(words ...string) string {
	var all []string
	for _, w := range words {
		if w != "" {
			all = append(all, w)
		}
	}
	return strings.Join(all, " ")
}

// one is a line alone.
func one(words ...string) []string { return []string{line(words...)} }

// quoted is a name as one word of a line.
func quoted(name string) string {
	if strings.ContainsAny(name, " \t\n") {
		return `"` + name + `"`
	}
	return name
}

// debugger is that of the run that is open, nil if none is.
func (s *Session) debugger() *debugger.Debugger {
	if s.opened == nil {
		return nil
	}
	return s.opened.Debugger
}
