package tables

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/session"
)

// The table of local events (Krawczuk 3.3.1) is called with what its rows are about: local('work.x'), and with ReadsToo
// as a second argument for those that read it.
const (
	LocalName = "local"
	ReadsToo  = "reads"
)

// localColumns are the columns of the table, each with what makes it of the rows.
var localColumns = []struct {
	Column
	of func(*localRows) *column
}{
	{Column{"kind", Text, "`assignment-to-variable`; `assignment-to-pointer`, by something that leads to it; " +
		"`reference`, it is read; `reaching-a-label`, or a line"}, (*localRows).kinds},
	{Column{"n", Event, "the event after which it was, the last one of the thread"},
		func(r *localRows) *column { return &column{ints: &r.event, rising: true} }},
	{Column{"statement", Integer, "which of the statements of the thread it is, from 1"},
		func(r *localRows) *column { return &column{ints: &r.statement} }},
	{Column{"position", Position, "where the thread is about to do that statement"}, (*localRows).positions},
	{Column{"host", Text, "the host of the thread"}, ofWho(func(w *actor) Value { return shown(w.host) })},
	{Column{"task", Text, "its task"}, ofWho(func(w *actor) Value { return shown(w.task) })},
	{Column{"thread", Text, "who did it; `the debugger` where it has set a variable, in a fork"},
		ofWho(func(w *actor) Value { return shown(w.thread) })},
	{Column{"file", Text, "the source file"},
		ofStatement(func(p *session.StatementPlace) Value { return shown(path.Base(p.Path)) })},
	{Column{"line", Integer, "the line"},
		ofStatement(func(p *session.StatementPlace) Value { return Int(int64(p.Line)) })},
	{Column{"func", Text, "the function"}, ofStatement(func(p *session.StatementPlace) Value { return shown(p.Func) })},
	{Column{"time_us", Time, "virtual time before the event n"}, (*localRows).times},
	{Column{"name", Text, "what was asked for"}, (*localRows).names},
	{Column{"by", Text, "what the statement calls it, as x or *q; NULL where code without hooks has changed it"},
		func(r *localRows) *column { return r.words.column(&r.by) }},
	{Column{"activation", Text, "the call of the function whose variable it is: t.1#3 is the third one of thread t.1; " +
		"NULL of a variable of a package"}, (*localRows).activations},
	{Column{"old", Text, "its value before; NULL where it begins to be"},
		func(r *localRows) *column { return r.words.column(&r.old) }},
	{Column{"new", Text, "its value then"}, func(r *localRows) *column { return r.words.column(&r.new) }},
	{Column{"changed", Bool, "it is another value than before; NULL of what is no assignment"},
		func(r *localRows) *column { return &column{ints: &r.changed} }},
}

// LocalTable describes the table of local events. It has no rows: those that Local returns have.
func (c *Catalogue) LocalTable() *Table {
	t := &Table{Name: LocalName + "('NAME')", Doc: "a local event: an assignment to NAME, or its reaching; of " +
		"local('NAME', 'reads') also a reference"}
	for _, x := range localColumns {
		t.Columns = append(t.Columns, x.Column)
	}
	return t
}

// Local returns the table of the local events of what a name means (session.Session.Local). Its rows are found when
// they are asked for; Stream has them as they come.
func (c *Catalogue) Local(name string, reads bool) (*Table, error) {
	key := fmt.Sprint(reads, " ", name)
	if t := c.local[key]; t != nil {
		return t, nil
	}
	of, err := c.s.Local(name)
	switch {
	case errors.Is(err, session.ErrPlain):
		return nil, errors.New("local events are what statements do, and this program was built without hooks at them")
	case err != nil:
		return nil, err
	}
	t := c.LocalTable()
	t.Name = callOfLocal(name, reads)
	r := newLocalRows(c.s, of, reads, t)
	t.fill, t.grow, t.stop = grown, r.grow, r.close
	t.cols = r.columns()
	if c.local == nil {
		c.local = map[string]*Table{}
	}
	c.local[key] = t
	return t, nil
}

// grown finds all rows of a table that grows.
func grown(ctx context.Context, t *Table) error {
	for t.grow != nil {
		if err := t.grow(ctx); err != nil {
			return err
		}
	}
	return nil
}

// callOfLocal is the table of local events as it is called.
func callOfLocal(name string, reads bool) string {
	quoted := "'" + strings.ReplaceAll(name, "'", "''") + "'"
	if reads {
		quoted += ", '" + ReadsToo + "'"
	}
	return LocalName + "(" + quoted + ")"
}

// LetGo gives up tables some of whose rows are not found yet.
func (c *Catalogue) LetGo() {
	for key, t := range c.local {
		if t.grow != nil {
			t.stop()
			delete(c.local, key)
		}
	}
}

// localCall reads a call of the table of local events: local(work.x), local('work.x', 'reads'). ok is false of any
// other name.
func localCall(name string) (of string, reads, ok bool) {
	name, ok = strings.CutPrefix(name, LocalName+"(")
	if !ok || !strings.HasSuffix(name, ")") {
		return "", false, false
	}
	name = strings.TrimSpace(strings.TrimSuffix(name, ")"))
	if before, after, two := text.CutLast(name, ","); two && unquoted(after) == ReadsToo {
		name, reads = before, true
	}
	return unquoted(name), reads, true
}

// unquoted is a text without the quotes around it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && text[0] == '\'' && text[n-1] == '\'' {
		return strings.ReplaceAll(text[1:n-1], "''", "'")
	}
	return text
}
