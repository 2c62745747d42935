package runner

import (
	"cmp"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// Again returns the options that make the run of p once more, up to an event of its recording, from its start: the
// choices that the recording has not (record.Keep) are made by those of its seed. What it follows says whether that is
// the recorded run.
func Again(p *kernel.Program, rec *record.Recording, file string, event uint64) (*FollowOptions, *record.Follow) {
	f := record.NewFollow(rec, event)
	o := Follow(p, rec, f, file, rec.Seed)
	o.Same(nil)
	o.Strategy, o.MaxSteps, o.Lines = rec.Strategy, event, true
	return o, f
}

// tellEvery is the number of events after which somebody is told how far a run is.
const tellEvery = 1024

// Far returns what is called with the number of events of a run up to now, of about so many: it has somebody told now
// and then how far that is, if tell is not nil, and gives way.
func Far(total uint64, tell func(done, total uint64)) func(done uint64) {
	return func(done uint64) {
		if done%tellEvery != 0 && done != total {
			return
		}
		watch.GiveWay()
		if tell != nil {
			tell(min(done, total), total)
		}
	}
}

// Whole returns the recording of a whole run of p, of which one has the last part: what was dropped is made again,
// and tell, which may be nil, is told now and then how far that is. If that is another run, d says where. The recording
// is nil then, and if stop was closed.
func Whole(p *kernel.Program, rec *record.Recording, stop <-chan struct{}, tell func(done, total uint64)) (
	all *record.Recording, d *record.Divergence, err error) {
	if err := rec.Remade(); err != nil || rec.Dropped == 0 {
		return rec, nil, err
	}
	o, f := Again(p, rec, "", rec.Dropped)
	o.Stop = stop
	far := Far(rec.Dropped, tell)
	o.Tracer.Step = func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) { far(s.Steps) }
	run, data := InMemory(o)
	run.Close()
	if err := cmp.Or(run.Err, run.Lost); err != nil {
		return nil, nil, err
	}
	if res := f.Result(run.Ending()); res.Divergence != nil || res.Stopped {
		return nil, res.Divergence, nil
	}
	before, err := record.Read(data)
	if err != nil {
		return nil, nil, err
	}
	all, ok := rec.Joined(before)
	if !ok {
		return nil, nil, fmt.Errorf("the run cannot be made again from its seed: %s", run.Ending())
	}
	return all, nil, nil
}
