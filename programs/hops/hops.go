// Package hops is an order that goes over two hops: a buyer asks a shop, and the shop, while the
// buyer waits, asks a bank to charge the price. The buyer waits for a while only; then it takes
// the order for lost, and orders once more.
//
// It teaches what an orphan is (Cooper 3.2): a call that executes although its caller has given
// up. The buyer sees a time-out, and cannot know whether the shop has done nothing, a part or
// all of it. The bug: the first order was not lost, but slow, and so the price is charged twice.
// The fix: orders have numbers, and the shop answers one that it has done already as it did
// then: at most once.
package hops

import (
	"machsim/kernel"
	"machsim/netname"
)

// Program charges an order twice.
var Program = kernel.Program{
	Name:   "hops",
	Doc:    "an order through two servers that is given up",
	Bug:    "an order that was given up is executed all the same",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed charges each order once.
var Fixed = kernel.Program{
	Name:   "hops-fixed",
	Doc:    "an order through two servers, done at most once",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "orders", Default: "3", Doc: "how many orders the buyer makes, 1 to 100"},
	{Name: "patience", Default: "5", Doc: "how many milliseconds it waits for each"},
	{Name: "work", Default: "6", Doc: "how many milliseconds the bank works at most"},
}

const price = 21

func setUp(b *kernel.Boot, once bool) {
	orders, work := b.IntIn("orders", 1, 100), b.IntIn("work", 1, 1000)
	patience := b.Milliseconds("patience", 1, 1000)
	b.Task(b.Host("desk"), "buyer", func(th *kernel.Thread) { buyer(th, orders, patience) })
	b.Server(b.Host("street"), "shop", func(th *kernel.Thread) { shop(th, once) })
	b.Server(b.Host("vault"), "bank", func(th *kernel.Thread) { bank(th, work) })
	netname.Serve(b)
}

// Messages.
type (
	order   struct{ Number, Price int }
	receipt struct{ Paid int } // in all
	charge  struct{ Price int }
	charged struct{ Sum int }
)

func buyer(th *kernel.Thread, orders int, patience kernel.Duration) {
	shop := kernel.Must(netname.Find(th, "shop"))
	for n := 1; n <= orders; n++ {
		r := buy(th, shop, order{n, price}, patience)
		th.Check(r.Paid == n*price, "%d orders have cost %d, and should have cost %d", n, r.Paid, n*price)
	}
}

// buy orders until there is a receipt.
func buy(th *kernel.Thread, shop kernel.Name, o order, patience kernel.Duration) receipt {
	for {
		r, err := kernel.RPCTimeout[order, receipt](th, shop, o, patience)
		if err == nil {
			return r
		}
		th.Printf("order %d is lost; once more", o.Number)
	}
}

// shop serves one order after the other. With once, it knows the last that it has done.
func shop(th *kernel.Thread, once bool) {
	bank := kernel.Must(netname.Find(th, "bank"))
	port := th.NewPort("shop")
	kernel.Must(netname.Register(th, "shop", port))
	last, done := 0, receipt{}
	for {
		m := kernel.Must(kernel.Receive[order](th, port))
		if !once || m.Body.Number != last {
			last, done = m.Body.Number, pay(th, bank, m.Body)
		}
		_ = kernel.Reply(th, m, done) // the buyer may have given up
	}
}

// pay has an order charged.
func pay(th *kernel.Thread, bank kernel.Name, o order) receipt {
	sum := kernel.Must(kernel.RPC[charge, charged](th, bank, charge{o.Price})).Sum
	return receipt{sum}
}

// bank charges, and takes its time.
func bank(th *kernel.Thread, work int) {
	port := th.NewPort("bank")
	kernel.Must(netname.Register(th, "bank", port))
	sum := 0
	for {
		m := kernel.Must(kernel.Receive[charge](th, port))
		th.Sleep(kernel.Duration(th.Random(work+1)) * kernel.Millisecond)
		sum += m.Body.Price
		kernel.Must(kernel.Reply(th, m, charged{sum}))
	}
}
