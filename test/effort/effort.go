// Package effort says how many cases a test tries that could try any number of them: seeds,
// random programs, positions. Few are tried whenever somebody runs the tests, many where there
// is time.
package effort

import (
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable with the factor by which tests try more cases: 1 if it is
// not set.
const Variable = "MACHSIM_EFFORT"

// Of returns how many cases a test tries that tries n in an ordinary round: with -short a quarter of
// them, otherwise as many times n as the environment variable says; one at least.
func Of[N int | uint64](n N) N {
	if testing.Short() {
		return max(1, n/4)
	}
	return n * N(factor())
}

// Dear skips a test that takes long unless twice the effort is asked for, or more: .ci/dear has them all.
func Dear(t testing.TB, why string) {
	t.Helper()
	if Of(1) < 2 {
		t.Skip(why + ": set " + Variable + "=2")
	}
}

// Some returns the members of a list that a test tries that tries n of them in an ordinary round: spread evenly, and
// as many times more as Of says.
func Some[T any](all []T, n int) (some []T) {
	n = min(Of(n), len(all))
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

func factor() int {
	text := os.Getenv(Variable)
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		panic(Variable + "=" + text + ": it must be a number from 1 on")
	}
	return n
}
