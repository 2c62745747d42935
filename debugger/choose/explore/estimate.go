package explore

import (
	"fmt"
	"math"
)

// Estimate is about how many classes there are: never more than a guess.
type Estimate struct {
	Classes  float64 `json:"classes"`
	Least    float64 `json:"least"` // of the spread
	Most     float64 `json:"most"`
	Descents int     `json:"descents"` // from which that follows
}

// fewDescents are too few for an estimate.
const fewDescents = 100

// wide is how many standard errors the spread has on either side. A few classes that are hardly ever drawn weigh much,
// so that what was drawn says less of the error than it does where all weigh the same.
const wide = 4

// Estimated returns what follows from the logarithms of the quotients of descents; nil if these are too few.
func Estimated(logs []float64) *Estimate {
	n := float64(len(logs))
	if n < fewDescents {
		return nil
	}
	sum, squares := 0.0, 0.0
	for _, l := range logs {
		sum += math.Exp(l)
		squares += math.Exp(2 * l)
	}
	mean := sum / n
	far := math.Exp(wide*math.Sqrt(max(0, squares/n-mean*mean)/n)/mean + 0.01)
	if math.IsInf(mean, 0) || math.IsNaN(far) || math.IsInf(mean*far, 0) {
		return nil
	}
	return &Estimate{mean, mean / far, mean * far, len(logs)}
}

// AtLeast returns the estimate where so many classes are known.
func (e Estimate) AtLeast(classes int) Estimate {
	n := float64(classes)
	e.Classes, e.Least, e.Most = max(e.Classes, n), max(e.Least, n), max(e.Most, n)
	return e
}

func (e Estimate) String() string {
	return fmt.Sprintf("%s classes by estimate (%s to %s)", Rounded(e.Classes), Rounded(e.Least), Rounded(e.Most))
}

// Rounded is a number with no more digits than an estimate has.
func Rounded(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2g", x)
	case x >= 1e9:
		return fmt.Sprintf("%.1e", x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return fmt.Sprintf("%.0f", math.Round(x/unit)*unit)
}
