// Package ricart is the algorithm of Ricart and Agrawala (1981): sites exclude each
// other from a critical section by messages, without a token or a coordinator.
//
// Who wants to enter sends a request with the time on its logical clock (Lamport's)
// to all others, and enters when all have agreed. A site that wants to enter itself
// agrees at once only if the other's request is older; otherwise it defers its reply
// until it has left.
//
// It teaches that logical times alone do not order events: two requests may have the
// same time. The bug: a request of the same age counts as older, so that each of the
// two sites agrees to the other's request, and both enter. The fix is to order
// requests of the same time by the numbers of their sites.
package ricart

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
	"machsim/programs/internal/room"
)

// Program lets two in.
var Program = kernel.Program{
	Name:   "ricart",
	Doc:    "Ricart and Agrawala's mutual exclusion with logical clocks",
	Bug:    "requests of the same time are not ordered: two in the critical section",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byTime) },
}

// Fixed orders requests of the same time by site.
var Fixed = kernel.Program{
	Name:   "ricart-fixed",
	Doc:    "Ricart and Agrawala's algorithm with ties broken by site",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, byTimeAndSite) },
}

var params = []kernel.Param{
	{Name: "n", Default: "3", Doc: "how many sites, 2 to 8"},
	{Name: "entries", Default: "2", Doc: "how often each of them enters"},
}

// stamp is the time at a site, such as when it made a request.
type stamp struct{ Time, Site int }

// Messages between sites.
type (
	request stamp
	reply   stamp
	done    stamp // no more requests
)

// An order says whether request a goes before b.
type order func(a, b stamp) bool

func byTime(a, b stamp) bool { return a.Time <= b.Time }

func byTimeAndSite(a, b stamp) bool {
	return a.Time < b.Time || a.Time == b.Time && a.Site < b.Site
}

// site is what a site knows.
type site struct {
	th      *kernel.Thread
	me      int
	before  order
	in      kernel.Name
	peers   []kernel.Name // by number of the site; Null for itself
	clock   int
	wanting bool  // between request and leaving
	mine    stamp // the request, while wanting
	replies int   // that came for it
	delayed []int // sites whose requests were deferred
	ended   int   // other sites that are done
}

func setUp(b *kernel.Boot, before order) {
	n, entries := b.IntIn("n", 2, 8), b.IntIn("entries", 1, 1000)
	room.Serve(b, b.Host("witness"), "section")
	for i := range n {
		b.Task(b.Host(siteName(i)), siteName(i), func(th *kernel.Thread) {
			s := &site{th: th, me: i, before: before}
			s.meet(n)
			s.run(entries)
		})
	}
	netname.Serve(b)
}

func siteName(i int) string { return fmt.Sprint("site", i) }

// meet finds the ports of the other sites.
func (s *site) meet(n int) {
	th := s.th
	s.in = th.NewPort(siteName(s.me))
	th.SetQueueLimit(s.in, 16)
	kernel.Must(netname.Register(th, siteName(s.me), s.in))
	s.peers = make([]kernel.Name, n)
	for i := range s.peers {
		if i != s.me {
			s.peers[i] = kernel.Must(netname.Find(th, siteName(i)))
		}
	}
}

// run enters the critical section so many times.
func (s *site) run(entries int) {
	section := room.Find(s.th, "section", "two in the critical section")
	for range entries {
		s.work()
		s.acquire()
		section.Visit(s.th, siteName(s.me), 0)
		s.release()
	}
	s.finish()
}

// acquire returns when the site may enter.
func (s *site) acquire() {
	s.clock++
	s.wanting, s.mine, s.replies = true, stamp{s.clock, s.me}, 0
	s.sendAll(request(s.now()))
	for s.replies < len(s.peers)-1 {
		s.handle(kernel.Must(kernel.Receive[any](s.th, s.in, request{}, reply{}, done{})).Body)
	}
}

// release agrees to the requests that had to wait.
func (s *site) release() {
	s.wanting = false
	for _, i := range s.delayed {
		s.send(i, reply(s.now()))
	}
	s.delayed = nil
}

// finish goes on agreeing until nobody asks any more.
func (s *site) finish() {
	s.sendAll(done(s.now()))
	for s.ended < len(s.peers)-1 {
		s.handle(kernel.Must(kernel.Receive[any](s.th, s.in, request{}, reply{}, done{})).Body)
	}
}

// work is what the site does otherwise: for some time it only answers the others.
func (s *site) work() {
	for range s.th.Random(8) {
		m, err := kernel.ReceiveTimeout[any](s.th, s.in, kernel.Millisecond, request{}, reply{}, done{})
		if err == nil {
			s.handle(m.Body)
		}
	}
}

// handle handles one message.
func (s *site) handle(message any) {
	switch m := message.(type) {
	case reply:
		s.clock = max(s.clock, m.Time)
		s.replies++
	case done:
		s.clock = max(s.clock, m.Time)
		s.ended++
	case request:
		s.clock = max(s.clock, m.Time)
		if s.wanting && !s.before(stamp(m), s.mine) {
			s.delayed = append(s.delayed, m.Site)
		} else {
			s.send(m.Site, reply(s.now()))
		}
	}
}

func (s *site) now() stamp { return stamp{s.clock, s.me} }

func (s *site) sendAll(message any) {
	for i := range s.peers {
		if i != s.me {
			s.send(i, message)
		}
	}
}

func (s *site) send(i int, message any) { kernel.Must(kernel.Send(s.th, s.peers[i], message)) }
