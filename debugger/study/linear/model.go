package linear

import (
	"fmt"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Model is what a service does when it is asked one thing after the other. The functions must be pure: a state, a
// request and an answer are values that they do not change.
type Model struct {
	Name  string   // what it is, as in "not linearizable as a register"
	Ports []string // the calls to ports of these names count; none for all ports

	// Kinds are the structs that requests and answers are made from, each given by a value. Calls with other requests
	// do not count. Without Kinds, requests and answers are *Body.
	Kinds []any

	// Wanted says which requests count. Nil means all.
	Wanted func(asked any) bool
	// Key divides the calls: those of one key do not matter to those of another. Nil means that all have one.
	Key func(asked any) string
	// Init returns the state before the first call, of each key.
	Init func() any
	// Step returns the state after a call, and whether the service, in that state, would answer so. The answer is nil for
	// a call that was not answered: then it returns the state that the call makes if it takes effect.
	Step func(state, asked, answer any) (next any, ok bool)
	// Show puts a state into words. Nil means as fmt.Sprint does.
	Show func(state any) string
}

// Check returns what is wrong with a model.
func (m *Model) Check() error {
	if m.Init == nil || m.Step == nil {
		return fmt.Errorf("a model needs the functions Init and Step")
	}
	_, err := m.decoder()
	return err
}

func (m *Model) show(state any) string {
	if m.Show == nil {
		return fmt.Sprint(state)
	}
	return m.Show(state)
}

// decoder returns what reads messages for the model.
func (m *Model) decoder() (func(*ipc.Message) (any, bool), error) {
	if len(m.Kinds) == 0 {
		return func(m *ipc.Message) (any, bool) { return bodyOf(m), true }, nil
	}
	var all []func(*ipc.Message) (any, bool)
	for _, k := range m.Kinds {
		d, err := kernel.Decoder(k)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return func(m *ipc.Message) (any, bool) {
		for _, d := range all {
			if v, ok := d(m); ok {
				return v, true
			}
		}
		return nil, false
	}, nil
}

// operation is a call as the model sees it.
type operation struct {
	*Call
	key           string
	asked, answer any
}

// operations are the calls that count, in the order in which they were made.
func (m *Model) operations(calls []Call) (all []operation, err error) {
	decode, err := m.decoder()
	if err != nil {
		return nil, err
	}
	for i := range calls {
		c := &calls[i]
		if c.Dequeued == 0 || len(m.Ports) > 0 && !slices.Contains(m.Ports, c.Port) {
			continue
		}
		asked, ok := decode(&c.Asked)
		if !ok || m.Wanted != nil && !m.Wanted(asked) {
			continue
		}
		o := operation{Call: c, asked: asked}
		if m.Key != nil {
			o.key = m.Key(asked)
		}
		if c.Answer != nil {
			if o.answer, ok = decode(c.Answer); !ok {
				return nil, fmt.Errorf("the answer to remote call %d, %s, is of no type that the model knows", c.Number,
					Words(c.Answer))
			}
		}
		all = append(all, o)
	}
	return all, nil
}
