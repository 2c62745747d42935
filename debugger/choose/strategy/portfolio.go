package strategy

import "machsim/kernel"

// portfolio has several strategies make the runs in turns, for none is the best for all programs. Which one makes a run
// follows from its seed.
type portfolio struct{ all []Strategy }

func newPortfolio() Strategy {
	return &portfolio{[]Strategy{newRandom(), newPCT(3), newPOS(), newSURW(), newGroup(3)}}
}

// Count passes the counts on.
func (s *portfolio) Count(c *Counts) {
	for _, one := range s.all {
		if counted, ok := one.(Counted); ok {
			counted.Count(c)
		}
	}
}

func (s *portfolio) of(seed uint64) Strategy { return s.all[(seed-1)%uint64(len(s.all))] }

func (s *portfolio) Begin(r Run) kernel.Door { return s.of(r.Seed).Begin(r) }

// End does nothing: none of these learns.
func (s *portfolio) End(int, Ended) {}
