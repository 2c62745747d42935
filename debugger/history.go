package debugger

import (
	"machsim/debugger/history"
	"machsim/debugger/runner"
)

// History is an execution history up to the present position: it has the rows of the
// events that the position holds, and so is rewound by a rollback (Krawczuk 4.3). The
// first one that is asked for takes a replay of the recording.
func (s *Session) History(k history.Kind) history.History {
	if s.histories == nil {
		s.histories = history.New()
		o := runner.ReplayOptions(s.Program, s.Rec)
		o.Observe = s.histories.Observe
		runner.Do(o).Close()
	}
	var held history.History
	for _, row := range s.histories.History(k) {
		if s.Graph.Holds(s.cut, int(row.Event)-1) {
			held = append(held, row)
		}
	}
	return held
}
