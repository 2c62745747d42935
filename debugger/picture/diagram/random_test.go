package diagram_test

import (
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// Random programs over several hosts, with faults, are drawn: a packet may be for a port whose receive right is in a
// message, as with seed 3.
func TestRandomProgramsAreDrawn(t *testing.T) {
	for seed := range uint64(effort.Of(5)) {
		p := randprog.Program(seed, randprog.Large)
		d := draw(t, testsession.Open(t, p, randprog.Config(seed, 700)), diagram.Options{})
		if len(d.Events) == 0 {
			t.Errorf("seed %d: nothing is drawn", seed)
		}
	}
}
