package student

import "machsim/kernel"

// elect goes around the ring as far as no greater one is there, leader to all.
type (
	elect  struct{ Station int }
	leader struct{ Station int }
)

// Elect is Chang and Roberts's election. It counts on every station of the ring.
func Elect(th *kernel.Thread, s Station, leads func(station int)) {
	next := s.Ring[s.Next(s.Me)]
	_ = kernel.Send(th, next, elect{s.Me})
	for {
		switch m := kernel.Must(kernel.Receive[any](th, s.In, elect{}, leader{})).Body.(type) {
		case elect:
			if m.Station > s.Me {
				_ = kernel.Send(th, next, m)
			}
			if m.Station == s.Me {
				leads(s.Me)
				_ = kernel.Send(th, next, leader{s.Me})
			}
		case leader:
			if m.Station != s.Me {
				leads(m.Station)
				_ = kernel.Send(th, next, m)
			}
		}
	}
}
