package predicate_test

import (
	"errors"
	"strings"
	"testing"

	"machsim/debugger/lang"
	"machsim/kernel"
	"machsim/test/testsession"
)

// order, line and done are messages.
type (
	line  struct{ Goods string }
	order struct {
		Number int
		To     struct{ City string }
		Lines  []line
		Urgent bool
	}
	done struct{ Number int }
)

// shop is a program with messages of fields, one of them named as a variable of the client.
var shop = &kernel.Program{Name: "shop", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	var port, to kernel.Name
	server := b.Task(h, "server", func(th *kernel.Thread) {
		most := 2
		th.Watch("most", &most)
		for range 3 {
			m := kernel.Must(kernel.Receive[order](th, port))
			kernel.Must(kernel.Reply(th, m, done{m.Body.Number}))
		}
	})
	port = b.Port(server, "desk")
	client := b.Task(h, "client", func(th *kernel.Thread) {
		Number := 10
		th.Watch("Number", &Number)
		for n := range 3 {
			o := order{Number: n + 1, Lines: make([]line, n), Urgent: n == 2}
			o.To.City = []string{"Bern", "Genf", "Chur"}[n]
			for i := range o.Lines {
				o.Lines[i].Goods = "tea"
			}
			kernel.Must(kernel.RPC[order, done](th, to, o))
		}
	})
	to = b.Send(server, port, client)
}}

// TestFields asks for places by what the fields of their messages are.
func TestFields(t *testing.T) {
	s := testsession.Open(t, shop, kernel.Config{Seed: 1})
	for text, want := range map[string]int{
		`receive by server if Number > 1`:                         2,
		`receive by server if Number > most`:                      1,
		`receive by server if Number == most && !Urgent`:          1,
		`receive by server if To.City ~ "e" or Urgent`:            3,
		`receive by server if Lines[1].Goods = "tea"`:             1,
		`receive by server if len(Lines) > 0`:                     2,
		`receive by server if Urgent`:                             1,
		`receive by client if Number = 10`:                        3, // its own variable
		`receive by server if Number + item 1 = 6`:                1,
		`receive by server if Number = 2 and id > 0 and most = 2`: 1,
	} {
		place, err := lang.ParsePlace(text)
		must(t, err)
		h, err := s.Hits(place)
		if err != nil || h.Len() != want {
			t.Errorf("%s stops %d times, not %d: %v", text, h.Len(), want, err)
		}
	}
	for text, want := range map[string]string{
		`receive by server if Nmber > 1`:  "did you mean Number?",
		`receive by server if To.Cty > 1`: "no message has such a field",
		`label x if Urgent`:               "no thread shows a variable of that name",
	} {
		_, err := s.Predicate(text)
		var m *lang.Mistake
		if !errors.As(err, &m) || !strings.Contains(m.What, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
