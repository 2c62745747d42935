package source

import (
	"fmt"
	"reflect"

	"machsim/debugger/event/text"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Kind says where a step may end.
type Kind uint8

// The kinds of step.
const (
	Into Kind = iota // at any statement, also of a function that is called
	Over             // in the same function, or in one that called it
	Out              // in a function that called it
)

// Stride is how far a thread is to go.
type Stride struct {
	Thread kernel.ThreadID
	Kind   Kind
	Back   bool
	Count  int  // how many times, or how many functions are left; 0 for once
	Fine   bool // each statement counts, and not only the first on its line
	Line   int  // with Over: go on to this line of the same file, or until the function is left; 0 for the next line
	// Function, with Into, is the only function into which the step leads; "" for any.
	Function string
	// Past is where the others go when the thread does its next event, from a position; Without, when it undoes one.
	Past, Without func(from graph.Cut, event int) graph.Cut
}

// times is how many statements have to match.
func (d Stride) times() int {
	if d.Kind == Out {
		return 1
	}
	return max(d.Count, 1)
}

// leaves is the outermost of the activations that Out leaves.
func (d Stride) leaves(t *hook.Thread) *hook.Frame {
	f := t.Frame
	for n := 1; n < d.Count && f.Caller != nil; n++ {
		f = f.Caller
	}
	return f
}

// Left is where a step leads.
type Left struct {
	At graph.Position
	// Short says that the thread comes to its end, or to its start, before the step is done. At is the last position on
	// the way then, and where the step began if there was none.
	Short bool
	// Results are what the function that Out leaves returns.
	Results []Result
}

// Result is a result of a function, as it was returned.
type Result struct {
	Name string // as in the source; ~r0 and so on for those that have none
	Text string // the value
}

// Step goes from a position to the statement that a stride leads to.
func (s *Source) Step(from graph.Position, d Stride) (l Left, err error) {
	if s.tape.LaneOf(d.Thread) < 0 {
		return Left{At: from, Short: true}, nil
	}
	ok := false
	s.results = nil
	if d.Back {
		l.At, ok, err = s.backward(from, d)
	} else {
		l.At, ok, err = s.forward(from, d)
	}
	l.Short, l.Results = !ok, s.results
	return l, err
}

// catch notes what a frame returns.
func (s *Source) catch(t *hook.Thread, serial uint64) {
	t.Returned = func(f *hook.Frame) {
		if f.Serial != serial {
			return
		}
		t.Returned = nil
		for _, v := range f.Locals() {
			if v.Kind == hook.Result {
				s.results = append(s.results, Result{v.Name, text.Reflected(reflect.ValueOf(v.Pointer).Elem())})
			}
		}
	}
}

// forward lets the thread run on, event by event, until a statement matches.
func (s *Source) forward(from graph.Position, d Stride) (p graph.Position, ok bool, err error) {
	from = leave(from, d.Thread)
	if err := s.Bring(d.Thread, from); err != nil {
		return from, false, err
	}
	if n, ok := s.passedNext(d); ok {
		p, err := s.after(from.Cut, d, n)
		if err == nil {
			err = s.Bring(d.Thread, p)
		}
		return p, true, err
	}
	if err := s.stand(from, d); err != nil {
		return from, false, err
	}
	s.scan = &scan{thread: d.Thread, left: d.times()}
	defer func() { s.scan = nil }()
	s.scan.match = s.matcher(s.hooks(d.Thread), d)
	if t := s.hooks(d.Thread); t != nil {
		s.scan.after = t.N
		if d.Kind == Out && t.Frame != nil {
			s.catch(t, d.leaves(t).Serial)
			defer func() { t.Returned = nil }()
		}
	}
	cut, lane := from.Cut, s.tape.LaneOf(d.Thread)
	for within := !from.AtCalls() || s.endless(d.Thread, cut); ; within = false {
		if !within {
			e := next(&s.tape.Lanes[lane], s.tape, int(cut[lane]))
			if e < 0 {
				p := graph.At(cut) // no statement comes after the thread's last call
				if !s.endless(d.Thread, cut) {
					s.at, s.only = p, d.Thread
				}
				return p, false, nil
			}
			cut = d.Past(cut, e)
		}
		if t := s.hooks(d.Thread); t != nil {
			t.Stop = 0
		}
		s.at = graph.Position{}
		s.world.Through(d.Thread, s.scan.after+1)
		s.venture(d.Thread, cut)
		if s.scan.most = 0; s.endless(d.Thread, cut) {
			s.scan.most = mostEndless
		}
		if err := s.world.Bring(d.Thread, graph.At(cut)); err != nil {
			s.lose(err)
			return from, false, err
		}
		if s.scan.gaveUp {
			return from, false, fmt.Errorf("%s goes on without end, and does not come there within %d statements",
				s.tape.End.ThreadName(d.Thread), mostEndless)
		}
		if s.world.Parked(d.Thread) {
			s.at, s.only = graph.Position{Cut: cut, Thread: d.Thread, N: s.hooks(d.Thread).N}, d.Thread
			return s.at, true, nil
		}
	}
}

// mostEndless is how many statements are looked at where a thread goes on without end.
const mostEndless = 1_000_000

// leave is the position at which threads other than the one that is to go stand at their calls.
func leave(from graph.Position, id kernel.ThreadID) graph.Position {
	p := graph.At(from.Cut)
	if n := from.Statement(id); n > 0 {
		p.Thread, p.N = id, n
	}
	return p
}

// next is the first event of a lane, from its n-th on, that completes a call; -1 if there is none.
func next(l *tape.Lane, t *tape.Tape, n int) int {
	for ; n < l.Len(); n++ {
		if e := l.Event(n); t.Done(e) {
			return e
		}
	}
	return -1
}

// backward runs the thread again from its birth, and takes the last statements that match before the present one.
func (s *Source) backward(from graph.Position, d Stride) (p graph.Position, ok bool, err error) {
	from = leave(from, d.Thread)
	if err := s.Bring(d.Thread, from); err != nil {
		return from, false, err
	}
	t := s.hooks(d.Thread)
	if t == nil || t.N == 0 {
		return from, false, nil
	}
	limit := t.N
	if !from.AtCalls() {
		limit--
	}
	if limit == 0 {
		return from, false, nil
	}
	found, ok := s.passedLast(limit, d)
	if !ok {
		found, err = s.last(from.Cut, limit, d)
	}
	if err != nil || len(found) == 0 {
		return from, false, err
	}
	return s.back(from.Cut, found, d)
}

// last are the last statements up to a limit that match. It looks among those that are remembered from now on, and if
// they are too few, among all.
func (s *Source) last(cut graph.Cut, limit uint64, d Stride) ([]uint64, error) {
	if err := s.follow(graph.Position{Cut: cut, Thread: d.Thread, N: limit}); err != nil {
		return nil, err
	}
	look, err := s.lookFrom(s.trail.from, cut, limit, d)
	if err == nil && look.first > 1 && len(look.found) < look.keep {
		look, err = s.lookFrom(1, cut, limit, d)
	}
	s.trail = trail{}
	if err != nil {
		s.lose(err)
		return nil, err
	}
	return look.found, nil
}

// lookFrom looks for the last statements up to a limit that match, from where a thread had begun fewer than so many.
func (s *Source) lookFrom(below uint64, cut graph.Cut, limit uint64, d Stride) (*scan, error) {
	look := s.lookBack(limit, d)
	s.at = graph.Position{}
	s.world.Retrace(d.Thread, below, s.trail.since)
	s.scan = look
	defer func() { s.scan = nil }()
	return look, s.world.Bring(d.Thread, graph.At(cut))
}

// back goes to the first of the statements that were found.
func (s *Source) back(cut graph.Cut, found []uint64, d Stride) (graph.Position, bool, error) {
	p, err := s.before(cut, d, found[0])
	if err == nil {
		err = s.follow(p)
	}
	if err != nil {
		return p, false, err
	}
	return p, len(found) == d.times(), s.Bring(d.Thread, p)
}

// before is the position at an earlier statement of a thread: the events of its later calls are undone, and one of
// another that has ended it.
func (s *Source) before(cut graph.Cut, d Stride, n uint64) (graph.Position, error) {
	x, err := s.indexed()
	if err != nil {
		return graph.Position{}, err
	}
	lane := s.tape.LaneOf(d.Thread)
	if err := s.outside(x, lane, n); err != nil {
		return graph.Position{}, err
	}
	l := &s.tape.Lanes[lane]
	done := l.DoneBy(x.stretch(lane, n))
	if e := s.tape.EndedBy(d.Thread); e >= 0 && s.order().Holds(cut, e) {
		cut = s.order().Shrink(cut, e)
	}
	if done < int(cut[lane]) {
		cut = d.Without(cut, l.Event(done))
	}
	return graph.Position{Cut: cut, Thread: d.Thread, N: n}, nil
}

// matcher is what a stride stops at, for a thread where it stands now; nil for one that has not begun.
func (s *Source) matcher(t *hook.Thread, d Stride) matcher {
	if t == nil || t.Frame == nil {
		return &line{every: d.Fine}
	}
	f := t.Frame
	if d.Kind == Out {
		return &left{d.leaves(t).Depth}
	}
	m := &line{every: d.Fine, only: d.Line, serial: f.Serial, into: d.Function, depth: f.Depth}
	if d.Kind == Over {
		m.deepest = f.Depth
	}
	if stmt := f.Stmt(); stmt != nil {
		m.number = stmt.Line
		m.file, _ = f.Package().Place(stmt)
	}
	return m
}

// Find returns the hit that is a statement of a thread.
func (s *Source) Find(id kernel.ThreadID, n uint64) (Hit, error) {
	x, err := s.indexed()
	if err != nil {
		return Hit{}, err
	}
	lane := s.tape.LaneOf(id)
	event := -1
	if lane >= 0 && n > 0 {
		if err := s.outside(x, lane, n); err != nil {
			return Hit{}, err
		}
		event = s.event(x, lane, n)
	}
	if event < 0 {
		return Hit{}, fmt.Errorf("%s does not come to a statement %d", s.tape.End.ThreadName(id), n)
	}
	return Hit{Thread: id, N: n, Event: event}, nil
}
