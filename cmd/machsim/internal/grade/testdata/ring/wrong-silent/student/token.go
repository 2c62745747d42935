package student

import "machsim/kernel"

// token lets a station print.
type token struct{}

// Share passes the token on, once.
func Share(th *kernel.Thread, s Station, print func()) {
	next := s.Ring[s.Next(s.Me)]
	if s.Me == 0 {
		print()
		_ = kernel.Send(th, next, token{})
	}
	for {
		kernel.Must(kernel.Receive[token](th, s.In))
		print()
		_ = kernel.Send(th, next, token{})
	}
}
