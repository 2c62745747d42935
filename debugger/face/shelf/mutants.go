package shelf

import (
	"errors"
	"fmt"
	"io/fs"

	"machsim/debugger/face/wire"
	"machsim/debugger/study"
)

// Mutants returns what machsim mutate has kept of a program. A mutant is another program, so its runs are opened by
// another machsim.
func (s *Shelf) Mutants(program string) (*wire.Mutants, error) {
	if s.Process.Program(program) == nil {
		return nil, fmt.Errorf("there is no program %q here", program)
	}
	m, err := study.MutantsOf(program)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("no mutants of this program were tried from here: machsim mutate does that")
	} else if err != nil {
		return nil, err
	}
	x := &wire.Mutants{Tests: m.Tests, Seeds: m.Seeds, Interrupted: m.Interrupted, All: make([]wire.Mutant, len(m.All))}
	for i := range m.All {
		x.All[i] = mutant(&m.All[i])
	}
	return x, nil
}

func mutant(m *study.Mutant) wire.Mutant {
	x := wire.Mutant{Name: m.Name, Change: m.Change, Status: m.Status, Seed: m.Seed, Event: m.Event, Open: m.Open}
	for _, text := range []string{m.Test, m.Failure} {
		if text != "" {
			x.By = append(x.By, text)
		}
	}
	if m.Event > 0 {
		x.Pair = []string{m.Original, m.Instead}
	}
	return x
}
