package sqlafar

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"machsim/debugger/data/tables"
)

// catalogue is the tables that the guest has. It is a tables.Asked.
type catalogue struct {
	*Answerer
	tables []*tables.Table
	local  *tables.Table
	called map[string]*far // of local events, by what they are called with
}

// The most tables and columns that a catalogue has.
const (
	mostTables  = 100
	mostColumns = 2000
)

var errTables = fmt.Errorf("the tables are no tables: %w", errMessage)

// plain is the name of a table.
var plain = regexp.MustCompile(`^[a-z][a-z_]{0,30}$`)

// catalogue reads what tables the guest has.
func (a *Answerer) catalogue(m message) (*catalogue, error) {
	n := len(m.Tables) - 1 // before that of local events
	if n < 0 || n > mostTables {
		return nil, errTables
	}
	c := &catalogue{Answerer: a, called: map[string]*far{}}
	columns := []column{}
	taken := map[string]bool{tables.LocalName: true, "event": true}
	for i, x := range m.Tables {
		columns = append(columns, x.Columns...)
		if err := cmp.Or(fit(x.Columns), fit(columns)); err != nil {
			return nil, err
		}
		if i == n {
			c.local = &tables.Table{Name: x.Name, Columns: tablesOf(x.Columns)}
			break
		}
		if !plain.MatchString(x.Name) || strings.HasPrefix(x.Name, "sqlite") || taken[x.Name] {
			return nil, errTables
		}
		taken[x.Name] = true
		c.tables = append(c.tables, a.far(x.Name, tablesOf(x.Columns)).Table)
	}
	return c, nil
}

// fit says what is wrong with columns.
func fit(all []column) error {
	if len(all) == 0 || len(all) > mostColumns {
		return errTables
	}
	for _, c := range all {
		if strings.IndexByte(c.Name, 0) >= 0 || c.Type > tables.Position {
			return errTables
		}
	}
	return nil
}

func (c *catalogue) Tables() []*tables.Table   { return c.tables }
func (c *catalogue) LocalTable() *tables.Table { return c.local }

// Local has the guest find local events.
func (c *catalogue) Local(name string, reads bool) (*tables.Table, error) {
	key := fmt.Sprint(reads, " ", name)
	if t := c.called[key]; t != nil {
		return t.Table, nil
	}
	m, err := c.asked(message{Kind: locals, Text: name, Reads: reads})
	if err != nil {
		return nil, err
	}
	t := c.far(m.Text, c.local.Columns)
	c.called[key] = t
	return t.Table, t.take(farSize + len(key) + len(m.Text))
}

// LetGo gives up tables some of whose rows were not handed over.
func (c *catalogue) LetGo() {
	for key, t := range c.called {
		if t.Grows() {
			delete(c.called, key)
			t.empty()
		}
	}
}

// Call has the guest say what a function says.
func (c *catalogue) Call(function string, args ...tables.Value) (v tables.Value, err error) {
	m := message{Kind: calls, Text: function}
	for _, x := range args {
		m.rows = appendValue(m.rows, x)
	}
	if m, err = c.asked(m); err != nil {
		return v, err
	}
	var answer [1]tables.Value
	r := valuesOf(m.rows)
	if r.ofTable(answer[:]); r.bad {
		return v, errMessage
	}
	return answer[0], nil
}
