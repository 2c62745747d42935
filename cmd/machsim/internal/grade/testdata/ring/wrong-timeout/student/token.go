package student

import "machsim/kernel"

// token lets a station print.
type token struct{ Number int }

const missed = 400 * kernel.Millisecond

// Share passes the token on. Station 0 makes another one when it has not come back for some time.
func Share(th *kernel.Thread, s Station, print func()) {
	next, wait, last := s.Ring[s.Next(s.Me)], 100*missed, 0
	pass := func(n int) {
		last = n
		print()
		_ = kernel.Send(th, next, token{n + 1})
	}
	if s.Me == 0 {
		wait = missed
		pass(0)
	}
	for {
		m, err := kernel.ReceiveTimeout[token](th, s.In, wait)
		switch {
		case err == nil && m.Body.Number > last:
			pass(m.Body.Number)
		case err != nil && s.Me == 0:
			pass(last + len(s.Ring))
		}
	}
}
