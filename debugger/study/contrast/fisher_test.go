package contrast

import (
	"math"
	"math/big"
	"testing"
)

// TestFisher holds the test against sums of exact binomial coefficients.
func TestFisher(t *testing.T) {
	for failing := range 8 {
		for good := range 8 {
			for a := range failing + 1 {
				for b := range good + 1 {
					want := exactly(a, failing, b, good)
					if got := math.Exp(fisher(a, failing, b, good)); math.Abs(got-want) > 1e-9 {
						t.Errorf("%d of %d failing and %d of %d good runs: p is %v, should be %v", a, failing, b, good, got, want)
					}
				}
			}
		}
	}
}

// exactly counts in how many ways the runs that have a feature can be chosen.
func exactly(a, failing, b, good int) float64 {
	choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
	sum := new(big.Int)
	for k := a; k <= a+b; k++ {
		if k <= failing && a+b-k <= good {
			sum.Add(sum, new(big.Int).Mul(choose(failing, k), choose(good, a+b-k)))
		}
	}
	p, _ := new(big.Rat).SetFrac(sum, choose(failing+good, a+b)).Float64()
	return p
}

// TestHolm has an example that was worked out by hand.
func TestHolm(t *testing.T) {
	got := holm([]float64{math.Log(0.01), math.Log(0.015), math.Log(0.04)}, 4)
	for i, want := range []float64{0.04, 0.045, 0.08} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("the corrected p-value %d is %v, should be %v", i, got[i], want)
		}
	}
}

// TestTestable has ten hypotheses of which three can become significant.
func TestTestable(t *testing.T) {
	logs := []float64{math.Log(1e-5), math.Log(1e-4), math.Log(0.01)}
	for range 7 {
		logs = append(logs, math.Log(0.3))
	}
	if n := testable(logs); n != 3 {
		t.Errorf("%d hypotheses are tested, should be 3", n)
	}
}
