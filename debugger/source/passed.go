package source

import (
	"machsim/debugger/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// follow has the statements before one of a thread remembered when the thread begins anew.
func (s *Source) follow(id kernel.ThreadID, n uint64) error {
	x, err := s.indexed()
	if err != nil {
		return err
	}
	from := max(n, trailed) - trailed + 1
	s.trail = trail{id, from, s.event(x, s.tape.LaneOf(id), from)}
	return nil
}

// trailed is how many statements are remembered.
const trailed = 1000

// passed returns the statements of a thread that are remembered; none unless all are from the first up to its present
// one.
func (s *Source) passed(id kernel.ThreadID, now uint64) []hook.Spot {
	all := s.world.Passed(id)
	if len(all) == 0 || all[0].N > now || all[len(all)-1].N < now || all[len(all)-1].N-all[0].N != uint64(len(all)-1) {
		return nil
	}
	return all
}

// passedLast looks for the last statements up to a limit that match, among those that are remembered. ok is false if
// there may be others.
func (s *Source) passedLast(limit uint64, d Stride) (found []uint64, ok bool) {
	all := s.passed(d.Thread, limit)
	if all == nil {
		return nil, false
	}
	look := s.lookBack(limit, d)
	m, stays := look.match.(*line)
	unsure := stays && !m.every && all[0].N > 1 // whether the first statement that counts is the first on its line
	for _, at := range all {
		if at.N > limit {
			break
		}
		counted := stays && m.serial > 0
		if look.statement(at); unsure && !counted && m.serial > 0 {
			look.found = nil
		}
	}
	return look.found, len(look.found) == look.keep || all[0].N == 1
}

// lookBack returns a scan for the last statements up to a limit that match.
func (s *Source) lookBack(limit uint64, d Stride) *scan {
	look := &scan{thread: d.Thread, match: s.matcher(s.hooks(d.Thread), d), limit: limit, keep: d.times()}
	if m, ok := look.match.(*line); ok {
		m.serial, m.number = 0, 0
	}
	return look
}

// passedNext looks for the next statement that matches, among those that are remembered.
func (s *Source) passedNext(d Stride) (n uint64, ok bool) {
	t := s.hooks(d.Thread)
	if t == nil || t.Frame == nil || d.Kind == Out { // results are not remembered
		return 0, false
	}
	look := &scan{thread: d.Thread, match: s.matcher(t, d), left: d.times()}
	for _, at := range s.passed(d.Thread, t.N) {
		if at.N > t.N && look.statement(at) {
			return at.N, true
		}
	}
	return 0, false
}

// after is the position at a later statement of a thread: the events of its calls before that are done.
func (s *Source) after(cut graph.Cut, d Stride, n uint64) (graph.Position, error) {
	x, err := s.indexed()
	if err != nil {
		return graph.Position{}, err
	}
	lane := s.tape.LaneOf(d.Thread)
	l := &s.tape.Lanes[lane]
	for done := l.DoneBy(x.stretch(lane, n)); int(cut[lane]) < done; {
		cut = d.Past(cut, next(l, s.tape, int(cut[lane])))
	}
	return graph.Position{Cut: cut, Thread: d.Thread, N: n}, nil
}

// stand has a thread that is shown as it was really stand where the others are.
func (s *Source) stand(from graph.Position, id kernel.ThreadID) error {
	if !s.world.Past(id) {
		return nil
	}
	s.world.Restart(id)
	s.at = graph.Position{}
	return s.To(from)
}
