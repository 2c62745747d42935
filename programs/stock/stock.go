// Package stock is a warehouse that is open for ever. A server knows how many pieces of each article are on its
// shelves; customers on other hosts take some and bring them back.
//
// It shows how a program is written that never ends, and can be debugged all the same when it has run for a day. Each
// loop is th.Serve, and what a thread remembers from one request to the next is in one struct of plain data. So a
// recording of its last part (machsim run stock --orders 0 --keep 1MB) has pictures of the whole program, which do not
// grow with the run, and opens at once.
//
// There is no bug in it.
package stock

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
)

// Program is the program.
var Program = kernel.Program{
	Name: "stock",
	Doc:  "a server that lives for ever, and what it remembers",
	Params: []kernel.Param{
		{Name: "customers", Default: "2", Doc: "how many customers, 1 to 8"},
		{Name: "orders", Default: "3", Doc: "how many orders each of them makes; 0 for no end"},
	},
	Main: setUp,
}

// pieces is how many of each article there are.
const pieces = 5

// Requests.
type (
	take    struct{ Article, N int }
	taken   struct{ N int } // its answer: as many as there were
	bring   struct{ Article, N int }
	brought struct{} // its answer
)

func setUp(b *kernel.Boot) {
	customers, orders := b.IntIn("customers", 1, 8), b.IntIn("orders", 0, 1000)
	b.Server(b.Host("warehouse"), "keeper", keeper)
	for i := range customers {
		name := fmt.Sprint("customer", i)
		b.Task(b.Host(name), name, func(th *kernel.Thread) { customer(th, orders) })
	}
	netname.Serve(b)
}

// shelves is what the keeper remembers.
type shelves struct {
	Left   [3]int // by article
	Lent   [3]int
	Served int
}

// keeper answers for ever.
func keeper(th *kernel.Thread) {
	port := th.NewPort("keeper")
	kernel.Must(netname.Register(th, "keeper", port))
	s := shelves{Left: [3]int{pieces, pieces, pieces}}
	th.Watch("left", &s.Left)
	th.Watch("served", &s.Served)
	th.Serve(&s, func(th *kernel.Thread) {
		m := kernel.Must(kernel.Receive[any](th, port, take{}, bring{}))
		switch r := m.Body.(type) {
		case take:
			n := min(r.N, s.Left[r.Article])
			s.move(th, r.Article, n)
			kernel.Must(kernel.Reply(th, m, taken{n}))
		case bring:
			s.move(th, r.Article, -r.N)
			kernel.Must(kernel.Reply(th, m, brought{}))
		}
	})
}

// move notes that pieces are taken, or brought back.
func (s *shelves) move(th *kernel.Thread, article, n int) {
	s.Left[article] -= n
	s.Lent[article] += n
	s.Served++
	left, lent := s.Left[article], s.Lent[article]
	right := left >= 0 && lent >= 0 && left+lent == pieces
	th.Check(right, "%d of article %d are left, and %d are lent", left, article, lent)
}

// basket is what a customer remembers.
type basket struct{ Orders, Short int }

func customer(th *kernel.Thread, orders int) {
	keeper := kernel.Must(netname.Find(th, "keeper"))
	var has basket
	order := func(th *kernel.Thread) { has.order(th, keeper) }
	if orders == 0 {
		th.Serve(&has, order)
	}
	for range orders {
		order(th)
	}
}

// order takes pieces of an article, if there are any, and brings them back.
func (has *basket) order(th *kernel.Thread, keeper kernel.Name) {
	want := take{th.Random(3), 1 + th.Random(4)}
	got := kernel.Must(kernel.RPC[take, taken](th, keeper, want)).N
	has.Orders++
	if got < want.N {
		has.Short++
	}
	th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
	kernel.Must(kernel.RPC[bring, brought](th, keeper, bring{want.Article, got}))
}
