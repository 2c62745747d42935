package tables_test

import (
	"context"
	"testing"
	"time"

	"machsim/debugger/data/tables"
	"machsim/kernel"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// BenchmarkQuery asks questions of a run of a million events: 64 clients and a server.
func BenchmarkQuery(b *testing.B) {
	const million = 1_000_000
	s := testsession.Open(b, &kernel.Program{Name: "load", Main: testrun.Load}, kernel.Config{Seed: 1, MaxSteps: million})
	ctx := context.Background()
	c := tables.Of(s)
	begun := time.Now()
	if err := c.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	b.Logf("the pass takes %.0f ns an event", float64(time.Since(begun).Nanoseconds())/float64(s.Len()))
	t, _ := c.Table("events")
	if _, err := t.Len(ctx); err != nil {
		b.Fatal(err)
	}
	b.Logf("events take %.1f bytes each", float64(t.Size())/float64(s.Len()))
	equal := func(column string, v tables.Value) tables.Condition {
		return tables.Condition{Column: t.Column(column), Op: tables.Equal, Value: v}
	}
	for _, q := range []struct {
		name string
		scan tables.Scan
		most int
	}{
		{"Filter", tables.Scan{Where: []tables.Condition{
			equal("kind", tables.String("message-reception")),
			{Column: t.Column("wait_us"), Op: tables.Greater, Value: tables.Int(2000)},
		}}, million},
		{"LastOfThread", tables.Scan{Where: []tables.Condition{equal("thread", tables.String("server.1"))},
			Order: []tables.Order{{Column: 0, Descending: true}}}, 1},
		{"NextOfObject", tables.Scan{Where: []tables.Condition{
			equal("object", tables.String("server")), {Column: 0, Op: tables.Greater, Value: tables.Int(500_000)},
		}}, 1},
		{"TwoKeys", tables.Scan{Order: []tables.Order{{Column: t.Column("task")}, {Column: t.Column("call")}}}, million},
	} {
		b.Run(q.name, func(b *testing.B) {
			for range 2 { // the second one makes the index
				if _, err := t.Rows(ctx, q.scan); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				rows, err := t.Rows(ctx, q.scan)
				if err != nil {
					b.Fatal(err)
				}
				for n := 0; n < q.most && rows.Next(); n++ {
				}
			}
		})
	}
}
