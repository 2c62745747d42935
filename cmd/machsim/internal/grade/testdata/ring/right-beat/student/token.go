package student

import "machsim/kernel"

// token has a number, which grows as it goes on. taken says that it has come.
type (
	token struct{ Number int }
	taken struct{ Number int }
)

const again = 50 * kernel.Millisecond

// Share sends the token again until it is taken, and knows by its number one that it has had.
func Share(th *kernel.Thread, s Station, print func()) {
	last, sent := -1, -1 // numbers: of the token that was here, and of one that is under way from here
	next, before := s.Ring[s.Next(s.Me)], s.Ring[s.Next(s.Me+len(s.Ring)-2)]
	pass := func(n int) {
		print()
		last, sent = n, n+1
		_ = kernel.Send(th, next, token{sent})
	}
	if s.Me == 0 {
		pass(0)
	}
	for {
		wait := 100 * again
		if sent >= 0 {
			wait = again
		}
		m, err := kernel.ReceiveTimeout[any](th, s.In, wait, token{}, taken{})
		if err != nil {
			if sent >= 0 {
				_ = kernel.Send(th, next, token{sent})
			}
			continue
		}
		switch m := m.Body.(type) {
		case taken:
			if m.Number == sent {
				sent = -1
			}
		case token:
			_ = kernel.Send(th, before, taken{m.Number})
			if m.Number > last {
				pass(m.Number)
			}
		}
	}
}
