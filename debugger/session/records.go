package session

import (
	"errors"
	"fmt"

	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
)

// Record holds the rows of a history for one object, or for all.
type Record struct {
	Kind history.Kind
	Rows history.History
}

// Counts returns the number of rows of each history up to the present position.
func (s *Session) Counts() (counts [history.NumKinds]int, err error) {
	if err := s.gather(); err != nil {
		return counts, err
	}
	for k := range history.NumKinds {
		for _, r := range s.histories.History(k) {
			if s.happened(&r) {
				counts[k]++
			}
		}
	}
	return counts, nil
}

// HistoryHere returns a history up to the present position. It is read-only: at a prefix of the
// recorded order, it shares the rows with the session.
func (s *Session) HistoryHere(k history.Kind) (Record, error) {
	if err := s.gather(); err != nil {
		return Record{}, err
	}
	if n, whole := s.Prefix(s.log().at); whole {
		return Record{k, s.histories.History(k).Until(uint64(n))}, nil
	}
	rows, err := s.History(k)
	return Record{k, rows}, err
}

// HistoryOf returns the history of one object, up to the present position.
func (s *Session) HistoryOf(k history.Kind, object string) (Record, error) {
	if err := s.gather(); err != nil {
		return Record{}, err
	}
	name, err := s.historyObject(k, object)
	if err != nil {
		return Record{}, err
	}
	return s.record(k, name), nil
}

// Object returns the rows of an object in every history, without empty ones.
func (s *Session) Object(object string) ([]Record, error) {
	if err := s.gather(); err != nil {
		return nil, err
	}
	some, known := s.object(object)
	if known {
		return some, nil
	}
	var all []Named
	for _, o := range s.HistoryObjects() {
		all = append(all, Named{Name: o})
	}
	n, err := choose("object", all, object)
	if several := ambiguous(""); errors.As(err, &several) {
		return nil, err
	}
	if err != nil {
		return nil, s.noObject(object)
	}
	some, _ = s.object(n.Name)
	return some, nil
}

// object returns the rows of the object with a name in every history; known is false if no history
// has the name.
func (s *Session) object(object string) (some []Record, known bool) {
	for k := range history.NumKinds {
		name, ok := s.histories.Find(k, object)
		known = known || ok
		if r := s.record(k, name); ok && len(r.Rows) > 0 {
			some = append(some, r)
		}
	}
	return some, known
}

// gather collects the histories on first use.
func (s *Session) gather() error {
	if s.histories != nil {
		return nil
	}
	_, err := s.History(history.Threads)
	return err
}

// happened says whether the position holds the event of a row.
func (s *Session) happened(r *history.Row) bool {
	return r.Event == 0 || s.Holds(int(r.Event)-1)
}

// record returns the rows of an object that the position holds.
func (s *Session) record(k history.Kind, object string) Record {
	r := Record{Kind: k}
	for _, row := range s.histories.History(k) {
		if row.Object == object && s.happened(&row) {
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

// historyObject finds an object of a history by one of its names, or by a part of its name that no
// other has.
func (s *Session) historyObject(k history.Kind, object string) (string, error) {
	if name, ok := s.histories.Find(k, object); ok {
		return name, nil
	}
	var all []Named
	for _, o := range s.histories.Objects(k) {
		all = append(all, Named{Name: o})
	}
	n, err := choose(history.Kinds[k].Of, all, object)
	return n.Name, err
}

func (s *Session) noObject(object string) error {
	words := append(history.Names(), s.HistoryObjects()...)
	return text.WithHint(fmt.Errorf("%q is neither a history nor an object of one%s",
		object, text.DidYouMean(object, words)), text.HintHistories)
}

// HistoryObjects lists the objects that the histories mention, once a history has been asked for.
func (s *Session) HistoryObjects() []string {
	if s.histories == nil {
		return nil
	}
	seen := map[string]bool{}
	var all []string
	for k := range history.NumKinds {
		for _, o := range s.histories.Objects(k) {
			if !seen[o] {
				seen[o] = true
				all = append(all, o)
			}
		}
	}
	return all
}
