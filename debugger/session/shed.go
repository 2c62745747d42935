package session

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
)

// What there is of a live run whose recording is bounded begins anew now and then at a picture in the recording: when
// that has dropped half of it, or half of it is more than memory is meant for. The events from the picture on are
// replayed once for that, by programs that are fed up to there, while the machine stands still. The machine stays; the
// log, the checkpoints and the causal order are those of the replay from then on. So each event is made once and
// replayed about once, and what is in memory is not much more than twice what is kept.

// atOnce is how many events of a bounded run are made until it is seen whether some of it is to be dropped. Tests
// change it.
var atOnce = 1 << 14

// What memory is meant for: an event for so many bytes of the limit, of which there are twice as many at most, and log,
// causal order and tables take some hundred bytes for each.
const memoryOfEvent = 512

// keeps returns how many events of a bounded run memory is meant for, 0 for any number. Pictures come often enough.
func keeps(ro *runner.NewOptions) uint64 {
	most := ro.MaxMemory / memoryOfEvent
	ro.Record.Often(most / 8)
	return most
}

// make makes events of the run, until there are so many.
func (s *Session) make(events int, stop <-chan struct{}) error {
	v := s.live
	if !v.kept {
		v.run.GoOn(uint64(events), stop)
		return nil
	}
	for goes := true; goes && v.made() < events; {
		until := min(events, v.made()+atOnce)
		v.run.GoOn(uint64(until), stop)
		if goes = v.made() == until; goes {
			if err := s.shed(stop); err != nil {
				return err
			}
		}
	}
	return nil
}

// shed drops what is not to be kept, if that is half of what there is.
func (s *Session) shed(stop <-chan struct{}) error {
	v := s.live
	all, from := uint64(v.made()), v.run.Record.Dropped()
	if v.most > 0 && all > v.most {
		from = max(from, all-v.most)
	}
	if int(all) < v.again || !v.settled() || from <= v.first || all-from > from-v.first {
		return nil
	}
	if int(from) < s.LastOf(s.Position())+1 && !s.Position().AtCalls() {
		return nil // to look at a thread between two calls it has to be fed from where it was fed before
	}
	rec, err := v.run.Record.SoFar()
	if err != nil {
		return err
	}
	late, ok, err := rec.Later(from)
	switch {
	case err != nil:
		return err
	case ok && late.Dropped > v.first && late.Dropped-v.first >= (from-v.first)/2:
		return s.beginAt(late, stop)
	case !v.run.Record.HasPictures():
		v.stays(stop, "pictures of its programs are too large for the bound", math.MaxInt)
	}
	return nil
}

// settled says whether the machine stands between two events, and nothing has come of the next one yet.
func (v *live) settled() bool {
	return !v.run.Over() && v.run.Within() == 0 && v.run.Asks() == 0 && !v.run.Stands()
}

// beginAt has the log of the run begin where a recording does that has all events from there on, and a picture. If the
// program does not make them from the picture, everything stays as it is: for good if it makes others, which it will
// from each picture. What else keeps it may pass, as a busy machine does, and it is tried again with twice as much.
func (s *Session) beginAt(rec *record.Recording, stop <-chan struct{}) error {
	v, k := s.live, newMarks(int(rec.Dropped), liveEvents)
	stands := *rec // as a run that was interrupted where all threads stand at their calls
	stands.Truncated, stands.Outcome = false, record.Interrupted
	r := rebuild.Resume(s.Program, &stands, rec.Dropped, nil, stop)
	again := 2*v.made() - int(v.first)
	if r == nil {
		v.stays(stop, "its program does not go on from a picture", again)
		return nil
	}
	r.Options.Within(v.o.LoopLimit)
	r.Options.Lines, r.Options.Take, r.Options.Stop = true, r.Tape, stop
	r.Tape.Between = k.between
	run := runner.Do(r.Options)
	var u *Unfit
	switch err := s.fits(run, r.Options.Replayed()); {
	case errors.As(err, &u) && u.Divergence != nil, err == nil && run.State.Hash != v.run.State.Hash:
		run.Close()
		v.stays(stop, "its program makes another run from a picture: a server remembers more than it says", math.MaxInt)
		return nil
	case err != nil:
		run.Close()
		v.stays(stop, fmt.Sprintf("the run cannot be made from a picture for now: %v", err), again)
		return nil
	}
	was, t := v.log(), r.Tape.SoFar(run.State, 0)
	if !run.Release() {
		t.Endless.Store(true)
	}
	*v.now = shiftTo(t, was)
	v.now = v.now.next
	v.tape.Become(r.Tape)
	v.marks, v.order = k, graph.NewLive(t)
	v.order.Progress(v.o.Progress.Of(Ordering))
	v.first, v.grows = rec.Dropped, ""
	v.run.Record.Begin(rec)
	return nil
}

// stays notes why nothing is dropped until the run has so many events again, if it was not only given up because stop
// was closed.
func (v *live) stays(stop <-chan struct{}, why string, again int) {
	select {
	case <-stop:
	default:
		v.grows, v.again = why, again
	}
}

// Grows says why a live run whose recording is bounded is in memory from where it begins here, though more than half of
// that is not to be kept; "" if it is not.
func (s *Session) Grows() string {
	if s.live == nil {
		return ""
	}
	return s.live.grows
}

// Follow returns what says at any later time what a position of now is then; false if it is not there any more: events
// that it lacks were dropped, or it is between two calls, whose statements are counted from where the log begins.
func (s *Session) Follow() func(graph.Position) (graph.Position, bool) {
	if s.live == nil {
		return func(p graph.Position) (graph.Position, bool) { return p, true }
	}
	from := s.live.now
	return func(p graph.Position) (graph.Position, bool) {
		for x := from; x.next != nil; x = x.next {
			var ok bool
			if p, ok = x.of(p); !ok {
				return p, false
			}
		}
		return p, true
	}
}

// shift says what a log has of another one that begins sooner.
type shift struct {
	gone  graph.Cut // by lane of the other: the events before this one
	lanes []int     // by lane of the other: which it is here, -1 if it is not there
	here  int       // how many lanes this one has
	next  *shift    // what a later log has of this one; nil of the present one, of which all is there
}

func shiftTo(t, was *tape.Tape) shift {
	x := shift{gone: was.Counts(t.First()), here: len(t.Lanes), next: new(shift)}
	for i := range was.Lanes {
		x.lanes = append(x.lanes, t.LaneLike(&was.Lanes[i]))
	}
	return x
}

// of returns what a position of the other is here; false if it is not there.
func (x shift) of(p graph.Position) (graph.Position, bool) {
	if !p.AtCalls() {
		return graph.Position{}, false
	}
	there := append(slices.Clone(p.Cut), make(graph.Cut, max(0, len(x.gone)-len(p.Cut)))...)
	cut := make(graph.Cut, x.here)
	for lane, n := range there[:len(x.gone)] {
		if n < x.gone[lane] {
			return graph.Position{}, false
		}
		if n > x.gone[lane] {
			cut[x.lanes[lane]] = n - x.gone[lane]
		}
	}
	return graph.At(cut), true
}
