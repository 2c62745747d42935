package debugger

import (
	"fmt"
	"strings"

	"machsim/debugger/history"
	"machsim/debugger/nearest"
)

// Record is what a history has of one object, or of all.
type Record struct {
	Kind history.Kind
	Rows history.History
}

// Histories has all histories up to the present position; those without rows too.
func (s *Session) Histories() ([]Record, error) {
	var all []Record
	for k := range history.NumKinds {
		rows, err := s.History(k)
		if err != nil {
			return nil, err
		}
		all = append(all, Record{k, rows})
	}
	return all, nil
}

// HistoryOf is a history of one object.
func (s *Session) HistoryOf(k history.Kind, object string) (Record, error) {
	rows, err := s.History(k)
	if err != nil {
		return Record{}, err
	}
	name, ok := s.historyObject(k, object)
	if !ok {
		return Record{}, s.noHistory(k, object)
	}
	return Record{k, rows.Of(name)}, nil
}

// Object has what every history tells of an object, those without rows left out.
func (s *Session) Object(object string) ([]Record, error) {
	all, err := s.Histories()
	if err != nil {
		return nil, err
	}
	var some []Record
	known := false
	for _, r := range all {
		name, ok := s.historyObject(r.Kind, object)
		known = known || ok
		if rows := r.Rows.Of(name); ok && len(rows) > 0 {
			some = append(some, Record{r.Kind, rows})
		}
	}
	if !known {
		return nil, s.noObject(object)
	}
	return some, nil
}

// historyObject finds an object by a name, or the end of one.
func (s *Session) historyObject(k history.Kind, object string) (string, bool) {
	if name, ok := s.histories.Find(k, object); ok {
		return name, true
	}
	var found []string
	for _, o := range s.histories.Objects(k) {
		if strings.HasSuffix(o, "."+object) {
			found = append(found, o)
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return "", false
}

func (s *Session) noHistory(k history.Kind, object string) error {
	of, objects := history.Kinds[k].Of, s.histories.Objects(k)
	switch {
	case len(objects) == 0:
		return fmt.Errorf("there is no %s %q: the run has no %s at all", of, object, of)
	case len(objects) > maxListed:
		return fmt.Errorf("there is no %s %q%s", of, object, nearest.DidYouMean(object, objects))
	}
	return fmt.Errorf("there is no %s %q; there are %s", of, object, strings.Join(objects, ", "))
}

func (s *Session) noObject(object string) error {
	words := append(history.Names(), s.HistoryObjects()...)
	return fmt.Errorf("%q is neither a history nor an object of one%s; type history to see which histories there are",
		object, nearest.DidYouMean(object, words))
}

// HistoryObjects lists the objects that histories tell of, once one has been asked for.
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
