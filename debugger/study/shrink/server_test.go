package shrink

import (
	"slices"
	"strings"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/programs"
)

// TestServers: what name servers do is left out of what is told of a smaller run, and the table says how much that is.
func TestServers(t *testing.T) {
	p := programs.Find("bank")
	rec := recorded(t, runner.New(p, 3))
	all, err := Run(p, rec, Options{Runs: 20, Servers: true})
	if err != nil {
		t.Fatal(err)
	}
	all.Run.Close()
	own, err := Run(p, rec, Options{Runs: 20})
	if err != nil {
		t.Fatal(err)
	}
	own.Run.Close()
	theirs := func(x Segment) bool {
		return strings.HasPrefix(x.Actor, "netname-") || !x.thread && strings.Contains(x.Calls[0], " arrives at netname-")
	}
	if all.Servers != nil || own.Servers == nil || !slices.ContainsFunc(all.Segments, theirs) {
		t.Fatalf("%+v, %+v", all.Servers, own.Servers)
	}
	if slices.ContainsFunc(own.Segments, theirs) {
		t.Errorf("name servers are told of: %+v", own.Segments)
	}
	events := 0
	for _, x := range own.Segments {
		events += len(x.Calls)
	}
	z, after := own.After, all.After
	if z.Events != events || z.Events+own.Servers.After != after.Events || z.Tasks+2 != after.Tasks ||
		own.Before.Events+own.Servers.Before != all.Before.Events || z.Switches >= after.Switches ||
		own.Before.Switches >= all.Before.Switches {
		t.Errorf("%v and then %v of %v and then %v, %+v", own.Before, own.After, all.Before, all.After, *own.Servers)
	}
	if text := own.Text(100, 0); !strings.Contains(text, "left out: events of name servers ") {
		t.Error(text)
	}
}
