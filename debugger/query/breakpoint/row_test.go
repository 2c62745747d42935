package breakpoint_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
)

// office is two clients and a server, who gets their messages in the order alice, bob. The
// server waits first, then bob's mail lies there.
var office = kernel.Program{Name: "office", Main: func(b *kernel.Boot) {
	host := b.Host("house")
	var desk, ofAlice, ofBob ipc.Name
	server := b.Task(host, "server", func(th *kernel.Thread) {
		_, _ = th.Mach().Receive(desk)
		th.Label("between")
		_, _ = th.Mach().Receive(desk)
		keeper := cthreads.Fork(th, "keeper", func(th *kernel.Thread) { _, _ = th.Mach().Receive(desk) })
		cthreads.JoinAll(th, []cthreads.Thread{keeper})
	})
	alice := b.Task(host, "alice", func(th *kernel.Thread) {
		th.Label("hello")
		_ = th.Mach().Send(ofAlice, ipc.NewMessage(1))
		th.Label("sent")
	})
	bob := b.Task(host, "bob", func(th *kernel.Thread) {
		th.Label("hello")
		_ = th.Mach().Send(ofBob, ipc.NewMessage(2))
	})
	desk = b.Port(server, "desk")
	ofAlice, ofBob = b.Send(server, desk, alice), b.Send(server, desk, bob)
}}

// TestRows has what is said to the person at the prompt.
func TestRows(t *testing.T) {
	g, r := take(&office, kernel.Config{Door: kernel.First{}})
	var out strings.Builder
	for _, c := range []struct {
		what, spec string
		mode       breakpoint.Mode
		from       int // how many events, in recorded order
		direction  breakpoint.Direction
	}{
		{"All others go as far as they can without alice's message; bob's is held.",
			"send by alice", breakpoint.Optimistic, 0, breakpoint.Forward},
		{"Nobody is needed for alice to send.", "send by alice", breakpoint.Pessimistic, 0, breakpoint.Forward},
		{"Alice is needed, bob is not.", "label between", breakpoint.Pessimistic, 0, breakpoint.Forward},
		{"Alice's place is before that of the server: she passes it.",
			"call label", breakpoint.Pessimistic, 0, breakpoint.Forward},
		{"Or else the server does not get to its own.", "call label", breakpoint.Optimistic, 0, breakpoint.Forward},
		{"Back from the end.", "send", breakpoint.Optimistic, g.Tape.Len(), breakpoint.Backward},
		{"Back from the end, with what is needed only.",
			"send by bob", breakpoint.Pessimistic, g.Tape.Len(), breakpoint.Backward},
		{"A breakpoint that is never reached.", "lock by alice", breakpoint.Optimistic, 0, breakpoint.Forward},
		{"One that is not reached again.", "label hello by alice", breakpoint.Pessimistic, g.Tape.Len(), breakpoint.Forward},
		{"After a call, with all that it needs.",
			"after receive by server.1 count 2", breakpoint.Pessimistic, 0, breakpoint.Forward},
	} {
		s := stop(g, match(t, r, c.spec), g.First(c.from), c.mode, c.direction)
		fmt.Fprintf(&out, "%s\n%s, %s from event %d: %d of %d\n%s\n",
			c.what, c.spec, modes[c.mode], c.from, s.Arrived, s.Targets, said(t, g, s))
	}
	golden(t, out.String())
}

var modes = []string{"optimistic", "pessimistic"}

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, got string) {
	t.Helper()
	const path = "testdata/rows.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// said are the rows at a stop, without source lines.
func said(t *testing.T, g *graph.Graph, s *breakpoint.Stop) string {
	t.Helper()
	play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
	if err := play.To(g.Last(s.Cut)+1, s.Cut); err != nil {
		t.Fatal(err)
	}
	breakpoint.Explain(s.Rows, play.State())
	var lines strings.Builder
	for _, r := range s.Rows {
		r.Within = "in this recording"
		r.Where = kernel.Frame{}
		lines.WriteString("  " + r.String() + "\n")
	}
	return lines.String()
}
