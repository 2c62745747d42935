package strategy

import "machsim/kernel"

// portfolio has several strategies make the runs in turns, for none is the best for all programs. Which one makes a run
// follows from its seed.
type portfolio struct{ all []Strategy }

// newPortfolio has those the oftenest that find most in the programs of package hunt (TestSuite): surw and urw, each in
// its own programs. The others find what these two miss.
func newPortfolio() Strategy {
	surw, urw := newSURW(), newURW()
	return &portfolio{[]Strategy{surw, urw, newRandom(), surw, urw, newGroup(3), surw, urw, newPOS()}}
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
