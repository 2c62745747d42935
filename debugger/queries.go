package debugger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
)

// NamedQuery is a query that is kept with the recording.
type NamedQuery struct {
	Name  string
	Query string
	Asked bool // it was made or asked since the recording was opened; else it has come with a file
}

// errUnasked is why a breakpoint at the rows of a query stops nobody: a file that comes from somebody does not run
// queries.
var errUnasked = text.WithHint(errors.New("its query has come with a file, and was not asked yet"), HintQueries)

// queryName matches what a query can be called.
var queryName = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// NameQuery keeps a query under a name: beside the recording, if breakpoints are kept there. An empty query takes the
// one of that name away.
func (d *Debugger) NameQuery(ctx context.Context, name, query string) error {
	return d.change(ctx, "name query", func(context.Context) error {
		i := d.queryNamed(name)
		switch {
		case !queryName.MatchString(name) || beginsQuery(name):
			return fmt.Errorf("%q cannot be the name of a query: that is one word, and none that a query begins with", name)
		case len(query) > maxKeptText:
			return fmt.Errorf("a query that is kept has at most %d characters", maxKeptText)
		case query == "" && i < 0:
			return d.noQuery(name)
		}
		d.queries = slices.Clone(d.queries)
		if i >= 0 {
			d.queries = slices.Delete(d.queries, i, i+1)
		}
		if query != "" {
			d.queries = append(d.queries, NamedQuery{name, query, true})
		}
		d.changed, d.breakpoints.of = true, nil
		return nil
	})
}

// Queries lists the queries that are kept.
func (d *Debugger) Queries(ctx context.Context) ([]NamedQuery, error) {
	return list(ctx, d, "queries", func(context.Context) ([]NamedQuery, error) { return slices.Clone(d.queries), nil })
}

// beginsQuery says whether a word begins a query in SQL.
func beginsQuery(word string) bool {
	return slices.Contains([]string{"select", "with", "values", "explain"}, strings.ToLower(word))
}

// queryNamed is the place of a query in the list, -1 if there is none of that name.
func (d *Debugger) queryNamed(name string) int {
	return slices.IndexFunc(d.queries, func(q NamedQuery) bool { return q.Name == name })
}

// noQuery is the error for a name that no query has.
func (d *Debugger) noQuery(name string) error {
	var names []string
	for _, q := range d.queries {
		names = append(names, q.Name)
	}
	return fmt.Errorf("there is no query %s: %s", name, text.Offer(name, names, "queries"))
}

// queryMeant is the query that was typed: one in SQL, or the name of one.
func (d *Debugger) queryMeant(typed string) (name, sql string, err error) {
	word := strings.TrimSpace(typed)
	i := d.queryNamed(word)
	switch {
	case i >= 0:
		d.queries = slices.Clone(d.queries)
		d.queries[i].Asked, d.breakpoints.of = true, nil
		return word, d.queries[i].Query, nil
	case queryName.MatchString(word) && !beginsQuery(word):
		return "", "", d.noQuery(word)
	}
	return "", typed, nil
}

// derivedPoint reads a breakpoint at races, or at the rows of a query; ok is false of any other.
func derivedPoint(text string) (b *point, ok bool) {
	if text = strings.TrimSpace(text); text == raceWord {
		return &point{text: text}, true
	}
	name, ok := strings.CutPrefix(text, "query ")
	return &point{text: text, query: strings.TrimSpace(name)}, ok
}

// matchQuery finds the hits of a breakpoint at the rows of a query: a thread stops there once it has taken one of
// their events.
func (d *Debugger) matchQuery(b *point) error {
	i := d.queryNamed(b.query)
	switch {
	case i < 0:
		return d.noQuery(b.query)
	case !d.queries[i].Asked:
		return errUnasked
	}
	var columns, events []int
	place := -1
	var hits []source.Hit
	err := d.query(Until(d.stop), d.queries[i].Query, tables.Output{
		Head: func(all []tables.Column) error {
			columns, place = eventColumns(all), placeColumn(all)
			if columns == nil && place < 0 {
				return fmt.Errorf("the rows of query %s have no column with an event", b.query)
			}
			return nil
		},
		Row: func(row []any) (bool, error) {
			if place < 0 {
				events = append(events, d.eventsOf(row, columns)...)
			} else if h, ok := d.hitAt(ValueText(row[place])); ok {
				hits = append(hits, h)
			}
			return true, nil
		},
	})
	switch {
	case err != nil:
		return err
	case place >= 0:
		slices.SortStableFunc(hits, source.Hit.Compare)
		b.statements = &statements{hits: hits}
		return nil
	}
	b.hits = d.s().HitsAfter(events)
	b.all = b.hits.All()
	return nil
}

// hitAt is the statement that a position of a row names: 41@bank.1:17.
func (d *Debugger) hitAt(position string) (h source.Hit, ok bool) {
	base, statement, ok := strings.Cut(position, "@")
	event, err := strconv.Atoi(base)
	if !ok || err != nil {
		return h, false
	}
	id, n, err := d.s().ParseStatement(statement)
	return source.Hit{Thread: id, N: n, Event: event - 1}, err == nil
}

// unread says why a breakpoint at the rows of a query has no hits; "" if it has been looked for.
func (d *Debugger) unread(b *point) string {
	if b.query == "" || b.hits != nil || b.statements != nil {
		return ""
	}
	if err := d.matchQuery(b); err != nil {
		return err.Error()
	}
	return ""
}
