package shrink

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Options say how much is tried.
type Options struct {
	Runs     int                        // at most so many; 0 for DefaultRuns
	Servers  bool                       // the result tells of name servers that are not at fault, too
	Stop     <-chan struct{}            // closed when the best so far is wanted now
	Progress func(runs int, best Size)  // is told of each run; nil for nobody
	Prepare  func(o *runner.NewOptions) // completes the options of each run; nil for nothing
	// Claims are what the recorded run was held against, and each run is; nil for none.
	Claims *runner.Claims
}

// DefaultRuns is how many runs are made at most, unless the options say otherwise.
const DefaultRuns = 10_000

// shrinker is a search for a smaller run.
type shrinker struct {
	program  *kernel.Program
	rec      *record.Recording
	o        Options
	want     report.Failure
	best     *run
	most     int // the events of the recorded run: no parameter makes them more
	runs     int
	tried    map[uint64]bool
	attempts map[string]int // at random, by what is changed
	drawn    int            // attempts with other parameters
	redrawn  int            // attempts with other numbers
	limit    uint64         // the events of an attempt, 0 for as many as it takes
	usual    int            // the events of a run with the same parameters that ends well
	grouped  int            // how many switches there were when groups of segments were put off
	ordered  *run           // whose causal order is known
	causal   *order         // of that
	settled  bool           // it has been tried to leave steps out
	thorough bool           // all that is promising has been tried
	lefts    report.Lefts   // runs that did not come back
	stopped  string         // why it ended early, "" if it did not
}

// candidate is a run that may be tried.
type candidate struct {
	args  map[string]string
	edits []kernel.Edit
	to    *schedule.Schedule
	may   kernel.Faults // with the probes that are left
}

// run is a run that was made.
type run struct {
	candidate // with the schedule that came about
	failure   report.Failure
	breaks    *runner.Violation // what it breaks of what is claimed, and where it ends for that; nil for nothing
	size      Size
}

// Unfit is the error of a recording whose run cannot be made smaller, or not made again.
type Unfit struct {
	Why     string
	Departs bool // the program does not make the recorded run any more
}

func (u *Unfit) Error() string { return u.Why }

// Run makes the run of a recording smaller. The error is an *Unfit if that cannot be done.
func Run(p *kernel.Program, rec *record.Recording, o Options) (*Result, error) {
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	s := &shrinker{program: p, rec: rec, o: o, tried: map[uint64]bool{},
		attempts: map[string]int{}}
	if why := unfit(rec, o.Claims); why != "" {
		return nil, &Unfit{Why: why}
	}
	first, err := s.repeat()
	if err != nil {
		return nil, err
	}
	s.best, s.want, s.most, s.usual = first, first.failure, first.size.Events, first.size.Events
	s.shrink()
	return s.result(first)
}

// unfit says why a recorded run cannot be made smaller, "" if it can.
func unfit(rec *record.Recording, known *runner.Claims) string {
	switch v := rec.Verdict(); {
	case rec.Truncated:
		return "the recording is truncated: it does not say how the run ended"
	case v == record.VerdictOK || v == record.VerdictHalted:
		return "the run did not fail (" + string(v) + "): there is nothing that a smaller one would have to show"
	case rec.Kind == record.Condition && known.Know(rec):
	case rec.Kind == record.Condition && rec.Test != "":
		return "a condition of " + rec.Test + " found the run wrong (" + rec.Text + "), and only that test knows it: with " +
			"simtest.Shrink it makes the run smaller"
	case rec.Kind == record.Condition:
		return "a condition found the run wrong (" + rec.Text + "), and the recording does not have it"
	case rec.Limited() || v == record.VerdictInterrupted || v == record.VerdictMachsimError || v == record.VerdictMemory:
		return "the run was given up (" + string(v) + "), and whether a smaller one would be depends on the computer"
	}
	return ""
}

// repeat makes the recorded run again.
func (s *shrinker) repeat() (*run, error) {
	replay := record.NewReplay(s.rec)
	replay.Attach(func() {}, func() {})
	d := schedule.Note(replay)
	o := s.options(candidate{args: s.rec.Args, edits: s.rec.Edits, may: s.rec.Faults}, d)
	o.Tracer = o.Tracer.And(replay.Tracer())
	said := runner.Breaks(s.rec)
	if said != nil && s.o.Claims.Judges() {
		o.Check = said.Check(o.Check)
	}
	r, t := runner.Judged(o)
	defer r.Close()
	s.runs++
	switch {
	case r.Err != nil:
		return nil, &Unfit{r.Err.Error(), true}
	case !replay.Result(r.Ending()).Identical():
		return nil, &Unfit{"the program does not make the recorded run any more", true}
	case t.Err != nil:
		return nil, t.Err
	case said != nil && !s.o.Claims.Looks() && (t.Violation == nil || t.Violation.Text != said.Text):
		return nil, &Unfit{Why: "the run does not break what the recording says it does: " + said.Text}
	}
	return s.made(candidate{s.rec.Args, s.rec.Edits, nil, s.rec.Faults}, d, r, t.Violation), nil
}

// options are those of a run that a Door chooses for.
func (s *shrinker) options(c candidate, d *schedule.Door) *runner.NewOptions {
	like := runner.Likewise(s.program, s.rec)
	o := runner.New(s.program, s.rec.Seed)
	o.Common, o.Choices, o.Preempt = like.Common, like.Choices, like.Preempt
	o.Args, o.Edits, o.By, o.Stop = c.args, c.edits, by{d}, s.o.Stop
	o.Strategy, o.Faults = Strategy, c.may
	o.Hold(s.o.Claims)
	if s.best != nil && s.want.Verdict != report.NoEnd {
		o.MaxSteps = min(uint64(4*s.best.size.Events+1000), s.rec.MaxSteps) // it is recorded with that limit
	}
	if s.limit > 0 {
		o.MaxSteps = min(o.MaxSteps, s.limit)
	}
	o.Tracer = d.Tracer()
	if s.o.Prepare != nil {
		s.o.Prepare(o)
	}
	return o
}

// upTo are those of a run that ends where it breaks what is claimed, which is known.
func (s *shrinker) upTo(breaks *runner.Violation, c candidate, d *schedule.Door) *runner.NewOptions {
	o := s.options(c, d)
	o.Hold(nil)
	if breaks != nil {
		o.Check = breaks.Check(o.Check)
	}
	return o
}

// made is a run that has ended.
func (s *shrinker) made(c candidate, d *schedule.Door, r *runner.Run, breaks *runner.Violation) *run {
	c.to = d.Taken()
	m := &run{candidate: c, failure: report.FailureOf(r), breaks: breaks}
	m.measure(r, d)
	return m
}

// make makes a run, and once more if it breaks what is claimed, to have it end there. It returns nil if the program
// refuses to run so.
func (s *shrinker) make(c candidate, d *schedule.Door) *run {
	r, t := runner.Judged(s.options(c, d))
	if t.Violation != nil {
		r.Close()
		d = schedule.Follow(d.Taken())
		r = runner.Do(s.upTo(t.Violation, c, d))
	}
	defer r.Close()
	if r.Err != nil {
		return nil
	}
	s.runs++
	if many := (*report.TooManyLeft)(nil); errors.As(s.lefts.Count(r.Ending()), &many) {
		s.stopped = "it ended, as " + many.Why()
	}
	m := s.made(c, d, r, t.Violation)
	if s.o.Progress != nil {
		s.o.Progress(s.runs, s.best.size)
	}
	return m
}

// try makes a run, unless it has been made, and takes it if it is better than the best one.
func (s *shrinker) try(c candidate, better func(*run) bool) bool {
	if s.over() || s.known(c) || s.repeats(c) {
		return false
	}
	return s.take(s.make(c, schedule.Follow(c.to)), better)
}

// repeats says whether a run would certainly be the best one again: it has another schedule, which leads to the same
// choices.
func (s *shrinker) repeats(c candidate) bool {
	b := &s.best.candidate
	return c.may == b.may && len(c.edits) == len(b.edits) && maps.Equal(c.args, b.args) &&
		slices.Equal(c.to.Choices, b.to.Choices) && slices.Equal(c.to.Lines, b.to.Lines) && b.to.Repeats(c.to)
}

func (s *shrinker) take(m *run, better func(*run) bool) bool {
	if m == nil || !same(s.want, m.failure) || !better(m) {
		return false
	}
	s.best = m
	return true
}

// smaller says whether a run is smaller than the best one.
func (s *shrinker) smaller(m *run) bool { return m.size.less(s.best.size) }

// over says whether no more runs are to be made, and notes why.
func (s *shrinker) over() bool {
	if s.stopped != "" {
		return true
	}
	select {
	case <-s.o.Stop:
		s.stopped = "it was stopped"
	default:
		if s.runs >= s.o.Runs {
			s.stopped = "it made as many runs as it may"
		}
	}
	return s.stopped != ""
}

// order returns the causal order of the best run; nil if it cannot be found.
func (s *shrinker) order() *order {
	if s.ordered != s.best {
		s.ordered, s.causal = s.best, s.newOrder()
	}
	return s.causal
}

// newOrder finds the causal order of the best run, which it makes once more.
func (s *shrinker) newOrder() *order {
	d := schedule.Follow(s.best.to)
	o := s.upTo(s.best.breaks, s.best.candidate, d)
	b := graph.NewBuilder()
	k := tape.NewBuilder(s.program, o.Setup().Config())
	k.Accessed = b.Accessed
	o.Take = k
	r := runner.Do(o)
	defer r.Close()
	s.runs++
	if r.State == nil {
		b.Close()
		return nil
	}
	t := k.Tape(r.State, r.Computing())
	g := b.Graph(t)
	defer g.Close()
	if !slices.Equal(d.Taken().Steps, s.best.to.Steps) {
		return nil
	}
	stretches := s.best.to.Stretches()
	if s.rec.FreeTimers {
		clear(stretches)
	}
	order := newOrder(s.best.to, t, g, stretches)
	order.fixed = s.fixed()
	return order
}

// fixed is how many steps stay where they are: those up to the last edit, which is made after so many events.
func (s *shrinker) fixed() int {
	if n := len(s.best.edits); n > 0 {
		return min(int(s.best.edits[n-1].After)+n, len(s.best.to.Steps))
	}
	return 0
}

// with is the best run with other steps.
func (s *shrinker) with(steps []schedule.Step) candidate {
	c := s.best.candidate
	c.to = c.to.With(steps)
	return c
}

// errNotRepeated is an internal error: the smaller run was made differently when it was recorded.
var errNotRepeated = errors.New("the smaller run was another one when it was made again: the program is not " +
	"deterministic, or machsim is wrong")
