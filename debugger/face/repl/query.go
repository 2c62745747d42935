package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
)

// query asks a query, in SQL or by its name, or gives one a name.
func (p *Prompt) query(words []string) error {
	switch {
	case len(words) == 0:
		return p.queries(nil)
	case len(words) > 1 && strings.EqualFold(words[1], "is"):
		return p.nameQuery(words[0], after2(p.line))
	}
	x, err := p.d.Query(p.ctx, p.line, maxRows)
	if err != nil {
		return err
	}
	if x.Name != "" {
		p.printf("%s\n", x.Query)
	}
	p.answered(x)
	return nil
}

// after2 is what follows the first two words of a line.
func after2(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	_, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	return strings.TrimSpace(rest)
}

// answered prints the answer of a query. Its rows are counted if one can go to them.
func (p *Prompt) answered(x *debugger.QueryAnswer) {
	walks := slices.ContainsFunc(x.Columns, func(c debugger.QueryColumn) bool { return leads(c.Type) })
	columns := numberColumn(walks)
	for _, c := range x.Columns {
		column := text.Column{Name: quote.Line(c.Name), Right: !isText(c.Type), Kind: kinds[c.Name]}
		if leads(c.Type) {
			column.Kind = c.Type
		}
		columns = append(columns, column)
	}
	t := text.NewColumns(columns...)
	for i, row := range x.Rows {
		words := rowNumber(walks, i)
		for _, v := range row {
			words = append(words, debugger.ValueText(v))
		}
		t.Add(words...)
	}
	p.tableOr("no row", t)
	if x.More {
		p.printf("... and more rows: a condition, or LIMIT, makes them fewer\n")
	}
}

// leads says whether one can go where the values of a column of a type say; isText whether they are texts.
func leads(kind string) bool  { return kind == "event" || kind == "position" }
func isText(kind string) bool { return kind == "text" || kind == "any" || kind == "position" }

// numberColumn is the column of the numbers of rows, if one can walk them.
func numberColumn(walks bool) []text.Column {
	if !walks {
		return nil
	}
	return []text.Column{{Name: "row", Right: true}}
}

// rowNumber is the number of a row, counted from 0, in that column.
func rowNumber(walks bool, i int) []string {
	if !walks {
		return nil
	}
	return []string{strconv.Itoa(i + 1)}
}

// nameQuery keeps a query under a name.
func (p *Prompt) nameQuery(name, query string) error {
	if query == "" {
		return fmt.Errorf("the query is missing: type query %s is, and then the query", name)
	}
	if err := p.d.NameQuery(p.ctx, name, query); err != nil {
		return err
	}
	p.printf("query %s is kept: query %s asks it, and break query %s stops at the events of its rows\n", name, name, name)
	return nil
}

func (p *Prompt) deleteQuery(name string) error {
	if err := p.d.NameQuery(p.ctx, name, ""); err != nil {
		return err
	}
	p.printf("query %s is deleted\n", name)
	return nil
}

// queries lists the queries that have names.
func (p *Prompt) queries([]string) error {
	all, err := p.d.Queries(p.ctx)
	if err != nil {
		return err
	}
	t := newTable("name", "query")
	for _, q := range all {
		t.Add(q.Name, q.Query)
	}
	p.tableOr("no query has a name; query NAME is SELECT ... gives one", t)
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
	m, err := p.d.GotoRow(p.ctx, row, nth)
	return p.atRow(m, err)
}

// nextRow walks the rows of the last answer: row [back] [N].
func (p *Prompt) nextRow(words []string) error {
	back, n, err := times(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "row" }))
	if err != nil {
		return fmt.Errorf("type it as: next row, next row back, or next row N")
	}
	m, err := p.d.NextRow(p.ctx, back, n)
	return p.atRow(m, err)
}

// atRow prints a motion to a row.
func (p *Prompt) atRow(m *debugger.Motion, err error) error {
	if err != nil {
		return err
	}
	p.printf("row %d of %d\n", m.Row, m.Rows)
	return p.moved(m, nil)
}

// isRow says whether the words of a motion are about rows.
func isRow(words []string) bool { return slices.Contains(words, "row") }

// queryWords completes the words of a query: the names of queries, and what SQL is made of.
func queryWords(p *Prompt) (all []string) {
	list, _ := p.d.Queries(p.ctx)
	for _, q := range list {
		all = append(all, q.Name)
	}
	return append(append(all, "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "BY", "LIMIT", "JOIN", "AND", "before(",
		"concurrent(", "least(", "clock(", "field(fields,", localOf), tableWords(p)...)
}

// nextLine is the command next: a line of a thread, or a row of the last answer.
func nextLine(p *Prompt, words []string) error {
	if isRow(words) {
		return p.nextRow(words)
	}
	return stepLine(debugger.Over)(p, words)
}
