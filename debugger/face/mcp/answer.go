package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl"
)

// How much of an answer is told at once.
const (
	mostLines = 200
	mostBytes = 20_000
)

// answered is an answer of a tool: text, and rows for programs.
func (s *Session) answered(all string, data any) (*sdk.CallToolResult, any, error) {
	s.rest = nil
	if all = strings.TrimRight(all, "\n"); all != "" {
		s.rest = strings.Split(all, "\n")
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s.page()}}}, data, nil
}

// page takes as many of the lines that are left as are told at once.
func (s *Session) page() string {
	var b strings.Builder
	n := 0
	for n < len(s.rest) && n < mostLines && (n == 0 || b.Len()+len(s.rest[n]) < mostBytes) {
		fmt.Fprintln(&b, shortened(s.rest[n]))
		n++
	}
	if s.rest = s.rest[n:]; len(s.rest) > 0 {
		fmt.Fprintf(&b, "... %s: the tool more tells the next\n", text.Counted(len(s.rest), "more line"))
	}
	return b.String()
}

// shortened is a line that is not longer than an answer.
func shortened(line string) string {
	if head := text.Head(line, mostBytes); head != line {
		return head + " ..."
	}
	return line
}

// errNothing is the error of a tool that needs a run before there is one.
var errNothing = errors.New("nothing is open yet: call open with the name of a program, the directory of a package, " +
	"or the file of a recording")

// obey obeys lines of the prompt, as one command, and returns what they print.
func (s *Session) obey(ctx context.Context, lines ...string) (all text.Parts, err error) {
	d := s.debugger()
	if d == nil {
		return nil, errNothing
	}
	err = d.Do(ctx, lines[len(lines)-1], func(ctx context.Context) error {
		all = nil
		for _, line := range lines {
			parts, err := repl.New(d, repl.Options{}).Parts(ctx, line)
			if all = append(all, parts...); err != nil {
				return err
			}
		}
		for _, sentence := range d.Notices() {
			all.Print(sentence + "\n")
		}
		return nil
	})
	if err != nil {
		return nil, worded(err)
	}
	return all, nil
}

// worded is an error with what to do about it.
func worded(err error) error {
	if errors.Is(err, debugger.ErrReadOnly) {
		return fmt.Errorf("%w; machsim mcp --forks lets them be made", err)
	}
	return errors.New(repl.Words(err))
}

// Rows are the rows of a table, for programs.
type Rows struct {
	Rows []map[string]string `json:"rows"`
	More int                 `json:"more"` // rows that are left out
}

// rows are those of the tables of an answer; nil if there are none.
func rows(parts text.Parts) any {
	var x *Rows
	for _, p := range parts {
		if p.Table == nil {
			continue
		}
		if x == nil {
			x = &Rows{Rows: []map[string]string{}}
		}
		x.add(p.Table)
	}
	if x == nil {
		return nil
	}
	return x
}

func (x *Rows) add(t *text.Table) {
	x.More += t.More
	for _, cells := range t.Rows {
		if len(x.Rows) >= mostLines {
			x.More++
			continue
		}
		row := map[string]string{}
		for i, c := range cells {
			row[t.Columns[i].Name] = text.Head(c.Text, mostBytes/mostLines)
		}
		x.Rows = append(x.Rows, row)
	}
}
