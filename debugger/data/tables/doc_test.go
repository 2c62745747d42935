package tables_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
)

var update = flag.Bool("update", false, "write the tables into the manual")

// The manual's list of tables and columns is what the catalogue says.
func TestManual(t *testing.T) {
	const manual = "../../../docs/EVENTS.md"
	const begin, end = "<!-- tables -->\n", "<!-- end of tables -->\n"
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatalf("%s has no place for the tables, between %q and %q", manual, begin, end)
	}
	made := before + begin + listed(tables.Of(opened(t, "hello", 1))) + end + after
	if *update {
		if err := os.WriteFile(manual, []byte(made), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(text) {
		t.Errorf("%s is not what the tables are; go test ./debugger/data/tables -update writes it", manual)
	}
}

// listed is the tables with their columns; of the views of histories the names alone.
func listed(c *tables.Catalogue) string {
	var b strings.Builder
	var views []string
	for _, table := range append(slices.Clone(c.Tables()), c.LocalTable()) {
		if strings.HasPrefix(table.Name, "history_") {
			views = append(views, "`"+table.Name+"`")
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\nA row is %s.\n\n", table.Name, table.Doc)
		b.WriteString("| column | type | says |\n|---|---|---|\n")
		for _, column := range table.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", column.Name, column.Type, column.Doc)
		}
	}
	const head = "\n### Histories\n\nA view of each execution history, with its columns (`docs/RECORDINGS.md`):\n%s.\n\n"
	fmt.Fprintf(&b, head, strings.Join(views, ",\n"))
	return b.String()
}
