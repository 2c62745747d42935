//go:build !wasm

package serve

import (
	"fmt"
	"slices"
	"sync"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/face/wire"
)

// Session is a run that several share.
type Session struct {
	name    string
	d       *debugger.Debugger
	service *wire.Service
	looks   looks
	only    []string // the tasks of whose values those who look are told; nil for all

	mu     sync.Mutex
	guests []*Guest // in the order in which they came
	mover  *Guest   // nil: nobody moves
}

// newSession returns a session of a Debugger, which it closes.
func newSession(name string, d *debugger.Debugger, version string) *Session {
	return &Session{name: name, d: d, service: wire.New(d, wire.Options{Version: version, Session: name})}
}

// enter lets a guest in. He moves if nobody does, or if he takes over, and is not only to look.
func (s *Session) enter(g *Guest, takeOver bool) {
	s.mu.Lock()
	g.name = s.free(g.name)
	s.guests = append(s.guests, g)
	moves := !g.looks && (s.mover == nil || takeOver)
	s.mu.Unlock()
	if moves {
		s.moves(g, g)
	} else {
		s.service.Renew()
	}
}

// free is a name that no guest has.
func (s *Session) free(name string) string {
	for n, free := 2, name; ; n++ {
		if !slices.ContainsFunc(s.guests, func(g *Guest) bool { return g.name == free }) {
			return free
		}
		free = fmt.Sprintf("%s-%d", name, n)
	}
}

// leave lets a guest go. If he moved, nobody does.
func (s *Session) leave(g *Guest) {
	s.mu.Lock()
	s.guests = slices.DeleteFunc(s.guests, func(x *Guest) bool { return x == g })
	moved := s.mover == g
	if moved {
		s.mover = nil
	}
	others := slices.Clone(s.guests)
	s.mu.Unlock()
	if moved {
		tell(others, nil, fmt.Sprintf("%s has left: nobody moves until somebody takes over", g.name))
	}
	s.service.Renew()
}

// moves lets a guest move, as another or he himself wants. All others are told, and what whoever has moved so far has
// at work is given up.
func (s *Session) moves(g, by *Guest) {
	s.mu.Lock()
	was := s.mover
	s.mover = g
	others := slices.Clone(s.guests)
	s.mu.Unlock()
	if was != nil && was != g && was != by {
		was.lost()
	}
	others = slices.DeleteFunc(others, func(x *Guest) bool { return x == by })
	tell(others, g, g.name+" moves from now on")
	if g != by {
		g.told("you move from now on")
	}
	s.service.Renew()
}

// tell tells guests, but for one, a sentence.
func tell(guests []*Guest, but *Guest, sentence string) {
	for _, g := range guests {
		if g != but {
			g.told(sentence)
		}
	}
}

// who tells who is there; of asks.
func (s *Session) who(of *Guest) (all []repl.Guest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.guests {
		all = append(all, repl.Guest{Name: g.name, Face: g.face, Moves: g == s.mover, Looks: g.looks && g != s.mover,
			Here: g == of})
	}
	return all
}

// isMover says whether a guest moves and, if not, who does; "" for nobody.
func (s *Session) isMover(g *Guest) (is bool, who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mover != nil {
		who = s.mover.name
	}
	return s.mover == g, who
}

// named finds a guest; nil if he is not there.
func (s *Session) named(name string) *Guest {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.guests, func(g *Guest) bool { return g.name == name }); i >= 0 {
		return s.guests[i]
	}
	return nil
}
