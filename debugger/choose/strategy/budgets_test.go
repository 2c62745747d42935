package strategy_test

import (
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/ipc"
	"machsim/kernel"
)

// Budgets are read as they are written, and what makes no sense is told in a sentence.
func TestParseBudgets(t *testing.T) {
	for words, want := range map[string]string{
		"loss=30%":                             "loss=30%",
		"loss=0.5%,dup=100%":                   "loss=0.5%,dup=100%",
		"loss=2@client:server":                 "loss=2@client:server",
		"loss=2@client+server@1s..5s":          "loss=2@client+server@1s..5s",
		" dup = 10% @ 500ms.. , crash @server": "crash=1@server,dup=10%@500ms..",
		"delay@..2m":                           "delay=1@..120s",
		"cut@a+b":                              "cut=1@a+b",
		"loss@1us..1500us":                     "loss=1@1us..1500us",
		"loss=0%":                              "",
		"crash=10%":                            "hits no packets or calls",
		"loss=101%":                            "from 0% to 100%",
		"loss=0.05%":                           "tenths of a percent",
		"loss=NaN%":                            "from 0% to 100%",
		"loss=-1%":                             "from 0% to 100%",
		"loss=2@a:":                            "between two hosts",
		"loss=2@a:a":                           "between two hosts",
		"cut@a:b":                              "no direction",
		"crash@a+b":                            "name one host",
		"loss@":                                "is missing after @",
		"loss@a@b":                             "twice where",
		"loss@1s..2s@3s..":                     "twice when",
		"loss@5s..1s":                          "ends after it begins",
		"loss@x..1s":                           "is written as",
		"loss@-1s..1s":                         "is written as",
		"loss=1%,loss=2":                       "twice",
		"hold: bank = 2ms ,crash":              "crash=1,hold:bank=2ms",
		"slow:a=3,slow:b.1=1,sleep:c=0.5%":     "slow:a=3,slow:b.1=1,sleep:c=0.5%",
		"hold:a=b=1500us":                      "hold:a=b=1500us",
		"hold:bank=2":                          "must be above 0",
		"hold:bank=0s":                         "must be above 0",
		"hold:bank=-1s":                        "must be above 0",
		"hold:bank=25h":                        "at most a day",
		"hold:bank":                            "write the probe as hold:PORT=TIME",
		"hold:=2ms":                            "needs the name",
		"slow:a=0":                             "from 1 to 1000000",
		"slow:a=x":                             "from 1 to 1000000",
		"sleep:a=0%":                           "from 0.1% to 100%",
		"sleep:a=101%":                         "from 0.1% to 100%",
		"sleep:a=0.05%":                        "tenths of a percent",
		"sleep:a=NaN%":                         "from 0.1% to 100%",
		"slow:a=2,slow:a=3":                    "slow:a is there twice",
		"slo:a=2":                              `there is no kind of probe "slo"`,
	} {
		f, err := strategy.ParseFaults(words)
		if got := f.String(); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", words, got, err, want)
		}
		if again, wrong := strategy.ParseFaults(f.String()); err == nil && (wrong != nil || again != f) {
			t.Errorf("%q is written as %q and read as %q, %v", words, f, again, wrong)
		}
	}
}

// both is a run in which two hosts send datagrams to each other, one every ten milliseconds, and what each has got.
func both(t *testing.T, faults string, seed uint64, n int) (s *kernel.State, got [2]int) {
	t.Helper()
	f, err := strategy.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	by, err := strategy.WithFaults(strategy.Named("random").New(), f)
	if err != nil {
		t.Fatal(err)
	}
	p := &kernel.Program{Name: "both", Main: func(b *kernel.Boot) {
		var box, to [2]kernel.Name
		var tasks [2]kernel.TaskID
		for i, name := range []string{"east", "west"} {
			tasks[i] = b.Task(b.Host(name), name, func(th *kernel.Thread) {
				for range n {
					_ = th.Send(to[i], ipc.NewMessage(1)) // the other one may have ended
					for {
						if _, err := th.ReceiveTimeout(box[i], 10*kernel.Millisecond); err != nil {
							break
						}
						got[i]++
					}
				}
			})
		}
		for i := range tasks {
			box[i] = b.DatagramPort(tasks[i], "box")
		}
		for i := range tasks {
			to[i] = b.Send(tasks[1-i], box[1-i], tasks[i])
		}
	}}
	m, err := kernel.New(p, kernel.Config{Door: by.Begin(strategy.Run{Seed: seed}), Faults: f})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Run() != kernel.Finished {
		t.Fatal(m.Outcome(), m.World().Failure)
	}
	return m.World(), got
}

// A rate is the share of the packets that are hit, over a long run; a scope is whom it may hit, and when.
func TestRates(t *testing.T) {
	lost := func(s *kernel.State) int { return len(s.Past) }
	s, got := both(t, "loss=30%", 1, 1000)
	if n := lost(s); n < 500 || n > 700 || got[0]+got[1]+n < 1900 {
		t.Errorf("of 2,000 packets %d were lost at 30%%, %v came", n, got)
	}
	if s.Faults[kernel.FaultLoss].Rate != 300 {
		t.Errorf("a rate is used up: %v", s.Faults)
	}
	s, got = both(t, "loss=100%@east:west", 2, 50)
	if got[0] < 49 || got[1] != 0 || lost(s) < 20 {
		t.Errorf("from east to west all is lost: %d lost, got %v", lost(s), got)
	}
	s, got = both(t, "loss=100%@east+west", 2, 50)
	if got != [2]int{} || lost(s) < 90 {
		t.Errorf("on the wire all is lost: %d lost, got %v", lost(s), got)
	}
	s, _ = both(t, "loss=100%@100ms..200ms", 3, 50)
	if n := lost(s); n < 15 || n > 25 {
		t.Errorf("in a fifth of the time all is lost: %d", n)
	}
	for _, p := range s.Past {
		if p.Kind != kernel.FaultLoss {
			t.Errorf("a fault that nobody asked for: %v", p)
		}
	}
	s, _ = both(t, "loss=5@east:west@200ms..", 4, 50)
	if n := lost(s); n == 0 || n > 5 {
		t.Errorf("%d of 5 were lost", n)
	}
}

// A host that the program does not have is named, with those that it has.
func TestScopeOfNoHost(t *testing.T) {
	f, err := strategy.ParseFaults("loss=2@east:nowhere")
	if err != nil {
		t.Fatal(err)
	}
	_, err = kernel.New(&kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("east"), "t", func(*kernel.Thread) {})
	}}, kernel.Config{Faults: f})
	if err == nil || !strings.Contains(err.Error(), `"nowhere"`) || !strings.Contains(err.Error(), "its hosts are east") {
		t.Error(err)
	}
}

// Strategy every tries each packet anyhow: a rate would say nothing.
func TestNoRatesInEvery(t *testing.T) {
	f, err := strategy.ParseFaults("loss=10%")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = strategy.WithFaults(strategy.Named("every").New(), f); err == nil ||
		!strings.Contains(err.Error(), "loss=2") {
		t.Error(err)
	}
}
