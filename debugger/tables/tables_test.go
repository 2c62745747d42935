package tables_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/internal/testsession"
	"machsim/debugger/session"
	"machsim/debugger/tables"
	"machsim/kernel"
	"machsim/programs"
)

// opened is a sample program's run.
func opened(t testing.TB, name string, seed uint64) *session.Session {
	t.Helper()
	for _, p := range programs.All {
		if p.Name == name {
			s := testsession.Open(t, p, kernel.Config{Seed: seed})
			return s
		}
	}
	t.Fatalf("there is no program %s", name)
	return nil
}

// ask returns the rows of a table whose columns have some values, as text: the columns that are wanted.
func ask(t testing.TB, c *tables.Catalogue, table string, wanted []string, where ...string) (all []string) {
	t.Helper()
	from, err := c.Table(table)
	if err != nil {
		t.Fatal(err)
	}
	var s tables.Scan
	for i := 0; i < len(where); i += 2 {
		s.Where = append(s.Where, tables.Condition{Column: from.Column(where[i]), Op: tables.Equal,
			Value: tables.String(where[i+1])})
	}
	rows, err := from.Rows(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var row []string
		for _, w := range wanted {
			row = append(row, rows.Value(from.Column(w)).String())
		}
		all = append(all, strings.Join(row, " "))
	}
	return all
}

// The questions that can be asked without SQL, with the answers that were found by hand.
func TestQuestions(t *testing.T) {
	phil := tables.Of(opened(t, "philosophers", 26))
	got := ask(t, phil, "events", []string{"n", "thread"}, "kind", "mutex_entry", "object", "fork2")
	if !slices.Equal(got, []string{"15 table.kant", "73 table.kant"}) {
		t.Errorf("fork2 was entered by %q", got)
	}
}
