package harness

import (
	"errors"

	"lab/student"

	"machsim/kernel"
)

// Election has stations that elect a leader, and a judge who knows who is up.
var Election = kernel.Program{
	Name: "election",
	Doc:  "stations that elect a leader, of which some crash",
	Params: []kernel.Param{
		{Name: "stations", Default: "4", Doc: "how many there are"},
		{Name: "crashes", Default: "0", Doc: "how many of them crash"},
		{Name: "one", Default: "0", Doc: "1: the judge looks that there are never two leaders"},
	},
	Main: func(b *kernel.Boot) {
		e := &election{town: town{n: b.IntIn("stations", 2, 8), wire: 10}, strict: b.Int("one") == 1}
		e.crashes = b.IntIn("crashes", 0, e.n-1)
		e.build(b, e.run, func(th *kernel.Thread, s student.Station, judge kernel.Name) {
			student.Elect(th, s, func(k int) {
				th.Check(k >= 0 && k < e.n, "%s says that station %d leads, and there is none", name(s.Me), k)
				kernel.Must(kernel.RPC[says, heard](th, judge, says{s.Me, k}))
			})
		})
	},
}

// Messages between a station and the judge.
type (
	says  struct{ Station, Leader int }
	heard struct{}
)

// election is what the judge knows. The stations read what Main has set, and no more.
type election struct {
	town
	crashes int
	strict  bool
	down    []bool
	leader  []int // that a station says to lead, -1 if it has said nothing
}

// settled is how long an election may take.
const settled = 1000 * kernel.Millisecond

func (e *election) run(th *kernel.Thread) {
	e.down, e.leader = make([]bool, e.n), make([]int, e.n)
	for i := range e.leader {
		e.leader[i] = -1
	}
	for range e.crashes {
		e.listen(th, kernel.Duration(th.Random(400))*kernel.Millisecond)
		e.crash(th)
	}
	e.listen(th, settled)
	e.agree(th)
	e.over(th)
}

// listen hears the stations for some time.
func (e *election) listen(th *kernel.Thread, d kernel.Duration) {
	for end := th.Clock() + d; ; {
		m, err := kernel.ReceiveTimeout[says](th, e.judge, end-th.Clock())
		if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
			return
		}
		kernel.Must(err)
		if said := m.Body; !e.down[said.Station] {
			e.leader[said.Station] = said.Leader
			e.alone(th, said.Station)
		}
		_ = kernel.Reply(th, m, heard{}) // it may have crashed
	}
}

// alone sees that no other station leads beside one.
func (e *election) alone(th *kernel.Thread, me int) {
	for i := range e.n {
		th.Check(!e.strict || i == me || e.leader[me] != me || e.leader[i] != i || e.down[i],
			"%s says that it leads, and so says %s", name(me), name(i))
	}
}

// crash crashes a station that is up: every other time one that leads, if there is one.
func (e *election) crash(th *kernel.Thread) {
	var up, lead []int
	for i := range e.n {
		if !e.down[i] {
			up = append(up, i)
		}
		if !e.down[i] && e.leader[i] == i {
			lead = append(lead, i)
		}
	}
	if len(lead) > 0 && th.Random(2) == 0 {
		th.Reach("the leader crashes")
		up = lead
	}
	victim := up[th.Random(len(up))]
	e.down[victim] = true
	kernel.Must(th.CrashHost(name(victim)))
}

// agree sees that all that are up say that the same one leads; or else, that each has said something.
func (e *election) agree(th *kernel.Thread) {
	first := -1
	for i, k := range e.leader {
		if e.down[i] {
			continue
		}
		th.Check(k >= 0, "%s never says who leads", name(i))
		th.Check(e.strict || !e.down[k], "%s says that %s leads, which is down", name(i), name(k))
		if first < 0 {
			first = i
		}
		th.Check(e.strict || k == e.leader[first], "%s says that %s leads, and %s that %s does", name(first),
			name(e.leader[first]), name(i), name(k))
	}
}
