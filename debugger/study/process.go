package study

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/text"
	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/livelock"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Process is what a process has that makes runs: where their programs come from, and who else has to do with them. That
// of tests is the zero Process.
type Process struct {
	Programs []*kernel.Program            // that can be run
	Package  record.Package               // that declares them; the zero Package for machsim's own
	Typed    func(*kernel.Program) string // what a program is called on a command line; nil for by its name
	Trust    bool                         // Package is not of the module one stands in
	Watcher  Watcher                      // nil for none
	Limits   report.Limits                // how a person raises them

	// Conditions are those of the test that has looked at a recorded run, nil if this process has not that test. It may be
	// nil.
	Conditions func(*record.Recording) func(*Running) Check
	// Models are those that the calls of such a run were held against, which are functions, too. It may be nil.
	Models func(*record.Recording) []*Model

	// Livelocks are judged by programs with hooks. Hooked returns that for a program without, nil if this process has
	// none; Elsewhere asks another process about the recording of a run. Both may be nil.
	Hooked    func(*kernel.Program) *kernel.Program
	Elsewhere func(recording []byte) (*cycle.Cycle, error)
}

// Watcher is another process, which looks after this one: what programs do may end it.
type Watcher interface {
	// Does tells what is done from now on: the command line that does it again, the file that a recording is written to,
	// and the words of the command that name the first of many seeds.
	Does(command, file, seeds string)
	// Footprints are what runs have to leave for it; nil for none.
	Footprints() *runner.Footprints
	// Journals has it complete a recording.
	Journals(*record.Recorder)
}

// Program returns the program of a name, nil if there is none.
func (x *Process) Program(name string) *kernel.Program {
	i := slices.IndexFunc(x.Programs, func(p *kernel.Program) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return x.Programs[i]
}

// Names are those of the programs.
func (x *Process) Names() (all []string) {
	return text.Each(x.Programs, func(p *kernel.Program) string { return p.Name })
}

// ProgramOf returns the program of the recording in a file. The error is an *Unfit if there is none.
func (x *Process) ProgramOf(rec *record.Recording, file string) (*kernel.Program, error) {
	if p := x.Program(rec.Program); p != nil && rec.Package.Path == x.Package.Path {
		return p, nil
	}
	return nil, unfit("%s is a recording of program %q, which this machsim does not have", file, rec.Program)
}

// Command returns the command line that does something with the recording in a file.
func (x *Process) Command(verb, file string) string { return commandline.Open(verb, file, x.Trust) }

// Incomplete says why the recording in a file is not complete, and how much of the run it has.
func (x *Process) Incomplete(file string, why error) string {
	said := fmt.Sprintf("the recording is not complete: %v", why)
	if errors.As(why, new(*record.Taken)) {
		return said
	}
	return fmt.Sprintf("%s; %s has %s", said, file, x.Holds(file))
}

// Holds says how much of a run that did not end is in its recording.
func (x *Process) Holds(file string) string {
	rec, err := record.Open(file)
	switch {
	case err != nil:
		return "nothing that can be read"
	case rec.Events == 0:
		return "nothing of it"
	}
	return fmt.Sprintf("it up to event %d; %s --trace shows that", rec.Events, x.Command("replay", file))
}

// Advised adds to the error of a replay that was given up at a limit how to raise that.
func (x *Process) Advised(err error) string {
	var g *report.GivenUp
	if errors.As(err, &g) {
		return err.Error() + ": this one needs " + x.Limits.Of(g.Limit)
	}
	return err.Error()
}

// declares notes in the options of a run which package its program comes from.
func (x *Process) declares(o *runner.Common) {
	if x.Package.Path != "" {
		o.Package, o.Trust = x.Package, x.Trust
	}
	if x.Typed != nil {
		o.As = x.Typed(o.Program)
	}
}

// does tells the Watcher which run is made, and lets it see the progress of that. Of a search seeds names the first.
func (x *Process) does(o runner.Options, seeds string) {
	if x.Watcher == nil {
		return
	}
	again, file := o.Setup(), ""
	again.MaxSteps = 0 // who reports may put a limit of its own there
	command := commandline.Command("run", again)
	if again.Replayed() != nil {
		command = commandline.Open("replay", again.Recording, again.Trust)
	}
	if again.Record != nil {
		file = again.Recording
	}
	x.Watcher.Does(command, file, seeds)
	o.Shared().Footprints = x.Watcher.Footprints()
}

// debugs tells the Watcher that a live run is made: what is done to it stands in its recording only.
func (x *Process) debugs(o *runner.NewOptions) {
	x.does(o, "")
	if x.Watcher != nil && o.Recording != "" {
		x.Watcher.Does(commandline.Open("debug", o.Recording, o.Trust), o.Recording, "")
	}
}

// proves has it found out whether a run repeats itself that is given up at its limit of events, and whether it is in a
// livelock then.
func (x *Process) proves(o *runner.Common) { o.Repeats, o.Prove = true, x.prove(o) }

// prove returns what says whether runs with such options are in a livelock; nil for nobody.
func (x *Process) prove(o *runner.Common) runner.Prove {
	if x.Hooked == nil && x.Elsewhere == nil {
		return nil
	}
	p, limit := o.Program, o.LoopLimit
	return func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
		var with *kernel.Program
		if x.Hooked != nil {
			with = x.Hooked(p)
		}
		switch {
		case with != nil:
			return livelock.Judge(with, rec, w, c, limit)
		case x.Elsewhere != nil:
			return x.elsewhere(rec, c)
		}
		return c
	}
}

// elsewhere asks another process about the cycle of a recorded run.
func (x *Process) elsewhere(rec *record.Recording, c *cycle.Cycle) *cycle.Cycle {
	found, err := x.Elsewhere(rec.Data())
	if err == nil && found != nil {
		return found
	}
	with := *c
	with.Why = "the program with hooks makes another run"
	if err != nil {
		with.Why = "they take hooks: " + quote.Line(fmt.Sprint(err))
	}
	return &with
}

// usually is a Process, or the zero one for nil.
func (x *Process) usually() *Process { return cmp.Or(x, &Process{}) }

// Footprint is how far a run had come that a Watcher looked after.
type Footprint = runner.Footprint

// ReadFootprints reads those that runs have left in the memory of a Watcher.
func ReadFootprints(memory []byte) []Footprint { return runner.ReadFootprints(memory) }

// Learns says that a strategy learns from each run for the next: a seed alone does not make a run of it again.
func Learns(name string) bool {
	row := strategy.Named(name)
	return row == nil || row.Learns
}

// Tried is the command that makes a run of a search again, of which there is a footprint. Seeds are the words of the
// search's command that name the first seed.
func Tried(command, seeds string, f Footprint) string {
	words := fmt.Sprintf("--seed %d", f.Seed)
	s := cmp.Or(f.Strategy, strategy.Usual())
	if !strings.Contains(command, " --strategy "+s) && s != strategy.Usual() {
		words += " --strategy " + s
	}
	text := strings.Replace(command, seeds, words, 1)
	if Learns(s) {
		text += ", after the runs before it, from which its strategy has learnt"
	}
	return text
}
