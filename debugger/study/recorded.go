package study

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Recorded is a run that is recorded in a file, and its program.
type Recorded struct {
	*record.Recording
	File    string
	Of      *kernel.Program
	process *Process
	like    *Study // of runs like it; nil for that of what the recording says
}

// Recorded returns a run of the study that was saved in a file.
func (s *Study) Recorded(run *Ran, file string) (*Recorded, error) {
	rec, err := run.Recording()
	if err != nil {
		return nil, err
	}
	return &Recorded{rec, file, run.Program, run.process, s}, nil
}

// Open opens the recording in a file.
func (x *Process) Open(file string) (*Recorded, error) {
	rec, err := Read(file)
	if err != nil {
		return nil, err
	}
	p, err := x.ProgramOf(rec, file)
	if err != nil {
		return nil, err
	}
	return x.Recorded(rec, p, file), nil
}

// Recorded is the run of a recording that has been read, and its program.
func (x *Process) Recorded(rec *record.Recording, p *kernel.Program, file string) *Recorded {
	return &Recorded{Recording: rec, File: file, Of: p, process: x.usually()}
}

// Peek reads a recording of which nothing is wanted but what it says of itself; nil if it cannot be read.
func Peek(file string) *record.Recording {
	rec, err := record.Open(file)
	if err != nil {
		return nil
	}
	return rec
}

// Glance is Peek at a recording in memory.
func Glance(data []byte) *record.Recording {
	rec, err := record.Read(data)
	if err != nil {
		return nil
	}
	return rec
}

// Header returns the header of a recording in memory, which may have no more than that; nil if it is none.
func Header(data []byte) *record.Header {
	h, err := record.ReadHeader(data)
	if err != nil {
		return nil
	}
	return &h
}

// ReadFile reads a file, of a recording all that belongs to it.
func ReadFile(file string) ([]byte, error) { return record.ReadFile(file) }

// Is says whether a file is a recording, of any version.
func Is(file string) bool { return record.Is(file) }

// Read reads the recording in a file. The error is an *Unfit if it cannot be replayed.
func Read(path string) (*record.Recording, error) {
	rec, err := record.Open(path)
	var bad *record.Error
	switch {
	case err == nil:
		return rec, nil
	case errors.Is(err, syscall.EISDIR):
		return nil, mistaken("%s is a directory; name the file of a recording", path)
	case errors.As(err, &bad) && bad.Damaged:
		return nil, unfit("%s: %s; %s", path, bad.Text, madeAgain(rec))
	case errors.As(err, &bad):
		return nil, unfit("%s: %s", path, bad.Text)
	case errors.Is(err, fs.ErrNotExist):
		return nil, mistaken("there is no file %s; machsim run, and in a lab machsim lab check, leave theirs in %s", path,
			Directory)
	}
	return nil, err
}

// madeAgain says how to make the run of a damaged recording again. If the header is damaged nothing is
// known of it, and a fork needs its parent.
func madeAgain(rec *record.Recording) string {
	switch {
	case rec == nil || rec.Program == "":
		return "it cannot be mended: make the run again"
	case rec.Parent != nil || len(rec.Edits) > 0 || rec.Halt != nil:
		return "it cannot be mended: make it again from the recording that it was made from"
	case rec.Package.Path != "":
		return fmt.Sprintf("it cannot be mended: make the run of program %q again, with --seed %d", rec.Program, rec.Seed)
	}
	o := runner.New(&kernel.Program{Name: rec.Program}, rec.Seed)
	o.Args, o.Weak, o.FreeTimers, o.Faults = rec.Args, rec.Weak, rec.FreeTimers, rec.Faults
	return "it cannot be mended: make the run again, with: " + commandline.Command("run", o.Setup())
}

// study is the study of runs that are made as this one was.
func (r *Recorded) study() (*Study, error) {
	if r.like != nil {
		return r.like, nil
	}
	s, err := r.process.of(r.Of, r.Recording)
	if err != nil {
		return nil, mistaken("%s: %v", r.File, err)
	}
	return s, nil
}

// options are those of a replay.
func (r *Recorded) options(stop <-chan struct{}) *runner.ReplayOptions {
	return r.declared(runner.Replay(r.Of, r.Recording), stop)
}

// resuming are those of a replay that goes on from the picture where the recording begins, if there is one.
func (r *Recorded) resuming(stop <-chan struct{}) *runner.ReplayOptions {
	if x := rebuild.Resume(r.Of, r.Recording, r.Dropped, nil, stop); x != nil {
		return r.declared(x.Options, stop)
	}
	return r.options(stop)
}

func (r *Recorded) declared(o *runner.ReplayOptions, stop <-chan struct{}) *runner.ReplayOptions {
	o.Recording, o.Stop = r.File, stop
	r.process.declares(&o.Common)
	return o
}

// whole says why something cannot be done with a recording that has only the last part of its run; nil if it can.
func (r *Recorded) whole(what string) error {
	if r.Dropped == 0 {
		return nil
	}
	if r.Remade() != nil {
		return mistaken("%s has the events from %d on only, and %s needs all", r.File, r.Dropped+1, what)
	}
	return mistaken("%s has the events from %d on only, and %s needs all: machsim run --from %s --at 0 makes the run "+
		"again", r.File, r.Dropped+1, what, commandline.File(r.File))
}

// replay makes a replay that t listens to. The error says that it is not the recorded run, and no more.
func (r *Recorded) replay(stop <-chan struct{}, t kernel.Tracer) (*Ran, error) {
	o := r.options(stop)
	o.Tracer = t
	o.Replayed().Freeze()
	r.process.does(o, "")
	run := &Ran{Run: runner.Do(o), process: r.process}
	if run.Err != nil {
		run.Close()
		return nil, r.unfit(run.Err)
	}
	return run, nil
}

func (r *Recorded) unfit(why error) error {
	return unfit("%s does not fit the program: %v", r.File, why)
}

// departs describes the first difference between a run and the recording.
func (r *Recorded) departs(d *record.Divergence) string {
	return "DIFFERENT: " + report.Divergence(r.Of, r.Recording, d)
}

// begins begins a line about the run.
func (r *Recorded) begins() string { return fmt.Sprintf("%s  seed %d  ", r.Program, r.Seed) }

// Replayed is a recorded run that was made again.
type Replayed struct {
	*Ran
	of     *Recorded
	claims *Study
	stop   <-chan struct{}
}

// Replay makes the run again quickly. If it departs from the recording, it is made once more, event by event, to find
// out where; so it is at once if somebody listens. A limit is of the time without a kernel call; 0 for that of the
// recording.
func (r *Recorded) Replay(stop <-chan struct{}, limit time.Duration, t kernel.Tracer) (*Replayed, error) {
	s, err := Of(r.Of, r.Recording)
	if err != nil {
		return nil, unfit("%s: %v", r.File, err)
	}
	x := &Replayed{of: r, claims: s, stop: stop}
	o := r.resuming(stop)
	s.Listen(o)
	o.Within(limit)
	if r.Verdict().Endless() {
		o.Lines = true
		r.process.proves(&o.Common)
	}
	if t.Event == nil {
		o.Replayed().Quick()
		if x.make(o); x.Broken != nil || x.Err == nil && o.Replayed().Result(x.Ending()).Divergence == nil {
			return x.fits()
		}
		x.Close()
		quick := o
		o = r.resuming(stop)
		o.Common = quick.Common
	}
	o.Lines, o.Tracer = true, t
	x.make(o)
	return x.fits()
}

func (x *Replayed) make(o *runner.ReplayOptions) {
	x.of.process.does(o, "")
	x.Ran = &Ran{Run: runner.Do(o), process: x.of.process}
}

func (x *Replayed) fits() (*Replayed, error) {
	if x.Err != nil {
		x.Close()
		return nil, x.of.unfit(x.Err)
	}
	return x, nil
}

// Failing says whether machsim itself fails now, and did not when the run was recorded.
func (x *Replayed) Failing() bool { return x.Broken != nil && x.of.Outcome != record.Broken }

// Tell tells how the replay went, and holds the run against what was claimed of it. The error is Unfit or Failed.
func (x *Replayed) Tell(w io.Writer) error {
	r := x.of
	if err := x.tell(w); err != nil || r.Truncated {
		return err
	}
	if report.Fails(x.Run) && !x.claims.Repeats(r.Recording, x.stop) {
		fmt.Fprintf(w, "  seed %d, by strategy %s, makes another run now: only the recording repeats this one\n", r.Seed,
			quote.Line(r.Strategy))
	}
	if len(r.Claims) == 0 {
		return nil
	}
	if err := x.claims.Confirm(r.Recording, x.Run, r.Data()); err != nil {
		return unfit("%s: %v", r.File, err)
	}
	return nil
}

// from says with which event a recording begins that has only the last part of its run.
func (r *Recorded) from() string {
	if r.Dropped == 0 {
		return ""
	}
	return fmt.Sprintf(" from event %d on", r.Dropped+1)
}

func (x *Replayed) tell(w io.Writer) error {
	res, rec, begin := x.Replayed().Result(x.Ending()), x.of.Recording, x.of.begins()
	end := fmt.Sprintf("%s, %d events, hash %016x\n", x.of.from(), res.Events-min(rec.Dropped, res.Events), res.Hash)
	switch {
	case res.Divergence != nil:
		fmt.Fprint(w, begin, x.of.departs(res.Divergence))
		return &Unfit{}
	case res.Limited:
		fmt.Fprintf(w, "%s%s: %s\n", begin, report.Of(x.Run).Verdict, x.process.Advised(report.Limited(x.Run, res)))
		return &Failed{}
	case res.Further:
		fmt.Fprintf(w, "%sidentical%s  the recorded run was given up there (%s); this one went on\n", begin, end,
			rec.Ending.Text)
		return nil
	case res.Stopped:
		fmt.Fprintf(w, "%sINTERRUPTED: identical so far%s", begin, end)
		return &Failed{}
	case res.Events == 0 && (res.Truncated || rec.Outcome == record.Interrupted):
		fmt.Fprintf(w, "%sthe recording holds no event: there is nothing to compare\n", begin)
		return &Failed{}
	case res.Truncated:
		fmt.Fprintf(w, "%sidentical%s  the recording is truncated: it ends there, and the run went on\n", begin, end)
		return nil
	case res.Events == 0:
		fmt.Fprintf(w, "%sthe run ended before its first event, then as now\n", begin)
	default:
		fmt.Fprintf(w, "%sidentical%s", begin, end)
	}
	if v := report.Of(x.Run).Verdict; v != report.OK {
		verdict := string(v)
		if c := x.Cycle; c != nil && c.Livelock && v != report.Livelock {
			verdict += fmt.Sprintf(", which is a %s: %s", report.Livelock, c)
		}
		x.bothTimes(w, verdict)
	}
	return nil
}
