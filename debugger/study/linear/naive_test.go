package linear

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

type (
	put   struct{ Value int }
	get   struct{}
	value struct{ Value int }
)

// some are a few calls at random, each with its answer, or with none.
func some(r *rand.Rand, n, values int) (all []operation) {
	var open []int
	for at := uint64(1); len(all) < n || len(open) > 0; at++ {
		if len(all) < n && (len(open) == 0 || r.IntN(2) == 0) {
			o := operation{Call: &Call{Number: int32(len(all) + 1), Sent: at}, asked: get{}}
			if r.IntN(2) == 0 {
				o.asked = put{r.IntN(values)}
			}
			open, all = append(open, len(all)), append(all, o)
			continue
		}
		k := r.IntN(len(open))
		if o := &all[open[k]]; r.IntN(5) > 0 {
			o.Received, o.answer = at, value{r.IntN(values)}
		}
		open = append(open[:k], open[k+1:]...)
	}
	return all
}

// models are those that the histories are held against. An answer to put says nothing.
var models = []*Model{
	{Name: "register", Init: func() any { return 0 }, Step: func(state, asked, answer any) (any, bool) {
		if p, ok := asked.(put); ok {
			return p.Value, true
		}
		return state, answer == nil || answer.(value).Value == state
	}},
	{Name: "stack", Init: func() any { return [4]int{} }, Step: func(state, asked, answer any) (any, bool) {
		s := state.([4]int)
		p, ok := asked.(put)
		switch {
		case ok && s[0] < 3:
			s[0]++
			s[s[0]] = p.Value
			return s, true
		case ok || s[0] == 0:
			return state, answer == nil || answer.(value).Value == 0
		}
		top := s[s[0]]
		s[s[0]] = 0
		s[0]--
		return s, answer == nil || answer.(value).Value == top
	}},
}

// explained says whether there is an order of the calls that are left which explains all answers up to an event: it
// tries all of them.
func explained(m *Model, state any, left []operation, until uint64) bool {
	over := true
	for _, o := range left {
		over = over && !(o.Received != 0 && o.Received <= until)
	}
	if over {
		return true
	}
	for i, o := range left {
		if o.Sent > until || later(left, o.Sent) {
			continue
		}
		rest := append(append([]operation{}, left[:i]...), left[i+1:]...)
		answer := o.answer
		if o.Received > until {
			answer = nil
		}
		if next, ok := m.Step(state, o.asked, answer); ok && explained(m, next, rest, until) {
			return true
		}
	}
	return false
}

// later says whether a call that was sent at an event comes after the answer of one of those that are left.
func later(left []operation, sent uint64) bool {
	for _, o := range left {
		if o.Received != 0 && o.Received < sent {
			return true
		}
	}
	return false
}

// TestNaive holds the search against one that tries all orders: whether there is one, and with which answer there is
// none any more.
func TestNaive(t *testing.T) {
	r, broken, fine := rand.New(rand.NewPCG(17, 8)), 0, 0
	for range 1500 {
		m, all := models[r.IntN(len(models))], some(r, 1+r.IntN(6), 2)
		want := uint64(0)
		for at := uint64(1); at < 20 && want == 0; at++ {
			if !explained(m, m.Init(), all, at) {
				want = at
			}
		}
		if want == 0 {
			fine++
		} else {
			broken++
		}
		s := &search{model: m, left: Limit}
		if got, err := s.first(all); got != want || err != nil {
			t.Fatalf("%s: event %d, %v; naively %d: %v", m.Name, got, err, want, all)
		}
	}
	if broken < 100 || fine < 100 {
		t.Errorf("%d histories are linearizable, and %d are not: that shows little", fine, broken)
	}
}

// TestRetries: clients that ask for the same again and again, and get no answer, cost a search little, also where there
// is no order: a request is done once or not at all, however often it was made.
func TestRetries(t *testing.T) {
	const clients, times = 4, 20
	step := func(state, asked, answer any) (any, bool) {
		s := state.([clients]bool)
		if p, ok := asked.(put); ok {
			s[p.Value] = true
		}
		return s, answer == nil || answer.(value).Value == 0
	}
	once := &Model{Name: "set", Init: func() any { return [clients]bool{} }, Step: step}
	var all []operation
	for n := range uint64(clients * times) {
		all = append(all, operation{Call: &Call{Number: int32(n + 1), Sent: n + 1}, asked: put{int(n % clients)}})
	}
	last := uint64(len(all) + 1)
	all = append(all, operation{Call: &Call{Sent: last, Received: last + 1}, asked: get{}, answer: value{1}})
	s := &search{model: once, left: Limit}
	if got, err := s.first(all); got != last+1 || err != nil || Limit-s.left > 1000 {
		t.Errorf("event %d, %v, after %d steps", got, err, Limit-s.left)
	}
}

// TestSame: states are the same where reflection says so, those that == compares and others, one after the other.
func TestSame(t *testing.T) {
	type deep struct {
		n    [2]int
		more map[string]int
	}
	one, two := 1, 1
	states := []any{nil, 1, 2, "1", 1.5, [2]int{1, 2}, [2]int{2, 1}, []int{1}, []int{1}, &one, &two, [1]*int{&one},
		[1]*int{&two}, deep{}, deep{n: [2]int{0, 1}}, deep{more: map[string]int{"a": 1}}, deep{more: map[string]int{"a": 1}},
		struct{ x any }{[1]int{1}}, struct{ x any }{[1]int{1}}, struct{ x any }{1}}
	s := &search{}
	for _, x := range states {
		for _, y := range states {
			if got, want := s.same(x, y), reflect.DeepEqual(x, y); got != want {
				t.Errorf("%#v and %#v are the same: %t, and by reflection %t", x, y, got, want)
			}
		}
	}
}
