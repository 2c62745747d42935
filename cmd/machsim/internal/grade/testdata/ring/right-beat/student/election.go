package student

import "machsim/kernel"

// beat says that a station is up.
type beat struct{ From int }

const (
	every  = 20 * kernel.Millisecond
	silent = 60 * kernel.Millisecond // whoever was silent so long is down
)

// Elect has the first station that is up lead. All tell all others all the time that they are up.
func Elect(th *kernel.Thread, s Station, leads func(int)) {
	heard, leader, next := make([]kernel.Duration, len(s.Ring)), -1, th.Clock()
	begun := next
	for {
		if th.Clock() >= next {
			next += every
			for k := range s.Ring {
				if k != s.Me {
					_ = kernel.Send(th, s.Ring[k], beat{s.Me})
				}
			}
		}
		if m, err := kernel.ReceiveTimeout[beat](th, s.In, next-th.Clock()); err == nil {
			heard[m.Body.From] = th.Clock()
		}
		heard[s.Me] = th.Clock()
		if first := up(heard, th.Clock()); first != leader && (first < s.Me || th.Clock()-begun > silent) {
			leader = first
			leads(leader)
		}
	}
}

// up is the first that was not silent.
func up(heard []kernel.Duration, now kernel.Duration) int {
	for k, when := range heard {
		if when > 0 && now-when < silent {
			return k
		}
	}
	return -1
}
