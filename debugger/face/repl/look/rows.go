package look

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// AboutRows is the help on rows.
const AboutRows = `A table has a row for each event, message, lock, wait, port ... of the whole run, wherever
the position is; tables lists them. Conditions are joined by and: a column, =, <>, <, <=, > or
>=, and a value, which may stand in quotes; or a column and is null, or is not null. by orders
the rows; - before a column puts the greatest first. COLUMNS are those to be shown, with commas
between them; else all that have a value. N is how many rows are shown. They can be walked, as
those of a query: next row, goto row 3.
rows messages where fate <> received; rows locks n,mutex,thread,held_us by -held_us 10.`

// usualRows is the number of rows that are shown when no number is given.
const usualRows = 40

// Tables lists the tables, or the columns of one.
func Tables(a *answer.Answer, words []string) error {
	all, err := a.D.Tables(a.Ctx)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		answer.Rows(a, "", answer.NewTable("table", "a row is"), all, func(t debugger.TableInfo) []string {
			return []string{t.Name, t.Doc}
		})
		return nil
	}
	i := slices.IndexFunc(all, func(t debugger.TableInfo) bool {
		name, _, _ := strings.Cut(t.Name, "(")
		return name == words[0] || t.Name == words[0]
	})
	if i < 0 {
		_, err := a.D.Rows(a.Ctx, debugger.RowQuery{Table: words[0]})
		return err
	}
	answer.Rows(a, "", answer.NewTable("column", "type", "says"), all[i].Columns, func(c debugger.ColumnInfo) []string {
		return []string{c.Name, c.Type, c.Doc}
	})
	return nil
}

// Rows prints rows of a table.
func Rows(a *answer.Answer, words []string) error {
	if len(words) == 0 {
		return Tables(a, nil)
	}
	q, wanted, err := readRowQuery(words)
	if err != nil {
		return err
	}
	all, err := a.D.Rows(a.Ctx, q)
	if err != nil {
		return err
	}
	if all.Total == 0 {
		a.Printf("there are no such rows in table %s\n", all.Table)
		return nil
	}
	if err := printRows(a, all, wanted); err != nil {
		return err
	}
	if more := all.Total - len(all.Rows); more > 0 {
		a.Printf("%d more rows; a number at the end says how many are shown\n", more)
	}
	return nil
}

// readRowQuery reads what rows takes: TABLE [COLUMNS] [where CONDITION and ...] [by COLUMNS] [N].
func readRowQuery(words []string) (q debugger.RowQuery, columns []string, err error) {
	q = debugger.RowQuery{Table: words[0], Most: usualRows, Walk: true}
	words = words[1:]
	if n := len(words); n > 0 && (n < 3 || !isComparison(words[n-2])) {
		if most, err := strconv.Atoi(words[n-1]); err == nil {
			q.Most, words = max(1, min(most, answer.MaxRows)), words[:n-1]
		}
	}
	if i := slices.Index(words, "by"); i >= 0 {
		q.Order, words = commas(words[i+1:]), words[:i]
		if len(q.Order) == 0 {
			return q, nil, fmt.Errorf("by what? Name a column")
		}
	}
	if i := slices.Index(words, "where"); i >= 0 {
		for part := range strings.SplitSeq(strings.Join(words[i+1:], " "), " and ") {
			q.Where = append(q.Where, strings.TrimSpace(part))
		}
		words = words[:i]
	}
	return q, commas(words), nil
}

// isComparison says whether a word may be followed by a value.
func isComparison(word string) bool { return strings.Trim(word, "<>=!") == "" }

// commas takes lists with commas apart.
func commas(words []string) []string {
	return strings.FieldsFunc(strings.Join(words, ","), func(r rune) bool { return r == ',' })
}

// printRows prints the columns that are wanted, or if none are named those that have a value in some row.
func printRows(a *answer.Answer, all *debugger.Rows, wanted []string) error {
	names := text.Each(all.Columns, func(c debugger.ColumnInfo) string { return c.Name })
	var shown []int
	for _, w := range wanted {
		i := slices.Index(names, w)
		if i < 0 {
			return fmt.Errorf("table %s has no column %q%s", all.Table, w, text.DidYouMean(w, names))
		}
		shown = append(shown, i)
	}
	if len(wanted) == 0 {
		shown = hasValues(all)
	}
	walks := slices.ContainsFunc(all.Columns, func(c debugger.ColumnInfo) bool { return leads(c.Type) })
	columns := numberColumn(walks)
	for _, i := range shown {
		columns = append(columns, rowColumn(&all.Columns[i]))
	}
	t := text.NewColumns(columns...)
	t.Keep(answer.MaxRows)
	for i, r := range all.Rows {
		t.Add(append(rowNumber(walks, i), cells(r, shown)...)...)
	}
	a.Table(t)
	return nil
}

// hasValues are the columns that have a value in some row, without those that say the same as another.
func hasValues(all *debugger.Rows) (shown []int) {
	for i, c := range all.Columns {
		some := slices.ContainsFunc(all.Rows, func(r debugger.Row) bool { return r.Values[i] != nil })
		if some && c.Name != "seq" && c.Name != "recv_seq" {
			shown = append(shown, i)
		}
	}
	return shown
}

// rowColumn is the column of a table here, with what its words name.
func rowColumn(c *debugger.ColumnInfo) text.Column {
	kind := answer.Kinds[c.Name]
	switch c.Type {
	case "event", "position":
		kind = c.Type
	case "integer", "time", "bool", "any":
		kind = ""
	}
	return text.Column{Name: c.Name, Right: !isText(c.Type), Kind: kind}
}

// cells are the values of a row.
func cells(r debugger.Row, shown []int) []string {
	all := make([]string, len(shown))
	for at, i := range shown {
		if v := r.Values[i]; v != nil {
			all[at] = fmt.Sprint(v)
		}
	}
	return all
}
