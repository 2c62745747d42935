package wire_test

import (
	"context"
	"strings"
	"testing"
)

// TestShown: a condition at a line may be about what a thread shows by th.Watch, though Go has a type of that name.
// Where nobody makes a call there is nobody who shows it, and the words are those about Go's variables.
func TestShown(t *testing.T) {
	d := open(t, "bank", 9)
	for _, c := range []struct{ text, unknown, wrong string }{
		{text: "bank.go:88 if balance[1] > 100"},
		{text: "bank.go:88 if account[1] > 100"},
		{text: "bank.go:92 if balance[1] > 100", wrong: "bank.balance is a type, not a value"},
	} {
		b, err := d.Break(context.Background(), c.text, false)
		got := ""
		if err != nil {
			got = err.Error()
		}
		found := b.Hits > 0 && b.Unknown == ""
		if found != (c.wrong == "") || !strings.HasSuffix(got, c.wrong) {
			t.Errorf("%s: %+v %q", c.text, b, got)
		}
	}
}
