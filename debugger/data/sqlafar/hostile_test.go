//go:build !js && !wasip1

package sqlafar

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/data/sqlite"
	"machsim/debugger/data/tables"
	"machsim/programs"
	"machsim/test/effort"
)

// hostile is a guest that opens these tables, asks a query, and answers whatever comes by the same message.
func hostile(t *testing.T, room *Room, first message, query string, answer []byte) (end message) {
	t.Helper()
	a := Answer(context.Background(), sqlite.Engine{Limits: sqlite.Usual}, room)
	defer a.Close()
	said := first.write()
	for turn := 0; turn < 1000; turn++ {
		b := a.Answer(said)
		if b == nil {
			return message{Kind: failed, Text: "the talk is over"}
		}
		m, err := read(b[4:])
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Kind == failed, m.Kind == done && turn > 0:
			return m
		case m.Kind == done:
			said = message{Kind: asks, Text: query}.write()
		default:
			said = answer
		}
	}
	return message{Kind: failed, Text: "it goes on"}
}

// table is what a guest opens that has one table.
func table(name string, columns ...column) message {
	local := relation{"local", []column{{"n", tables.Event}}}
	return message{Kind: opens, Tables: []relation{{name, columns}, local}}
}

// TestHostile: a guest that lies is told so, or what follows from its lies; no file is made.
func TestHostile(t *testing.T) {
	t.Chdir(t.TempDir())
	number, word := column{"n", tables.Event}, column{"w", tables.Text}
	rows := func(more bool, b ...byte) []byte { return message{Kind: done, More: more, rows: b}.write() }
	one := []byte{integer, 2, letters, 1, 'a'}
	many := []column{}
	for range mostColumns + 1 {
		many = append(many, number)
	}
	for _, c := range []struct {
		what   string
		first  message
		query  string
		answer []byte
		want   string
	}{
		{"tells the truth", table("x", number, word), "select 1 from x where w = 'a'", rows(false, one...), ""},
		{"has rows without an end", table("x", number, word), "select count(*) from x", rows(true, one...), "too large"},
		{"has no rows, without an end", table("x", number, word), "select count(*) from x", rows(true), errMessage.Error()},
		{"has half a row", table("x", number, word), "select * from x", rows(false, one[:3]...), errMessage.Error()},
		{"has a long text that is short", table("x", word), "select * from x",
			rows(false, letters, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1), errMessage.Error()},
		{"has no value", table("x", word), "select * from x", rows(false, 99), errMessage.Error()},
		{"has a fraction", table("x", word), "select * from x", rows(false, fraction, 1, 2, 3, 4, 5, 6, 7, 8),
			errMessage.Error()},
		{"has texts as numbers", table("x", number), "select * from x", rows(false, letters, 1, 'a'),
			"a text in a column of numbers"},
		{"has texts that are none", table("x", word), "select w || w from x", rows(false, letters, 3, 0, 0xff, 0xfe), ""},
		{"says nothing", table("x", number), "select * from x", nil, errMessage.Error()},
		{"says no message", table("x", number), "select * from x", []byte("{\"Kind\": 5}\n"), errMessage.Error()},
		{"asks again in place of an answer", table("x", number), "select * from x",
			message{Kind: asks, Text: "select 1"}.write(), ""},
		{"has no tables", message{Kind: opens}, "select 1", nil, "no tables"},
		{"has no columns", table("x"), "select 1", nil, "no tables"},
		{"has many columns", table("x", many...), "select 1", nil, "no tables"},
		{"has a column of no type", table("x", column{"n", 77}), "select 1", nil, "no tables"},
		{"has one with a NUL", table("x", column{"n\x00", 0}), "select 1", nil, "no tables"},
		{"has one that is SQL", table("x", column{`n"); attach 'y' as z; --`, 0}), "select * from x", rows(false, null), ""},
		{"has one twice", table("x", number, number), "select * from x", rows(false, one[:4]...), "cannot be declared"},
		{"has a table of SQLite's", table("sqlite_master", number), "select 1", nil, "no tables"},
		{"has a table that is SQL", table("x(a); --", number), "select 1", nil, "no tables"},
		{"has local twice", table("local", number), "select 1", nil, "no tables"},
		{"adds to what it does not gather", message{Kind: adds}, "select 1", nil, errMessage.Error()},
		{"asks before it opens", message{Kind: asks, Text: "select 1"}, "select 1", nil, errMessage.Error()},
		{"attaches a file", table("x", number), "attach 'y' as z", nil, "only reads"},
		{"writes a file", table("x", number), "vacuum into 'y'", nil, "only reads"},
		{"loads code", table("x", number), "select load_extension('y')", nil, "reaches beyond"},
		{"makes a trigger", table("x", number), "create trigger a after insert on x begin select 1; end", nil,
			"cannot create triggers"},
		{"makes a view", table("x", number), "create temp view v as select 1", nil, "only reads"},
		{"asks for a gigabyte", table("x", number), "select zeroblob(1000000000)", rows(false), "too long"},
	} {
		room := Room{Bytes: 1 << 10, Talks: 1}
		end := hostile(t, &room, c.first, c.query, c.answer)
		if c.want == "" && end.Kind != done ||
			!strings.Contains(strings.ToLower(end.Text), c.want) {
			t.Errorf("a guest that %s: %+v", c.what, end)
		}
		if (room != Room{1 << 10, 1}) {
			t.Errorf("after a guest that %s there is room for %+v", c.what, room)
		}
	}
	if left, _ := filepath.Glob("*"); left != nil {
		t.Errorf("there are the files %q", left)
	}
}

// TestRoom opens more talks than there may be.
func TestRoom(t *testing.T) {
	e, c := dialled(&Room{Bytes: 1 << 20, Talks: 1}), catalogueOf(t, programs.Find("bank"), 1)
	q, err := e.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(c); err == nil {
		t.Error("a second talk")
	}
	q.Close()
	if q, err = e.Open(c); err != nil {
		t.Fatal(err)
	}
	q.Close()
}

// TestDamaged changes what a true guest says, a byte of every tenth message: there is an answer or an end, no crash,
// and the room is as it was.
func TestDamaged(t *testing.T) {
	c := catalogueOf(t, programs.Find("philosophers"), 1)
	rng := rand.New(rand.NewPCG(1, 2))
	for range effort.Of(300) {
		room := Room{Bytes: 1 << 20, Talks: 1}
		whole := dialled(&room)
		e := Engine{Dial: func() (io.ReadWriteCloser, error) {
			f, err := whole.Dial()
			return damaging{f, rng}, err
		}}
		if q, err := e.Open(c); err == nil {
			_ = said(q, "select e.*, before(e.n, 3), m.* from events e left join messages m on m.sent_n = e.n")
			q.Close()
		}
		if (room != Room{1 << 20, 1}) {
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
