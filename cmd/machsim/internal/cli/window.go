package cli

import (
	"fmt"

	"github.com/spf13/pflag"

	"machsim/debugger"
)

// WindowFlags say which part of a recorded run is opened.
type WindowFlags struct{ debugger.RunWindow }

// Register adds them.
func (w *WindowFlags) Register(f *pflag.FlagSet) {
	f.Uint64Var(&w.From, "from", 0, "leave out what was before `EVENT`: a long run takes less memory so")
	f.Uint64Var(&w.Last, "last", 0, "leave out all but the last `N` events")
}

// Validate says what is wrong with the flags; live says that the run is made as far as one goes on in it.
func (w *WindowFlags) Validate(f *pflag.FlagSet, live bool) error {
	switch name := Given(f, []string{"from", "last"}); {
	case name == "":
		return nil
	case live:
		return Wrong("--%s and --live do not go together: a run that goes on is there from its start", name)
	case f.Changed("from") && w.From == 0, f.Changed("last") && w.Last == 0:
		return Wrong("--%s takes a number from 1 on", name)
	}
	return nil
}

// Words are the flags as they were typed.
func (w *WindowFlags) Words() (all []string) {
	if w.From > 0 {
		all = append(all, "--from", fmt.Sprint(w.From))
	}
	if w.Last > 0 {
		all = append(all, "--last", fmt.Sprint(w.Last))
	}
	return all
}
