package session

import (
	"machsim/debugger/lang"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/predicate"
)

// Target returns the statements of a place, where the program has hooks: of a line, of a label of Go, or the first of a
// function. ok is false if it is a place of calls: of a file without hooks, or of a label to which threads come by
// th.Label, which goes before one of Go.
func (s *Session) Target(place *lang.Place) (t *source.Target, ok bool, err error) {
	name := place.Text.Text
	switch {
	case !s.HasStatements() || place.After:
		return nil, false, nil
	case place.Kind == lang.Line && place.File != "":
		t, err = source.At(place.File, place.Number)
		return t, err == nil || source.HasFile(place.File), err
	case place.Kind == lang.Line:
		t, err = source.Named(name)
	case place.Kind == lang.Label && s.calls(place):
		return nil, false, nil
	case place.Kind == lang.Label:
		t, err = source.Label(name)
	case place.Kind == lang.Enter:
		if t, err = source.Function(name); err != nil {
			t, err = source.Named(name)
		}
	case place.Kind == lang.Leave:
		t, err = source.Leaving(name)
	default:
		return nil, false, nil
	}
	return t, err == nil, err
}

// calls says whether threads come to a place by calls.
func (s *Session) calls(place *lang.Place) bool {
	hits, err := s.Hits(place)
	return err == nil && !hits.Empty()
}

// stands finds where threads stand before the statements of a place (predicate.Run.Statements).
func (s *Session) stands(place *lang.Place) (all []predicate.Stand, ok bool, err error) {
	t, ok, err := s.Target(place)
	if !ok || err != nil || place.Kind == lang.Leave { // which is where a thread may stand at a call
		return nil, ok && place.Kind != lang.Leave, err
	}
	found, err := s.log().source.Hits(nil, source.Search{Target: t.Throughout()})
	if err != nil {
		return nil, true, err
	}
	for _, h := range found[0].Hits {
		all = append(all, predicate.Stand{Thread: h.Thread, N: h.N, Stays: h.Stays})
	}
	return all, true, nil
}
