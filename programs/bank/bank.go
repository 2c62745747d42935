// Package bank is money that gets lost: tellers transfer it between the accounts of a
// bank, which is a server with two requests, get and put.
//
// It teaches that atomic operations do not add up to an atomic operation. Each get
// and each put is done by one thread of the server, one after the other; yet between
// the get and the put of a teller another teller may have changed the account, and
// that change is lost.
//
// The fix is to give the server the whole operation: transfer.
package bank

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
)

// Program loses updates.
var Program = kernel.Program{
	Name:   "bank",
	Doc:    "tellers transfer money between the accounts of a server",
	Bug:    "a transfer is several requests, with others in between: lost update",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byGetAndPut) },
}

// Fixed does not.
var Fixed = kernel.Program{
	Name:   "bank-fixed",
	Doc:    "tellers who transfer money with one request",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byTransfer) },
}

var params = []kernel.Param{
	{Name: "accounts", Default: "6", Doc: "how many accounts the bank has"},
	{Name: "tellers", Default: "2", Doc: "how many tellers it has"},
	{Name: "transfers", Default: "4", Doc: "how many transfers each teller makes"},
}

// Requests to the bank, which answers each with a balance.
type (
	get      struct{ Account int }
	put      struct{ Account, Balance int }
	transfer struct{ From, To, Amount int }
	goHome   struct{} // a teller has finished
	balance  struct{ Amount int }
)

const deposit = 100 // on each account at the beginning

func setUp(b *kernel.Boot, move method) {
	accounts, tellers := b.IntIn("accounts", 2, 1000), b.IntIn("tellers", 1, 100)
	transfers := b.IntIn("transfers", 1, 1000)
	b.Task(b.Host("vault"), "bank", func(th *kernel.Thread) { bank(th, accounts, tellers) })
	for i := range tellers {
		b.Task(b.Host("office"), fmt.Sprint("teller", i+1), func(th *kernel.Thread) {
			teller(th, move, accounts, transfers)
		})
	}
	netname.Serve(b)
}

// bank keeps the accounts until all tellers have gone home.
func bank(th *kernel.Thread, accounts, tellers int) {
	account := make([]int, accounts)
	for i := range account {
		account[i] = deposit
	}
	th.Watch("balance", &account)
	port := th.NewPort("bank")
	kernel.Must(netname.Register(th, "bank", port))
	for tellers > 0 {
		m := kernel.Must(kernel.Receive[any](th, port, get{}, put{}, transfer{}, goHome{}))
		answer := balance{}
		switch r := m.Body.(type) {
		case get:
			answer.Amount = account[r.Account]
		case put:
			account[r.Account] = r.Balance
		case transfer:
			account[r.From] -= r.Amount
			account[r.To] += r.Amount
		case goHome:
			tellers--
		}
		kernel.Must(kernel.Reply(th, m, answer))
	}
	sum := 0
	for _, n := range account {
		sum += n
	}
	th.Check(sum == accounts*deposit, "the bank has %d, and should have %d", sum, accounts*deposit)
}

func teller(th *kernel.Thread, move method, accounts, transfers int) {
	bank := kernel.Must(netname.Find(th, "bank"))
	for range transfers {
		from := th.Random(accounts)
		to := (from + 1 + th.Random(accounts-1)) % accounts
		move(th, bank, from, to, 1+th.Random(9))
	}
	ask(th, bank, goHome{})
}

// A method moves money from one account to another.
type method func(th *kernel.Thread, bank kernel.Name, from, to, amount int)

func byGetAndPut(th *kernel.Thread, bank kernel.Name, from, to, amount int) {
	ask(th, bank, put{from, ask(th, bank, get{from}) - amount})
	ask(th, bank, put{to, ask(th, bank, get{to}) + amount})
}

func byTransfer(th *kernel.Thread, bank kernel.Name, from, to, amount int) {
	ask(th, bank, transfer{from, to, amount})
}

// ask makes a request to the bank, and returns its answer.
func ask[Req any](th *kernel.Thread, bank kernel.Name, r Req) int {
	return kernel.Must(kernel.RPC[Req, balance](th, bank, r)).Amount
}
