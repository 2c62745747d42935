package study

import (
	"cmp"
	"fmt"
	"strings"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
)

// Footprint is how far a run had come that a Watcher looked after.
type Footprint = runner.Footprint

// ReadFootprints reads those that runs have left in the memory of a Watcher.
func ReadFootprints(memory []byte) []Footprint { return runner.ReadFootprints(memory) }

// Learns says that a strategy learns from each run for the next: a seed alone does not make a run of it again.
func Learns(name string) bool {
	row := strategy.Named(name)
	return row == nil || row.Learns
}

// Tried is the command that makes a run of a search again, of which there is a footprint. Seeds are the words of the
// search's command that name the first seed.
func Tried(command, seeds string, f Footprint) string {
	words := fmt.Sprintf("--seed %d", f.Seed)
	s := cmp.Or(f.Strategy, strategy.Usual())
	if !strings.Contains(command, " --strategy "+s) && s != strategy.Usual() {
		words += " --strategy " + s
	}
	text := strings.Replace(command, seeds, words, 1)
	if Learns(s) {
		text += ", after the runs before it, from which its strategy has learnt"
	}
	return text
}
