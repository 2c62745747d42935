// Package tokenring is mutual exclusion by a token: stations stand in a ring, each on
// a host of its own, and pass a token on; who has it may use the printer.
//
// It teaches that a timeout proves nothing. A token can get lost, so one of the
// stations, the monitor, has to make a new one. The bug: the monitor takes the token
// for lost when it has not come by for some time. It may just have been slow, and
// then there are two.
//
// The fix is Misra's: the monitor sends a probe after the token. Messages between two
// stations arrive in order, so the probe cannot overtake the token. When the probe is
// back and the token has not been, it is lost.
package tokenring

import (
	"errors"
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/programs/internal/room"
)

// Program duplicates the token.
var Program = kernel.Program{
	Name:   "tokenring",
	Doc:    "mutual exclusion on a ring by a token that may get lost",
	Bug:    "a token that is slow is taken for lost: two holders",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, replaceToken) },
}

// Fixed asks the ring first.
var Fixed = kernel.Program{
	Name:   "tokenring-fixed",
	Doc:    "a token ring with a probe to see if the token is lost",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, sendProbe) },
}

var params = []kernel.Param{
	{Name: "n", Default: "4", Doc: "how many stations, 2 to 8"},
	{Name: "rounds", Default: "6", Doc: "how often the token goes around"},
	{Name: "patience", Default: "30", Doc: "after how many milliseconds the monitor misses the token"},
}

// Messages on the ring.
const (
	token = 1 + iota
	probe // comes back without the token if that is lost
	stop  // no more rounds
)

// station is what a station knows.
type station struct {
	th      *kernel.Thread
	name    string
	in      ipc.Name // from the station before
	out     ipc.Name // to the next
	printer room.Room

	// The monitor's:
	probing bool // a probe is under way
	seen    bool // the token has come by since that was sent
}

func setUp(b *kernel.Boot, miss missing) {
	n, rounds, patience := b.IntIn("n", 2, 8), b.IntIn("rounds", 1, 1000), b.IntIn("patience", 1, 100_000)
	room.Serve(b, b.Host("office"), "printer")
	for i := range n {
		b.Task(b.Host(stationName(i)), stationName(i), func(th *kernel.Thread) {
			s := join(th, i, n)
			if i == 0 {
				s.monitor(rounds, patience, miss)
			} else {
				s.run()
			}
		})
		b.Delay(b.Host(stationName(i)), b.Host(stationName((i+1)%n)), 1*kernel.Millisecond, 5*kernel.Millisecond)
	}
	netname.Serve(b)
}

func stationName(i int) string { return fmt.Sprint("station", i) }

// join makes station i of n a member of the ring.
func join(th *kernel.Thread, i, n int) *station {
	s := &station{th: th, name: stationName(i), in: th.NewPort(stationName(i))}
	kernel.Must(netname.CheckIn(th, s.name, ipc.Null, s.in))
	s.out = kernel.Must(netname.Await(th, "*", stationName((i+1)%n), 10_000*kernel.Millisecond))
	s.printer = room.Find(th, "printer", "two holders of the token")
	return s
}

func (s *station) pass(what int32) { kernel.Must(s.th.Send(s.out, ipc.NewMessage(what))) }

// print uses the printer, which only the holder of the token may do.
func (s *station) print() { s.printer.Visit(s.th, s.name, s.th.Random(8)) }

// run is an ordinary station. Once in a while it loses the token.
func (s *station) run() {
	for {
		m := kernel.Must(s.th.Receive(s.in))
		if m.ID == token {
			s.print()
			if s.th.Random(8) == 0 {
				s.th.Printf("%s loses the token", s.name)
				continue
			}
		}
		s.pass(m.ID)
		if m.ID == stop {
			return
		}
	}
}

// monitor is the station that makes the tokens: the first one, and a new one when
// that is lost.
func (s *station) monitor(rounds, patience int, miss missing) {
	s.pass(token)
	for rounds > 0 {
		m, err := s.th.ReceiveTimeout(s.in, kernel.Duration(patience)*kernel.Millisecond)
		switch {
		case errors.Is(err, ipc.MACH_RCV_TIMED_OUT):
			s.th.Printf("the monitor misses the token")
			miss(s)
		case err != nil:
			kernel.Must(err)
		case m.ID == token:
			rounds--
			s.seen = true
			s.print()
			s.pass(token)
		case m.ID == probe:
			s.probing = false
			if !s.seen {
				s.pass(token)
			}
		}
	}
	s.pass(stop)
	for kernel.Must(s.th.Receive(s.in)).ID != stop {
	}
}

// missing is what the monitor does when it misses the token.
type missing func(s *station)

func replaceToken(s *station) { s.pass(token) }

func sendProbe(s *station) {
	if !s.probing {
		s.probing, s.seen = true, false
		s.pass(probe)
	}
}
