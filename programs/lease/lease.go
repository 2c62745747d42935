// Package lease is a lock service that lends a lock for a while. Two holders on hosts with clocks of
// their own ask it for the lease, work, and write what they have made to a store.
//
// It teaches that a lease ends without its holder. The bug: the holder looks at its clock before it
// writes, and takes the lease for its own as long as that says so. But its clock may be slow, and
// the write travels: when it arrives, the lease may have ended, and another holder have written.
//
// The fix is a token: each lease has a higher number than those before it, every write carries the
// number of its lease, and the store refuses one with a lower number than it has seen. The holder
// who is told so asks for the lease again.
package lease

import (
	"machsim/kernel"
	"machsim/netname"
)

// Program has a store that takes every write.
var Program = kernel.Program{
	Name:   "lease",
	Doc:    "a lock that is lent for a while",
	Bug:    "a holder goes on after its lease has ended",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed has one that refuses those of leases that are over.
var Fixed = kernel.Program{
	Name:   "lease-fixed",
	Doc:    "a lock that is lent for a while, with numbers",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "length", Default: "20", Doc: "how many milliseconds a lease lasts"},
	{Name: "work", Default: "14", Doc: "how many milliseconds a holder works at most"},
	{Name: "rounds", Default: "3", Doc: "how often each holder writes"},
}

func setUp(b *kernel.Boot, fenced bool) {
	length, work := b.Milliseconds("length", 1, 10_000), b.Milliseconds("work", 1, 10_000)
	rounds := b.IntIn("rounds", 1, 100)
	office, fast, slow := b.Host("office"), b.Host("fast"), b.Host("slow")
	b.Clock(fast, 3*kernel.Second, 0)
	b.Clock(slow, 0, -200_000) // it loses 200 ms in each second
	b.Server(office, "lender", func(th *kernel.Thread) { lender(th, length) })
	b.Server(office, "store", func(th *kernel.Thread) { store(th, fenced) })
	holders := []struct {
		name string
		host kernel.HostID
	}{{"ann", fast}, {"bob", slow}}
	for _, h := range holders {
		b.Delay(h.host, office, kernel.Millisecond, 10*kernel.Millisecond)
		b.Task(h.host, h.name, func(th *kernel.Thread) { holder(th, length, work, rounds) })
	}
	netname.Serve(b)
}

type (
	borrow  struct{}                   // to the lender
	lent    struct{ Token int }        // its answer; 0 if the lease is not free
	giveUp  struct{ Token int }        // to the lender
	read    struct{}                   // to the store
	content struct{ Value int }        // its answer
	write   struct{ Token, Value int } // to the store
	written struct{ Done bool }        // its answer: false if the lease was over
)

// lender lends the lease to one holder at a time, each time with the next number.
func lender(th *kernel.Thread, length kernel.Duration) {
	port := th.NewPort("lender")
	kernel.Must(netname.Register(th, "lender", port))
	token, until := 0, kernel.Duration(-1)
	for {
		m := kernel.Must(kernel.Receive[any](th, port, borrow{}, giveUp{}))
		switch r := m.Body.(type) {
		case borrow:
			if th.Clock() < until {
				kernel.Must(kernel.Reply(th, m, lent{}))
				continue
			}
			token, until = token+1, th.Clock()+length
			kernel.Must(kernel.Reply(th, m, lent{token}))
		case giveUp:
			if r.Token == token {
				until = -1
			}
		}
	}
}

// store keeps a value. Without a fence it takes every write.
func store(th *kernel.Thread, fenced bool) {
	port := th.NewPort("store")
	kernel.Must(netname.Register(th, "store", port))
	value, newest := 0, 0
	th.Watch("value", &value)
	th.Watch("newest", &newest)
	for {
		m := kernel.Must(kernel.Receive[any](th, port, read{}, write{}))
		switch r := m.Body.(type) {
		case read:
			kernel.Must(kernel.Reply(th, m, content{value}))
		case write:
			late := r.Token < newest
			th.Check(fenced || !late, "lease %d writes after lease %d", r.Token, newest)
			if !late {
				value, newest = r.Value, r.Token
			}
			kernel.Must(kernel.Reply(th, m, written{!late}))
		}
	}
}

// holder adds 1 to what is in the store, so many times.
func holder(th *kernel.Thread, length, work kernel.Duration, rounds int) {
	lender, store := kernel.Must(netname.Find(th, "lender")), kernel.Must(netname.Find(th, "store"))
	for done := 0; done < rounds; {
		lease := kernel.Must(kernel.RPC[borrow, lent](th, lender, borrow{}))
		if lease.Token == 0 {
			th.Sleep(kernel.Millisecond)
			continue
		}
		until := th.Clock() + length
		th.Label("lent")
		old := kernel.Must(kernel.RPC[read, content](th, store, read{}))
		compute(th, work)
		if th.Clock() < until && put(th, store, write{lease.Token, old.Value + 1}) {
			done++
		}
		kernel.Must(kernel.Send(th, lender, giveUp(lease)))
		th.Sleep(5 * kernel.Millisecond)
	}
}

// compute takes a short time mostly, and sometimes as long as a holder works at most.
func compute(th *kernel.Thread, work kernel.Duration) {
	if th.Random(3) == 0 {
		th.Sleep(work)
	} else {
		th.Sleep(kernel.Millisecond)
	}
}

// put says whether the store has taken a write.
func put(th *kernel.Thread, store kernel.Name, w write) bool {
	answer := kernel.Must(kernel.RPC[write, written](th, store, w))
	th.Label("written")
	return answer.Done
}
