package explore

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// clerk writes down what each thread has received, and in which order threads have received from each queue.
type clerk struct {
	kernel.Log
	names *touch.Names
	got   map[string]*strings.Builder
}

func (c *clerk) add(to, format string, args ...any) {
	if c.got[to] == nil {
		c.got[to] = &strings.Builder{}
	}
	fmt.Fprintf(c.got[to], format, args...)
}

func (c *clerk) End(s *kernel.State, t kernel.Taken) {
	c.Log.End(s, t)
	if t.Actor.Thread == 0 || !t.Done {
		return
	}
	call, who := &s.Threads.At(uint32(t.Actor.Thread)).Call, c.names.Thread(s, t.Actor.Thread)
	switch {
	case call.Op == kernel.OpRandom:
		c.add(fmt.Sprint(who), "drew %d;", t.Result.N)
	case call.Op == kernel.OpMachMsg && call.Opt&ipc.MACH_RCV_MSG != 0:
		body := ""
		if t.Result.Msg != nil && t.Result.Code == 0 {
			body = fmt.Sprint(t.Result.Msg.Items)
		}
		c.add(fmt.Sprint(who), "%d %s;", t.Result.Code, body)
		if call.Opt&ipc.MACH_SEND_MSG == 0 {
			c.add(fmt.Sprint("queue ", s.Threads.At(uint32(t.Actor.Thread)).Space, call.Name), "%d ", who)
		}
	}
}

func (c *clerk) text(s *kernel.State) string {
	var all []string
	for who, text := range c.got {
		all = append(all, who+": "+text.String())
	}
	for _, f := range s.Failures {
		all = append(all, fmt.Sprintf("%d failed: %s", c.names.Thread(s, f.Thread), f.Text))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// receives makes a run, and returns its class by receipt.
func receives(p *kernel.Program, d kernel.Door, l kernel.Log, n *touch.Names, faults kernel.Faults) string {
	c := &clerk{l, n, map[string]*strings.Builder{}}
	m := kernel.Must(kernel.New(p, kernel.Config{Door: d, StepTime: kernel.Timeless, Survive: true, Faults: faults,
		Tracer: kernel.Tracer{Log: c}}))
	if c, ok := d.(interface{ Attach(func()) }); ok {
		c.Attach(m.Interrupt)
	}
	m.Run()
	m.Close()
	return c.text(m.State)
}

// Receipts makes all runs of a program, and returns their classes by receipt; nil if there are more than most.
func Receipts(p *kernel.Program, most int, faults kernel.Faults) (all Outcomes, runs int) {
	n := touch.NewNames()
	for {
		if all, runs = everyReceipt(p, most, faults, n); all == nil || !n.Learned() {
			return all, runs
		}
		n = n.Numbers.Names()
	}
}

func everyReceipt(p *kernel.Program, most int, faults kernel.Faults, n *touch.Names) (all Outcomes, runs int) {
	all = Outcomes{}
	w := &everyWay{todo: [][]branch{nil}}
	for len(w.todo) > 0 {
		if runs++; runs > most {
			return nil, runs
		}
		path := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.so, w.fixed = slices.Clone(path), len(path)
		r := newRun(n.Waiting(n.Waits), 0, path, w, false, nil)
		w.quiet = func(a kernel.Actor) bool { return r.quietly(a, false) || r.drawing(a) }
		all[receives(p, r, r, r.prints.Names, faults)]++
		r.ended()
		r.prints.Names.Teach()
		w.choices(r)
		if r.lost {
			panic("a run of the naive enumeration is lost")
		}
	}
	return all, runs
}

// ByReceipt explores a program by receipt, and returns the classes that it came to.
func ByReceipt(p *kernel.Program, most int, faults kernel.Faults) (*Search, Outcomes) {
	s, all := NewSearch(), Outcomes{}
	s.ByReceipt = true
	for s.Classes+s.Redundant+s.Lost < most {
		l := s.Begin()
		if l == nil {
			break
		}
		text := receives(p, l, l, s.run.prints.Names, faults)
		restarts := s.Restarts
		if s.End(); s.Restarts > restarts {
			all = Outcomes{}
			continue
		}
		all[text]++
	}
	return s, all
}

// Same says whether two searches have come to the same.
func Same(a, b Outcomes) bool { return same(a, b) }

// drawing says whether a thread is about to draw a number, or to check something.
func (r *run) drawing(a kernel.Actor) bool {
	if a.Thread == 0 {
		return false
	}
	switch r.state.Threads.At(uint32(a.Thread)).Call.Op {
	case kernel.OpRandom, kernel.OpFail, kernel.OpPortAllocate, kernel.OpPortSetQLimit:
		return true
	}
	return false
}
