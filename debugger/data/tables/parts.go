package tables

import (
	"context"
	"errors"
	"strconv"
)

// Next adds the rows of the next part of a table, and says whether there are others. After an error the table has no
// rows, and the next part is the first one: so who hands parts over has to begin anew, as it does with each query,
// which ends at the error.
type Next func(ctx context.Context, add func([]Value) error) (more bool, err error)

// InParts returns a table whose rows another process has, and hands over in parts. It takes no room for columns before
// the first part. A value may be of another type than its column, if it is no text among numbers.
func InParts(name string, columns []Column, next Next) *Table {
	t := &Table{Name: name, Columns: columns, fill: grown, stop: func() {}}
	p := &parts{t: t}
	t.grow = func(ctx context.Context) error {
		more, err := next(ctx, p.add)
		switch {
		case err != nil:
			p.all, t.cols, t.n = nil, nil, 0 // as next does
			return err
		case p.all == nil:
			p.begin()
		}
		if !more {
			p.close()
			t.grow, t.filled = nil, true
		}
		t.cols = p.columns()
		return nil
	}
	return t
}

// parts are the rows of a table that comes in parts.
type parts struct {
	t   *Table
	all []part
}

// part is a column of it: integers, or codes of texts and integers.
type part struct {
	ints  packed
	words *words // nil for a column of numbers
}

// begin makes the columns, without rows.
func (p *parts) begin() {
	p.all = make([]part, len(p.t.Columns))
	for i, c := range p.t.Columns {
		if c.Type == Text || c.Type == Any || c.Type == Position {
			p.all[i].words = newWords()
		}
	}
}

var errText = errors.New("there is a text in a column of numbers")

// add adds a row.
func (p *parts) add(row []Value) error {
	if p.all == nil {
		p.begin()
	}
	for i, v := range row {
		if v.IsText() && p.all[i].words == nil {
			return errText
		}
	}
	for i, v := range row {
		p.all[i].add(v)
	}
	p.t.n++
	return nil
}

// The letters before what a code stands for.
const (
	isInt  = "i"
	isText = "t"
)

func (x *part) add(v Value) {
	switch {
	case v.IsNull() && x.words == nil:
		x.ints.add(missing)
	case v.IsNull():
		x.ints.add(0)
	case x.words == nil:
		x.ints.add(v.n)
	case v.IsInt():
		x.ints.add(x.words.value(isInt + strconv.FormatInt(v.n, 10)))
	default:
		x.ints.add(x.words.value(isText + v.text))
	}
}

func (x *part) value(code int) Value {
	if code == 0 {
		return Null()
	}
	text := x.words.text(code)
	if text[:1] == isText {
		return String(text[1:])
	}
	n, _ := strconv.ParseInt(text[1:], 10, 64)
	return Int(n)
}

// columns are the columns as far as they have come.
func (p *parts) columns() (all []*column) {
	for i := range p.all {
		c := &column{ints: &p.all[i].ints}
		if w := p.all[i].words; w != nil {
			c.codes, c.words = w.n, p.all[i].value
		}
		all = append(all, c)
	}
	return all
}

// close ends the adding.
func (p *parts) close() {
	for i := range p.all {
		p.all[i].ints.close()
		if w := p.all[i].words; w != nil {
			w.starts.close()
			w.length.close()
		}
	}
}
