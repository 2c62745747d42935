package look

import (
	"slices"
	"strconv"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/ipc/quote"
)

// Query asks a query, in SQL or by its name.
func Query(a *answer.Answer, words []string) error {
	if len(words) == 0 {
		return Queries(a, nil)
	}
	x, err := a.D.Query(a.Ctx, a.Line, answer.MaxRows)
	if err != nil {
		return err
	}
	if x.Name != "" {
		a.Printf("%s\n", x.Query)
	}
	answered(a, x)
	return nil
}

// answered prints the answer of a query. Its rows are counted if one can go to them.
func answered(a *answer.Answer, x *debugger.QueryAnswer) {
	walks := slices.ContainsFunc(x.Columns, func(c debugger.QueryColumn) bool { return leads(c.Type) })
	columns := numberColumn(walks)
	for _, c := range x.Columns {
		column := text.Column{Name: quote.Line(c.Name), Right: !isText(c.Type), Kind: answer.Kinds[c.Name]}
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
	a.TableOr("no row", t)
	if x.More {
		a.Printf("... and more rows: a condition, or LIMIT, makes them fewer\n")
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

// Queries lists the queries that have names.
func Queries(a *answer.Answer, _ []string) error {
	const none = "no query has a name; query NAME is SELECT ... gives one"
	return answer.List(a, none, answer.NewTable("name", "query"), a.D.Queries, func(q debugger.NamedQuery) []string {
		return []string{q.Name, q.Query}
	})
}
