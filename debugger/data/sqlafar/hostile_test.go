//go:build !js && !wasip1

package sqlafar

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger/data/sqlite"
	"machsim/debugger/data/tables"
	"machsim/programs"
	"machsim/test/effort"
)

// hostile is a guest that opens these tables, asks a query, and answers whatever comes by the same message. Kept is how
// much of the room the query has taken and not given back.
func hostile(t *testing.T, room *Room, first []byte, query string, answer []byte) (end message, kept int) {
	t.Helper()
	a := Answer(context.Background(), sqlite.Engine{Limits: sqlite.Usual}, room)
	defer a.Close()
	said, opened := first, room.Bytes
	for turn := 0; turn < 1000; turn++ {
		switch m := say(t, a, said); {
		case m.Kind == failed, m.Kind == done && turn > 0:
			return m, opened - room.Bytes
		case m.Kind == done:
			said, opened = message{Kind: asks, Text: query}.write(), room.Bytes
		default:
			said = answer
		}
	}
	return message{Kind: failed, Text: "it goes on"}, 0
}

// say says something, and returns the answer.
func say(t *testing.T, a *Answerer, b []byte) message {
	t.Helper()
	if !a.Say(b) {
		return message{Kind: failed, Text: "that is too much"}
	}
	if b = a.Answer(); b == nil {
		return message{Kind: failed, Text: "the talk is over"}
	}
	m, err := read(b[4:])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// table is what a guest opens that has one table.
func table(name string, columns ...column) message {
	local := relation{"local", []column{{"n", tables.Event}}}
	return message{Kind: opens, Tables: []relation{{name, columns}, local}}
}

// texts are columns of texts.
func texts(n int) (all []column) {
	for i := range n {
		all = append(all, column{fmt.Sprint("w", i), tables.Text})
	}
	return all
}

// TestHostile: a guest that lies is told so, or what follows from its lies; no file is made.
func TestHostile(t *testing.T) {
	t.Chdir(t.TempDir())
	number, word := column{"n", tables.Event}, column{"w", tables.Text}
	rows := func(more bool, b ...byte) []byte { return message{Kind: done, More: more, rows: b}.write() }
	one := []byte{integer, 2, letters, 1, 'a'}
	many := texts(mostColumns)
	wide := table("x", many...)
	wide.Tables = slices.Insert(wide.Tables, 0, relation{"y", many})
	const names = "with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) from c, "
	for _, c := range []struct {
		what   string
		first  message
		query  string
		answer []byte
		want   string // "" if the query ends well
		keeps  bool
	}{
		{"tells the truth", table("x", number, word), "select 1 from x where w = 'a'", rows(false, one...), "", true},
		{"has rows without an end", table("x", number, word), "select count(*) from x",
			rows(true, bytes.Repeat(one, 1000)...), "too large", false},
		{"has rows of nothing", table("x", number), "select count(*) from x",
			rows(false, make([]byte, 300_000)...), "too large", false},
		{"has many texts", table("x", many[:100]...), "select * from x", rows(false), "too large", false},
		{"has many tables", wide, "select 1", nil, "no tables", false},
		{"has many local events", table("x", number), names + "local('x' || i)", rows(false), "too large", true},
		{"has a few of many", table("x", number), "select * from local('x') limit 1",
			rows(true, one[:2]...), "", false},
		{"says one thing often", table("x", number), "select x" + strings.Repeat(", x", 100) +
			" from (select zeroblob(1000000) x)", rows(false), "row of the query is too long", false},
		{"has no rows, without an end", table("x", number, word), "select count(*) from x",
			rows(true), errMessage.Error(), false},
		{"has half a row", table("x", number, word), "select * from x",
			rows(false, one[:3]...), errMessage.Error(), false},
		{"has a long text that is short", table("x", word), "select * from x",
			rows(false, letters, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1), errMessage.Error(), false},
		{"has no value", table("x", word), "select * from x", rows(false, 99), errMessage.Error(), false},
		{"has a fraction", table("x", word), "select * from x", rows(false, fraction, 1, 2, 3, 4, 5, 6, 7, 8),
			errMessage.Error(), false},
		{"has texts as numbers", table("x", number), "select * from x", rows(false, letters, 1, 'a'),
			"a text in a column of numbers", false},
		{"has texts that are none", table("x", word), "select w || w from x",
			rows(false, letters, 3, 0, 0xff, 0xfe), "", true},
		{"says no message", table("x", number), "select * from x",
			[]byte("{\"Kind\": 5}\n"), errMessage.Error(), false},
		{"asks again in place of an answer", table("x", number), "select * from x",
			message{Kind: asks, Text: "select 1"}.write(), "", true},
		{"has no tables", message{Kind: opens}, "select 1", nil, "no tables", false},
		{"has no columns", table("x"), "select 1", nil, "no tables", false},
		{"has many columns", table("x", append(many, word)...), "select 1", nil, "no tables", false},
		{"has a column of no type", table("x", column{"n", 77}), "select 1", nil, "no tables", false},
		{"has one with a NUL", table("x", column{"n\x00", 0}), "select 1", nil, "no tables", false},
		{"has one that is SQL", table("x", column{`n"); attach 'y' as z; --`, 0}), "select * from x",
			rows(false, null), "", true},
		{"has one twice", table("x", number, number), "select * from x",
			rows(false, one[:4]...), "cannot be declared", false},
		{"has a table of SQLite's", table("sqlite_master", number), "select 1", nil, "no tables", false},
		{"has a table that is SQL", table("x(a); --", number), "select 1", nil, "no tables", false},
		{"has local twice", table("local", number), "select 1", nil, "no tables", false},
		{"adds to what it does not gather", message{Kind: adds}, "select 1", nil, errMessage.Error(), false},
		{"asks before it opens", message{Kind: asks, Text: "select 1"}, "select 1", nil, errMessage.Error(), false},
		{"attaches a file", table("x", number), "attach 'y' as z", nil, "only reads", false},
		{"writes a file", table("x", number), "vacuum into 'y'", nil, "only reads", false},
		{"loads code", table("x", number), "select load_extension('y')", nil, "reaches beyond", false},
		{"makes a trigger", table("x", number), "create trigger a after insert on x begin select 1; end", nil,
			"cannot create triggers", false},
		{"makes a view", table("x", number), "create temp view v as select 1", nil, "only reads", false},
		{"asks for a gigabyte", table("x", number), "select zeroblob(1000000000)", rows(false), "too long", false},
	} {
		room := Room{Bytes: 1 << 20, Talks: 1}
		end, kept := hostile(t, &room, c.first.write(), c.query, c.answer)
		if c.want == "" && end.Kind != done ||
			!strings.Contains(strings.ToLower(end.Text), c.want) {
			t.Errorf("a guest that %s: %+v", c.what, end)
		}
		if kept > 0 != c.keeps {
			t.Errorf("a guest that %s keeps %d bytes", c.what, kept)
		}
		if (room != Room{Bytes: 1 << 20, Talks: 1}) {
			t.Errorf("after a guest that %s there is room for %+v", c.what, room)
		}
	}
	if left, _ := filepath.Glob("*"); left != nil {
		t.Errorf("there are the files %q", left)
	}
}

// TestRoom opens more talks than there may be, and says more than is heard.
func TestRoom(t *testing.T) {
	room := Room{Bytes: mostSaid + 10, Talks: 2}
	engine := sqlite.Engine{Limits: sqlite.Usual}
	a, b := Answer(t.Context(), engine, &room), Answer(t.Context(), engine, &room)
	if Answer(t.Context(), engine, &room) != nil {
		t.Error("a third talk")
	}
	if !a.Say(make([]byte, mostSaid)) || a.Say([]byte{1}) || !b.Say(make([]byte, 10)) || b.Say([]byte{1}) {
		t.Errorf("there is room for %+v", room)
	}
	a.Close()
	b.Close()
	if (room != Room{Bytes: mostSaid + 10, Talks: 2}) {
		t.Errorf("after all there is room for %+v", room)
	}
	if Answer(t.Context(), engine, &room) == nil {
		t.Error("none after all")
	}
}

// TestLongHead says that there are many tables, none of which is one.
func TestLongHead(t *testing.T) {
	room := Room{Bytes: 1 << 30, Talks: 1}
	head := `{"Kind":"open","Tables":[` + strings.Repeat("{},", mostHead/3) + "{}]}\n"
	if end, _ := hostile(t, &room, []byte(head), "select 1", nil); end.Text != "the talk is over" {
		t.Errorf("%+v", end)
	}
}

// TestWideIsSmall opens as many columns as there may be, and wants that to take little before there are rows.
func TestWideIsSmall(t *testing.T) {
	room := Room{Bytes: 1 << 20, Talks: 1}
	first := table("x", texts(mostColumns-1)...).write()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	end, _ := hostile(t, &room, first, "select 1", message{Kind: done}.write())
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; end.Kind != done || taken > 8<<20 {
		t.Errorf("%d bytes, %+v", taken, end)
	}
}

// TestNotBegun adds rows to an answer that could not be begun, and talks on where nothing could be opened.
func TestNotBegun(t *testing.T) {
	room := Room{Bytes: 1 << 20, Talks: 1}
	long, little := []column{{strings.Repeat("n", 1<<12), tables.Event}}, sqlite.Limits{Memory: 1, Text: 1 << 20}
	add := message{Kind: adds, rows: []byte{integer, 2}}.write()
	for _, c := range []struct {
		limits sqlite.Limits
		said   []message
	}{
		{sqlite.Limits{Memory: 1 << 30, Text: 1 << 10}, []message{{Kind: gathers}, {Kind: begins, Columns: long}}},
		{little, []message{{Kind: gathers}}},
		{little, []message{table("x", long...)}},
	} {
		a := Answer(t.Context(), sqlite.Engine{Limits: c.limits}, &room)
		for i, m := range c.said {
			if end := say(t, a, m.write()); (end.Kind == failed) != (i == len(c.said)-1) {
				t.Errorf("%+v: %+v", m, end)
			}
		}
		if end := say(t, a, add); end.Text != errMessage.Error() {
			t.Errorf("%+v, and what is added: %+v", c.said, end)
		}
		a.Close()
	}
}

// TestClosedAtWork closes the talk while a query without an end wants something.
func TestClosedAtWork(t *testing.T) {
	room, engine := Room{Bytes: 1 << 20, Talks: 1}, &watched{Engine: sqlite.Engine{Limits: sqlite.Usual}}
	engine.Limits.Time = 5 * time.Second
	a := Answer(t.Context(), engine, &room)
	say(t, a, table("x", column{"n", tables.Event}).write())
	const endless = "with recursive c(i) as (select 1 union all select i + 1 from c) select sum(field(i, 'x')) from c"
	say(t, a, message{Kind: asks, Text: endless}.write())
	if m := say(t, a, message{Kind: done}.write()); m.Kind != calls {
		t.Fatalf("%+v", m)
	}
	a.Close()
	if engine.err == nil || !strings.Contains(engine.err.Error(), errGone.Error()) {
		t.Errorf("the query has ended by %v", engine.err)
	}
}

// watched is an engine that keeps how a query has ended.
type watched struct {
	sqlite.Engine
	tables.Queries
	err error
}

func (w *watched) Open(c tables.Asked, more ...tables.Constant) (q tables.Queries, err error) {
	w.Queries, err = w.Engine.Open(c, more...)
	return w, err
}

func (w *watched) Query(ctx context.Context, query string, to tables.Output) error {
	w.err = w.Queries.Query(ctx, query, to)
	return w.err
}

// TestDamaged changes what a true guest says, a byte of every tenth message: there is an answer or an end, no crash,
// and the room is as it was.
func TestDamaged(t *testing.T) {
	c := catalogueOf(t, programs.Find("philosophers"), 1)
	rng := rand.New(rand.NewPCG(1, 2))
	for range effort.Of(300) {
		room := Room{Bytes: 1 << 26, Talks: 1}
		whole := dialled(&room)
		e := Engine{Dial: func() (io.ReadWriteCloser, error) {
			f, err := whole.Dial()
			return damaging{f, rng}, err
		}}
		if q, err := e.Open(c); err == nil {
			_ = said(q, "select e.*, before(e.n, 3), m.* from events e left join messages m on m.sent_n = e.n")
			q.Close()
		}
		if (room != Room{Bytes: 1 << 26, Talks: 1}) {
			t.Fatalf("there is room for %+v", room)
		}
	}
}

// damaging is a file in which some messages are damaged on the way to the host.
type damaging struct {
	io.ReadWriteCloser
	rng *rand.Rand
}

func (d damaging) Write(b []byte) (int, error) {
	if d.rng.IntN(10) == 0 {
		b = bytes.Clone(b)
		b[d.rng.IntN(len(b))] ^= byte(1 + d.rng.IntN(255))
	}
	return d.ReadWriteCloser.Write(b)
}
