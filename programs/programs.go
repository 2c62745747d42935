// Package programs is the table of the sample programs, each of which is a package of
// its own below this one. They are small distributed programs to learn from: most
// have a bug, told in their doc comment, and a fixed version beside it.
package programs

import (
	"machsim/kernel"
	"machsim/programs/access"
	"machsim/programs/bank"
	"machsim/programs/barrier"
	"machsim/programs/borrow"
	"machsim/programs/branches"
	"machsim/programs/buffer"
	"machsim/programs/calculator"
	"machsim/programs/clientserver"
	"machsim/programs/commit"
	"machsim/programs/counter"
	"machsim/programs/courtesy"
	"machsim/programs/election"
	"machsim/programs/failover"
	"machsim/programs/hello"
	"machsim/programs/hops"
	"machsim/programs/lease"
	"machsim/programs/naming"
	"machsim/programs/philosophers"
	"machsim/programs/rendezvous"
	"machsim/programs/ricart"
	"machsim/programs/snapshot"
	"machsim/programs/stock"
	"machsim/programs/timeout"
	"machsim/programs/tokenring"
	"machsim/programs/wal"
)

// All are the programs: the one to begin with, then threads of one task, clients and
// servers, and algorithms among hosts. A fixed version follows its program.
var All = []*kernel.Program{
	&hello.Program,
	&philosophers.Program, &philosophers.Fixed,
	&buffer.Program, &buffer.Fixed,
	&courtesy.Program, &courtesy.Fixed,
	&timeout.Program, &timeout.Fixed,
	&bank.Program, &bank.Fixed,
	&calculator.Program, &calculator.Fixed,
	&naming.Program, &naming.Fixed,
	&counter.Program, &counter.Fixed,
	&failover.Program, &failover.Fixed,
	&lease.Program, &lease.Fixed,
	&borrow.Program, &borrow.Fixed, &borrow.Contended,
	&hops.Program, &hops.Fixed,
	&branches.Program, &branches.Fixed,
	&stock.Program,
	&clientserver.Program, &clientserver.Fixed,
	&barrier.Program, &barrier.Fixed,
	&rendezvous.Program, &rendezvous.Fuzzy, &rendezvous.OnePort,
	&snapshot.Program, &snapshot.Fixed,
	&election.Program, &election.Fixed,
	&tokenring.Program, &tokenring.Fixed,
	&ricart.Program, &ricart.Fixed,
	&commit.Program, &commit.Fixed,
	&wal.Program, &wal.Fixed,
	&access.Program, &access.Fixed,
}

// Find returns the program of that name, nil if there is none.
func Find(name string) *kernel.Program {
	for _, p := range All {
		if p.Name == name {
			return p
		}
	}
	return nil
}
