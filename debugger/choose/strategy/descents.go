package strategy

import (
	"machsim/debugger/choose/explore"
	"machsim/kernel"
)

// Descents are runs at random that estimate how many classes Every has to make a run of (package explore). Their
// options are those of runs of Every.
type Descents struct{ *explore.Descents }

// NewDescents returns Descents that have made no run.
func NewDescents() *Descents { return &Descents{explore.NewDescents()} }

// Begin implements Strategy. The seed says which descent it is.
func (d *Descents) Begin(r Run) kernel.Door {
	d.FreeTimers, d.Weak, d.KeepGoing, d.Bounds = r.FreeTimers, r.Weak, r.KeepGoing, r.Bounds
	return d.Descents.Begin(r.Seed)
}

// End implements Strategy. What was given up shows nothing.
func (d *Descents) End(_ int, e Ended) {
	if e.Left == nil {
		d.Descents.End()
	}
}
