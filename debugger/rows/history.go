package rows

import (
	"errors"
	"fmt"

	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/kernel"
)

// Past is a recorded run up to where one stands, for those who ask what has happened.
type Past interface {
	State() *kernel.State
	Holds(event int) bool
	Events(from, to int, show func(*kernel.Event)) error
	// Beginning returns the number of events up to the first that is not held; whole says that no others are held.
	Beginning() (n int, whole bool)
	// NamesBefore returns the names that the name servers know where a part of a run begins (KnownTo); none of a whole
	// run, which begins with nothing.
	NamesBefore() ([]CheckedIn, error)
	// Gather returns the histories of the whole run.
	Gather() (*history.Collector, error)
	// Gathered returns them if Gather has been asked before, else nil.
	Gathered() *history.Collector
}

// Records tells of the events of a Past, and of its histories: of what is held, so that a rollback rewinds them
// (Krawczuk 4.3).
type Records struct{ past Past }

// RecordsOf returns the Records of a Past.
func RecordsOf(p Past) Records { return Records{p} }

// Record holds the rows of a history for one object, or for all.
type Record struct {
	Kind history.Kind
	Rows history.History
}

// Counts returns the number of rows of each history up to the present position.
func (x Records) Counts() (counts [history.NumKinds]int, err error) {
	all, err := x.past.Gather()
	if err != nil {
		return counts, err
	}
	for k := range history.NumKinds {
		for _, r := range all.History(k) {
			if x.happened(&r) {
				counts[k]++
			}
		}
	}
	return counts, nil
}

// HistoryHere returns a history up to the present position. It is read-only: at a prefix of the
// recorded order, it shares the rows with the session.
func (x Records) HistoryHere(k history.Kind) (Record, error) {
	all, err := x.past.Gather()
	if err != nil {
		return Record{}, err
	}
	if n, whole := x.past.Beginning(); whole {
		return Record{k, all.History(k).Until(uint64(n))}, nil
	}
	return x.record(all, k, func(*history.Row) bool { return true }), nil
}

// History is the rows of HistoryHere.
func (x Records) History(k history.Kind) (history.History, error) {
	r, err := x.HistoryHere(k)
	return r.Rows, err
}

// HistoryOf returns the history of one object, up to the present position.
func (x Records) HistoryOf(k history.Kind, object string) (Record, error) {
	all, err := x.past.Gather()
	if err != nil {
		return Record{}, err
	}
	name, known := all.Find(k, object)
	if !known {
		n, err := Choose(history.Kinds[k].Of, objects(all.Objects(k)), object)
		if err != nil {
			return Record{}, err
		}
		name = n.Name
	}
	return x.of(all, k, name), nil
}

// objects makes of the names of objects what Choose chooses from.
func objects(names []string) (all []Named) {
	return text.Each(names, func(o string) Named { return Named{Name: o} })
}

// Object returns the rows of an object in every history, without empty ones.
func (x Records) Object(object string) ([]Record, error) {
	all, err := x.past.Gather()
	if err != nil {
		return nil, err
	}
	some, known := x.object(all, object)
	if known {
		return some, nil
	}
	n, err := Choose("object", objects(x.HistoryObjects()), object)
	if several := Ambiguous(""); errors.As(err, &several) {
		return nil, err
	}
	if err != nil {
		words := append(history.Names(), x.HistoryObjects()...)
		return nil, text.WithHint(fmt.Errorf("%q is neither a history nor an object of one%s",
			object, text.DidYouMean(object, words)), text.HintHistories)
	}
	some, _ = x.object(all, n.Name)
	return some, nil
}

// object returns the rows of the object with a name in every history; known is false if no history has the name.
func (x Records) object(all *history.Collector, object string) (some []Record, known bool) {
	for k := range history.NumKinds {
		name, ok := all.Find(k, object)
		known = known || ok
		if r := x.of(all, k, name); ok && len(r.Rows) > 0 {
			some = append(some, r)
		}
	}
	return some, known
}

// happened says whether the position holds the event of a row.
func (x Records) happened(r *history.Row) bool {
	return r.Event == 0 || x.past.Holds(int(r.Event)-1)
}

// of returns the rows of an object that are held.
func (x Records) of(all *history.Collector, k history.Kind, object string) Record {
	return x.record(all, k, func(r *history.Row) bool { return r.Object == object })
}

// record returns the rows that are wanted and held.
func (x Records) record(all *history.Collector, k history.Kind, wanted func(*history.Row) bool) Record {
	r := Record{Kind: k}
	for _, row := range all.History(k) {
		if wanted(&row) && x.happened(&row) {
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

// HistoryObjects lists the objects that the histories mention, once a history has been asked for.
func (x Records) HistoryObjects() []string {
	known, seen := x.past.Gathered(), map[string]bool{}
	if known == nil {
		return nil
	}
	var all []string
	for k := range history.NumKinds {
		for _, o := range known.Objects(k) {
			if !seen[o] {
				seen[o] = true
				all = append(all, o)
			}
		}
	}
	return all
}
