package explore

import (
	"fmt"
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// commuting holds what events use against what comes of them. Before each step of a run it takes any two actors that
// can go on, and whose uses do not affect each other: each uses the same after the other's step, and the same comes of
// it.
type commuting struct {
	run   *run
	pairs int
	wrong []string
}

// Commutes makes a run by a Door, with calls on rights tried or not, and returns how many pairs of actors were
// compared, and what was wrong.
func Commutes(p *kernel.Program, args map[string]string, d kernel.Door, exact bool) (pairs int, wrong []string) {
	n := newNames()
	if exact {
		n.numbers.learn(atRights)
		n = n.numbers.names()
	}
	r := newRun(n, 0, nil, first{}, false, nil)
	c := &commuting{run: r}
	m := kernel.Must(kernel.New(p, kernel.Config{Args: args, Door: d, StepTime: kernel.Timeless,
		Tracer: kernel.Tracer{Log: c}, MaxSteps: 2000}))
	m.Run()
	m.Close()
	return c.pairs, c.wrong
}

func (c *commuting) Open(s *kernel.State) {
	var all []kernel.Actor
	for i := range s.Ready.Len() {
		all = append(all, kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))})
	}
	for i := range s.Arrive.Len() {
		all = append(all, kernel.Actor{Packet: kernel.PacketID(s.Arrive.At(i))})
	}
	all = slices.DeleteFunc(all, func(a kernel.Actor) bool { waits, _ := c.run.wouldWait(s, a); return waits })
	for i, a := range all {
		for _, b := range all[:i] {
			c.pair(s, a, b)
		}
	}
}

func (c *commuting) Begin(*kernel.State, kernel.Actor) {}
func (c *commuting) End(s *kernel.State, _ kernel.Taken) {
	c.run.prints.forked(s)
}
func (c *commuting) Fired(*kernel.State, kernel.Actor) {}
func (c *commuting) Glance(kernel.ThreadID, any)       {}

func (c *commuting) pair(s *kernel.State, a, b kernel.Actor) {
	f := &c.run.prints
	x, y := f.step(s, a), f.step(s, b)
	if affect(x, y) {
		return
	}
	c.pairs++
	afterA, resA := played(s, a)
	afterB, resB := played(s, b)
	c.same(s, a, b, x, f.step(afterB, a), resA, afterB)
	c.same(s, b, a, y, f.step(afterA, b), resB, afterA)
	ab, _ := played(afterA, b)
	ba, _ := played(afterB, a)
	if x, y := rightsIn(ab), rightsIn(ba); x != y {
		c.say(s, a, b, fmt.Sprintf("leave behind\n%s\nor\n%s", x, y))
	}
}

// same compares what an actor's step uses, and what comes of it, with the same after the step of another.
func (c *commuting) same(s *kernel.State, a, other kernel.Actor, uses, later footprint, res string,
	after *kernel.State) {
	if !slices.Equal(uses, later) {
		c.say(s, a, other, fmt.Sprintf("uses %v, after the other %v%s", uses, later, c.names(uses, later)))
	}
	if _, then := played(after, a); then != res {
		c.say(s, a, other, fmt.Sprintf("comes to %s, after the other to %s; uses %v", res, then, uses))
	}
}

// rightsIn is what can be told of a state by what it has of names, rights and queues.
func rightsIn(s *kernel.State) string {
	var all []string
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if t.Ended {
			continue
		}
		s.IPC.LookNames(t.Space, func(n ipc.Name, e *ipc.Entry) {
			on := ""
			if e.Type != ipc.TypePortSet {
				on = s.PortName(ipc.PortID(e.Object))
			}
			all = append(all, fmt.Sprint(s.TaskName(kernel.TaskID(id)), " has ", n, " ", e.Type, " ", e.URefs, " ", on))
		})
	}
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		if p.Kind == kernel.KindPlain {
			text := fmt.Sprint("port ", s.PortName(ipc.PortID(id)), " ", p.Dead, " ", p.SRights, " ", p.SORights, " ",
				p.Count, " ", p.Set != 0)
			for m := s.IPC.First(ipc.PortID(id), p.Set); m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
				text += fmt.Sprint(" ", s.IPC.Msgs.At(uint32(m)).ID)
			}
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// names returns what of some uses is not the same in others.
func (c *commuting) names(uses, later footprint) (text string) {
	for m, x := range c.run.prints.names.things {
		i := slices.IndexFunc(later, func(u use) bool { return u.thing == x })
		if i >= 0 && !slices.Contains(uses, later[i]) {
			text += fmt.Sprintf(" (%d of kind %d)", x, m.kind)
		}
	}
	return text
}

func (c *commuting) say(s *kernel.State, a, b kernel.Actor, text string) {
	c.wrong = append(c.wrong, fmt.Sprintf("at %d: %s beside %s: %s", s.Steps, who(s, a), who(s, b), text))
}

func who(s *kernel.State, a kernel.Actor) string {
	if a.Thread == 0 {
		p := s.Packets.At(uint32(a.Packet))
		return fmt.Sprintf("packet %d of kind %d", a.Packet, p.Kind)
	}
	return fmt.Sprint(s.ThreadName(a.Thread), " ", s.Threads.At(uint32(a.Thread)).Call.Op)
}

// played is the state after an actor's step, and what came of that. Names and numbers of what a step makes say nothing.
func played(s *kernel.State, a kernel.Actor) (*kernel.State, string) {
	c := s.Clone()
	p := kernel.NewPlayer(c, kernel.Config{StepTime: kernel.Timeless}, kernel.NewRandom(1), nil, nil)
	if a.Thread == 0 {
		p.Arrive(a.Packet)
		return c, ""
	}
	done, res, err := p.Step(a.Thread)
	text := fmt.Sprint(done, res.Code, err)
	if done && res.Code == 0 && res.Msg != nil {
		text += fmt.Sprint(res.Msg.ID, res.Msg.Items)
	}
	return c, text
}
