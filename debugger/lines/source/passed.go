package source

import (
	"sort"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// follow has the last statements before a position remembered when its thread runs from an earlier position.
func (s *Source) follow(p graph.Position) error {
	x, err := s.indexed()
	if err != nil {
		return err
	}
	lane := s.tape.LaneOf(p.Thread)
	from := max(p.N, trailed) - trailed + 1
	s.trail = trail{p.Thread, from, max(s.event(x, lane, from), s.recent(lane, p.Cut))}
	return nil
}

// recent returns the event from which on the threads of a lane's task have done as many as are remembered, until the
// lane's last one in a cut.
func (s *Source) recent(lane int, cut graph.Cut) int {
	last := s.tape.First()
	if cut[lane] > 0 {
		last = s.tape.Lanes[lane].Event(int(cut[lane])-1) + 1
	}
	task := s.tape.TaskOf(s.tape.Lanes[lane].Thread)
	return max(s.tape.First(), sort.Search(last, func(event int) bool {
		n := 0
		for i := range s.tape.Lanes {
			if l := &s.tape.Lanes[i]; l.Thread != 0 && s.tape.TaskOf(l.Thread) == task {
				n += l.Before(last) - l.Before(event)
			}
		}
		return n <= trailed
	}))
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
	for _, at := range all {
		if at.N > limit {
			break
		}
		look.statement(at)
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

// stand has a thread that is shown as it was really stand where the others are. The results of a function are those of
// the thread that runs on, so it must not begin anew on the way out.
func (s *Source) stand(from graph.Position, d Stride) error {
	if !s.world.Past(d.Thread) && (d.Kind != Out || len(s.world.Passed(d.Thread)) == 0) {
		return nil
	}
	s.world.Restart(d.Thread, hook.Never)
	s.at = graph.Position{}
	return s.Bring(d.Thread, from)
}
