//go:build !js && !wasip1

package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"machsim/debugger/data/sqlitefile"
	"machsim/debugger/data/tables"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// benchEvents is the number of events of the run that is asked.
const benchEvents = 1_000_000

// long is a run of a million events, of the bank with many tellers.
func long(b *testing.B) *tables.Catalogue {
	b.Helper()
	cfg := kernel.Config{Seed: 1, MaxSteps: benchEvents, Args: map[string]string{"tellers": "40", "transfers": "1000"}}
	c := tables.Of(testsession.Open(b, programs.Find("bank"), cfg))
	n, err := c.Tables()[0].Len(context.Background())
	if err != nil || n < benchEvents {
		b.Fatal(n, err)
	}
	return c
}

// BenchmarkQuery asks a run of a million events. Each row prints its target.
func BenchmarkQuery(b *testing.B) {
	c := long(b)
	db, err := Open(c, Usual)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for _, q := range []struct {
		name, query string
		target      time.Duration
	}{
		{"Open", "", time.Millisecond},
		{"Filter", "select n from events where kind = 'message-reception' and thread = 'teller7.1' and item0 = 93",
			20 * time.Millisecond},
		{"LastOfObject", "select max(n) from events where object = 'bank'", time.Millisecond},
		{"NextOfObject", "select n from events where object = 'teller7.1.p1' and n > 500000 order by n limit 1",
			time.Millisecond},
		{"Join", "select count(*), max(r.time_us - s.time_us) from events r join events s on s.n = r.sent_n",
			500 * time.Millisecond},
		{"Messages", "select port, count(*) from messages group by port", 500 * time.Millisecond},
		{"GroupByTwo", "select task, call, count(*) from events group by task, call", 700 * time.Millisecond},
		{"GroupByOne", "select kind, count(*) from events group by kind", 700 * time.Millisecond},
		{"Count", "select count(*) from events", 100 * time.Millisecond},
	} {
		b.Run(q.name, func(b *testing.B) {
			if q.name == "Messages" {
				if _, err := c.Table("messages"); err != nil {
					b.Skip(err)
				}
			}
			for range 2 { // an index is made when it would have helped a second time
				once(b, c, db, q.query)
			}
			for b.Loop() {
				once(b, c, db, q.query)
			}
			b.ReportMetric(float64(q.target.Microseconds())/1000, "ms-target")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/query")
		})
	}
	b.Run("Export", func(b *testing.B) {
		rows := 0
		for b.Loop() {
			f, err := os.Create(filepath.Join(b.TempDir(), "x.db"))
			if err != nil {
				b.Fatal(err)
			}
			n, err := sqlitefile.Write(context.Background(), f, c)
			if err != nil {
				b.Fatal(err)
			}
			f.Close()
			rows += n
		}
		b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		b.ReportMetric(500_000, "rows/s-target")
	})
}

// once asks a query, or opens the catalogue for queries.
func once(b *testing.B, c *tables.Catalogue, db *DB, query string) {
	if query == "" {
		fresh, err := Open(c, Usual)
		if err != nil {
			b.Fatal(err)
		}
		fresh.Close()
		return
	}
	if _, err := rowsOf(context.Background(), db, query); err != nil {
		b.Fatal(err)
	}
}
