package linear

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
)

// Verdict says whether the calls of a run are linearizable.
type Verdict struct {
	Calls     int    // that count
	Undecided bool   // the search gave up, after Limit steps of the model
	Event     uint64 // with this event there is no order any more; 0 if the calls are linearizable
	Call      *Call  // whose answer came with it
	Before    []Step // an order of the calls that explains all answers before
	Beside    []Call // were on their way when the answer came
	State     string // after Before
}

// Step is a call that takes effect.
type Step struct {
	Call  Call
	State string // after it
}

// Limit is after how many steps of the model a search gives up.
const Limit = 1_000_000

// Check says whether calls are linearizable.
func Check(m *Model, calls []Call) (*Verdict, error) {
	all, err := m.operations(calls)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Calls: len(all)}
	for _, part := range byKey(all) {
		s := &search{model: m, left: Limit}
		fails, err := s.first(part)
		if err != nil {
			return nil, err
		}
		v.Undecided = v.Undecided || s.left <= 0
		if fails != 0 && (v.Event == 0 || fails < v.Event) {
			v.Event = fails
			s.explain(v, part)
		}
	}
	v.Undecided = v.Undecided && v.Event == 0
	return v, nil
}

// byKey divides operations, in the order of the first of each key.
func byKey(all []operation) (parts [][]operation) {
	at := map[string]int{}
	for _, o := range all {
		i, ok := at[o.key]
		if !ok {
			i = len(parts)
			at[o.key], parts = i, append(parts, nil)
		}
		parts[i] = append(parts[i], o)
	}
	return parts
}

// search asks about histories. A panic of the model is its error.
type search struct {
	model *Model
	left  int // steps until it gives up
	err   error
	last  reflect.Type // of the last state that was compared
	flat  bool         // == compares states of that type
}

// first returns the event with which there is no order of the operations any more; 0 if there is one to the end.
func (s *search) first(all []operation) (uint64, error) {
	if s.order(all, ^uint64(0)) != nil || s.err != nil || s.left <= 0 {
		return 0, s.err
	}
	var answers []uint64
	for _, o := range all {
		if o.Received != 0 {
			answers = append(answers, o.Received)
		}
	}
	slices.Sort(answers)
	i := sort.Search(len(answers), func(i int) bool { return s.order(all, answers[i]) == nil })
	if s.err != nil || s.left <= 0 || i == len(answers) {
		return 0, s.err
	}
	return answers[i], nil
}

func (o *operation) answered(until uint64) bool { return o.Received != 0 && o.Received <= until }

func (s *search) init() any {
	defer s.caught()
	return s.model.Init()
}

// step is a step of the model. An operation that nobody has answered goes well in any state: where it could not take
// effect, it has none.
func (s *search) step(state any, o *operation, until uint64) (next any, ok bool) {
	defer s.caught()
	if s.left--; s.left <= 0 || s.err != nil {
		return state, false
	}
	if o.answered(until) {
		return s.model.Step(state, o.asked, o.answer)
	}
	if next, ok = s.model.Step(state, o.asked, nil); !ok {
		next = state
	}
	return next, true
}

func (s *search) caught() {
	if v := recover(); v != nil && s.err == nil {
		s.err = fmt.Errorf("the model %s panics: %v", s.model.Name, v)
	}
}

// explain says what does not fit.
func (s *search) explain(v *Verdict, all []operation) {
	v.Before, v.Beside = nil, nil
	state := s.init()
	for _, i := range s.order(all, v.Event-1) {
		state, _ = s.step(state, &all[i], v.Event-1)
		v.Before = append(v.Before, Step{*all[i].Call, s.model.show(state)})
	}
	v.State = s.model.show(state)
	for _, o := range all {
		switch {
		case o.Received == v.Event:
			v.Call = o.Call
		case o.Sent < v.Event && !o.answered(v.Event):
			v.Beside = append(v.Beside, *o.Call)
		}
	}
}
