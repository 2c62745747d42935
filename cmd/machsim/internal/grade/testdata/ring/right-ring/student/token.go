package student

import "machsim/kernel"

// token belongs to a generation, and has a number in it, which grows as it goes on. forget asks a station to take no
// token of an earlier generation any more, and forgotten says that it will not.
type (
	token     struct{ Generation, Number int }
	forget    struct{ Generation int }
	forgotten struct{ From, Generation int }
)

const (
	missed = 150 * kernel.Millisecond
	again  = 50 * kernel.Millisecond
)

// sharer is a station that shares the printer. At station 0 a new token is made, when all have forgotten the old one.
type sharer struct {
	th    *kernel.Thread
	s     Station
	print func()
	last  token        // that was here, or is not to be taken any more
	made  int          // generation that is to be made, 0 for none
	by    map[int]bool // who has forgotten those before
}

// Share passes the token on. Station 0 misses it after some time.
func Share(th *kernel.Thread, s Station, print func()) {
	p := &sharer{th: th, s: s, print: print, last: token{0, -1}}
	if s.Me == 0 {
		p.have(token{0, 0})
	}
	for {
		wait := 100 * missed
		if s.Me == 0 {
			wait = missed
		}
		if p.made > 0 {
			wait = again
		}
		m, err := kernel.ReceiveTimeout[any](th, s.In, wait, token{}, forget{}, forgotten{})
		if err != nil {
			p.miss()
			continue
		}
		p.take(m.Body)
	}
}

// have prints, and passes the token on.
func (p *sharer) have(t token) {
	p.last = t
	p.print()
	_ = kernel.Send(p.th, p.s.Ring[p.s.Next(p.s.Me)], token{t.Generation, t.Number + 1})
}

// miss has all forget the token.
func (p *sharer) miss() {
	if p.s.Me != 0 {
		return
	}
	if p.made == 0 {
		p.made, p.by = p.last.Generation+1, map[int]bool{}
		p.last = token{p.made, -1}
	}
	for k, port := range p.s.Ring {
		if k != 0 && !p.by[k] {
			_ = kernel.Send(p.th, port, forget{p.made})
		}
	}
}

func (p *sharer) take(m any) {
	switch m := m.(type) {
	case token:
		if m.Generation > p.last.Generation || m.Generation == p.last.Generation && m.Number > p.last.Number {
			p.have(m)
		}
	case forget:
		if m.Generation > p.last.Generation {
			p.last = token{m.Generation, -1}
		}
		_ = kernel.Send(p.th, p.s.Ring[0], forgotten{p.s.Me, m.Generation})
	case forgotten:
		if m.Generation != p.made {
			return
		}
		if p.by[m.From] = true; len(p.by) == len(p.s.Ring)-1 {
			p.made = 0
			p.have(token{m.Generation, 0})
		}
	}
}
