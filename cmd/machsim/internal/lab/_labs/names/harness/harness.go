// Package harness judges a service of two servers.
package harness

import (
	"fmt"

	"lab/student"

	"machsim/kernel"
	"machsim/netname"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Town},
	Parts: []lab.Part{
		{Name: "found", Points: 10, Do: found,
			Property: "the clients find the service, and each request is counted once"},
		{Name: "again", Points: 15, Do: again,
			Property: "so it is when messages take their time, and clients ask again"},
		{Name: "crash", Points: 25, Do: crash,
			Property: "the first server's host crashes: no answered request is lost, none is counted twice, all are answered"},
		{Name: "alone", Points: 15, Do: alone,
			Property: "the other server's host crashes: so it is then"},
		{Name: "cut", Points: 20, Do: cut,
			Property: "wires are cut for a while, and then the first server's host crashes: never do both servers count"},
		{Name: "late", Points: 15, Do: late,
			Property: "a request that arrives when its client has long got the answer elsewhere is not counted again"},
	},
}

// sizes are numbers that follow from the course key.
func sizes(t *lab.Trial, name string) []simtest.Option {
	return []simtest.Option{simtest.With("clients", t.Number(name+" clients", 2, 3)),
		simtest.With("rounds", t.Number(name+" rounds", 3, 5))}
}

func found(t *lab.Trial) { t.Run(&Town, append(sizes(t, "found"), simtest.Seeds(60))...) }

func again(t *lab.Trial) {
	for _, name := range []string{"first", "second"} {
		t.Run(&Town, append(sizes(t, name), simtest.Seeds(60), simtest.With("slow", t.Number(name+" slow", 20, 40)))...)
	}
}

func crash(t *lab.Trial) {
	for i, name := range []string{"first", "second", "third"} {
		t.Run(&Town, append(sizes(t, name), simtest.Seeds(80), simtest.With("accident", "left"),
			simtest.With("slow", 10*i), simtest.Reaches("an answer after the accident"))...)
	}
}

func alone(t *lab.Trial) {
	for i, name := range []string{"first", "second"} {
		t.Run(&Town, append(sizes(t, name), simtest.Seeds(60), simtest.With("accident", "right"),
			simtest.With("slow", 10*i), simtest.Reaches("an answer after the accident"))...)
	}
}

func cut(t *lab.Trial) {
	for i, name := range []string{"first", "second", "third"} {
		t.Run(&Town, append(sizes(t, name), simtest.Seeds(80), simtest.With("accident", "cut"),
			simtest.With("slow", 10*i), simtest.With("pause", 150*i), simtest.Reaches("an answer after the accident"))...)
	}
}

func late(t *lab.Trial) {
	t.Run(&Town, append(sizes(t, "late"), simtest.Seeds(150), simtest.With("accident", "late"), simtest.With("pause", 250),
		simtest.Reaches("an answer after the accident"))...)
}

// Town has a service of two servers on two hosts, and clients on a third.
var Town = kernel.Program{
	Name: "town",
	Doc:  "clients of a service with two servers, which are those of the lab",
	Params: []kernel.Param{
		{Name: "clients", Default: "2", Doc: "how many ask"},
		{Name: "rounds", Default: "3", Doc: "how often each of them does"},
		{Name: "pause", Default: "0", Doc: "before each request a client waits up to so many ms, at random"},
		{Name: "slow", Default: "0", Doc: "a message to or from a server takes up to so many ms, at random"},
		{Name: "accident", Default: "none",
			Doc: "left, right: that host crashes; cut, late: wires are cut, or slow, and then left crashes"},
	},
	Main: func(b *kernel.Boot) {
		t := &town{clients: b.IntIn("clients", 1, 9), rounds: b.IntIn("rounds", 1, 50), pause: b.IntIn("pause", 0, 1000),
			accident: b.Text("accident")}
		t.build(b, b.Milliseconds("slow", 0, 1000))
		netname.Serve(b)
	},
}

// town is what the tasks are told. Nobody writes to it once it is built.
type town struct {
	clients, rounds, pause int
	accident               string
}

// Messages of the harness.
type (
	answered struct{ Client, Request, Total int } // a client has got an answer
	now      struct{}                             // it is time for the accident
	happened struct{}                             // the accident has happened
)

// wires are those that may be cut.
var wires = [][2]string{{"left", "right"}, {"desk", "left"}, {"desk", "right"}, {"hall", "left"}, {"hall", "right"}}

func (t *town) build(b *kernel.Boot, slow kernel.Duration) {
	hall, desk := b.Host("hall"), b.Host("desk")
	var rights struct{ notary, judge, accident kernel.Name }
	notary := newPost(b, b.Server, hall, "notary", notarize)
	judge := newPost(b, b.Task, hall, "judge", func(th *kernel.Thread, port kernel.Name) {
		t.judge(th, port, rights.accident)
	})
	accident := newPost(b, b.Server, hall, "accident", func(th *kernel.Thread, port kernel.Name) {
		t.happen(th, port, rights.notary, rights.judge)
	})
	rights.accident = accident.right(b, judge.task)
	rights.notary, rights.judge = notary.right(b, accident.task), judge.right(b, accident.task)
	for _, host := range []string{"left", "right"} {
		site := student.Site{Host: host, Peer: peer[host], First: host == "left"}
		task := b.Server(b.Host(host), host, func(th *kernel.Thread) { student.Serve(th, site) })
		site.Notary = notary.right(b, task)
	}
	for _, w := range wires {
		b.Delay(b.Host(w[0]), b.Host(w[1]), 0, slow)
	}
	for i := range t.clients {
		var to kernel.Name
		task := b.Task(desk, fmt.Sprint("client", i+1), func(th *kernel.Thread) { t.client(th, i+1, to) })
		to = judge.right(b, task)
	}
}

// post is a task with a port.
type post struct {
	task kernel.TaskID
	port kernel.Name
}

// newPost makes a task with a port, by b.Task or b.Server.
func newPost(b *kernel.Boot, boot func(kernel.HostID, string, func(*kernel.Thread)) kernel.TaskID, h kernel.HostID,
	name string, body func(*kernel.Thread, kernel.Name)) post {
	var p post
	p.task = boot(h, name, func(th *kernel.Thread) { body(th, p.port) })
	p.port = b.Port(p.task, name)
	return p
}

// right gives a task a right to send to the post.
func (p post) right(b *kernel.Boot, to kernel.TaskID) kernel.Name { return b.Send(p.task, p.port, to) }

// peer is the other one of two hosts.
var peer = map[string]string{"left": "right", "right": "left"}

// notarize grants the first claim, and tells everybody whose that was.
func notarize(th *kernel.Thread, port kernel.Name) {
	owner := ""
	th.Watch("owner", &owner)
	for {
		m := kernel.Must(kernel.Receive[student.Claim](th, port))
		if owner == "" {
			owner = m.Body.Host
		}
		_ = kernel.Reply(th, m, student.Owner{Host: owner}) // who does not wait any more does not mind
	}
}

// client makes its requests, and tells the judge what the answers are.
func (t *town) client(th *kernel.Thread, me int, judge kernel.Name) {
	c := student.NewClient(th, me)
	for n := range t.rounds {
		th.Sleep(kernel.Duration(th.Random(t.pause+1)) * kernel.Millisecond)
		total := c.Count(th)
		kernel.Must(kernel.Send(th, judge, answered{me, n + 1, total}))
	}
}

// patience is how long the judge waits for the next answer. Somebody who looks a name up on a host that has crashed
// waits for a minute until he is told so.
const patience = 200 * kernel.Second

// judge sees that requests are counted once: their answers are 1, 2, 3 and so on, each of them once. After some answers
// the accident happens.
func (t *town) judge(th *kernel.Thread, port, accident kernel.Name) {
	all := t.clients * t.rounds
	j := &judge{th: th, all: all, by: make([]answered, all+1), last: make([]int, t.clients+1)}
	for when := th.Random(all/2 + 1); j.answers < all; {
		if j.answers == when {
			kernel.Must(kernel.Send(th, accident, now{}))
			when = -1
		}
		m, err := kernel.ReceiveTimeout[any](th, port, patience, answered{}, happened{})
		th.Check(err == nil, "%d of %d requests were answered, and no other one within 200 seconds", j.answers, all)
		if a, ok := m.Body.(answered); ok {
			j.take(a)
		} else {
			j.after = true
		}
	}
}

// judge is what was answered.
type judge struct {
	th           *kernel.Thread
	all, answers int
	by           []answered // by total
	last         []int      // total, by client
	after        bool       // the accident has happened
}

func (j *judge) take(a answered) {
	th := j.th
	if j.answers++; j.after {
		th.Reach("an answer after the accident")
	}
	th.Check(a.Total > 0, "request %d of client %d is answered with %d", a.Request, a.Client, a.Total)
	th.Check(a.Total <= j.all, "a request was counted twice: the total is %d, and there are %d requests", a.Total, j.all)
	o := j.by[a.Total]
	th.Check(o.Total == 0, "request %d of client %d and request %d of client %d are both number %d: the service has lost "+
		"one that it has answered, or two servers count", o.Request, o.Client, a.Request, a.Client, a.Total)
	th.Check(a.Total > j.last[a.Client], "client %d got %d, and then %d", a.Client, j.last[a.Client], a.Total)
	j.by[a.Total], j.last[a.Client] = a, a.Total
}

// happen lets the accident happen, a while after it was told to.
func (t *town) happen(th *kernel.Thread, port, notary, judge kernel.Name) {
	kernel.Must(kernel.Receive[now](th, port))
	for range th.Random(40) {
		th.Yield()
	}
	switch t.accident {
	case "right":
		crashHost(th, "right", notary, judge)
		return
	case "cut":
		cutWires(th, judge)
	case "late":
		slowWire(th, judge)
	}
	if t.accident != "none" {
		crashHost(th, "left", notary, judge) // or who asks one server alone, and waits, would have the points
	}
}

// crashHost crashes a host, unless its server counts alone by now. From the crash on the other one may count alone: to
// that the notary has to agree, or nobody could.
func crashHost(th *kernel.Thread, host string, notary, judge kernel.Name) {
	r := kernel.Must(kernel.RPC[student.Claim, student.Owner](th, notary, student.Claim{Host: peer[host]}))
	if r.Host == peer[host] {
		kernel.Must(th.CrashHost(host))
		_ = kernel.Send(th, judge, happened{})
	}
}

// cutWires cuts wires for a while, one after the other.
func cutWires(th *kernel.Thread, judge kernel.Name) {
	for range 3 {
		w := wires[th.Random(len(wires))]
		th.CutWire(w[0], w[1])
		_ = kernel.Send(th, judge, happened{})
		th.Sleep(kernel.Duration(th.Random(300)) * kernel.Millisecond)
		th.HealWire(w[0], w[1])
		th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
	}
}

// slowWire cuts the clients off from the first server for a while. The way to the other one is slow meanwhile: what
// they ask there arrives when they have gone on.
func slowWire(th *kernel.Thread, judge kernel.Name) {
	th.CutWire("desk", "left")
	th.DelayWire("desk", "right", 20*kernel.Millisecond, 200*kernel.Millisecond)
	_ = kernel.Send(th, judge, happened{})
	th.Sleep(kernel.Duration(th.Random(400)) * kernel.Millisecond)
	th.HealWire("desk", "left")
	th.Sleep(300 * kernel.Millisecond)
	th.DelayWire("desk", "right", 0, 0)
}
