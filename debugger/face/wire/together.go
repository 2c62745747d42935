package wire

import (
	"context"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// sharedMethods are free where they must not wait for whoever moves.
var sharedMethods = Group{"Together", []Method{
	method("session", "Says which session this is, and who is there.", session),
	free(method("you", "Says who makes this call.", you)),
	free(method("give", "Lets somebody else move in the session.", give)),
	free(method("take", "Begins to move in the session, in place of who moves now.", take)),
}}

// Session is a session that machsim serve holds. Without it all is empty.
type Session struct {
	Name   string       // of the session
	Guests []repl.Guest // who is there
}

// You is who makes a call.
type You struct {
	Name string // "" where nobody else can be
	Why  string // he may not move; "" if he may
}

func session(ctx context.Context, s *Service, _ none) (Session, error) {
	x := Session{Name: s.o.Session}
	if t := repl.CompanyOf(ctx); t != nil {
		x.Guests = t.Who()
	}
	for i := range x.Guests {
		x.Guests[i].Here = false // all who look are answered the same
	}
	return x, nil
}

func you(ctx context.Context, _ *Service, _ none) (x You, err error) {
	p := debugger.PersonOf(ctx)
	x.Name = p.Name
	if why := p.MayNot(); why != nil {
		x.Why = why.Error()
	}
	return x, nil
}

func give(ctx context.Context, _ *Service, p ofName) (none, error) {
	t := repl.CompanyOf(ctx)
	if t == nil {
		return none{}, repl.ErrAlone
	}
	return none{}, t.Give(p.Name)
}

func take(ctx context.Context, _ *Service, _ none) (none, error) {
	t := repl.CompanyOf(ctx)
	if t == nil {
		return none{}, repl.ErrAlone
	}
	return none{}, t.Take()
}

// changes takes note of what others than calls of the Service do with a Debugger.
func (s *Service) changes(d *debugger.Debugger, stamp string) {
	d.OnChange(stamp, func(stamp string, h debugger.Here) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.d == d {
			s.isAt(stamp, h)
		}
	})
}

// isAt gives the present state a number, and tells who watches if it is a new one. It is called with the lock held.
func (s *Service) isAt(stamp string, h debugger.Here) {
	if stamp == s.stamp {
		return
	}
	s.stamp, s.at = stamp, changedTo(h)
	s.renews()
}

func (s *Service) renews() {
	s.serial++
	s.at.Serial = s.serial
	s.tell(Event{Name: "changed", Data: s.at})
}

// changedTo puts a place into words, which belongs to the method that has led there: later a position may not be read.
func changedTo(h debugger.Here) Changed {
	return Changed{Position: h.Position.String(), Run: h.Run.Number, Says: h.Position.Describe(), Prompt: repl.At(h)}
}

// Renew gives the present state another number, because of what no Debugger knows: who is in the session.
func (s *Service) Renew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.renews()
}

// At is where the Debugger stood in the newest state.
func (s *Service) At() Changed {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}
