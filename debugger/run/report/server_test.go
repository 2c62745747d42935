package report_test

import (
	"strings"
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/netname"
)

// TestServers: a report tells of a name server if it is asked to, or if that is at fault; what a run is stuck at are
// objects of the program.
func TestServers(t *testing.T) {
	waits, left := "netname-h.1  waits", "1 name server is left out"
	body := func(th *kernel.Thread) {
		port := th.NewPort("mine")
		kernel.Must(0, netname.Register(th, "mine", port))
		_, _ = th.Receive(port)
	}
	wrong := func(th *kernel.Thread) { th.Check(false, "no") }
	for _, c := range []struct {
		serve         func(*kernel.Boot)
		failure, told string
	}{
		{netname.Serve, "STUCK: port mine", left},
		{func(b *kernel.Boot) { b.Server(b.Host("h"), "netname-h", wrong) }, "CHECK FAILED: no", "  netname-h.1\n"},
	} {
		run := runner.Do(runner.New(&kernel.Program{Name: "lab", Main: func(b *kernel.Boot) {
			b.Task(b.Host("h"), "a", body)
			c.serve(b)
		}}, 1))
		failure, rep := report.FailureOf(run).String(), report.Of(run)
		var plain, asked strings.Builder
		rep.Print(&plain, report.Style{})
		rep.Print(&asked, report.Style{Servers: true})
		run.Close()
		if failure != c.failure || !strings.Contains(plain.String(), c.told) {
			t.Errorf("%s\n%s", failure, plain.String())
		}
		if strings.Contains(plain.String(), waits) || (c.told == left) != strings.Contains(asked.String(), waits) {
			t.Errorf("%s\n%s", plain.String(), asked.String())
		}
	}
}
