// Package election is the election of a leader on a ring (Chang and Roberts, 1979).
// Each station has a priority and may nominate itself. A nomination goes around the
// ring; stations with a higher priority do not pass it on, but nominate themselves.
// Who gets its own nomination back is the leader.
//
// It teaches to look for the assumption of a proof: no two stations are equal. The
// bug: priorities are chosen freely (here at random, as a load would be), and a
// station knows its own nomination by the priority in it. Of two stations with the
// same highest priority each takes the other's nomination for its own, and both lead.
// The fix is to make them different, by the number of the station.
package election

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
)

// Program elects two leaders.
var Program = kernel.Program{
	Name:   "election",
	Doc:    "Chang and Roberts's election of a leader on a ring",
	Bug:    "stations of the same priority are not told apart: two leaders",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byPriority) },
}

// Fixed tells all stations apart.
var Fixed = kernel.Program{
	Name:   "election-fixed",
	Doc:    "the election of a leader by priority and station number",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byPriorityAndNumber) },
}

var params = []kernel.Param{
	{Name: "n", Default: "5", Doc: "how many stations, 2 to 8"},
	{Name: "priorities", Default: "12", Doc: "how many different priorities there are"},
}

// Messages on the ring.
type (
	nominate struct{ Rank int }   // of the candidate
	leads    struct{ Leader int } // a station's number
	stop     struct{ Leader int } // the same; all know it
)

// A ranking makes of a station what is compared in the election.
type ranking func(priority, number int) int

func byPriority(priority, _ int) int { return priority }

func byPriorityAndNumber(priority, number int) int { return priority*1000 + number }

func setUp(b *kernel.Boot, rank ranking) {
	n, priorities := b.IntIn("n", 2, 8), b.IntIn("priorities", 1, 1000)
	for i := range n {
		b.Task(b.Host(stationName(i)), stationName(i), func(th *kernel.Thread) {
			s := &station{th: th, number: i, leader: -1}
			th.Watch("rank", &s.rank)
			th.Watch("leader", &s.leader)
			s.join(n)
			s.rank = rank(th.Random(priorities), i)
			s.elect()
		})
	}
	netname.Serve(b)
}

func stationName(i int) string { return fmt.Sprint("station", i) }

// station is what a station knows.
type station struct {
	th        *kernel.Thread
	number    int
	rank      int
	in, out   kernel.Name
	nominated bool // has nominated itself
	leader    int  // number of the station that leads, -1 while it is not known
}

// join makes the station a member of a ring of n.
func (s *station) join(n int) {
	th := s.th
	s.in = th.NewPort(stationName(s.number))
	th.SetQueueLimit(s.in, 16)
	kernel.Must(netname.Register(th, stationName(s.number), s.in))
	s.out = kernel.Must(netname.Find(th, stationName((s.number+1)%n)))
}

func (s *station) pass(message any) { kernel.Must(kernel.Send(s.th, s.out, message)) }

// nominate nominates the station itself, once.
func (s *station) nominate() {
	if !s.nominated {
		s.nominated = true
		s.pass(nominate{s.rank})
	}
}

// elect takes part in the election until all know the leader.
func (s *station) elect() {
	if s.number == 0 || s.th.Random(2) == 0 {
		s.nominate() // some see at once that there is no leader
	}
	for {
		m := kernel.Must(kernel.Receive[any](s.th, s.in, nominate{}, leads{}, stop{}))
		switch r := m.Body.(type) {
		case nominate:
			switch {
			case r.Rank == s.rank && s.nominated:
				s.follow(s.number)
			case r.Rank > s.rank:
				s.pass(r)
			default:
				s.nominate()
			}
		case leads:
			if r.Leader != s.number {
				s.follow(r.Leader)
			} else {
				s.pass(stop(r))
			}
		case stop:
			if r.Leader != s.number {
				s.pass(r)
			}
			return
		}
	}
}

// follow notes who leads, and tells the next station.
func (s *station) follow(leader int) {
	s.th.Check(s.leader < 0 || s.leader == leader, "two leaders: %s and %s", stationName(s.leader), stationName(leader))
	s.leader = leader
	s.pass(leads{leader})
}
