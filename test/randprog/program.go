package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Size says how large a program is.
type Size struct {
	Hosts, Tasks int
	Threads      int // of each task at the beginning
	Calls        int // of each thread at most
	Only         []string
	Between      func() // is called after each call; nil for nothing
}

// Large is a size with which everything meets everything.
var Large = Size{Hosts: 3, Tasks: 4, Threads: 3, Calls: 30}

// plan is what all threads of a run know. It is written before they start.
type plan struct {
	Size
	calls  []call
	heard  map[string]bool // the families in use
	hosts  []string
	rights [][]ipc.Name // by task: what it has at the beginning
}

// Program returns the program of a seed.
func Program(seed uint64, z Size) *kernel.Program {
	return &kernel.Program{Name: "random", Main: func(b *kernel.Boot) { boot(b, seed, z) }}
}

func boot(b *kernel.Boot, seed uint64, z Size) {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := &plan{Size: z, heard: map[string]bool{}, rights: make([][]ipc.Name, z.Tasks)}
	p.choose(rng)
	hosts := p.makeHosts(b, rng)
	var tasks []kernel.TaskID
	for i := range z.Tasks {
		tasks = append(tasks, b.Task(hosts[i%len(hosts)], fmt.Sprint("t", i), func(th *kernel.Thread) {
			p.begin(th, seed<<8+uint64(i), i)
		}))
	}
	if p.heard["hosts"] {
		b.Server(b.Host("workshop"), "mender", p.mend) // which never crashes
	}
	for i, from := range tasks {
		port := portOf(b, from, seed%3 == 2 && i%2 == 0)
		p.rights[i] = append(p.rights[i], port, port)
		for j, to := range tasks {
			if j != i && rng.IntN(3) > 0 {
				p.rights[j] = append(p.rights[j], b.Send(from, port, to))
			}
		}
	}
}

func portOf(b *kernel.Boot, t kernel.TaskID, datagram bool) kernel.Name {
	if datagram {
		return b.DatagramPort(t, "")
	}
	return b.Port(t, "")
}

func (p *plan) makeHosts(b *kernel.Boot, rng *rand.Rand) (hosts []kernel.HostID) {
	for i := range p.Hosts {
		p.hosts = append(p.hosts, fmt.Sprint("h", i))
		hosts = append(hosts, b.Host(p.hosts[i]))
	}
	if p.Hosts > 1 && rng.IntN(2) == 0 {
		b.Delay(hosts[0], hosts[1], 0, kernel.Duration(rng.IntN(4))*kernel.Millisecond)
	}
	if rng.IntN(3) == 0 {
		b.Speed(hosts[0], 50)
	}
	return hosts
}

// choose takes some families of calls: the first always.
func (p *plan) choose(rng *rand.Rand) {
	for i, f := range families {
		if i > 0 && !p.wanted(f.name, rng) {
			continue
		}
		p.heard[f.name] = true
		p.calls = append(p.calls, f.calls...)
	}
}

func (p *plan) wanted(name string, rng *rand.Rand) bool {
	if p.Only == nil {
		return rng.IntN(3) == 0
	}
	return slices.Contains(p.Only, name)
}

// begin is the first thread of the i-th task.
func (p *plan) begin(th *kernel.Thread, seed uint64, i int) {
	a := p.actor(th, seed)
	a.names = append(a.names, p.rights[i]...)
	if p.heard["locks"] {
		a.mutexes = append(a.mutexes, th.CThreads().MutexNew(""), th.CThreads().MutexNew(""))
		a.conditions = append(a.conditions, th.CThreads().ConditionNew(""))
		a.guard(a.mutexes[0])
		a.guard(a.mutexes[1])
	}
	for range p.Threads - 1 {
		a.fork()
	}
	a.run()
}

// mend heals all wires and restarts all hosts, again and again: a network server goes
// on for ever to tell of a death over a wire that is cut, without a step being taken.
func (p *plan) mend(th *kernel.Thread) {
	for {
		th.Sleep(9000 * kernel.Millisecond)
		for i, h := range p.hosts {
			_ = th.RestartHost(h)
			for _, g := range p.hosts[:i] {
				th.HealWire(g, h)
			}
		}
	}
}
