// Package branches is a bank with a branch in each town. A customer asks the branch in town to pay money to an account
// in another town; that branch takes it from its own and, while the customer waits, asks the other one to add it.
//
// It teaches that a server which waits for another serves nobody. The bug: a branch has one thread. When two branches
// ask each other at the same time, each waits for the answer of the other, which serves nobody meanwhile: a deadlock
// over hosts, without any mutex. No branch can see it by itself: it waits for an answer, as it often does.
//
// The fix is a second thread in each branch, for what other branches ask for. It asks nobody, so it always answers.
package branches

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname"
)

// Program deadlocks.
var Program = kernel.Program{
	Name:   "branches",
	Doc:    "branches of a bank that ask each other",
	Bug:    "a server that waits for another serves nobody: deadlock over hosts",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed has a thread for other branches.
var Fixed = kernel.Program{
	Name:   "branches-fixed",
	Doc:    "branches with a thread for other branches",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "towns", Default: "3", Doc: "how many branches there are, each in a town"},
	{Name: "payments", Default: "3", Doc: "how often the customer in each town pays"},
}

// Requests to a branch, and its answers.
type (
	pay  struct{ Town, Amount int } // of customers
	add  struct{ Amount int }       // of other branches
	paid struct{ Left int }
	done struct{ Sum int }
)

const deposit = 100 // in each branch at the beginning

func setUp(b *kernel.Boot, apart bool) {
	towns, payments := b.IntIn("towns", 2, 8), b.IntIn("payments", 1, 100)
	for i := range towns {
		h := b.Host(fmt.Sprint("town", i+1))
		b.Server(h, fmt.Sprint("branch", i+1), func(th *kernel.Thread) { open(th, i, towns, apart) })
		b.Task(h, fmt.Sprint("customer", i+1), func(th *kernel.Thread) { customer(th, i, towns, payments) })
	}
	netname.Serve(b)
}

// branch is an account, and where the other branches are asked.
type branch struct {
	mu     cthreads.Mutex // protects sum
	sum    int
	others []kernel.Name // by town
}

// open opens the branch of a town. With apart it has a thread and a port for other branches.
func open(th *kernel.Thread, town, towns int, apart bool) {
	b := &branch{mu: cthreads.NewMutex(th, nameOf("account", town)), sum: deposit}
	th.Watch("sum", &b.sum)
	counter := th.NewPort(nameOf("counter", town))
	kernel.Must(netname.Register(th, nameOf("counter", town), counter))
	back := counter
	if apart {
		back = th.NewPort(nameOf("back", town))
		cthreads.Detach(th, cthreads.Fork(th, "clerk", func(th *kernel.Thread) { b.serve(th, back) }))
	}
	kernel.Must(netname.Register(th, nameOf("back", town), back))
	for i := range towns {
		b.others = append(b.others, kernel.Must(netname.Find(th, nameOf("back", i))))
	}
	b.serve(th, counter)
}

func nameOf(port string, town int) string { return fmt.Sprint(port, town+1) }

// serve serves the requests that come to a port, one after the other.
func (b *branch) serve(th *kernel.Thread, port kernel.Name) {
	for {
		m := kernel.Must(kernel.Receive[any](th, port, pay{}, add{}))
		switch r := m.Body.(type) {
		case pay:
			left := b.change(th, -r.Amount)
			kernel.Must(kernel.RPC[add, done](th, b.others[r.Town], add{r.Amount}))
			kernel.Must(kernel.Reply(th, m, paid{left}))
		case add:
			kernel.Must(kernel.Reply(th, m, done{b.change(th, r.Amount)}))
		}
	}
}

// change adds to the account, and returns what is on it.
func (b *branch) change(th *kernel.Thread, amount int) int {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	b.sum += amount
	return b.sum
}

// customer pays money to other towns now and then.
func customer(th *kernel.Thread, town, towns, payments int) {
	counter := kernel.Must(netname.Find(th, nameOf("counter", town)))
	spent := 0
	for range payments {
		th.Sleep(kernel.Duration(th.Random(5)) * kernel.Millisecond)
		p := pay{(town + 1 + th.Random(towns-1)) % towns, 1 + th.Random(9)}
		left := kernel.Must(kernel.RPC[pay, paid](th, counter, p)).Left
		spent += p.Amount
		th.Check(left >= deposit-spent, "%d is left of %d, and %d was paid", left, deposit, spent)
	}
}
