package report_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/netname"
)

var update = flag.Bool("update", false, "write what the reports say")

type (
	buy    struct{}
	sell   struct{ N int }
	ticket struct{ Number int }
)

// office makes a server that does something with each request.
func office(each func(*kernel.Thread, *kernel.Received[buy]), n int) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		port := th.NewPort("tickets")
		kernel.Must(netname.Register(th, "tickets", port))
		for range n {
			each(th, kernel.Must(kernel.Receive[buy](th, port)))
		}
	}
}

func replies(th *kernel.Thread, request *kernel.Received[buy]) {
	kernel.Must(kernel.Reply(th, request, ticket{1}))
}

func throwsAway(*kernel.Thread, *kernel.Received[buy]) {}

// buys asks for some tickets.
func buys(th *kernel.Thread) {
	office := kernel.Must(netname.Find(th, "tickets"))
	for range 3 {
		_ = kernel.Must(kernel.RPC[buy, ticket](th, office, buy{}))
	}
}

func two(office, client func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		unserved(office, client)(b)
		netname.Serve(b)
	}
}

func unserved(office, client func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		b.Server(b.Host("north"), "office", office)
		b.Task(b.Host("south"), "client", client)
	}
}

func alone(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) { b.Task(b.Host("north"), "main", body) }
}

// mistakes are what beginners do wrong. What the report says of each stands in testdata/mistakes.txt.
var mistakes = []struct {
	what string
	main func(*kernel.Boot)
}{
	{"netname.Serve is forgotten", unserved(office(replies, 9), buys)},
	{"netname.Serve is forgotten, and a name only registered", unserved(throwing, registers)},
	{"the server has ended", two(office(replies, 1), buys)},
	{"the server ends with the request", two(office(throwsAway, 1), buys)},
	{"the server forgets to reply", two(office(throwsAway, 9), buys)},
	{"a name with a typo", two(office(replies, 9), func(th *kernel.Thread) { kernel.Must(netname.Find(th, "ticktes")) })},
	{"a name with a typo, looked up", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(netname.LookUp(th, "*", "ticktes"))
	})},
	{"a name with a typo, on a host", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(netname.Await(th, "north", "ticktes", kernel.Second))
	})},
	{"kernel.Send where RPC was meant", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(kernel.Send(th, kernel.Must(netname.Find(th, "tickets")), buy{}))
	})},
	{"a second Reply", two(office(func(th *kernel.Thread, request *kernel.Received[buy]) {
		replies(th, request)
		kernel.Must(kernel.Reply(th, request, ticket{2}))
	}, 9), buys)},
	{"a second Reply, of a message", alone(repliesTwice)},
	{"RPC to oneself", alone(func(th *kernel.Thread) {
		kernel.Must(kernel.RPC[buy, ticket](th, th.NewPort("tickets"), buy{}))
	})},
	{"RPC to oneself, while a client waits", two(asksItself, buys)},
	{"another request than the server takes", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(kernel.RPC[sell, ticket](th, kernel.Must(netname.Find(th, "tickets")), sell{1}))
	})},
	{"another reply than the client takes", two(office(func(th *kernel.Thread, request *kernel.Received[buy]) {
		kernel.Must(kernel.Reply(th, request, sell{1}))
	}, 9), buys)},
	{"a port that was never found", alone(func(th *kernel.Thread) {
		var office kernel.Name
		kernel.Must(kernel.RPC[buy, ticket](th, office, buy{}))
	})},
	{"Receive from somebody else's port", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(kernel.Receive[ticket](th, kernel.Must(netname.Find(th, "tickets"))))
	})},
	{"a lock taken twice", alone(func(th *kernel.Thread) {
		mu := cthreads.NewMutex(th, "mu")
		mu.Lock(th)
		mu.Lock(th)
	})},
	{"a name on a host that is down", two(office(replies, 9), func(th *kernel.Thread) {
		kernel.Must(th.CrashHost("north"))
		kernel.Must(netname.LookUp(th, "north", "tickets"))
	})},
}

func throwing(*kernel.Thread) {}

func registers(th *kernel.Thread) {
	kernel.Must(netname.Register(th, "tickets", th.NewPort("tickets")))
}

func asksItself(th *kernel.Thread) {
	port := th.NewPort("tickets")
	kernel.Must(netname.Register(th, "tickets", port))
	request := kernel.Must(kernel.Receive[buy](th, port))
	kernel.Must(kernel.RPC[buy, ticket](th, port, buy{}))
	replies(th, request)
}

func repliesTwice(th *kernel.Thread) {
	port := th.NewPort("tickets")
	one := cthreads.Fork(th, "one", func(th *kernel.Thread) { _, _ = th.RPC(port, kernel.NewMessage(1)) })
	request := kernel.Must(th.Receive(port))
	kernel.Must(th.Reply(request, kernel.NewMessage(0)))
	kernel.Must(th.Reply(request, kernel.NewMessage(0)))
	cthreads.Join(th, one)
}

// TestMistakes reads what the report says of each mistake: it has the words of the program, and the line.
func TestMistakes(t *testing.T) {
	var all strings.Builder
	for _, m := range mistakes {
		o := &runner.NewOptions{Common: runner.Common{Program: &kernel.Program{Name: "lab", Main: m.main}}}
		o.Seed, o.Lines = 1, true
		run := runner.Do(o)
		fmt.Fprintf(&all, "%s:\n", m.what)
		report.Of(run).Print(&all, report.Style{})
		run.Close()
	}
	const file = "testdata/mistakes.txt"
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(all.String())) {
		t.Errorf("the reports say now:\n%s", all.String())
	}
}
