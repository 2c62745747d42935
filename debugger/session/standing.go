package session

import (
	"path"
	"slices"
	"strings"

	"machsim/debugger/event/history"
	"machsim/debugger/replay/engine"
	"machsim/debugger/rows"
	"machsim/debugger/run/report"
	"machsim/kernel"
)

// here is where a Session stands, for those who ask how its threads stand, or what has
// happened (rows.Position, rows.Past).
type here struct{ *Session }

// Steps says how far a thread is, and what comes next.
func (s here) Steps(id kernel.ThreadID) (done, of, event int, lacks []int) {
	if s.Early() {
		return s.early.steps(id), s.early.steps(id), -1, nil
	}
	lane, done := s.lane(id)
	if lane >= 0 {
		of = s.LaneLen(lane)
	}
	if event = s.nth(lane, done); event >= 0 {
		lacks = s.order().MissingCauses(s.log().at.Cut, event)
	}
	return done, of, event, lacks
}

// Ender returns the event of another thread, beyond the position, that ends a thread; -1 if there is none.
func (s here) Ender(id kernel.ThreadID) int {
	if s.Early() { // nothing is beyond the end
		return -1
	}
	if e := s.EnderOf(id); e >= 0 && !s.Holds(e) {
		return e
	}
	return -1
}

// Line returns the line of a thread's present statement, "" if it stands at a call.
func (s here) Line(id kernel.ThreadID) string {
	if s.Statement(id) == 0 {
		return ""
	}
	frames, err := s.Frames(id)
	if err != nil || len(frames) == 0 {
		return ""
	}
	at := kernel.Frame{File: path.Base(strings.ReplaceAll(frames[0].Path, `\`, "/")), Line: frames[0].Line}
	return at.String()
}

// Beginning is Prefix of the present position.
func (s here) Beginning() (n int, whole bool) { return s.Prefix(s.log().at) }

// NamesBefore brings the programs to where a part of a run begins, once.
func (s here) NamesBefore() ([]rows.CheckedIn, error) {
	if s.First() == 0 {
		return nil, nil
	}
	l := s.log()
	if l.names != nil {
		return l.names, nil
	}
	threads := l.engine.Threads()
	defer threads.Close()
	of, ok := threads.(engine.Rememberer)
	if err := threads.To(s.Start()); !ok || err != nil {
		return nil, err
	}
	l.names = []rows.CheckedIn{}
	for id := range l.tape.Start.Threads.All {
		id := kernel.ThreadID(id)
		l.names = append(l.names, rows.KnownTo(l.tape.Start, id, of.Remembers(id))...)
	}
	return l.names, nil
}

// Gather returns the histories of the whole run.
func (s here) Gather() (*history.Collector, error) { return s.Histories(s.Stop) }

// Gathered returns them if they are known.
func (s here) Gathered() *history.Collector { return s.histories }

// EnderOf returns the event of another thread that ends a thread; -1 if there is none.
func (s *Session) EnderOf(id kernel.ThreadID) int { return s.log().tape.EndedBy(id) }

// Standings says how the threads stand at the end of the run that wait there, or have failed.
func (s *Session) Standings() map[kernel.ThreadID]rows.Standing { return rows.Standings(s.Final()) }

// Rest says in words how a thread stands at the end of the run: "has ended", "has failed: ...", "waits for ...".
func (s *Session) Rest(id kernel.ThreadID) string { return rows.Rest(s.Final(), s.Run.Computing(), id) }

// Culprit returns the thread to look at first (rows.Culprit). It need not exist at the present position.
func (s *Session) Culprit() kernel.ThreadID { return rows.Culprit(s.Final(), s.Breaker()) }

// WentOn says whether a thread's program ran on after its last call and made no other known call,
// because the run was given up or the recording ends there. The position has to hold that last
// call.
func (s *Session) WentOn(id kernel.ThreadID) bool {
	if id == 0 || id != s.Run.Computing() {
		return false
	}
	lane, done := s.lane(id)
	return lane >= 0 && done == s.LaneLen(lane)
}

// Report says how the run ended.
func (s *Session) Report() *report.Report {
	return report.Of(s.Run)
}

// Breaker returns the thread whose step broke the condition of a test and so ended the run; 0 if
// none did.
func (s *Session) Breaker() kernel.ThreadID {
	if r := s.Run.Replayed(); r == nil || !r.Broke() {
		return 0
	}
	return s.Run.Replayed().Last().Thread
}

// Requires lists the events of other lanes on which an event depends and which the position does
// not hold, in recorded order.
func (s *Session) Requires(event int) (all []int) {
	own := s.log().tape.Lane(event)
	for lane, n := range s.order().Grow(s.log().at.Cut, event) {
		for i := s.log().at.Cut[lane]; i < n && lane != own; i++ {
			all = append(all, s.log().tape.Lanes[lane].Event(int(i)))
		}
	}
	slices.Sort(all)
	return all
}
