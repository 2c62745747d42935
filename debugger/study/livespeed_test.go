package study_test

import (
	"runtime"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/ipc"
	"machsim/kernel"
)

// BenchmarkLiveClaims compares, in turns, a run that is held against a claim with a live one that goes on to its end
// with a stop at the same condition, and with the same claim.
func BenchmarkLiveClaims(b *testing.B) {
	const condition, events = "client1.n + client2.n < 0", 200_000
	claims := study.Claims{Never: []string{condition}}
	live := func(c study.Claims, stop string) {
		d, err := study.New(counting(events), c).Live(b.Context(), debugger.Options{})
		if err == nil && stop != "" {
			if _, err = d.Step(b.Context(), debugger.Step{N: 100}); err == nil { // until the variables are there
				_, err = d.StopIf(b.Context(), stop)
			}
		}
		if err == nil {
			_, err = d.Continue(b.Context(), false)
		}
		if err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
	sides := []func(){
		func() {
			r, err := study.New(counting(events), claims).Run(b.Context(), kernel.Tracer{})
			if err != nil {
				b.Fatal(err)
			}
			r.Close()
		},
		func() { live(study.Claims{}, condition) },
		func() { live(claims, "") },
	}
	least := make([]time.Duration, len(sides))
	for b.Loop() {
		for i, side := range sides {
			runtime.GC()
			began := time.Now()
			side()
			if took := time.Since(began); least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	b.ReportMetric(float64(least[1])/float64(least[0]), "stop_of_run")
	b.ReportMetric(float64(least[2])/float64(least[0]), "claim_of_run")
}

// counting is a run of so many events of clients that count what they ask a server for.
func counting(events uint64) *runner.NewOptions {
	p := &kernel.Program{Name: "counting", Main: func(b *kernel.Boot) {
		var port ipc.Name
		server := b.Server(b.Host("a"), "server", func(th *kernel.Thread) {
			for {
				kernel.Must(th.Mach().Reply(kernel.Must(th.Mach().Receive(port)), ipc.NewMessage(0)))
			}
		})
		port = b.Port(server, "requests")
		for i := range 8 {
			var requests ipc.Name
			client := b.Task(b.Host("a"), "client"+string(rune('1'+i)), func(th *kernel.Thread) {
				n := 0
				th.Watch("n", &n)
				for {
					kernel.Must(th.Mach().RPC(requests, ipc.NewMessage(1, 2)))
					n++
				}
			})
			requests = b.Send(server, port, client)
		}
	}}
	o := runner.New(p, 1)
	o.MaxSteps = events
	return o
}
