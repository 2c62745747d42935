package study_test

import (
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/campaign"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
)

// TestFirstFailingFaults: the first run that fails is made once more with what may go wrong in it.
func TestFirstFailingFaults(t *testing.T) {
	r := &study.Explored{Search: study.Search{Program: "lease", Faults: "crash=1,loss=2"}}
	r.Failures = []campaign.Failure{{Strategy: "random", Seed: 7}}
	makes, opens := study.FirstFailing(r)
	if want := "machsim run lease --seed 7 --faults crash=1,loss=2"; makes != want ||
		opens != strings.Replace(want, "run", "debug", 1) {
		t.Errorf("it is made by %q, and opened by %q", makes, opens)
	}
}

// letter sends a message to a port, on one host.
var letter = &kernel.Program{Name: "letter", Main: func(b *kernel.Boot) {
	h := b.Host("h")
	var port, to kernel.Name
	reader := b.Task(h, "reader", func(th *kernel.Thread) { kernel.Must(th.Mach().Receive(port)) })
	writer := b.Task(h, "writer", func(th *kernel.Thread) { kernel.Must(th.Mach().Send(to, ipc.NewMessage(1))) })
	port = b.Port(reader, "port")
	to = b.Send(reader, port, writer)
}}

// TestProbesProven: an exploration with probes ends with a proof, which says of what. One of a probe that has done
// nothing says so.
func TestProbesProven(t *testing.T) {
	few := map[string]string{"n": "2", "meals": "1", "think": "0"}
	for _, c := range []struct {
		p            *kernel.Program
		args         map[string]string
		probe        string
		says, remark string
	}{
		{programs.Find("philosophers-fixed"), few, "slow:kant=3", "that a thread is slow is one of the orders", ""},
		{letter, nil, "hold:port=2ms", "with the probes hold:port=2ms", ""},
		{letter, nil, "sleep:writer=10%", "each sleep of theirs tried and left out", ""},
		{letter, nil, "sleep:nobody=10%", "with the probes", "the probe did nothing, sleep:nobody=10%: no thread or task"},
	} {
		o := runner.New(c.p, 1)
		o.Args, o.Strategy = c.args, "every"
		if err := strategy.ParseProbes(&o.Faults, c.probe); err != nil {
			t.Fatal(err)
		}
		s := study.New(o, study.Claims{})
		r, err := s.Explore(t.Context(), study.Exploring{Runs: 2000, Guarded: true})
		if err != nil {
			t.Fatal(c.probe, err)
		}
		if text := r.Text(); !r.Every.All || r.Failed() > 0 || !strings.Contains(text, c.says) {
			t.Errorf("%s: %s", c.probe, text)
		}
		if text := strings.Join(s.Remarks(), "\n"); !strings.HasPrefix(text, c.remark) || (c.remark == "") != (text == "") {
			t.Errorf("%s: it is remarked that %s", c.probe, text)
		}
	}
}
