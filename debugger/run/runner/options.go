package runner

import (
	"cmp"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/cycle"
	"machsim/kernel"
)

// Options say what to run, and how: they are [NewOptions], [FollowOptions] or [ReplayOptions].
type Options interface {
	// Shared returns the part that all have, which can be changed.
	Shared() *Common
	// Setup returns the run that they describe.
	Setup() *Setup
}

// Choosing are the options of a run of which a strategy makes choices: [NewOptions] or [FollowOptions].
type Choosing interface {
	Options
	// Chosen returns the part that both have, which can be changed.
	Chosen() *Choices
}

// Common is what the options of all runs have.
type Common struct {
	Program *kernel.Program
	Package record.Package // that declares it; the zero Package for machsim's own
	As      string         // what the program is called on a command line; "" means by its name
	Trust   bool           // Package is not of the module one stands in: to open a recording of it takes --trust

	LoopLimit time.Duration // how long a thread may compute without a kernel call; 0 means DefaultLoopLimit
	Beside    bool          // another replay of the same run goes on beside this one, and its memory is not this one's
	Parked    bool          // when it has ended well, its threads stay where they are, until Close
	MaxMemory uint64        // how many bytes the process may have in use, more or less; 0 for any number

	Recording string        // the file that the run is recorded in; "" for none
	Take      *tape.Builder // takes the run down; nil for none

	Lines      bool                     // calls carry their source lines
	Repeats    bool                     // a run that is given up at its limit of events is asked whether it repeats itself
	Prove      Prove                    // says whether such a run, recorded for it, is in a livelock; nil for nobody
	Tracer     kernel.Tracer            // listens to the run
	Check      func(*Run) Check         // looks at each run, by tests of its own; nil for none
	Listen     func(*Run) kernel.Tracer // listens to each run, by a listener of its own; nil for none
	Heard      func(*kernel.Machine)    // gets the machine of the run, which hears the program's hooks; nil for not
	Stop       <-chan struct{}          // closed when the run is to end now
	Footprints *Footprints              // where the run is at every step, for another process; nil for none
}

// Prove says whether the cycle of a run that was given up is a livelock, and returns it with what was found.
type Prove func(*record.Recording, *cycle.Watch, *cycle.Cycle) *cycle.Cycle

// Choices is what the options of a run have of which a strategy makes choices.
type Choices struct {
	Seed       uint64
	Strategy   string            // the name of who chooses; "" for the usual strategy
	By         strategy.Strategy // that one, if it lives across runs or is none of package strategy's; nil for a new one
	Try        int               // the number of the run among those of By
	Weak       bool
	FreeTimers bool
	KeepGoing  bool            // the first panic ends its task alone
	Survive    bool            // a thread that fails stops, and the others go on: for a search; not recorded
	Lenient    bool            // unlocking what is not locked does nothing, as in C Threads
	MaxSteps   uint64          // 0 means the kernel's default
	StepTime   int64           // how long a step takes, as kernel.Config says; 0 means what the strategy wants
	Edits      []kernel.Edit   // what is changed on the way
	Halt       *kernel.Halt    // has the run halted by messages; nil for not
	Agents     kernel.Agents   // how hosts halt and go on, when edits say so
	Faults     kernel.Faults   // how many faults of each kind may happen
	Bounds     strategy.Bounds // of an exhaustive search
	ByReceipt  bool            // its classes are those by receipt

	Keep    record.Keep      // how much of the run its recording has; a face repeats it
	Outgrew func(*Outgrown)  // is told when pictures become too large for that; nil for nobody
	Input   *Input           // console input; nil means none
	Claims  []string         // what the run is held against, as the header has it; a face repeats it
	Test    string           // the test whose Check looks at the run; "" if that is of no test
	Record  *record.Recorder // writes the run down; nil for none
}

// NewOptions are the options of a new run, all of whose choices a strategy makes.
type NewOptions struct {
	Common
	Choices
	Args    map[string]string
	Preempt bool // threads take turns at accesses to variables, too: for a program with hooks; one run at a time
	Hears   bool // the Log hears accesses to variables, if the program has hooks; one run at a time
	Alone   bool // no run goes on beside another, because hooks are heard when runs are judged
	parent  *record.Parent
	claims  *Claims // that its runs are held against; nil for none
}

// FollowOptions are those of a fork: choices and input are those that were recorded, as far as
// it follows the recording, and then those of a new run.
type FollowOptions struct {
	Common
	Choices
	First kernel.Actor // takes the first step of the fork's own, if it can; the zero Actor for none
	Leave Leave        // makes its machine, of threads that have come so far; nil for a new one
	// Collector takes pictures of what goes on in the middle of a run of which only the last part is kept; nil for none.
	Collector *tape.Builder

	parent NewOptions // with which the recorded run was made
	follow *record.Follow
	of     *record.Parent
}

// Leave makes a machine on which a run goes on.
type Leave func(kernel.Config) *kernel.Machine

// ReplayOptions are those of a recorded run that is made again: all choices and all input come from
// the recording.
type ReplayOptions struct {
	Common
	made   NewOptions // with which the recorded run was made
	deep   bool
	replay *record.Replay
	leave  Leave
}

// From has the replay begin with a machine that stands at the recording's Horizon, and not with the program's Main.
func (o *ReplayOptions) From(l Leave) {
	o.leave = l
	o.replay.Resume()
}

// Setup is all that a run is made with: its Options, and what they have of a recording.
type Setup struct {
	Common
	Choices
	Args    map[string]string
	Preempt bool
	Hears   bool
	Deep    bool           // program code may call itself without end: so the run ended that is replayed
	First   kernel.Actor   // takes the first step that the strategy chooses
	Parent  *record.Parent // the recording that a fork follows, or that the recorded run has followed

	// Where the choices and the input come from before those of the strategy: nowhere, or from a
	// recording. At most one is set.
	replay *record.Replay
	follow *record.Follow
	leave  Leave
	door   kernel.Door // of the strategy

	collector *tape.Builder // FollowOptions.Collector
}

// New returns the options of a new run.
func New(p *kernel.Program, seed uint64) *NewOptions {
	return &NewOptions{Common: Common{Program: p}, Choices: Choices{Seed: seed}}
}

// Likewise returns the options of a new run that is made as the recorded run of p was, up to what
// its strategy chooses.
func Likewise(p *kernel.Program, rec *record.Recording) *NewOptions {
	o := optionsOf(p, rec)
	return &o
}

// Replay returns the options with which the recorded run of p is made again.
func Replay(p *kernel.Program, rec *record.Recording) *ReplayOptions {
	o := &ReplayOptions{made: optionsOf(p, rec), replay: record.NewReplay(rec), deep: rec.Outcome == record.Overflow}
	o.Common, o.made.Strategy = o.made.Common, rec.Strategy
	if rec.MaxSteps == Endless {
		o.made.MaxSteps = Endless
	}
	if rec.Outcome == record.Greedy {
		o.MaxMemory = 2*o.MaxMemory + slack // it had taken more when that was noticed
	}
	return o
}

// Follow returns the options of a fork of the recorded run of p, which f leads as far as it follows
// the recording. File is the recording's name.
func Follow(p *kernel.Program, rec *record.Recording, f *record.Follow, file string, seed uint64) *FollowOptions {
	o := &FollowOptions{parent: optionsOf(p, rec), follow: f, of: f.Parent(file)}
	o.Common, o.Choices = o.parent.Common, o.parent.Choices
	o.Seed, o.Edits, o.Claims, o.Keep = seed, f.Edits(), nil, record.Keep{}
	if rec.MaxSteps == Endless && !rec.Keep.All() {
		o.MaxSteps = o.of.Event + cmp.Or(p.Limit, kernel.DefaultMaxSteps)
	}
	return o
}

// Same makes it no fork, but the recorded run itself, which is another from there on. It reads what is left of its
// input.
func (o *FollowOptions) Same(input *Input) {
	o.of, o.Claims, o.Test = o.parent.parent, o.parent.Claims, o.parent.Test
	o.Input = input.rest()
}

// Left says whether it has nothing to follow: it leaves where it begins.
func (o *FollowOptions) Left() bool { return o.follow.Left() }

// Shared returns c.
func (c *Common) Shared() *Common { return c }

// Chosen returns c.
func (c *Choices) Chosen() *Choices { return c }

// Setup returns the run that o describes.
func (o *NewOptions) Setup() *Setup {
	s := &Setup{Common: o.Common, Choices: o.Choices, Args: o.Args, Preempt: o.Preempt, Hears: o.Hears,
		Parent: o.parent}
	s.Listen = o.listener()
	return s
}

// Setup returns the run that o describes.
func (o *FollowOptions) Setup() *Setup {
	s := o.parent.Setup()
	s.Common, s.Choices, s.First, s.Parent, s.follow, s.leave = o.Common, o.Choices, o.First, o.of, o.follow, o.Leave
	s.collector = o.Collector
	return s
}

// Setup returns the run that o describes.
func (o *ReplayOptions) Setup() *Setup {
	s := o.made.Setup()
	s.Common, s.Deep, s.replay, s.leave = o.Common, o.deep, o.replay, o.leave
	return s
}

// Replayed returns what replays the recording.
func (o *ReplayOptions) Replayed() *record.Replay { return o.replay }

// Again returns the options of one more replay: these are for one.
func (o *ReplayOptions) Again() *ReplayOptions {
	again := *o
	again.replay = o.replay.Again()
	return &again
}

// Replayed returns what replays a recording, nil if the run is no replay.
func (s *Setup) Replayed() *record.Replay { return s.replay }

// Followed returns what follows a recording, nil if the run is no fork.
func (s *Setup) Followed() *record.Follow { return s.follow }

// DefaultLoopLimit is how long a thread may compute without a kernel call.
const DefaultLoopLimit = watch.Usual

// Within sets LoopLimit, unless limit is 0: then that of the options, or of the recording
// that they come from, stays.
func (c *Common) Within(limit time.Duration) {
	if limit > 0 {
		c.LoopLimit = limit
	}
}

func (c *Common) loopLimit() time.Duration {
	if c.LoopLimit <= 0 {
		return DefaultLoopLimit
	}
	return c.LoopLimit
}

// slower is how many times as long program code may take while its accesses to variables are heard.
const slower = 5

// limits are those of program code.
func (o *Setup) limits() watch.Limit { return watch.Limit{Time: o.heard(o.Hears), Deep: o.Deep} }

func (o *NewOptions) limits() watch.Limit { return watch.Limit{Time: o.heard(o.Hears)} }

// heard is loopLimit of a run whose accesses to variables may be heard.
func (c *Common) heard(yes bool) time.Duration {
	if yes {
		return slower * c.loopLimit()
	}
	return c.loopLimit()
}

// config is the machine's part of the options.
func (o *Setup) config(r *Run) (kernel.Config, error) {
	cfg := o.Config()
	if cfg.Heartbeat, cfg.Pool = r.heartbeat, r.pool; r.pieces != nil {
		cfg.Await, cfg.Halts = r.pieces.await, true
	}
	if err := o.recorded(&cfg, r.reader()); err != nil {
		return cfg, err
	}
	if r.walk != nil {
		cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Step: r.walk.step})
	}
	l, listens := o.door.(kernel.Log)
	listens = listens && o.Take == nil
	o.pictures(r, &cfg)
	if o.Take != nil {
		o.Take.Watch(&cfg)
	}
	cfg.Tracer = cfg.Tracer.And(o.Tracer)
	if o.Repeats {
		r.repeats = cycle.NewWatch(cfg.MaxSteps)
		cfg.Tracer = cfg.Tracer.And(r.repeats.Tracer())
	}
	if o.Listen != nil {
		cfg.Tracer = cfg.Tracer.And(o.Listen(r))
	}
	if listens {
		cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Log: l})
	}
	if r.checks != nil {
		cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Event: r.check})
	}
	return cfg, nil
}

// reader returns the lines of console input, nil if there are none.
func (r *Run) reader() func() (string, bool) {
	if r.Setup.Input == nil {
		return nil
	}
	read := r.Setup.Input.Reader()
	return func() (string, bool) {
		r.input.Store(true)
		defer r.input.Store(false)
		return read()
	}
}

// Config is the machine's configuration for the run, without its Door and observers.
func (o *Setup) Config() kernel.Config {
	cfg := kernel.Config{
		Seed: o.Seed, Args: o.Args, MaxSteps: cmp.Or(o.MaxSteps, o.Program.Limit),
		Weak: o.Weak, FreeTimers: o.FreeTimers, KeepGoing: o.KeepGoing, Survive: o.Survive, Lenient: o.Lenient,
		StepTime: o.stepTime(),
		Preempt:  o.Preempt, Hears: o.Hears, Lines: o.Lines, Edits: o.Edits, Halt: o.Halt,
		Agents: o.Agents, Faults: o.Faults, Heard: o.Heard != nil,
	}
	if o.replay != nil {
		applyHeader(&cfg, &o.replay.Recording().Header)
	}
	return cfg
}
