package contrast

import (
	"cmp"
	"runtime"
	"sync"

	"machsim/debugger/record/watch"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Runs are what is compared: they can be made as often as one likes. Seeds and Recordings return them.
type Runs interface {
	// each makes all runs, several at a time, with a listener for each. Those that are to be judged are held against
	// what is claimed of them.
	each(judged bool, begin func(i int) kernel.Tracer, end func(i int, r *runner.Run, breaks *runner.Violation)) error
	// again makes one of them.
	again(i int, t kernel.Tracer) *runner.Run
}

// seeds are new runs of a program.
type seeds struct {
	o        runner.NewOptions
	n        int
	progress func()
}

// Seeds returns the runs of a program with n seeds, from that of the options on. Each is made twice; progress, if not
// nil, is called after each time.
func Seeds(o *runner.NewOptions, n int, progress func()) Runs { return &seeds{*o, n, progress} }

func (s *seeds) each(judged bool, begin func(int) kernel.Tracer,
	end func(int, *runner.Run, *runner.Violation)) error {
	o := s.o
	if !judged {
		o.Hold(nil)
	}
	o.Listen = func(r *runner.Run) kernel.Tracer { return begin(int(r.Seed - s.o.Seed)) }
	var left report.Lefts
	found := runner.SeedsBy(&o, s.n, s.progress, func(o *runner.NewOptions, r *runner.Run, file []byte) runner.Tried {
		t := o.Judge(r, file)
		if t.Err = cmp.Or(t.Err, left.Count(r.Ending())); t.Err == nil {
			end(int(o.Seed-s.o.Seed), r, t.Violation)
		}
		return runner.Tried{Err: t.Err}
	})
	switch {
	case found.Err != nil:
		return found.Err
	case found.Halted:
		return ErrStopped
	}
	return nil
}

func (s *seeds) again(i int, t kernel.Tracer) *runner.Run {
	o := s.o
	o.Seed += uint64(i)
	o.Try = i
	o.Tracer = o.Tracer.And(t)
	return runner.Do(&o)
}

// recordings are recorded runs.
type recordings struct {
	all      []*runner.ReplayOptions
	progress func()
}

// Recordings returns recorded runs of one program. Each is replayed twice; progress, if not nil, is called after each
// time.
func Recordings(all []*runner.ReplayOptions, progress func()) Runs { return &recordings{all, progress} }

func (s *recordings) each(_ bool, begin func(int) kernel.Tracer,
	end func(int, *runner.Run, *runner.Violation)) error {
	var working sync.WaitGroup
	var mu sync.Mutex
	next, failed := 0, error(nil)
	take := func(err error) int {
		mu.Lock()
		defer mu.Unlock()
		if failed == nil {
			failed = err
		}
		if next == len(s.all) || failed != nil {
			return -1
		}
		next++
		return next - 1
	}
	for range min(runtime.GOMAXPROCS(0), len(s.all)) {
		working.Add(1)
		go func() {
			defer working.Done()
			var err error
			for i := take(nil); i >= 0; i = take(err) {
				err = watch.Guard(func() error {
					r := s.again(i, begin(i))
					defer r.Close()
					if err := s.unfit(i, r); err != nil {
						return err
					}
					end(i, r, nil)
					return nil
				})
				if s.progress != nil {
					mu.Lock()
					s.progress()
					mu.Unlock()
				}
			}
		}()
	}
	working.Wait()
	return failed
}

// unfit returns why a replay is not the recorded run.
func (s *recordings) unfit(i int, r *runner.Run) error {
	if r.Err != nil {
		return &Unfit{i, r.Err.Error()}
	}
	switch res := r.Replayed().Result(r.Ending()); {
	case res.Divergence != nil:
		return &Unfit{i, "the program does something else at event " + number(int64(res.Divergence.Event))}
	case res.Stopped:
		return ErrStopped
	}
	return nil
}

func (s *recordings) again(i int, t kernel.Tracer) *runner.Run {
	o := s.all[i].Again()
	o.Tracer = o.Tracer.And(t)
	return runner.Do(o)
}

// Unfit is the error for a recording whose run the program does not make any more.
type Unfit struct {
	Run  int // which one, from 0
	Text string
}

func (e *Unfit) Error() string { return e.Text }

// outcome is how a run ended: the zero outcome is a good one.
type outcome struct {
	verdict report.Verdict
	text    string // of which numbers do not count
}

// outcomeOf returns how a run ended that breaks what is claimed, if it does.
func outcomeOf(r *runner.Run, breaks *runner.Violation) outcome {
	if breaks != nil {
		f := report.Broken(breaks)
		return outcome{f.Verdict, f.What}
	}
	if !report.Fails(r) {
		return outcome{}
	}
	rep := report.Of(r)
	return outcome{rep.Verdict, report.Numberless(rep.Summary)}
}
