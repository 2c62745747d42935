package tables_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
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

// What ends with an event has the name that it had before, and a message knows the set it was received through.
func TestNamesBefore(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "ends", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			box, bag := th.NewPort("box"), th.NewPortSet("bag")
			th.AddMember(bag, box)
			_ = th.Send(box, ipc.NewMessage(7, 1))
			_, _ = th.Receive(bag)
			_ = th.Mach().PortDestroy(th.Mach().Self(), bag)
			th.ClosePort(box)
		})
	}}, kernel.Config{Seed: 1})
	c := tables.Of(s)
	for _, x := range []struct {
		kind string
		want string
	}{
		{"port-set-create", " bag bag"}, {"port-set-add-port", "box bag box"},
		{"message-transmission", "box  box"}, {"message-reception", "box bag box"},
		{"port-set-delete", " bag bag"}, {"port-destruction", "box  box"},
	} {
		got := ask(t, c, "events", []string{"port", "set", "object"}, "kind", x.kind)
		if !slices.Equal(got, []string{x.want}) {
			t.Errorf("%s: port, set and object are %q, want %q", x.kind, got, x.want)
		}
	}
	if got := ask(t, c, "rights", []string{"right"}, "what", "died"); !slices.Equal(got, []string{"set", "receive"}) {
		t.Errorf("rights that died are %q", got)
	}
}

// Spans lie in each other, overlap, do not end, or end twice; a thread that is ended ends none of its own.
func TestSpans(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "spans", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			one := th.Span("one")
			two := th.Span("two")
			inner := th.Span("one")
			one()
			two()
			inner()
			inner()
			th.Span("open")
			defer th.Span("deferred")()
			th.Label("two")
		})
	}}, kernel.Config{Seed: 1})
	c := tables.Of(s)
	got := ask(t, c, "spans", []string{"n", "name", "ended_n", "us"})
	want := []string{"2 one 7 50", "3 two 6 30", "4 one 5 10", "9 open  ", "10 deferred 12 20"}
	if !slices.Equal(got, want) {
		t.Errorf("the spans are %q, want %q", got, want)
	}
	for kind, want := range map[string]int{"user-event-begun": 5, "user-event-ended": 5, "user-event": 1} {
		if got := ask(t, c, "events", []string{"n"}, "kind", kind); len(got) != want {
			t.Errorf("%d events are %s, want %d", len(got), kind, want)
		}
	}
}

// A pass that is given up is made when the next one asks.
func TestCancelled(t *testing.T) {
	c := tables.Of(opened(t, "bank", 9))
	table, err := c.Table("event")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := table.Rows(ctx, tables.Scan{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a pass that is cancelled ends with %v", err)
	}
	if n, err := table.Len(context.Background()); n != 319 || err != nil {
		t.Errorf("there are %d events, want 319: %v", n, err)
	}
}

// Fields of messages go by their names; NULL is what a type has not.
func TestField(t *testing.T) {
	c := tables.Of(opened(t, "bank", 9))
	if n := len(ask(t, c, "events", []string{"n"}, "type", "put")); n == 0 {
		t.Fatal("nobody puts")
	}
	for _, row := range ask(t, c, "events", []string{"n", "item0"}, "type", "put", "kind", "message-reception") {
		n, item, _ := strings.Cut(row, " ")
		event, _ := strconv.Atoi(n)
		if got := c.Field(event, "Account").String(); got != item {
			t.Errorf("the account of event %s is %s, want %s", n, got, item)
		}
		if got := c.Field(event, "Nothing"); !got.IsNull() {
			t.Errorf("field Nothing of event %s is %s", n, got)
		}
	}
}
