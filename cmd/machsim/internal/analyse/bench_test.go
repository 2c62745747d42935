package analyse_test

import (
	"testing"

	"machsim/cmd/machsim/internal/analyse"
)

// BenchmarkLargest reads and analyses the largest sample, commit, with all that the go command does, as machsim analyse
// does. What it imports has been compiled. It is to take half a second.
func BenchmarkLargest(b *testing.B) {
	for b.Loop() {
		all, err := analyse.Load(".", "machsim/programs/commit")
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range all {
			p.Analyse().Report()
		}
	}
}

// BenchmarkFollow is the same without the reading.
func BenchmarkFollow(b *testing.B) {
	all, err := analyse.Load(".", "machsim/programs/commit")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, p := range all {
			p.Analyse().Report()
		}
	}
}
