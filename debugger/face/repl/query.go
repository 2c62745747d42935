package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/look"
)

// query asks a query, or gives one a name.
func (p *Prompt) query(words []string) error {
	if len(words) > 1 && strings.EqualFold(words[1], "is") {
		return p.nameQuery(words[0], after2(p.a.Line))
	}
	return known(looks(look.Query))(p, words)
}

// after2 is what follows the first two words of a line.
func after2(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	_, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	return strings.TrimSpace(rest)
}

// nameQuery keeps a query under a name.
func (p *Prompt) nameQuery(name, query string) error {
	if query == "" {
		return fmt.Errorf("the query is missing: type query %s is, and then the query", name)
	}
	if err := p.d.NameQuery(p.a.Ctx, name, query); err != nil {
		return err
	}
	p.a.Printf("query %[1]s is kept: query %[1]s asks it, and break query %[1]s stops at the events of its rows\n", name)
	return nil
}

func (p *Prompt) deleteQuery(name string) error {
	if err := p.d.NameQuery(p.a.Ctx, name, ""); err != nil {
		return err
	}
	p.a.Printf("query %s is deleted\n", name)
	return nil
}

// goToRow goes to a row of the last answer: row 3, or row 3.2 for the second event of that row.
func (p *Prompt) goToRow(words []string) error {
	first, second, _ := strings.Cut(strings.Join(words, " "), ".")
	row, err := strconv.Atoi(first)
	nth := 1
	if err == nil && second != "" {
		nth, err = strconv.Atoi(second)
	}
	if err != nil {
		return fmt.Errorf("type it as: goto row N, with the number of a row of the last answer, or goto row N.M for its " +
			"M-th event")
	}
	m, err := p.d.GotoRow(p.a.Ctx, row, nth)
	return p.atRow(m, err)
}

// nextRow walks the rows of the last answer: row [back] [N].
func (p *Prompt) nextRow(words []string) error {
	back, n, err := times(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "row" }))
	if err != nil {
		return fmt.Errorf("type it as: next row, next row back, or next row N")
	}
	m, err := p.d.NextRow(p.a.Ctx, back, n)
	return p.atRow(m, err)
}

// atRow prints a motion to a row.
func (p *Prompt) atRow(m *debugger.Motion, err error) error {
	if err != nil {
		return err
	}
	p.a.Printf("row %d of %d\n", m.Row, m.Rows)
	return p.moved(m, nil)
}

// isRow says whether the words of a motion are about rows.
func isRow(words []string) bool { return slices.Contains(words, "row") }

// queryNames completes the names of queries.
var queryNames = listed((*debugger.Debugger).Queries, func(q debugger.NamedQuery) string { return q.Name })

// queryWords completes the words of a query: the names of queries, and what SQL is made of.
func queryWords(p *Prompt) (all []string) {
	return append(append(queryNames(p), "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "BY", "LIMIT", "JOIN", "AND",
		"before(", "concurrent(", "least(", "clock(", "field(fields,", localOf), tableWords(p)...)
}

// nextLine is the command next: a line of a thread, or a row of the last answer.
func nextLine(p *Prompt, words []string) error {
	if isRow(words) {
		return p.nextRow(words)
	}
	return stepLine(debugger.Over)(p, words)
}
