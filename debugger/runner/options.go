package runner

import (
	"time"

	"machsim/debugger/record"
	"machsim/debugger/strategy"
	"machsim/debugger/tape"
	"machsim/debugger/watch"
	"machsim/kernel"
)

// Options say what to run, and how.
type Options struct {
	Program    *kernel.Program
	Package    record.Package // that declares it; the zero Package for machsim's own
	As         string         // what the program is called on a command line; "" means by its name
	Trust      bool           // Package is not of the module one stands in: to open a recording of it takes --trust
	Args       map[string]string
	Claims     []string // words of the command line that ask for more than the run; a face repeats them
	Seed       uint64
	Strategy   string            // the name of who chooses; "" for the usual strategy
	By         strategy.Strategy // that one, if it lives across runs or is none of package strategy's; nil for a new one
	Try        int               // the number of the run among those of By
	Weak       bool
	FreeTimers bool
	KeepGoing  bool   // the first panic ends its task alone
	Lenient    bool   // unlocking what is not locked does nothing, as in C Threads
	Preempt    bool   // threads take turns at accesses to variables, too: for a program with hooks; one run at a time
	MaxSteps   uint64 // 0 means the kernel's default

	Lines     bool             // calls carry their source lines
	LoopLimit time.Duration    // how long a thread may compute without a kernel call; 0 means DefaultLoopLimit
	MaxMemory uint64           // how many bytes the process may have in use, more or less; 0 for any number
	Deep      bool             // program code may call itself without end: so the run ended that is replayed
	Input     *Input           // console input; nil means none
	Tracer    kernel.Tracer    // listens to the run
	Check     func(*Run) Check // looks at each run, by tests of its own; nil for none
	Stop      <-chan struct{}  // closed when the run is to end now

	Record    *record.Recorder // writes the run down; nil for none
	Recording string           // the file that it writes to
	Take      *tape.Builder    // takes the run down; nil for none

	// First takes the first step that the strategy chooses, if it can; 0 for none. After Follow that
	// is the first one of the fork's own.
	First kernel.ThreadID
	// Edits are what is changed on the way.
	Edits []kernel.Edit
	// Halt has the run halted by messages; nil for not.
	Halt *kernel.Halt
	// Parent is the recording that a fork follows, or that the recorded run has followed.
	Parent *record.Parent

	Footprints *Footprints // where the run is at every step, for another process; nil for none

	// Where the choices and the input come from before those of the strategy: nowhere, or from a
	// recording. At most one is set, by Replay or Follow.
	replay *record.Replay
	follow *record.Follow
}

// New returns the options of a new run, all of whose choices a strategy makes.
func New(p *kernel.Program, seed uint64) Options { return Options{Program: p, Seed: seed} }

// Likewise returns the options of a new run that is made as the recorded run of p was, up to what
// its strategy chooses.
func Likewise(p *kernel.Program, rec *record.Recording) Options { return optionsOf(p, rec) }

// Replay returns the options with which the recorded run of p is made again: all choices and all
// input come from the recording. Options that say how to choose, or to write the run down, have no effect.
func Replay(p *kernel.Program, rec *record.Recording) Options {
	o := optionsOf(p, rec)
	o.Parent, o.replay, o.Strategy = rec.Parent, record.NewReplay(rec), rec.Strategy
	o.Deep = rec.Outcome == record.Overflow
	if rec.Outcome == record.Greedy {
		o.MaxMemory = 2*o.MaxMemory + slack // it had taken more when that was noticed
	}
	return o
}

// Follow returns the options of a fork of the recorded run of p: choices and input are those that were
// recorded, as far as f follows the recording, and then those of a new run with the seed. File is the
// recording's name.
func Follow(p *kernel.Program, rec *record.Recording, f *record.Follow, file string, seed uint64) Options {
	o := optionsOf(p, rec)
	o.Seed, o.follow, o.Parent, o.Edits = seed, f, f.Parent(file), f.Edits()
	return o
}

// Replayed returns what replays a recording, nil if the options are not those of Replay.
func (o *Options) Replayed() *record.Replay { return o.replay }

// Followed returns what follows a recording, nil if the options are not those of Follow.
func (o *Options) Followed() *record.Follow { return o.follow }

// Again returns the options of one more run like it: a Replay and a Follow are for one run. A fork
// cannot be made again so.
func (o Options) Again() Options {
	if o.replay != nil {
		o.replay = o.replay.Again()
	}
	return o
}

// DefaultLoopLimit is how long a thread may compute without a kernel call.
const DefaultLoopLimit = watch.Usual

// Within sets LoopLimit, unless limit is 0: then that of the options, or of the recording
// that they come from, stays.
func (o *Options) Within(limit time.Duration) {
	if limit > 0 {
		o.LoopLimit = limit
	}
}

func (o *Options) loopLimit() time.Duration {
	if o.LoopLimit <= 0 {
		return DefaultLoopLimit
	}
	return o.LoopLimit
}

// limits are those of program code.
func (o *Options) limits() watch.Limit { return watch.Limit{Time: o.LoopLimit, Deep: o.Deep} }

// config is the machine's part of the options.
func (o *Options) config(r *Run) (kernel.Config, error) {
	cfg := o.Config()
	cfg.Heartbeat = &r.heartbeat
	if err := o.recorded(&cfg, r.reader()); err != nil {
		return cfg, err
	}
	if r.walk != nil {
		cfg.Tracer = cfg.Tracer.And(r.walk.tracer())
	}
	if o.Take != nil {
		o.Take.Watch(&cfg)
	}
	cfg.Tracer = cfg.Tracer.And(o.Tracer)
	if r.checks != nil {
		cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Event: r.check})
	}
	return cfg, nil
}

// reader returns the lines of console input, nil if there are none.
func (r *Run) reader() func() (string, bool) {
	if r.Options.Input == nil {
		return nil
	}
	read := r.Options.Input.Reader()
	return func() (string, bool) {
		r.input.Store(true)
		defer r.input.Store(false)
		return read()
	}
}

// Config is the machine's configuration for the options, without its Door and observers.
func (o *Options) Config() kernel.Config {
	cfg := kernel.Config{
		Seed: o.Seed, Args: o.Args, MaxSteps: o.MaxSteps,
		Weak: o.Weak, FreeTimers: o.FreeTimers, KeepGoing: o.KeepGoing, Lenient: o.Lenient,
		Preempt: o.Preempt, Lines: o.Lines, Edits: o.Edits, Halt: o.Halt,
	}
	if o.replay != nil {
		applyHeader(&cfg, o.replay.Header())
	}
	return cfg
}
