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

	"machsim/ipc"
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
const (
	nominate = 1 + iota // rank of the candidate
	leads               // number of the station that leads
	stop                // the same; all know it
)

// A ranking makes of a station what is compared in the election.
type ranking func(priority, number int) int64

func byPriority(priority, _ int) int64 { return int64(priority) }

func byPriorityAndNumber(priority, number int) int64 { return int64(priority)*1000 + int64(number) }

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
	rank      int64
	in, out   ipc.Name
	nominated bool // has nominated itself
	leader    int  // number of the station that leads, -1 while it is not known
}

// join makes the station a member of a ring of n.
func (s *station) join(n int) {
	th := s.th
	s.in = th.NewPort(stationName(s.number))
	kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), s.in, 16))
	kernel.Must(netname.CheckIn(th, stationName(s.number), ipc.Null, s.in))
	s.out = kernel.Must(netname.Await(th, "*", stationName((s.number+1)%n), 10_000*kernel.Millisecond))
}

func (s *station) pass(what int32, value int64) {
	kernel.Must(s.th.Send(s.out, ipc.NewMessage(what, value)))
}

// nominate nominates the station itself, once.
func (s *station) nominate() {
	if !s.nominated {
		s.nominated = true
		s.pass(nominate, s.rank)
	}
}

// elect takes part in the election until all know the leader.
func (s *station) elect() {
	if s.number == 0 || s.th.Random(2) == 0 {
		s.nominate() // some see at once that there is no leader
	}
	for {
		m := kernel.Must(s.th.Receive(s.in))
		who := m.Int(0)
		switch {
		case m.ID == nominate && who == s.rank && s.nominated:
			s.follow(s.number)
		case m.ID == nominate && who > s.rank:
			s.pass(nominate, who)
		case m.ID == nominate:
			s.nominate()
		case m.ID == leads && int(who) != s.number:
			s.follow(int(who))
		case m.ID == leads:
			s.pass(stop, who)
		case m.ID == stop && int(who) != s.number:
			s.pass(stop, who)
			return
		case m.ID == stop:
			return
		}
	}
}

// follow notes who leads, and tells the next station.
func (s *station) follow(leader int) {
	s.th.Check(s.leader < 0 || s.leader == leader, "two leaders: %s and %s", stationName(s.leader), stationName(leader))
	s.leader = leader
	s.pass(leads, int64(leader))
}
