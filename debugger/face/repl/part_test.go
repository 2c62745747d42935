package repl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"machsim/debugger/event/text"
	"machsim/debugger/face/repl"
)

// tellingLines are commands that show something, or do.
var tellingLines = []string{"goto 150", "where", "threads", "tasks", "hosts", "ports", "ports all", "port bank",
	"message", "blocked", "suspended", "delays", "why", "timers", "wires", "netnames", "disk", "mutexes",
	"conditions", "checkpoint here",
	"note a<b>\x1b[2m", "checkpoints", "notes", "break send by bank", "breakpoints", "events 1 30", "history",
	"history enqueue", "history bank", "output all", "print", "races", "diff start", "panic", "info", "forks", "run 3",
	"forks", "diagram 10", "step nobody", "nonsense", "history no such thing", ""}

// TestParts sees that the parts of an answer are what the prompt prints.
func TestParts(t *testing.T) {
	const huge = 1_000_000
	printing, out := prompt(t, repl.Options{Page: huge}, "bank", "--seed=9")
	telling, none := prompt(t, repl.Options{Page: huge}, "bank", "--seed=9")
	for _, line := range tellingLines {
		out.Reset()
		_ = printing.Do(line)
		parts, err := telling.Parts(context.Background(), line)
		got := parts.Text(0)
		if err != nil {
			got += repl.Words(err) + "\n"
		}
		if want := out.String(); got != want {
			t.Errorf("%s:\n%s\nthe prompt:\n%s", line, got, want)
		}
	}
	if none.Len() > 0 {
		t.Errorf("something was printed: %s", none)
	}
}

// TestPartsLead sees where the words of tables lead, and that the JSON of a table has its cells.
func TestPartsLead(t *testing.T) {
	p, _ := prompt(t, repl.Options{}, "bank", "--seed=9")
	table := func(line string) *text.Table {
		t.Helper()
		parts, err := p.Parts(context.Background(), line)
		if err != nil || len(parts) == 0 || parts[len(parts)-1].Table == nil {
			t.Fatalf("%s: %v, %v", line, parts, err)
		}
		return parts[len(parts)-1].Table
	}
	for _, c := range []struct {
		line   string
		column int
		want   text.Link
	}{
		{"history enqueue", 0, text.Link{Goto: "10"}},
		{"where", 1, text.Link{Kind: "thread", Name: "bank.1"}},
		{"tasks", 0, text.Link{Kind: "task", Name: "bank"}},
	} {
		rows := table(c.line).Rows
		if got := rows[0][c.column]; got.Link != c.want {
			t.Errorf("%s: %+v, want %+v", c.line, got, c.want)
		}
	}
	var b bytes.Buffer
	_ = json.NewEncoder(&b).Encode(table("tasks"))
	if got, want := b.String(), `{"columns":[{"name":"task","kind":"task"},{"name":"host",`; !strings.HasPrefix(got, want) {
		t.Errorf("%s does not begin with %s", got, want)
	}
}
