// Package wal is a bank account whose server writes each deposit to a log on its disk before it answers. The server's
// host loses its power some time or other, and a server that starts there again reads what is in the log.
//
// It teaches what an answer promises. The bug: the server answers when it has written, and not when that is safe; what
// is written and not synced may be lost with the power. So it needs runs in which a disk forgets that, or a part of it:
// --faults unsynced=1,torn=1. Without such faults nothing is lost, and nothing fails.
//
// The fix is to sync the log before the answer. Then only the last record can be lost or torn, and nobody was told of
// that: the client makes its deposit again, and the server knows by its number whether it has it.
package wal

import (
	"fmt"
	"strings"

	"machsim/kernel"
	"machsim/netname"
)

// Program answers too early.
var Program = kernel.Program{
	Name:   "wal",
	Doc:    "a log on a disk, and a server that recovers from it",
	Bug:    "a deposit is lost that was answered (with --faults unsynced=1)",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, false) },
}

// Fixed syncs before it answers.
var Fixed = kernel.Program{
	Name:   "wal-fixed",
	Doc:    "a log on a disk that is synced before each answer",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, true) },
}

var params = []kernel.Param{
	{Name: "deposits", Default: "5", Doc: "how many deposits the client makes"},
}

// Messages.
type (
	deposit struct{ Number, Amount int }
	ask     struct{}
	state   struct{ Last, Balance int } // the answer to both: the number of the last deposit, and the sum of all
)

func setUp(b *kernel.Boot, synced bool) {
	deposits := b.IntIn("deposits", 1, 1000)
	b.Server(b.Host("vault"), "bank", func(th *kernel.Thread) { bank(th, synced) })
	b.Server(b.Host("office"), "weather", func(th *kernel.Thread) { weather(th, synced) })
	b.Task(b.Host("office"), "client", func(th *kernel.Thread) { client(th, deposits) })
	netname.Serve(b)
}

// weather takes the power from the host of the bank, and gives it back.
func weather(th *kernel.Thread, synced bool) {
	kernel.Must(netname.Find(th, "bank"))
	th.Sleep(kernel.Duration(th.Random(60)) * 100 * kernel.Microsecond)
	_ = th.CrashHost("vault") // or it has crashed by itself
	th.Sleep(kernel.Millisecond)
	kernel.Must(th.RestartHost("vault"))
	kernel.Must(th.Spawn("vault", "bank", func(th *kernel.Thread) { bank(th, synced) }))
}

// bank keeps the account.
func bank(th *kernel.Thread, synced bool) {
	log := kernel.Must(th.Disk().Create("log"))
	account := recovered(th, log)
	port := th.NewPort("bank")
	kernel.Must(netname.Register(th, "bank", port))
	for {
		m := kernel.Must(kernel.Receive[any](th, port, deposit{}, ask{}))
		if d, is := m.Body.(deposit); is && d.Number > account.Last {
			kernel.Must(th.Disk().Append(log, []byte(record(d))))
			if synced {
				kernel.Must(th.Disk().Sync(log))
			}
			account = state{d.Number, account.Balance + d.Amount}
		}
		kernel.Must(kernel.Reply(th, m, account))
	}
}

// record is a deposit in the log. One that is torn has no end.
func record(d deposit) string { return fmt.Sprintf("%d %d.\n", d.Number, d.Amount) }

// recovered reads the log up to the first record that is not whole, and takes off the rest.
func recovered(th *kernel.Thread, log kernel.FileID) (account state) {
	text := string(kernel.Must(th.Disk().Read(log, 0, kernel.MaxFileSize)))
	size := 0
	for line := range strings.Lines(text) {
		var d deposit
		_, err := fmt.Sscanf(line, "%d %d.", &d.Number, &d.Amount)
		if err != nil || line != record(d) {
			break
		}
		account = state{d.Number, account.Balance + d.Amount}
		size += len(line)
	}
	kernel.Must(th.Disk().Truncate(log, int64(size)))
	kernel.Must(th.Disk().Sync(log))
	th.Printf("%d records, balance %d", account.Last, account.Balance)
	return account
}

// client makes deposits, and sees that none of them gets lost.
func client(th *kernel.Thread, deposits int) {
	sum := 0
	for n := range deposits {
		d := deposit{n + 1, 10 * (n + 1)}
		sum += d.Amount
		balanced(th, answered(th, d), sum)
	}
	balanced(th, answered(th, ask{}), sum)
}

// answered makes a request until it is answered.
func answered[Request any](th *kernel.Thread, r Request) state {
	for {
		account, err := kernel.RPC[Request, state](th, kernel.Must(netname.Find(th, "bank")), r)
		if err == nil {
			return account
		}
		th.Sleep(kernel.Millisecond) // until the bank is there again
	}
}

func balanced(th *kernel.Thread, account state, sum int) {
	th.Check(account.Balance == sum, "the balance is %d, but %d was paid in", account.Balance, sum)
}
