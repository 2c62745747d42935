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

	"machsim/ipc"
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

// Requests to the bank; each is answered with a number.
const (
	get      = 1 + iota // account -> balance
	put                 // account, balance -> 0
	transfer            // from, to, amount -> 0
	goHome              // -> 0; a teller has finished
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
	balance := make([]int64, accounts)
	for i := range balance {
		balance[i] = deposit
	}
	th.Watch("balance", &balance)
	port := th.NewPort("bank")
	kernel.Must(netname.CheckIn(th, "bank", ipc.Null, port))
	for tellers > 0 {
		m := kernel.Must(th.Receive(port))
		answer := int64(0)
		switch m.ID {
		case get:
			answer = balance[m.Int(0)]
		case put:
			balance[m.Int(0)] = m.Int(1)
		case transfer:
			balance[m.Int(0)] -= m.Int(2)
			balance[m.Int(1)] += m.Int(2)
		case goHome:
			tellers--
		}
		kernel.Must(th.Reply(m, ipc.NewMessage(0, answer)))
	}
	sum := int64(0)
	for _, b := range balance {
		sum += b
	}
	th.Check(sum == int64(accounts*deposit), "the bank has %d, and should have %d", sum, accounts*deposit)
}

func teller(th *kernel.Thread, move method, accounts, transfers int) {
	bank := kernel.Must(netname.Await(th, "*", "bank", 10_000*kernel.Millisecond))
	for range transfers {
		from := th.Random(accounts)
		to := (from + 1 + th.Random(accounts-1)) % accounts
		move(th, bank, from, to, 1+th.Random(9))
	}
	ask(th, bank, goHome)
}

// A method moves money from one account to another.
type method func(th *kernel.Thread, bank ipc.Name, from, to, amount int)

func byGetAndPut(th *kernel.Thread, bank ipc.Name, from, to, amount int) {
	ask(th, bank, put, from, ask(th, bank, get, from)-amount)
	ask(th, bank, put, to, ask(th, bank, get, to)+amount)
}

func byTransfer(th *kernel.Thread, bank ipc.Name, from, to, amount int) {
	ask(th, bank, transfer, from, to, amount)
}

// ask makes a request to the bank, and returns its answer.
func ask(th *kernel.Thread, bank ipc.Name, request int32, args ...any) int {
	return int(kernel.Must(th.RPC(bank, ipc.NewMessage(request, args...))).Int(0))
}
