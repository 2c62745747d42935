package study

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// Mutants is what has become of the mutants of a program: copies that are weakened in one place, and were held against
// its tests and claims.
type Mutants struct {
	Program     string   `json:"program"`
	Seeds       int      `json:"seeds"`
	Tests       string   `json:"tests,omitempty"` // the directory of the tests; "" for none
	Noticed     int      `json:"noticed"`
	ByTests     int      `json:"by_tests"`
	Survive     int      `json:"survive"`
	Same        int      `json:"same"`
	Unreached   int      `json:"not_reached"` // of those
	Interrupted bool     `json:"interrupted,omitempty"`
	All         []Mutant `json:"mutants"` // that were tried
}

// Mutant is what has become of one.
type Mutant struct {
	Name    string   `json:"name"` // bank.go:84:twice
	Change  []string `json:"change"`
	Status  string   `json:"status"`            // noticed, survives, same or not reached
	Test    string   `json:"test,omitempty"`    // that fails
	Failure string   `json:"failure,omitempty"` // of a run

	Seed     uint64 `json:"seed,omitempty"`    // of the run that fails, or differs
	Event    uint64 `json:"event,omitempty"`   // at which it differs first
	Original string `json:"program,omitempty"` // what the program does there
	Instead  string `json:"mutant,omitempty"`
	Open     string `json:"open,omitempty"` // the command that shows the run
}

// Keep keeps all for MutantsOf.
func (m *Mutants) Keep() error {
	var b bytes.Buffer
	if err := WriteJSON(&b, m); err != nil {
		return err
	}
	return Write(mutantsFile(m.Program), b.Bytes())
}

// MutantsOf returns what was kept of a program last.
func MutantsOf(program string) (*Mutants, error) {
	text, err := os.ReadFile(mutantsFile(program))
	if err != nil {
		return nil, err
	}
	m := &Mutants{}
	return m, json.Unmarshal(text, m)
}

func mutantsFile(program string) string { return filepath.Join(Directory, program+"-mutants.json") }
