package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// commuting holds what events use against what comes of them. Before each step of a run it takes any two actors that
// can go on. If their uses do not affect each other, each uses the same after the other's step, and the same comes of
// it. Otherwise the uses of the one and those of the other after it do so, too, whichever comes first, or neither way.
type commuting struct {
	*run
	pairs int
	wrong []string
}

// Commutes makes a run by chance, with calls on rights tried from the start or not, and returns how many pairs of
// actors were compared, and what was wrong. A run may teach what else is to be tried: another is made then.
func Commutes(p *kernel.Program, args map[string]string, seed uint64, exact bool) (pairs int, wrong []string) {
	n := touch.NewNames()
	if exact {
		n.Numbers.Learn(touch.AtRights)
		n = n.Numbers.Names()
	}
	for ; ; n = n.Names() {
		c := &commuting{run: newRun(n, 0, nil, anyone{rand: rand.New(rand.NewPCG(seed, 1))}, false, nil)}
		m := kernel.Must(kernel.New(p, kernel.Config{Args: args, Door: c, StepTime: kernel.Timeless,
			MaxSteps: mostWitnessed, Tracer: kernel.Tracer{Log: c}}))
		m.Run()
		m.Close()
		pairs, wrong = pairs+c.pairs, append(wrong, c.wrong...)
		if n.Teach(); !n.Learned() {
			return pairs, wrong
		}
	}
}

func (c *commuting) Open(s *kernel.State) {
	c.run.Open(s)
	all := slices.DeleteFunc(c.ready(nil, s, func(kernel.Actor) bool { return true }), func(o option) bool {
		waits, _ := c.wouldWait(s, o.of)
		return waits
	})
	log := s.IPC.AccessLog
	s.IPC.AccessLog = nil
	for i, a := range all {
		for _, b := range all[:i] {
			c.pair(s, a.of, b.of)
		}
	}
	s.IPC.AccessLog = log
}

// uses returns what an actor's step uses in some state, which need not be the run's: threads may have other numbers
// there.
func (c *commuting) uses(s *kernel.State, a kernel.Actor) touch.Footprint {
	f := c.prints
	f.Room, f.Names = nil, c.prints.Names.Again()
	return f.Step(s, a)
}

// ableTo says whether an actor can do what it could before another step.
func (c *commuting) ableTo(s *kernel.State, a kernel.Actor) bool {
	if a.Thread == 0 && !s.Arrive.Has(uint32(a.Packet)) || a.Thread != 0 && !s.Ready.Has(uint32(a.Thread)) {
		return false
	}
	waits, _ := c.wouldWait(s, a)
	return !waits
}

func (c *commuting) pair(s *kernel.State, a, b kernel.Actor) {
	x, y := c.uses(s, a), c.uses(s, b)
	afterA, resA := played(s, a)
	afterB, resB := played(s, b)
	switch first, last := c.ableTo(afterA, b), c.ableTo(afterB, a); {
	case !touch.Affect(x, y):
		c.pairs++
		c.same(s, a, b, x, c.uses(afterB, a), resA, afterB)
		c.same(s, b, a, y, c.uses(afterA, b), resB, afterA)
		ab, _ := played(afterA, b)
		ba, _ := played(afterB, a)
		if x, y := rightsIn(ab), rightsIn(ba); x != y {
			c.say(s, a, b, fmt.Sprintf("leave behind\n%s\nor\n%s", x, y))
		}
	case first && last:
		c.pairs++
		u, v := c.uses(afterB, a), c.uses(afterA, b)
		if touch.Affect(x, v) != touch.Affect(y, u) {
			c.say(s, a, b, fmt.Sprintf("use %v || %v, after each other %v || %v", x, y, u, v))
		}
	}
}

// same compares what an actor's step uses, and what comes of it, with the same after the step of another.
func (c *commuting) same(s *kernel.State, a, other kernel.Actor, uses, later touch.Footprint, res string,
	after *kernel.State) {
	if !slices.Equal(uses, later) {
		c.say(s, a, other, fmt.Sprintf("uses %v, after the other %v", uses, later))
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
