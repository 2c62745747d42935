package contrast

import (
	"math"
	"sort"
)

// fisher returns the logarithm of the one-sided p-value of Fisher's exact test: how likely it is that at least a of
// the failing runs have a feature, if as many runs have it and which ones is chance. a of failing runs have it, and b
// of good ones.
func fisher(a, failing, b, good int) float64 {
	has, all := a+b, failing+good
	sum := math.Inf(-1)
	for k := a; k <= min(has, failing); k++ {
		if has-k > good {
			continue
		}
		sum = plus(sum, choose(failing, k)+choose(good, has-k)-choose(all, has))
	}
	return min(sum, 0)
}

// least returns the logarithm of the least p-value that a feature can have which so many runs have.
func least(has, failing, good int) float64 {
	a := min(has, failing)
	return fisher(a, failing, has-a, good)
}

// plus adds two numbers, given and returned by their logarithms.
func plus(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(y, -1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}

// choose returns the logarithm of a binomial coefficient.
func choose(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// significant is the greatest corrected p-value that counts.
const significant = 0.05

var logSignificant = math.Log(significant)

// testable returns how many of the hypotheses are tested, given the logarithms of the least p-values that they can
// have: with k of them, all those that can reach significant/k (Tarone). It sorts these numbers.
func testable(leasts []float64) int {
	sort.Float64s(leasts)
	for k := 1; ; k++ {
		if n := sort.SearchFloat64s(leasts, math.Log(significant/float64(k))+rounding); n <= k {
			return n
		}
	}
}

// rounding is how much the logarithms of two equal p-values may differ.
const rounding = 1e-9

// holm returns the corrected p-values of some of m tests, given the logarithms of the least p-values in ascending
// order.
func holm(logs []float64, m int) []float64 {
	all := make([]float64, len(logs))
	for i, p := range logs {
		all[i] = min(math.Exp(p)*float64(max(m-i, 1)), 1)
		if i > 0 {
			all[i] = max(all[i], all[i-1])
		}
	}
	return all
}
