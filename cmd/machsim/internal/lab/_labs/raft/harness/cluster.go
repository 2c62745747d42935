package harness

import (
	"fmt"

	"machsim/kernel"
)

// Cluster has some replicas, each on a host of its own, clients, and a court that hears what the replicas do, judges
// it, and makes the weather.
var Cluster = kernel.Program{
	Name: "cluster",
	Doc:  "replicas of a log, and their clients",
	Params: []kernel.Param{
		{Name: "replicas", Default: "3", Doc: "how many replicas"},
		{Name: "clients", Default: "0", Doc: "how many clients"},
		{Name: "rounds", Default: "3", Doc: "how many requests each client makes"},
		{Name: "acts", Default: "0", Doc: "how often the weather changes"},
		{Name: "scene", Default: "0", Doc: "how it changes: 0 anyhow; 1 who leads is cut off; 2 who knew it crashes"},
		{Name: "crash", Default: "0", Doc: "1: hosts crash, too; 0: they are cut off"},
		{Name: "limit", Default: "0", Doc: "how many entries the log may have on a disk; 0: any number"},
		{Name: "hasty", Default: "0", Doc: "which replica, from 1, always stands for election early; 0: none"},
		{Name: "patiences", Default: "16", Doc: "how many different times there are to wait for a leader"},
		{Name: "steady", Default: "0", Doc: "1: nothing gets lost, so who leads when all is calm goes on leading"},
		{Name: "quick", Default: "0", Doc: "1: all stand for election at once, and the run ends with the first leader"},
	},
	Main: func(b *kernel.Boot) {
		c := &cluster{
			n: b.IntIn("replicas", 1, 7), clients: b.IntIn("clients", 0, maxClients-1), rounds: b.IntIn("rounds", 1, 50),
			acts: b.IntIn("acts", 0, 100), scene: b.IntIn("scene", 0, scenes-1), limit: b.IntIn("limit", 0, 100),
			hasty: b.IntIn("hasty", 0, 7), patiences: b.IntIn("patiences", 1, 100), quick: b.IntIn("quick", 0, 1),
			crash: b.Int("crash") == 1, steady: b.Int("steady") == 1,
		}
		c.build(b)
	},
}

// cluster is what all are told. Nobody writes to it once it is built.
type cluster struct {
	n, clients, rounds, acts, scene, limit, hasty, patiences, quick int
	crash, steady                                                   bool
}

func replicaName(i int) string { return fmt.Sprint("replica", i) }

// address is where somebody is found, and where it hears of others that have moved.
type address struct{ Port, News kernel.Name }

// maxClients is the number of the last client that there may be: the court.
const maxClients = 9

// build makes all hosts and tasks. Who knows whom is set up here; who crashes asks the court where the others are.
func (c *cluster) build(b *kernel.Boot) {
	town := b.Host("town")
	x := newCourt(c)
	judge := b.Server(town, "court", x.run)
	x.port = b.Port(judge, "court")
	tasks, hosts := make([]kernel.TaskID, c.n), make([]*host, c.n)
	for i := range c.n {
		at := b.Host(replicaName(i))
		h := &host{cluster: c, me: i, peers: make([]kernel.Name, c.n)}
		tasks[i], hosts[i] = b.Server(at, replicaName(i), h.serve), h
		h.at, h.court = address{b.DatagramPort(tasks[i], replicaName(i)), b.Port(tasks[i], "news")},
			b.Send(judge, x.port, tasks[i])
		x.replicas[i] = address{b.Send(tasks[i], h.at.Port, judge), b.Send(tasks[i], h.at.News, judge)}
		c.wire(b, at)
		for j := range i {
			h.peers[j], hosts[j].peers[i] = b.Send(tasks[j], hosts[j].at.Port, tasks[i]), b.Send(tasks[i], h.at.Port, tasks[j])
		}
	}
	if c.clients == 0 {
		to := kernel.Name(0)
		visitor := b.Task(town, "visitor", func(th *kernel.Thread) { leave(th, to) })
		to = b.Send(judge, x.port, visitor)
	}
	for i := range c.clients {
		p := &client{cluster: c, me: i + 1, replicas: make([]kernel.Name, c.n)}
		task := b.Task(town, fmt.Sprint("client", i+1), p.run)
		p.court, p.news = b.Send(judge, x.port, task), b.Port(task, "news")
		x.guests = append(x.guests, b.Send(task, p.news, judge))
		for j, h := range hosts {
			p.replicas[j] = b.Send(tasks[j], h.at.Port, task)
		}
	}
}

// wire has messages from a replica to others take some time: to the town they take none, so that the weather changes
// while things happen. In the scene of amnesia none takes any.
func (c *cluster) wire(b *kernel.Boot, at kernel.HostID) {
	for _, other := range b.Hosts()[1:] {
		if c.quick == 0 && c.scene != amnesia && other != at {
			b.Delay(at, other, kernel.Millisecond, 10*kernel.Millisecond)
		}
	}
}
