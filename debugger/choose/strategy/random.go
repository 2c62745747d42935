package strategy

import "machsim/kernel"

// random draws the choices of each run from its seed.
type random struct{ forgetful }

func newRandom() Strategy { return random{} }

func (random) Begin(r Run) kernel.Door {
	d := kernel.NewRandom(r.Seed)
	d.Lines = r.Input
	return d
}
