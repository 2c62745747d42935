// Package harness judges a bank.
package harness

import (
	"fmt"

	"lab/student"

	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Town},
	Parts: []lab.Part{
		{Name: "adds", Points: 20, Do: adds,
			Property: "of clients that wait as long as it takes, each gets the balance that it should have"},
		{Name: "once", Points: 25, Do: once,
			Property: "a client that asks again after a time-out gets an answer, and what it asked for was done once"},
		{Name: "together", Points: 25, Do: together, Property: "so it is for several clients at a time"},
		{Name: "late", Points: 15, Do: late,
			Property: "clients that give up and go keep nobody else from getting answers"},
		{Name: "proof", Points: 15, Do: proof,
			Property: "of two patient clients with two requests each, every run that there is ends well"},
	},
}

func adds(t *lab.Trial) {
	t.Run(&Town, simtest.Seeds(200), simtest.With("clients", t.Number("clients", 2, 5)), simtest.With("patient", 1),
		simtest.With("rounds", t.Number("rounds", 2, 5)))
}

func once(t *lab.Trial) {
	t.Run(&Town, simtest.Seeds(200), simtest.With("clients", 1), simtest.With("rounds", t.Number("rounds", 3, 6)),
		simtest.Reaches("asked again"))
}

func together(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Town, simtest.Seeds(200), simtest.With("clients", t.Number(name+" clients", 2, 4)),
			simtest.With("rounds", t.Number(name+" rounds", 3, 5)), simtest.Reaches("asked again"))
	}
}

func late(t *lab.Trial) {
	t.Run(&Town, simtest.Seeds(200), simtest.With("clients", 1), simtest.With("patient", 1),
		simtest.With("strangers", t.Number("strangers", 2, 4)), simtest.Reaches("gone"))
}

func proof(t *lab.Trial) {
	t.Prove(&Town, simtest.With("clients", 2), simtest.With("patient", 1), simtest.With("rounds", 2),
		simtest.With("slow", 0))
}

// Town has a bank and its clients.
var Town = kernel.Program{
	Name: "town",
	Doc:  "clients that add to their accounts at the bank of the lab",
	Params: []kernel.Param{
		{Name: "clients", Default: "2", Doc: "how many ask until they have an answer"},
		{Name: "patient", Default: "0", Doc: "1: they wait as long as it takes; 0: they ask again after a time-out"},
		{Name: "strangers", Default: "0", Doc: "how many others ask once, and go when no answer comes in time"},
		{Name: "rounds", Default: "3", Doc: "how often each client adds"},
		{Name: "slow", Default: "8", Doc: "the bank works for fewer ms than this, at random"},
	},
	Main: func(b *kernel.Boot) {
		t := &town{rounds: b.IntIn("rounds", 1, 50), slow: b.IntIn("slow", 0, 1000), patient: b.Int("patient") == 1}
		clients, strangers := b.IntIn("clients", 0, 20), b.IntIn("strangers", 0, 20)
		t.build(b, clients, strangers)
	},
}

// town is what clients and bank are told. Nobody writes to it once it is built.
type town struct {
	rounds, slow int
	patient      bool
}

// usual is how long somebody waits for an answer who does not wait as long as it takes.
const usual = 4 * kernel.Millisecond

func (t *town) build(b *kernel.Boot, clients, strangers int) {
	h := b.Host("town")
	var port kernel.Name
	bank := b.Server(h, "bank", func(th *kernel.Thread) { student.Serve(th, port, func() { t.work(th) }) })
	port = b.Port(bank, "bank")
	for i := range clients + strangers {
		var to kernel.Name
		name, body := fmt.Sprint("client", i+1), t.client
		if i >= clients {
			name, body = fmt.Sprint("stranger", i+1), t.stranger
		}
		task := b.Task(h, name, func(th *kernel.Thread) { body(th, to, i) })
		to = b.Send(bank, port, task)
	}
}

// work takes time.
func (t *town) work(th *kernel.Thread) {
	if t.slow > 0 {
		th.Sleep(kernel.Duration(th.Random(t.slow)) * kernel.Millisecond)
	}
}

// client adds 1, 2, 3 to its account, and knows what is in it.
func (t *town) client(th *kernel.Thread, bank kernel.Name, i int) {
	sum := 0
	for n := range t.rounds {
		sum += n + 1
		got := t.ask(th, bank, student.Add{Client: i, Number: n + 1, Amount: n + 1})
		th.Check(got == sum, "after request %d the balance is said to be %d, and should be %d", n+1, got, sum)
	}
}

// most is how often a client asks.
const most = 25

// ask asks until there is an answer.
func (t *town) ask(th *kernel.Thread, bank kernel.Name, r student.Add) int {
	if t.patient {
		return kernel.Must(kernel.RPC[student.Add, student.Balance](th, bank, r)).Value
	}
	for i := range most {
		if i > 0 {
			th.Reach("asked again")
		}
		answer, err := kernel.RPCTimeout[student.Add, student.Balance](th, bank, r, usual)
		if err == nil {
			return answer.Value
		}
	}
	th.Fail("request %d was asked %d times, and never answered", r.Number, most)
	return 0
}

// stranger asks once, and goes.
func (t *town) stranger(th *kernel.Thread, bank kernel.Name, i int) {
	r := student.Add{Client: i, Number: 1, Amount: 100}
	if _, err := kernel.RPCTimeout[student.Add, student.Balance](th, bank, r, usual/2); err != nil {
		th.Reach("gone")
	}
}
