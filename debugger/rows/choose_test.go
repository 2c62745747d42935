package rows

import (
	"strings"
	"testing"
)

// TestChoose sees which of several names is meant, and what is said if none or more are.
func TestChoose(t *testing.T) {
	var all []Named
	for i, n := range []string{"table.kant", "table.hume", "client7.1", "client77.1", "client77.reader", "Bank.1",
		"p1 (x.p1)", "netname-host1"} {
		all = append(all, Named{uint32(i), n, n})
	}
	all[7].Virtual = "p1"
	for typed, want := range map[string]string{
		"table.kant":   "table.kant",
		"kant":         "table.kant",
		"KANT":         "table.kant",
		"ka":           "table.kant",
		"client7":      "client7.1",
		"client77":     `"client77" may be client77.1 or client77.reader; type more of the name`,
		"reader":       "client77.reader",
		"bank":         "Bank.1",
		"p1":           "netname-host1",
		"p1 (":         "p1 (x.p1)",
		"table":        `"table" may be table.kant or table.hume; type more of the name`,
		"kent":         `there is no thread "kent"; did you mean table.kant?`,
		"zzzzzzzzzzzz": `there is no thread "zzzzzzzzzzzz" here; there are table.kant, table.hume, client7.1, `,
		"":             "which thread? There are table.kant, ",
	} {
		got, err := Choose("thread", all, typed)
		text := got.Name
		if err != nil {
			text = err.Error()
		}
		if !strings.HasPrefix(text, want) {
			t.Errorf("%q: %s", typed, text)
		}
	}
	if _, err := Choose("port", nil, "x"); err == nil ||
		err.Error() != `there is no port "x": there is no port at all here` {
		t.Error(err)
	}
}
