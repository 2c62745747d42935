package source

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// ErrPlain is the error of a program that was built without hooks.
var ErrPlain = errors.New("this program was built without hooks, so its statements cannot be seen")

// Source is a run at the level of statements, and its threads at a position. It is used from one goroutine.
type Source struct {
	// Stop, when set, returns a channel that is closed when what is at work is to be given up: engine.ErrStopped.
	Stop func() <-chan struct{}

	tape   *tape.Tape
	order  func() *graph.Graph
	engine engine.Hearing

	world  engine.Heard    // nil until it is needed
	at     graph.Position  // where the world stands; zero: nowhere that counts
	only   kernel.ThreadID // whose task stands there, with those that it has to do with, and maybe no other; 0 for all
	index  *index          // nil until it is needed
	survey *survey         // likewise
	goals  []graph.Stand   // the statements at which threads are to be parked
	scan   *scan           // at work, nil for none
	trail  trail           // of the thread that goes back

	results []Result // of the step at work
}

// trail is the statements of a thread that are remembered when it begins anew: those from one on.
type trail struct {
	thread kernel.ThreadID // 0 for none
	from   uint64
	since  int // the thread's last event before
}

// New returns the Source of a run. It asks for the causal order once that is needed.
func New(t *tape.Tape, order func() *graph.Graph, e engine.Hearing) (*Source, error) {
	if !Hooked(t.Program) {
		return nil, ErrPlain
	}
	return &Source{tape: t, order: order, engine: e}, nil
}

// Hooked says whether the function with which a program begins is in a package that has hooks. It has none if each of
// its files was left as it is, and those of all packages that it imports.
func Hooked(p *kernel.Program) bool {
	return Own(p) != nil && slices.ContainsFunc(hook.Packages(), func(p *hook.Package) bool { return len(p.Stmts) > 0 })
}

// Own are the packages with hooks of a program, and of no other: the one that declares the function with which it
// begins, and those that it imports.
func Own(p *kernel.Program) (own []*hook.Package) {
	f := runtime.FuncForPC(reflect.ValueOf(p.Main).Pointer())
	if f == nil {
		return nil
	}
	name := strings.ReplaceAll(f.Name(), "%2e", ".") // as the linker writes dots in the last part of a path
	all := hook.Packages()
	if i := slices.IndexFunc(all, func(p *hook.Package) bool { return strings.HasPrefix(name, p.Path+".") }); i >= 0 {
		own = append(own, all[i])
	}
	for i := 0; i < len(own); i++ {
		for _, p := range all {
			if slices.Contains(own[i].Imports, p.Path) && !slices.Contains(own, p) {
				own = append(own, p)
			}
		}
	}
	return own
}

// Close ends the threads. They are made anew when they are needed.
func (s *Source) Close() {
	if s.world != nil {
		s.world.Close()
	}
	s.world, s.at = nil, graph.Position{}
}

// stop is the channel that interrupts, nil for none.
func (s *Source) stop() <-chan struct{} {
	if s.Stop == nil {
		return nil
	}
	return s.Stop()
}

// To brings the threads to a position. The errors are those of engine.Threads. After an error the threads are made
// anew.
func (s *Source) To(p graph.Position) error { return s.bring(0, p) }

// Bring brings the threads of a thread's task to a position, and of those that it has to do with: what it takes to look
// at that thread. Of others nothing may be asked until To.
func (s *Source) Bring(id kernel.ThreadID, p graph.Position) error {
	for _, g := range p.Stands() {
		if g.Thread != id {
			return s.To(p)
		}
	}
	return s.bring(id, p)
}

// bring brings those threads to a position that have to do with one, or all for 0.
func (s *Source) bring(only kernel.ThreadID, p graph.Position) error {
	if s.world != nil && s.at.Equal(p) && (s.only == 0 || s.only == only) {
		return nil
	}
	if s.world == nil {
		s.world = s.engine.Hear(s.begun, s.stop)
	}
	s.aim(p)
	s.venture(p.Thread, p.Cut)
	err := s.run(only, p)
	s.goals, s.trail = nil, trail{}
	for _, g := range p.Stands() {
		if err == nil && !s.stands(g) {
			err = fmt.Errorf("there is no statement %d of %s after its last event there", g.N, s.tape.End.ThreadName(g.Thread))
		}
	}
	if err != nil {
		s.lose(err)
		return err
	}
	s.at, s.only = p, only
	return nil
}

// run has threads run to a position: those that have to do with one, or all for 0.
func (s *Source) run(only kernel.ThreadID, p graph.Position) error {
	if only == 0 {
		return s.world.To(p)
	}
	return s.world.Bring(only, p)
}

// lose has the threads stand nowhere that counts, after an error. Those that were on their way when they were
// interrupted have ended; after other errors all are made anew.
func (s *Source) lose(err error) {
	if s.at = (graph.Position{}); !errors.Is(err, engine.ErrStopped) {
		s.Close()
	}
}

// endless says whether the last call of a thread in a cut is one after which it never came to another: it went on for
// ever, or until the process ended.
func (s *Source) endless(id kernel.ThreadID, cut []uint32) bool {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return false
	}
	l := &s.tape.Lanes[lane]
	return l.GoesOn(int(cut[lane]))
}

// venture lets a thread that is to be parked run on after such a call; of 0, none.
func (s *Source) venture(id kernel.ThreadID, cut []uint32) {
	if !s.endless(id, cut) {
		id = 0
	}
	s.world.Venture(id)
}

// aim has the threads of a position parked at their statements. One that is beyond its own begins anew.
func (s *Source) aim(p graph.Position) {
	for _, l := range s.tape.Lanes {
		if t := s.hooks(l.Thread); t != nil {
			t.Stop = hook.Never
		}
	}
	s.goals = p.Stands()
	for _, g := range s.goals {
		switch t := s.hooks(g.Thread); {
		case s.world.Recalls(g.Thread, p):
		case s.trail.thread == g.Thread:
			s.world.Retrace(g.Thread, s.trail.from, s.trail.since)
		case t != nil:
			t.Stop = g.N
		}
	}
}

// hooks is World.Hooks, nil for thread 0, which stands for Main.
func (s *Source) hooks(id kernel.ThreadID) *hook.Thread {
	if id == 0 {
		return nil
	}
	return s.world.Hooks(id)
}

// stands says whether a thread is parked at a statement.
func (s *Source) stands(g graph.Stand) bool {
	return s.world.Parked(g.Thread) && s.world.Hooks(g.Thread).N == g.N
}

// begun listens to a thread that is about to begin, or to run on from an earlier position. Main, thread 0, cannot be
// stopped.
func (s *Source) begun(id kernel.ThreadID, t *hook.Thread) {
	if id == 0 {
		return
	}
	t.Stop, t.Reached = hook.Never, func(t *hook.Thread) { s.reached(id, t) }
	switch {
	case s.scan != nil && s.scan.thread == id:
		t.Stop = 0
	case s.trail.thread == id:
		t.Stop = s.trail.from
	default:
		for _, g := range s.goals {
			if g.Thread == id {
				t.Stop = g.N
			}
		}
	}
}

// reached is told of the statements at which a thread is to stop, or that are scanned.
func (s *Source) reached(id kernel.ThreadID, t *hook.Thread) {
	goal := slices.Contains(s.goals, graph.Stand{Thread: id, N: t.N})
	if s.scan != nil && s.scan.thread == id {
		goal = s.scan.statement(t.Spot())
	} else if s.trail.thread != id {
		goal = true
	}
	if !goal {
		if s.trail.thread == id {
			s.world.Note(id)
		}
		return
	}
	t.Stop = hook.Never
	t.Park()
}

// Start is the position at which the run begins.
func (s *Source) Start() graph.Position { return graph.At(graph.Cuts{Tape: s.tape}.Start()) }
