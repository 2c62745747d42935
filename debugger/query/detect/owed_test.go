package detect_test

import (
	"strings"
	"testing"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// deadport is a program that sends four messages to a port that dies with them.
var deadport = &kernel.Program{Name: "deadport", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	var p, to ipc.Name
	keeper := b.Task(h, "keeper", func(th *kernel.Thread) {
		th.Sleep(10 * kernel.Millisecond)
		th.ClosePort(p)
	})
	p = b.Port(keeper, "p")
	sender := b.Task(h, "sender", func(th *kernel.Thread) {
		for i := range int32(4) {
			kernel.Must(th.Send(to, ipc.NewMessage(i)))
		}
	})
	to = b.Send(keeper, p, sender)
}}

// TestOwed names the sends that nobody received, the first of them first, and stops at each.
func TestOwed(t *testing.T) {
	s := testsession.Open(t, deadport, kernel.Config{Seed: 1})
	p, err := s.Predicate("every send to port p by sender.1 is followed by receive of the same")
	must(t, err)
	j, err := p.Judge()
	must(t, err)
	if j.Truth != temporal.False || !j.Complete || len(j.Refuted) != 4 {
		t.Fatalf("%+v", j)
	}
	at, last := s.After(0), 0
	for i, x := range j.Refuted {
		if x.Event != -1 || len(x.Owed) != 1 || x.Owed[0] <= last {
			t.Fatalf("%d: %+v", i, x)
		}
		last = x.Owed[0]
		f, err := p.Next(at)
		must(t, err)
		if f == nil || s.LastOf(f.Position)+1 != last || !strings.Contains(f.Lines()[0], "(sender.1) is owed an answer") {
			t.Fatalf("%d: %+v", i, f)
		}
		at = f.Position
	}
	if f, err := p.Next(at); f != nil || err != nil {
		t.Errorf("a fifth: %+v, %v", f, err)
	}
	back, err := p.Previous(at)
	must(t, err)
	if back == nil || s.LastOf(back.Position)+1 != j.Refuted[2].Owed[0] {
		t.Errorf("back: %+v", back)
	}
	o, err := p.Orders()
	must(t, err)
	if o.Other || !o.Decided {
		t.Errorf("other orders: %+v", o)
	}
}

// TestPastStops stops where what looks back comes to hold, and says so at each position.
func TestPastStops(t *testing.T) {
	s := testsession.Open(t, deadport, kernel.Config{Seed: 1})
	p, err := s.Predicate("events of sender match send send+ and not once call mach_port_destroy within 3 events")
	must(t, err)
	f, err := p.First()
	must(t, err)
	two, err := s.Predicate("(send to p by sender)^2")
	must(t, err)
	want, err := two.First()
	must(t, err)
	if f == nil || s.LastOf(f.Position) != s.LastOf(want.Position) && want == nil {
		t.Fatalf("%+v, %+v", f, want)
	}
	before := graph.At(s.After(s.LastOf(f.Position)).Cut)
	if p.Holds(f.Position) == nil || p.Holds(before) != nil {
		t.Errorf("it holds at %v: %v, before: %v", f.Position, p.Holds(f.Position), p.Holds(before))
	}
}

// TestWrongAssertions says what is wrong with them, and where.
func TestWrongAssertions(t *testing.T) {
	s := testsession.Open(t, deadport, kernel.Config{Seed: 1})
	for text, want := range map[string]string{
		"once eventually send":                                   "this looks ahead, and once eventually send looks back",
		"once send within 5 ms on b's clock":                     "this run has no host b",
		"every send with idd k leads to receive":                 "did you mean id?",
		"every send with id k leads to receive with id j":        "nothing before leads to is called j",
		"every send with thread t leads to receive with id t":    "t is the thread of the event before leads to, and no id",
		"every send with id k leads to receive by k":             "k is no thread",
		"every send with id k and id k leads to receive":         "k is given twice",
		"every (blocked by keeper) leads to receive of the same": "this is that event",
		"every send of the same leads to receive":                "the same is the message",
		"every send with id k leads to (once receive with id k)": "the names that every gives are not known in here",
		"events of port p match lock":                            "no lock is about a port",
		"some keeper (once send)":                                "cannot hold an operator of time",
		"eventually send leads to receive":                       "cannot look ahead itself",
		"possibly(once send)":                                    "cannot hold an operator of time",
	} {
		_, err := s.Predicate(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	p, err := s.Predicate("eventually label nowhere")
	must(t, err)
	if len(p.Remarks) != 1 || !strings.Contains(p.Remarks[0], "nowhere") {
		t.Errorf("%q", p.Remarks)
	}
}
