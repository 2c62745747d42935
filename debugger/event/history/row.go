package history

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"machsim/debugger/event/text"
)

// Row is one line of a history.
type Row struct {
	Event  uint64 // number of the event; 0 for actions of Main, before the first event
	Time   int64  // virtual time before the event, in microseconds
	Thread string // the thread that acted; Kernel or Main if it was none
	Object string // the object of the action, of the kind Description.Of
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

// InWords formats a value of Row.Data; "" for an empty one.
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

// Row.Thread where no thread acted.
const (
	Kernel = "kernel"
	Main   = "Main"
)

// History is the rows of one kind, in the order in which they happened.
type History []Row

// Until returns the history up to and including an event. It shares the rows.
func (h History) Until(event uint64) History {
	n := sort.Search(len(h), func(i int) bool { return h[i].Event > event })
	return h[:n:n]
}

// Columns returns the indexes of the columns in a table of the history, which has kind k. It leaves
// out rare columns without a value.
func (h History) Columns(k Kind) (shown []int) {
	for i, c := range Kinds[k].Columns {
		if !c.Rare || slices.ContainsFunc(h, func(r Row) bool { return r.Data[i] != "" }) {
			shown = append(shown, i)
		}
	}
	return shown
}

// Of returns the history of one object.
func (h History) Of(object string) History {
	return text.Those(h, func(r Row) bool { return r.Object == object })
}
