package tables

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"machsim/debugger/event/trace"
	"machsim/debugger/session"
	"machsim/kernel"
)

// localRows are the rows of a table of local events. They come while the run is made again.
type localRows struct {
	s    *session.Session
	t    *Table
	name string
	next func() ([]session.LocalEvent, error, bool)
	stop func()

	kind, event, statement, before, doer, place, by, owner, serial, old, new, changed packed

	words  *words
	who    *distinct[actor]
	places *distinct[session.StatementPlace]
	codes  map[kernel.ThreadID]int64 // in who
}

func newLocalRows(s *session.Session, of *session.Local, reads bool, t *Table) *localRows {
	r := &localRows{s: s, t: t, name: of.Name(), words: newWords(), who: newDistinct[actor](),
		places: newDistinct[session.StatementPlace](), codes: map[kernel.ThreadID]int64{}}
	r.next, r.stop = iter.Pull2(func(yield func([]session.LocalEvent, error) bool) {
		err := of.Each(reads, func(some []session.LocalEvent) bool { return yield(some, nil) })
		if err != nil {
			yield(nil, err)
		}
	})
	return r
}

// close gives up the rows that are not found yet.
func (r *localRows) close() {
	r.stop()
	r.t.grow, r.t.stop = nil, nil
}

// grow finds more rows; when there are no more, the table does not grow any more.
func (r *localRows) grow(ctx context.Context) error {
	some, err, more := r.next()
	if err != nil {
		r.close()
		return because(ctx, err)
	}
	for i := range some {
		r.add(&some[i])
	}
	if !more {
		for _, p := range append(r.packed(), &r.words.starts, &r.words.length) {
			p.close()
		}
		r.close()
		r.t.cols, r.t.filled = r.columns(), true
	}
	return nil
}

func (r *localRows) packed() []*packed {
	return []*packed{&r.kind, &r.event, &r.statement, &r.before, &r.doer, &r.place, &r.by, &r.owner, &r.serial, &r.old,
		&r.new, &r.changed}
}

func (r *localRows) columns() (all []*column) {
	for _, c := range localColumns {
		all = append(all, c.of(r))
	}
	return all
}

func (r *localRows) add(l *session.LocalEvent) {
	r.t.n++
	r.kind.add(int64(l.Kind))
	r.event.add(int64(l.Event) + 1)
	r.statement.add(int64(l.N))
	r.before.add(int64(l.Before) + 1)
	r.place.add(r.places.code(l.Place()))
	r.by.add(r.words.code(l.By))
	r.serial.add(int64(l.Serial))
	r.owner.add(r.doerOf(l.Owner))
	if l.Edited {
		r.doer.add(r.who.code(actor{thread: trace.Debugger}))
	} else {
		r.doer.add(r.doerOf(l.Thread))
	}
	old, now := int64(0), int64(0)
	if l.Kind != session.CameTo {
		now = r.words.value(l.New)
	}
	if now > 0 && !l.Born {
		old = r.words.value(l.Old)
	}
	r.old.add(old)
	r.new.add(now)
	changed := int64(missing)
	if l.Kind.Writes() {
		changed = yes(l.Changed()).n
	}
	r.changed.add(changed)
}

// doerOf is the code of a thread.
func (r *localRows) doerOf(id kernel.ThreadID) int64 {
	code, ok := r.codes[id]
	if !ok {
		st := r.s.Final()
		a := actor{thread: "main"}
		if id != 0 {
			task := st.Threads.At(uint32(id)).Task
			a = actor{st.ThreadName(id), st.TaskName(task), st.HostName(st.Tasks.At(uint32(task)).Host)}
		}
		code = r.who.code(a)
		r.codes[id] = code
	}
	return code
}

func (r *localRows) kinds() *column {
	return &column{ints: &r.kind, codes: int(session.CameTo) + 1, words: func(code int) Value {
		return String(session.LocalKind(code).String())
	}}
}

// ofWho is a column that says something of who did it.
func ofWho(says func(*actor) Value) func(*localRows) *column {
	return func(r *localRows) *column {
		return &column{ints: &r.doer, codes: len(r.who.all), words: func(code int) Value { return says(&r.who.all[code]) }}
	}
}

// ofStatement is a column that says something of the place of the statement.
func ofStatement(says func(*session.StatementPlace) Value) func(*localRows) *column {
	return func(r *localRows) *column {
		return &column{ints: &r.place, codes: len(r.places.all), words: func(code int) Value {
			if code == 0 {
				return Null()
			}
			return says(&r.places.all[code])
		}}
	}
}

func (r *localRows) times() *column {
	return &column{each: func(row int) int64 { return r.s.TimeOf(int(r.event.at(row)) - 1) }}
}

func (r *localRows) names() *column {
	return &column{each: func(int) int64 { return 1 }, codes: 2, words: func(int) Value { return String(r.name) }}
}

// byRow is a column of texts that are made when they are asked for.
func (r *localRows) byRow(says func(row int) Value) *column {
	return &column{each: func(row int) int64 { return int64(row) + 1 }, codes: r.t.n + 1, words: func(code int) Value {
		if code == 0 {
			return Null()
		}
		return says(code - 1)
	}}
}

func (r *localRows) positions() *column {
	return r.byRow(func(row int) Value {
		return String(fmt.Sprintf("%d@%s:%d", r.before.at(row), r.who.all[r.doer.at(row)].thread, r.statement.at(row)))
	})
}

func (r *localRows) activations() *column {
	return r.byRow(func(row int) Value {
		if serial := r.serial.at(row); serial > 0 {
			return String(fmt.Sprintf("%s#%d", r.who.all[r.owner.at(row)].thread, serial))
		}
		return Null()
	})
}

// words are texts by codes, of which 0 is none. A text may have several codes: only those that came last are looked
// for, so that they take little more than their letters.
type words struct {
	n      int
	starts packed // by code: the room, and where in it
	length packed
	rooms  []string // that are full
	room   *strings.Builder
	recent [1 << 12]int32
}

// A room has so many letters, unless one text has more.
const (
	roomOfWords = 1 << 16
	roomBits    = 17
)

func newWords() *words {
	w := &words{room: &strings.Builder{}}
	w.keep("")
	return w
}

// code is the code of a text; 0 of "".
func (w *words) code(text string) int64 {
	if text == "" {
		return 0
	}
	return w.value(text)
}

// value is a code of a text, which may be empty.
func (w *words) value(text string) int64 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	at := &w.recent[(h^h>>16)%uint32(len(w.recent))]
	if *at == 0 || w.text(int(*at)) != text {
		*at = int32(w.n)
		w.keep(text)
	}
	return int64(*at)
}

// keep gives a text the next code.
func (w *words) keep(text string) {
	if w.room.Len()+len(text) > roomOfWords && w.room.Len() > 0 {
		w.rooms = append(w.rooms, w.room.String())
		w.room = &strings.Builder{}
	}
	w.starts.add(int64(len(w.rooms)<<roomBits + w.room.Len()))
	w.length.add(int64(len(text)))
	w.room.WriteString(text)
	w.n++
}

// text is the text of a code.
func (w *words) text(code int) string {
	start, room := int(w.starts.at(code)), w.room.String()
	if n := start >> roomBits; n < len(w.rooms) {
		room = w.rooms[n]
	}
	from := start & (1<<roomBits - 1)
	return room[from : from+int(w.length.at(code))]
}

func (w *words) column(codes *packed) *column {
	return &column{ints: codes, codes: w.n, words: func(code int) Value {
		if code == 0 {
			return Null()
		}
		return String(w.text(code))
	}}
}

// Stream goes over the rows of a table in their own order, of one that grows as they are found.
type Stream struct {
	ctx context.Context
	t   *Table
	row int
	err error
}

// Stream returns the rows of a table, as they come.
func (t *Table) Stream(ctx context.Context) *Stream { return &Stream{ctx: ctx, t: t, row: -1} }

// Grows says whether there may be more rows than are found.
func (t *Table) Grows() bool { return t.grow != nil }

// Next goes to the next row. It returns false when there is none, or the context has ended: see Err.
func (s *Stream) Next() bool {
	s.row++
	for s.err == nil && s.row >= s.t.n && s.t.grow != nil {
		s.err = s.t.grow(s.ctx)
	}
	return s.err == nil && s.row < s.t.n
}

// Row returns the number of the row, from 0.
func (s *Stream) Row() int { return s.row }

// Value returns the row's value in a column.
func (s *Stream) Value(column int) Value { return s.t.cols[column].value(s.row) }

// Err returns why Next returned false: nil if there are no more rows.
func (s *Stream) Err() error { return s.err }
