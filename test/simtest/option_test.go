package simtest_test

import (
	"strings"
	"testing"

	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// TestFirstSeed tries the seeds from one on.
func TestFirstSeed(t *testing.T) {
	text := failing(t, func(tb testing.TB) {
		simtest.Run(tb, &philosophers.Program, simtest.FirstSeed(26), simtest.Seeds(1))
	})
	if !strings.Contains(text, "seed 26") {
		t.Error(text)
	}
}
