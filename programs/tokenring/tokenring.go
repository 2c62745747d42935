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
type (
	token struct{}
	probe struct{} // comes back without the token if that is lost
	stop  struct{} // no more rounds
)

var messages = []any{token{}, probe{}, stop{}}

// station is what a station knows.
type station struct {
	th      *kernel.Thread
	name    string
	in      kernel.Name // from the station before
	out     kernel.Name // to the next
	printer room.Room

	// The monitor's:
	probing bool // a probe is under way
	seen    bool // the token has come by since that was sent
}

func setUp(b *kernel.Boot, miss missing) {
	n, rounds, patience := b.IntIn("n", 2, 8), b.IntIn("rounds", 1, 1000), b.Milliseconds("patience", 1, 100_000)
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
		b.Delay(b.Host(stationName(i)), b.Host(stationName((i+1)%n)), kernel.Millisecond, 5*kernel.Millisecond)
	}
	netname.Serve(b)
}

func stationName(i int) string { return fmt.Sprint("station", i) }

// join makes station i of n a member of the ring.
func join(th *kernel.Thread, i, n int) *station {
	s := &station{th: th, name: stationName(i), in: th.NewPort(stationName(i))}
	kernel.Must(netname.Register(th, s.name, s.in))
	s.out = kernel.Must(netname.Find(th, stationName((i+1)%n)))
	s.printer = room.Find(th, "printer", "two holders of the token")
	return s
}

func (s *station) pass(message any) { kernel.Must(kernel.Send(s.th, s.out, message)) }

// next waits for a message.
func (s *station) next() any { return kernel.Must(kernel.Receive(s.th, s.in, messages...)).Body }

// print uses the printer, which only the holder of the token may do.
func (s *station) print() { s.printer.Visit(s.th, s.name, s.th.Random(8)) }

// run is an ordinary station. Once in a while it loses the token.
func (s *station) run() {
	for m := s.next(); m != (stop{}); m = s.next() {
		if m == (token{}) {
			s.print()
			if s.th.Random(8) == 0 {
				s.th.Printf("%s loses the token", s.name)
				continue
			}
		}
		s.pass(m)
	}
	s.pass(stop{})
}

// monitor is the station that makes the tokens: the first one, and a new one when
// that is lost.
func (s *station) monitor(rounds int, patience kernel.Duration, miss missing) {
	s.pass(token{})
	for rounds > 0 {
		m, err := kernel.ReceiveTimeout(s.th, s.in, patience, messages...)
		switch {
		case errors.Is(err, kernel.MACH_RCV_TIMED_OUT):
			s.th.Printf("the monitor misses the token")
			miss(s)
		case err != nil:
			kernel.Must(err)
		case m.Body == (token{}):
			rounds--
			s.seen = true
			s.print()
			s.pass(token{})
		case m.Body == (probe{}):
			s.probing = false
			if !s.seen {
				s.pass(token{})
			}
		}
	}
	s.pass(stop{})
	for s.next() != (stop{}) {
	}
}

// missing is what the monitor does when it misses the token.
type missing func(s *station)

func replaceToken(s *station) { s.pass(token{}) }

func sendProbe(s *station) {
	if !s.probing {
		s.probing, s.seen = true, false
		s.pass(probe{})
	}
}
