package app

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/debugger/choose/strategy"
	"machsim/kernel"
)

// strategyVariable adds a strategy to those of a machsim that a script runs.
const strategyVariable = "MACHSIM_TEST_STRATEGY"

func init() {
	switch name := os.Getenv(strategyVariable); name {
	case "last":
		strategy.All = append(strategy.All, strategy.Row{Name: name, Doc: "the last option",
			New: func() strategy.Strategy { return &backwards{} }})
	case "turns":
		strategy.All = append(strategy.All, strategy.Row{Name: name, Doc: "first, then last", Learns: true,
			New: func() strategy.Strategy { return &backwards{first: 1000} }})
	}
}

// backwards takes the last option that there is; in the run before the others it takes the first
// options at first. It is made as HACKING says.
type backwards struct{ first int }

func (b *backwards) Begin(r strategy.Run) kernel.Door {
	if r.N > 3 {
		return nil
	}
	return &backOption{skip: b.first}
}

// End learns that the first run is over.
func (b *backwards) End(int, strategy.Ended) { b.first = 0 }

type backOption struct {
	kernel.First
	skip int
}

func (b *backOption) Choose(p kernel.Point) int {
	if b.skip > 0 {
		b.skip--
		return 0
	}
	return p.N - 1
}

// TestStrategy runs programs by the strategies that there are, and by some that a file and a row add.
func TestStrategy(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/strategy", UpdateScripts: *update})
}
