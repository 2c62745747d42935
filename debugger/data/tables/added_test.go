package tables_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/data/export"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/data/tables"
)

// A column that is added by a row is in answers, conditions, SQL, CSV and the manual.
func TestNewColumn(t *testing.T) {
	defer tables.WithNewColumns()()
	s := opened(t, "buffer", 1)
	c := tables.Of(s)
	var phases []string
	for _, x := range read(t, s) {
		phases = append(phases, fmt.Sprint(x.Phase))
	}
	if got := ask(t, c, "events", []string{"phase"}); !slices.Equal(got, phases) {
		t.Errorf("the phases are %q, want %q", got, phases)
	}
	events, err := c.Table("events")
	if err != nil {
		t.Fatal(err)
	}
	late, err := events.Condition("phase > 0")
	if err != nil {
		t.Fatal(err)
	}
	groups, err := events.Count(context.Background(), []tables.Condition{late}, "thread")
	if err != nil || len(groups) == 0 {
		t.Errorf("no thread goes on with a call: %v", err)
	}
	times := map[string]int{}
	for _, row := range ask(t, c, "locks", []string{"mutex", "nth"}) {
		mutex, nth, _ := strings.Cut(row, " ")
		if times[mutex]++; nth != fmt.Sprint(times[mutex]) {
			t.Errorf("mutex %s is taken for the time %s, want %d", mutex, nth, times[mutex])
		}
	}
	db, err := sqlite.Engine{Limits: sqlite.Usual}.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var answer []any
	err = db.Query(context.Background(), "SELECT max(phase), (SELECT max(nth) FROM locks) FROM events", tables.Output{
		Head: func([]tables.Column) error { return nil },
		Row:  func(row []any) (bool, error) { answer = slices.Clone(row); return true, nil },
	})
	want := []any{largest(phases), largest(ask(t, c, "locks", []string{"nth"}))}
	if err != nil || !slices.Equal(answer, want) {
		t.Errorf("SQL answers %v, %v; want %v", answer, err, want)
	}
	var csv bytes.Buffer
	f, err := export.Named("csv")
	if err == nil {
		err = f.Write(context.Background(), &csv, export.Run{Session: s, Tables: c, Table: "locks"})
	}
	if head, _, _ := strings.Cut(csv.String(), "\n"); err != nil || !strings.HasSuffix(head, ",nth") {
		t.Errorf("the head of the CSV is %q: %v", head, err)
	}
	if text := listed(c); !strings.Contains(text, "| `phase` | integer | how far the call had come before the step |") {
		t.Error("the manual would not have the column")
	}
}

// largest is the greatest of some numbers.
func largest(all []string) (most int64) {
	for _, text := range all {
		n, _ := strconv.ParseInt(text, 10, 64)
		most = max(most, n)
	}
	return most
}
