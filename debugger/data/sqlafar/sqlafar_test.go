//go:build !js && !wasip1

package sqlafar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger/data/sqlite"
	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
	"machsim/debugger/internal/lab/hooked"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// file is File, where both sides are in one process.
type file struct {
	a      *Answerer
	answer []byte
}

func (f *file) Write(b []byte) (int, error) {
	if !f.a.Say(b) {
		return 0, errRoom
	}
	return len(b), nil
}

func (f *file) Read(b []byte) (n int, err error) {
	if len(f.answer) == 0 {
		f.answer = f.a.Answer()
	}
	if len(f.answer) == 0 {
		return 0, io.EOF
	}
	n = copy(b, f.answer)
	f.answer = f.answer[n:]
	return n, nil
}

func (f *file) Close() error {
	f.a.Close()
	return nil
}

// dialled is an engine that is answered by SQLite, within a room.
func dialled(room *Room) Engine {
	return Engine{Dial: func() (io.ReadWriteCloser, error) {
		a := Answer(context.Background(), sqlite.Engine{Limits: sqlite.Usual}, room)
		if a == nil {
			return nil, errRoom
		}
		return &file{a: a}, nil
	}}
}

func catalogueOf(t testing.TB, p *kernel.Program, seed uint64) *tables.Catalogue {
	return tables.Of(testsession.Open(t, p, kernel.Config{Seed: seed}))
}

// said is all that a query has to say.
func said(q tables.Queries, sql string) string {
	var b strings.Builder
	err := q.Query(context.Background(), sql, tables.Output{
		Head: func(columns []tables.Column) error {
			fmt.Fprintln(&b, columns)
			return nil
		},
		Row: func(row []any) (bool, error) {
			for _, v := range row {
				fmt.Fprintf(&b, "%T %v|", v, v)
			}
			b.WriteByte('\n')
			return b.Len() < 10<<20, nil
		},
	})
	var wrong *text.Mistake
	fmt.Fprintf(&b, "%v %v", err, errors.As(err, &wrong))
	return b.String()
}

// questions are asked of every run, beside all rows of all tables.
var questions = []string{
	"select n, thread, before(1, n), concurrent(n, 2), least(n), clock(n) from events limit 50",
	"select field(fields, 'Amount'), field(fields, 'nothing') from messages",
	"select a.n, b.n from events a join events b on b.sent_n = a.n order by 1, 2",
	"select kind, count(*), avg(n), x'00ff', 1.5, null from event group by kind order by kind",
	"select max(n) from events where n < 30", "select n from events order by n desc limit 3",
	"select n from events where thread > 'm' and n between 5 and 40 order by thread, n",
	"select * from local('nothing')", "select before(0, 1)", "select", "select nothing from events", "select 1; select 2",
	"attach 'x' as y", "create table x (a)", "select * from events where", "select ? from events",
	"select hex(zeroblob(2)), cast(x'ff' as text)",
}

// TestAnswersTheSame asks samples all their rows and some questions, afar and here.
func TestAnswersTheSame(t *testing.T) {
	for i, p := range effort.Some(programs.All, 8) {
		c := catalogueOf(t, p, uint64(i))
		here, err := sqlite.Open(c, sqlite.Usual)
		if err != nil {
			t.Fatal(err)
		}
		there, err := dialled(&Room{Bytes: 1 << 30, Talks: 1}).Open(c)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Clone(questions)
		for _, x := range c.Tables() {
			all = append(all, "select * from "+x.Name)
		}
		for _, sql := range all {
			if got, want := said(there, sql), said(here, sql); got != want {
				t.Errorf("%s, %s:\n%.2000s\nand here\n%.2000s", p.Name, sql, got, want)
			}
		}
		here.Close()
		there.Close()
	}
}

// TestLocalEvents asks for local events, all of them and a few, again and again.
func TestLocalEvents(t *testing.T) {
	c := catalogueOf(t, &lab.Steps2, 1)
	here, err := sqlite.Open(c, sqlite.Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	there, err := dialled(&Room{Bytes: 1 << 30, Talks: 1}).Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	for _, sql := range []string{
		"select * from local('work.x') limit 2", "select * from local('work.x')",
		"select * from local('work.x', 'reads') where changed order by new",
		"select e.n, count(l.n) from events e left join local('work.x') l on l.n = e.n group by e.n",
		"select * from local('work.x') limit 1", "select * from local('no.such')", "select * from local",
	} {
		if got, want := said(there, sql), said(here, sql); got != want || len(want) < 50 {
			t.Errorf("%s:\n%.2000s\nand here\n%.2000s", sql, got, want)
		}
	}
}

// TestGathered gathers the answers of two runs.
func TestGathered(t *testing.T) {
	var all []string
	for _, e := range []tables.QueryEngine{sqlite.Engine{Limits: sqlite.Usual}, dialled(&Room{Bytes: 1 << 30, Talks: 2})} {
		g, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(2) {
			q, err := e.Open(catalogueOf(t, programs.Find("bank"), seed),
				tables.Constant{Name: "seed", Value: tables.Int(int64(seed))},
				tables.Constant{Name: "verdict", Value: tables.String("it's well")})
			if err != nil {
				t.Fatal(err)
			}
			err = q.Query(context.Background(), "select seed, verdict, n, thread, 1.5, x'00' from events", tables.Output{
				Head: func(columns []tables.Column) error { return g.Run(seed, "well", columns) },
				Row:  func(row []any) (bool, error) { return true, g.Add(row) },
			})
			if err != nil {
				t.Fatal(err)
			}
			q.Close()
		}
		all = append(all, said(g, "select * from rows")+said(g, "select * from runs")+said(g, "select * from events"))
		g.Close()
	}
	if all[0] != all[1] || strings.Count(all[0], "it's well") < 300 {
		t.Errorf("here\n%.2000s\nand afar\n%.2000s", all[0], all[1])
	}
}

// TestGivenUp gives queries up: by the time that they may take, and at a row.
func TestGivenUp(t *testing.T) {
	q, err := dialled(&Room{Bytes: 1 << 30, Talks: 1}).Open(catalogueOf(t, programs.Find("bank"), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	const endless = "with recursive c(i) as (select 1 union all select i + 1 from c) select "
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := q.Query(ctx, endless+"count(*) from c", tables.Output{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beyond its time: %v", err)
	}
	rows, wrong := 0, errors.New("a wrong row")
	err = q.Query(context.Background(), endless+"i from c", tables.Output{Row: func([]any) (bool, error) {
		rows++
		return rows < 3, nil
	}})
	if err != nil || rows != 3 {
		t.Errorf("%d rows, %v", rows, err)
	}
	refuse := tables.Output{Row: func([]any) (bool, error) { return true, wrong }}
	if err := q.Query(context.Background(), "select * from events", refuse); !errors.Is(err, wrong) {
		t.Errorf("an error of who takes the rows: %v", err)
	}
	refuse = tables.Output{Head: func([]tables.Column) error { return wrong }}
	if err := q.Query(context.Background(), "select * from events", refuse); !errors.Is(err, wrong) {
		t.Errorf("an error of who takes the columns: %v", err)
	}
}

// TestGivenUpByAnother gives queries up while they are at work: from another goroutine, and at a row. The next one is
// answered.
func TestGivenUpByAnother(t *testing.T) {
	work := &Work{}
	q, err := dialled(&Room{Bytes: 1 << 30, Talks: 1, Work: work}).Open(catalogueOf(t, programs.Find("bank"), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	const endless = "with recursive c(i) as (select 1 union all select i + 1 from c) select "
	go func() {
		for work.GiveUp() == 0 {
			runtime.Gosched()
		}
	}()
	if err := q.Query(context.Background(), endless+"count(*) from c", tables.Output{}); err != context.Canceled {
		t.Errorf("given up by another goroutine: %v", err)
	}
	var given []int
	err = q.Query(context.Background(), endless+"i from c", tables.Output{Row: func([]any) (bool, error) {
		if len(given) < 2 {
			given = append(given, work.GiveUp())
		}
		return true, nil
	}})
	if err != context.Canceled || !slices.Equal(given, []int{1, 0}) {
		t.Errorf("given up %v at a row: %v", given, err)
	}
	if got := said(q, "select 1"); !strings.Contains(got, "int64 1|") || work.GiveUp() != 0 {
		t.Errorf("then: %s", got)
	}
}

// TestLongQuery asks the longest query, of letters that are long in JSON, and what is no query here.
func TestLongQuery(t *testing.T) {
	q, err := dialled(&Room{Bytes: 1 << 30, Talks: 1}).Open(catalogueOf(t, programs.Find("bank"), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	long := "select 1 --" + strings.Repeat("<", mostQuery-len("select 1 --"))
	for sql, want := range map[string]string{long: "1|", long + "<": "at most", "select '\xff'": "UTF-8"} {
		if got := said(q, sql); !strings.Contains(got, want) {
			t.Errorf("%d bytes: %.200s", len(sql), got)
		}
	}
}

// lapsed is a file that may be closed by somebody else, as when a guest is put back to a time before.
type lapsed struct {
	io.ReadWriteCloser
	closed *bool
}

func (f lapsed) Write(b []byte) (int, error) {
	if *f.closed {
		*f.closed = false
		return 0, fmt.Errorf("write: %w", os.ErrClosed)
	}
	return f.ReadWriteCloser.Write(b)
}

// TestLapsed asks after the talk has lapsed: it begins anew, unless rows were gathered in it.
func TestLapsed(t *testing.T) {
	room, closed := Usual, false
	dial := dialled(&room).Dial
	e := Engine{Dial: func() (io.ReadWriteCloser, error) {
		f, err := dial()
		return lapsed{f, &closed}, err
	}}
	q, err := e.Open(catalogueOf(t, programs.Find("philosophers"), 3))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	const sql = "select count(*), max(n) from events"
	want := said(q, sql)
	closed = true
	if got := said(q, sql); got != want || strings.Contains(got, "error") {
		t.Errorf("%s, and was %s", got, want)
	}
	g, err := e.Gather()
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	closed = true
	if err := g.Query(context.Background(), "select 1", tables.Output{}); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
