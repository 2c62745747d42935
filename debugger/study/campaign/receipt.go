package campaign

import (
	"errors"
	"fmt"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
)

// Equivalence says which runs are of one class.
type Equivalence string

// ByReceipt is the Equivalence of runs in which every receive gets the same message from the same send; "" that of runs
// in which all events that affect each other come in the same order.
const ByReceipt Equivalence = "receipt"

// equivalence returns that of a search.
func equivalence(byReceipt bool) Equivalence {
	if byReceipt {
		return ByReceipt
	}
	return ""
}

// receives has runs make the classes by receipt. The error says what such runs do not have.
func receives(o *runner.NewOptions) error {
	const what = "classes by receipt are those of orders of messages"
	row := strategy.Named(o.Strategy)
	switch _, random := o.Bounds[explore.Random]; {
	case o.Strategy != "" && row != nil && !row.Exhaustive:
		return fmt.Errorf("%s, all of which strategy %s makes, and not %s", what, exhaustive, o.Strategy)
	case o.FreeTimers:
		return errors.New(what + ": there can be no free timers")
	case o.Preempt:
		return errors.New(what + ", and not of accesses: there can be no preemption")
	case o.Faults.String() != "":
		return errors.New(what + ": there can be no faults, for what may be lost messages would share that nothing orders")
	case len(o.Bounds) > 1, len(o.Bounds) == 1 && !random:
		return errors.New(what + ", all of which are made: there can be no bounds but that of random numbers")
	}
	o.Strategy, o.ByReceipt = exhaustive, true
	return nil
}
