package debugger

import (
	"context"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/programs"
)

// BenchmarkReports asks for the reports on a run of a million events, once the pass that makes the tables was made:
// 50 ms each are wanted.
func BenchmarkReports(b *testing.B) {
	ctx := context.Background()
	o := runner.New(programs.Find("bank"), 1)
	o.MaxSteps, o.Args = 1_000_000, map[string]string{"tellers": "40", "transfers": "1000"}
	bank := Source{Run: o}
	d, err := Open(ctx, bank, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	<-d.rouse()
	b.Run("Pass", func(b *testing.B) {
		for b.Loop() {
			d.on.TableSet, d.on.Counted, d.on.Whole = nil, nil, nil
			d.ready(nil)
		}
	})
	d.s().HappenedBefore(0, 1) // the causal order is there
	for _, r := range []struct {
		name string
		ask  func() error
	}{
		{"Stats", func() error { d.on.Whole, d.on.Counted = nil, nil; _, err := d.Stats(ctx); return err }},
		{"Counts", func() error { _, err := d.Rows(ctx, RowQuery{Table: "events", Most: 20}); return err }},
		{"LastRPCs", func() error { _, err := d.RPCs(ctx, "", 70_000, 100); return err }},
		{"RPCsFailed", func() error { _, err := d.RPCs(ctx, FailedRPCs, 0, 0); return err }},
		{"RPCsOrphans", func() error { _, err := d.RPCs(ctx, OrphanRPCs, 0, 0); return err }},
		{"RPCsOfThread", func() error { _, err := d.RPCs(ctx, "teller7.1", 0, 0); return err }},
		{"Orphans", func() error { _, err := d.Orphans(ctx); return err }},
	} {
		b.Run(r.name, func(b *testing.B) {
			for b.Loop() {
				if err := r.ask(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(50, "ms-target")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/report")
		})
	}
}
