// Package effort says how many cases a test tries that could try any number of them: seeds,
// random programs, positions. Few are tried whenever somebody runs the tests, many where there
// is time.
package effort

import (
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable with the effort: by how much tests try more cases, or fewer. If it is not set
// they try a third of those of 1, for a round of all tests is to take three minutes.
const Variable = "MACHSIM_EFFORT"

// Of returns how many cases a test tries that tries n at an effort of 1: with -short a quarter of them, without the
// environment variable a third, otherwise as many times n as that says; one at least.
func Of[N int | uint64](n N) N {
	if testing.Short() {
		return max(1, n/4)
	}
	if asked := factor(); asked > 0 {
		return n * N(asked)
	}
	return (n + 2) / 3
}

// Dear skips a test that takes long unless twice the effort is asked for, or more: .ci/dear has them all.
func Dear(t testing.TB, why string) {
	t.Helper()
	if testing.Short() || factor() < 2 {
		t.Skip(why + ": set " + Variable + "=2")
	}
}

// Some returns the members of a list that a test tries that tries n of them at an effort of 1: as many as Of says,
// spread evenly.
func Some[T any](all []T, n int) (some []T) {
	n = min(Of(n), len(all))
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

// factor returns what the environment variable says, 0 where it says nothing.
func factor() int {
	text := os.Getenv(Variable)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		panic(Variable + "=" + text + ": it must be a number from 1 on")
	}
	return n
}
