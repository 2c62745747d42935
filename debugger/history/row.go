package history

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Row is one line of a history.
type Row struct {
	Event  uint64 // number of the event; 0 is what Main did, before the first
	Time   int64  // virtual time before the event, in microseconds
	Thread string // who did it; Kernel, or Main, if no thread did
	Object string // what it was done to: Description.Of says what that is
	Data   []any  // by Description.Columns: a string, int64, uint64, bool or []string
}

// IsNumber says whether a value of Row.Data is a number.
func IsNumber(v any) bool {
	switch v.(type) {
	case int64, uint64:
		return true
	}
	return false
}

// InWords is a value of Row.Data as people read it; "" where there is nothing.
func InWords(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(v)
}

// Who did it if no thread did.
const (
	Kernel = "kernel"
	Main   = "Main"
)

// History is the rows of one kind, in the order in which they happened.
type History []Row

// Until is the history up to and including an event. It shares the rows.
func (h History) Until(event uint64) History {
	n := sort.Search(len(h), func(i int) bool { return h[i].Event > event })
	return h[:n:n]
}

// Columns are the indexes of the columns that a table of the history shows, one of the
// kind k: all, without the rare ones that no row has.
func (h History) Columns(k Kind) (shown []int) {
	for i, c := range Kinds[k].Columns {
		if !c.Rare || slices.ContainsFunc(h, func(r Row) bool { return r.Data[i] != "" }) {
			shown = append(shown, i)
		}
	}
	return shown
}

// Of is the history of one object.
func (h History) Of(object string) History {
	var rows History
	for _, r := range h {
		if r.Object == object {
			rows = append(rows, r)
		}
	}
	return rows
}
