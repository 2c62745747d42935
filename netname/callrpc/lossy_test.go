package callrpc_test

import (
	"slices"

	"machsim/kernel"
)

// lossy is a Door that loses and doubles datagrams at rates, in percent.
type lossy struct {
	*kernel.Random
	loss, dup int
}

func (d *lossy) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointPacket {
		return d.Random.Choose(p)
	}
	kind := kernel.NoFault
	switch n := d.Random.Choose(kernel.Point{Kind: kernel.PointRandom, N: 100}); {
	case n < d.loss:
		kind = kernel.FaultLoss
	case n < d.loss+d.dup:
		kind = kernel.FaultDup
	}
	return 1 + slices.IndexFunc(p.Faults(), func(f kernel.Fault) bool { return f.Kind == kind })
}

// rates returns what a run is made with whose wires lose and double so many in a hundred.
func rates(seed uint64, loss, dup int) kernel.Config {
	return kernel.Config{
		Seed: seed, Faults: budget(kernel.MaxFaults, kernel.MaxFaults),
		Door: &lossy{kernel.NewRandom(seed), loss, dup},
	}
}
