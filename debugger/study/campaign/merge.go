package campaign

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// store has the runs of reports.
type store struct {
	plan  *plan
	parts []*Report       // by shard; nil where there is none
	rows  [][]map[int]Row // by shard and lane: by index
}

func newStore(parts []*Report) *store {
	s := &store{parts: parts, rows: make([][]map[int]Row, len(parts))}
	for i, p := range parts {
		if p == nil {
			continue
		}
		s.plan = newPlan(p.Strategy)
		for _, l := range p.Lanes {
			rows := map[int]Row{}
			for _, r := range l.Rows {
				rows[r.Index] = r
			}
			s.rows[i] = append(s.rows[i], rows)
		}
	}
	return s
}

// part returns which shard makes the run of an index of a lane, and which of its runs of that lane it is.
func (s *store) part(whole bool, index int) (part, k int) {
	if whole {
		return 0, index
	}
	return index % len(s.parts), index / len(s.parts)
}

// outcome returns what came of the run of an index of a lane; false if it was not made.
func (s *store) outcome(lane, index int) (x outcome, ok bool) {
	if len(s.parts) == 0 {
		return x, false
	}
	i, k := s.part(s.plan.whole(lane), index)
	if s.parts[i] == nil || k >= len(s.parts[i].Lanes[lane].Events) {
		return x, false
	}
	row := s.rows[i][lane][index]
	x = outcome{events: s.parts[i].Lanes[lane].Events[k], seen: row.Seen, races: row.Races, every: row.Every,
		descent: row.Descent}
	x.failures, x.reached = slices.Clone(row.Failures), row.Reached
	return x, true
}

// resumed returns the runs of a report that is of a search, too.
func resumed(r *Report, of *Search) (*store, error) {
	if what := different(&r.Search, of); what != "" {
		return nil, fmt.Errorf("that is a report of another search: %s", what)
	}
	parts := make([]*Report, r.Shard.Of)
	parts[r.Shard.I-1] = r
	return newStore(parts), nil
}

// Merge makes one report of those of all shards of a search, in whatever order: the same as if one process had made all
// runs. The error is a sentence that says why they are not that.
func Merge(parts []*Report) (*Report, error) {
	all, err := shards(parts)
	if err != nil {
		return nil, err
	}
	r := &Report{Search: all[0].Search}
	r.Shard = Shard{1, 1}
	f, s := newFold(r), newStore(all)
	err = f.walk(func(x span) error { return f.gather(s, x) })
	return r, err
}

// gather takes in the runs of a span.
func (f *fold) gather(s *store, x span) error {
	name := f.report.Lanes[x.lane].Strategy
	for i := x.first; i < x.end; i++ {
		o, ok := s.outcome(x.lane, i)
		if ok && f.take(x, i, o) {
			continue
		}
		if ok {
			return nil
		}
		n, _ := s.part(f.plan.whole(x.lane), i)
		switch p := s.parts[n]; {
		case p.Lanes[x.lane].All:
			f.exhaust(x.lane)
		case p.Stop == StopTime || p.Stop == StopInterrupted:
			f.report.Stop = p.Stop
		default:
			return fmt.Errorf("shard %s ends before its time: it has no run %d of strategy %s", p.Shard, i, name)
		}
		return nil
	}
	return nil
}

// shards returns parts in their order.
func shards(parts []*Report) ([]*Report, error) {
	if len(parts) == 0 {
		return nil, errors.New("there is nothing to merge")
	}
	all := make([]*Report, parts[0].Shard.Of)
	for _, p := range parts {
		if what := different(&p.Search, &parts[0].Search, "Shard"); what != "" {
			return nil, fmt.Errorf("shards %s and %s are of different searches: %s", parts[0].Shard, p.Shard, what)
		}
		switch {
		case p.Shard.Of != len(all):
			return nil, fmt.Errorf("%s and %s are no shards of the same whole", parts[0].Shard, p.Shard)
		case all[p.Shard.I-1] != nil:
			return nil, fmt.Errorf("shard %s is there twice", p.Shard)
		}
		all[p.Shard.I-1] = p
	}
	if i := slices.Index(all, nil); i >= 0 {
		return nil, fmt.Errorf("shard %s is missing", Shard{i + 1, len(all)})
	}
	return all, nil
}

// different says what differs between two searches beside what is left out; "" if nothing does.
func different(a, b *Search, left ...string) string {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		name := x.Type().Field(i).Name
		if f, g := x.Field(i), y.Field(i); !slices.Contains(left, name) && !same(f, g) {
			return fmt.Sprintf("%s is %v in one, and %v in the other", name, orNone(f), orNone(g))
		}
	}
	return ""
}

// orNone is a value in words.
func orNone(x reflect.Value) any {
	if x.Kind() == reflect.String && x.Len() == 0 {
		return "none"
	}
	return x.Interface()
}

// same compares two values; an empty map is none.
func same(x, y reflect.Value) bool {
	if k := x.Kind(); (k == reflect.Map || k == reflect.Slice) && x.Len() == 0 && y.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}

// check says whether what was read can be a report.
func (r *Report) check() error {
	if r.Shard.I < 1 || r.Shard.I > r.Shard.Of || r.Runs < 1 {
		return errors.New("it is damaged: it says of no search")
	}
	lanes := newPlan(r.Strategy).lanes
	if len(r.Lanes) != len(lanes) {
		return errors.New("it has no runs: only what explore -o has written can be merged, or gone on with")
	}
	made := 0
	for i, l := range r.Lanes {
		if l.Strategy != lanes[i] {
			return fmt.Errorf("it is damaged: its strategies are others")
		}
		made += len(l.Events)
	}
	if made != r.Made {
		return fmt.Errorf("it is damaged: it is of %d runs, and has %d", r.Made, made)
	}
	return nil
}
