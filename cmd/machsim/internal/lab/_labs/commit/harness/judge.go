package harness

import (
	"errors"

	"lab/student"

	"machsim/kernel"
)

// Transactions has a client, a coordinator and participants.
var Transactions = kernel.Program{
	Name: "transactions",
	Doc:  "a client that asks for transactions, made by the two-phase commit of the lab",
	Params: []kernel.Param{
		{Name: "participants", Default: "2", Doc: "how many there are"},
		{Name: "transactions", Default: "3", Doc: "how many the client asks for, one after the other"},
		{Name: "crashes", Default: "0", Doc: "how many crashes there are at most"},
		{Name: "who", Default: "all", Doc: "who may crash: all, coordinator or participants"},
		{Name: "calls", Default: "40", Doc: "a site crashes at fewer calls than this, at random"},
		{Name: "at", Default: "-1", Doc: "and not at random, but at this call, from 0 on"},
		{Name: "loss", Default: "0", Doc: "1: messages get lost or late"},
		{Name: "sure", Default: "0", Doc: "1: a transaction is done if all have voted yes"},
		{Name: "slow", Default: "10", Doc: "a message takes 1 ms to so many"},
	},
	Main: func(b *kernel.Boot) {
		j := &judge{n: b.IntIn("participants", 1, 8), most: b.IntIn("transactions", 1, 50), who: b.Text("who"),
			crashes: b.IntIn("crashes", 0, 50), calls: b.IntIn("calls", 1, 1000), at: b.IntIn("at", -1, 999),
			sure: b.Bool("sure")}
		j.build(b, b.Bool("loss"), kernel.Duration(b.IntIn("slow", 1, 1000))*kernel.Millisecond)
	},
}

// Messages of a site to the judge, who answers all but the crash that he makes.
type (
	started struct{ Site int }              // with calls
	calls   struct{ Left int }              // until the site crashes, below 0 if it does not
	crash   struct{ Site int }              // now
	asks    struct{ Site, Transaction int } // for its vote
	vote    struct{ Yes bool }
	decides struct {
		Site, Transaction int
		Yes               bool
	}
	noted struct{}
)

// judge is the client as well, and who starts hosts again. Others read what Main has set, and no more.
type judge struct {
	n, most, crashes, calls, at int
	who                         string
	sure                        bool
	in, post                    kernel.Name // of the judge's task
	up                          map[int]kernel.Duration
	all                         []transaction // from 1 on
}

// transaction is what is known of one.
type transaction struct {
	votes, decided map[int]bool // of participants
	told           map[int]bool // the client, who is at 0
}

const (
	again    = 73 * kernel.Millisecond // after that the client asks again
	outage   = 69 * kernel.Millisecond // that long a host is down
	still    = 11 * kernel.Millisecond // that long nothing happens once everybody waits
	patience = 5_000 * kernel.Millisecond
)

// run asks for one transaction after the other, and waits until all are decided.
func (j *judge) run(th *kernel.Thread) {
	j.up, j.all = map[int]kernel.Duration{}, make([]transaction, j.most+1)
	for i := range j.all {
		j.all[i] = transaction{map[int]bool{}, map[int]bool{}, map[int]bool{}}
	}
	for site := range j.n + 1 {
		j.start(th, site)
		j.pause(th)
	}
	for t := 1; t <= j.most; t++ {
		j.ask(th, t)
	}
	for site, t := j.undecided(); site > 0; site, t = j.undecided() {
		j.listen(th, again)
		th.Check(th.Clock() < patience, "%s has not decided transaction %d in 5 s, and everybody is up", name(site), t)
	}
	j.over(th)
}

// over ends all sites, which would go on for ever. Those that are down come back first: else they would come later.
func (j *judge) over(th *kernel.Thread) {
	for j.crashes = 0; len(j.up) > 0; {
		j.listen(th, again)
	}
	for site := range j.n + 1 {
		j.pause(th)
		kernel.Must(th.CrashHost(name(site)))
	}
}

// pause listens until everybody waits for something again.
func (j *judge) pause(th *kernel.Thread) {
	for end := th.Clock() + still; th.Clock() < end; {
		j.listen(th, end-th.Clock())
	}
}

// ask asks for a transaction until there is an answer.
func (j *judge) ask(th *kernel.Thread, t int) {
	for len(j.all[t].told) == 0 {
		th.Check(th.Clock() < patience, "the client asks for transaction %d, and has no answer after 5 s", t)
		kernel.Must(kernel.Send(th, j.post, student.Message{Kind: student.Begin, Transaction: t, From: student.Client}))
		for end := th.Clock() + again; th.Clock() < end && len(j.all[t].told) == 0; {
			j.listen(th, end-th.Clock())
		}
	}
}

// undecided is a participant that has not decided a transaction; 0 if there is none.
func (j *judge) undecided() (site, t int) {
	for t := 1; t <= j.most; t++ {
		for site := 1; site <= j.n; site++ {
			if _, ok := j.all[t].decided[site]; !ok {
				return site, t
			}
		}
	}
	return 0, 0
}

// listen takes the next message that comes in some time, and starts a host whose time has come.
func (j *judge) listen(th *kernel.Thread, wait kernel.Duration) {
	for site := range j.n + 1 {
		if at, down := j.up[site]; down {
			wait = min(wait, max(0, at-th.Clock()))
		}
	}
	m, err := kernel.ReceiveTimeout[any](th, j.in, wait, student.Message{}, started{}, crash{}, asks{}, decides{})
	if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
		j.restart(th)
		return
	}
	kernel.Must(err)
	switch r := m.Body.(type) {
	case student.Message:
		j.finished(th, r)
	case crash:
		if j.crashes == 0 {
			_ = kernel.Reply(th, m, noted{})
			return
		}
		j.crash(th, r.Site)
	case started:
		_ = kernel.Reply(th, m, calls{j.left(th, r.Site)})
	case asks:
		_ = kernel.Reply(th, m, vote{j.vote(th, r)})
	case decides:
		j.decides(th, r)
		_ = kernel.Reply(th, m, noted{})
	}
}

// left says after how many calls a site crashes.
func (j *judge) left(th *kernel.Thread, site int) int {
	coordinator := site == 0
	if j.crashes <= 0 || j.who == "coordinator" && !coordinator || j.who == "participants" && coordinator {
		return -1
	}
	if j.at >= 0 {
		return j.at
	}
	return th.Random(j.calls)
}

// crash crashes the host of a site, when whatever is under way has come.
func (j *judge) crash(th *kernel.Thread, site int) {
	j.crashes--
	j.pause(th)
	j.goals(th, site)
	kernel.Must(th.CrashHost(name(site)))
	j.up[site] = th.Clock() + outage
}

// goals says what is remarkable about a crash.
func (j *judge) goals(th *kernel.Thread, site int) {
	for _, t := range j.all {
		_, decided := t.decided[site]
		if site > 0 && t.votes[site] && !decided {
			th.Reach("a participant crashes that has voted yes")
		}
		if site == 0 && len(t.decided) > 0 && len(t.decided) < j.n {
			th.Reach("the coordinator crashes, and some have decided")
		}
	}
}

// restart starts the hosts whose time has come.
func (j *judge) restart(th *kernel.Thread) {
	for site := range j.n + 1 {
		if at, down := j.up[site]; down && at <= th.Clock() {
			delete(j.up, site)
			kernel.Must(th.RestartHost(name(site)))
			j.start(th, site)
			j.pause(th)
		}
	}
}

// start starts a site.
func (j *judge) start(th *kernel.Thread, site int) {
	kernel.Must(th.Spawn(name(site), name(site), func(th *kernel.Thread) { run(th, site, j.n) }))
}

// vote is what a participant is to vote.
func (j *judge) vote(th *kernel.Thread, r asks) bool {
	t := j.of(th, r.Site, r.Transaction)
	if old, ok := t.votes[r.Site]; ok && j.sure {
		return old
	}
	t.votes[r.Site] = th.Random(8) != 0
	return t.votes[r.Site]
}

// of is a transaction of which a site says something.
func (j *judge) of(th *kernel.Thread, site, t int) transaction {
	th.Check(t > 0 && t <= j.most, "%s speaks of transaction %d, which there is not", name(site), t)
	return j.all[t]
}
