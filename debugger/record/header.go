package record

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"machsim/kernel"
)

// Header says what was run: everything that a run depends on besides its choices and input.
type Header struct {
	Program    string
	Args       map[string]string // the parameters that were given
	Seed       uint64
	Strategy   string // the name of the strategy that made the choices
	MaxSteps   uint64
	StepTime   int64 // kernel.Timeless is stored as 0
	Weak       bool
	FreeTimers bool
	KeepGoing  bool
	Lenient    bool
	Preempt    bool
	Limits     Limits        // the limits at which the run would have been given up
	Build      string        // fingerprint of the executable that ran it
	Package    Package       // that declares the program, the zero Package for machsim's own
	Parent     *Parent       // the recording that it is a fork of, nil if it is none
	Edits      []kernel.Edit // the changes made at a debugger
	Halt       *kernel.Halt  // the predicate that was to halt the run, nil for none
	Agents     kernel.Agents // how hosts halt and go on, when edits say so
	Faults     kernel.Faults // how many faults of each kind it might have
	Claims     []string      // what it was held against: the flag of one of ClaimKinds, and its text, and so on
	Test       string        // the test whose own conditions looked at it, "" if none did
	Keep       Keep          // how much of the run is kept; the zero Keep is all
}

// Limits is what a run may use of the computer that it is made on. They do not change a run that
// stays below them. A replay has those of its recording, on any computer.
type Limits struct {
	Loop   time.Duration // processor time between two kernel calls, 0 if not known
	Memory uint64        // bytes in use, 0 for any number
}

// HeaderOf returns the header for a run of p, whose choices the usual strategy makes unless the caller
// puts another name there.
func HeaderOf(p *kernel.Program, cfg kernel.Config) Header {
	cfg.MaxSteps = cmp.Or(cfg.MaxSteps, p.Limit)
	cfg = cfg.WithDefaults()
	return Header{
		Program: p.Name, Args: cfg.Args, Seed: cfg.Seed, Strategy: "random",
		MaxSteps: cfg.MaxSteps, StepTime: cfg.StepTime,
		Weak: cfg.Weak, FreeTimers: cfg.FreeTimers, KeepGoing: cfg.KeepGoing, Lenient: cfg.Lenient,
		Preempt: cfg.Preempt, Edits: cfg.Edits, Halt: cfg.Halt, Agents: cfg.Agents,
		Faults: cfg.Faults, Build: ThisBuild(),
	}
}

// Config returns the configuration that repeats the run, without its Door and Tracer.
func (h *Header) Config() kernel.Config {
	return kernel.Config{
		Seed: h.Seed, Args: h.Args, MaxSteps: h.MaxSteps, StepTime: h.StepTime,
		Weak: h.Weak, FreeTimers: h.FreeTimers, KeepGoing: h.KeepGoing, Lenient: h.Lenient, Preempt: h.Preempt,
		Edits: h.Edits, Halt: h.Halt, Agents: h.Agents, Faults: h.Faults,
	}
}

// Bits of the header's flags.
const (
	flagWeak = 1 << iota
	flagFreeTimers
	flagKeepGoing
	flagFork
	flagReordered
	flagEdits
	flagPackage
	flagHalt
	flagLenient
	flagPreempt
	flagFaults
	flagClaims
	flagTest
	flagScopes
	flagAgents
	flagSnapshot
	flagProbes
	flagKeep
	flagsEnd // the first bit that has no meaning
)

func (h *Header) append(b []byte) []byte {
	b = appendText(b, h.Program)
	b = binary.AppendUvarint(b, uint64(len(h.Args)))
	for _, name := range slices.Sorted(maps.Keys(h.Args)) {
		b = appendText(appendText(b, name), h.Args[name])
	}
	b = binary.LittleEndian.AppendUint64(b, h.Seed)
	b = appendText(b, h.Strategy)
	b = binary.AppendUvarint(b, h.MaxSteps)
	b = binary.AppendUvarint(b, uint64(max(h.StepTime, 0)))
	b = binary.AppendUvarint(b, uint64(h.Limits.Loop))
	b = binary.AppendUvarint(b, h.Limits.Memory)
	b = binary.AppendUvarint(b, h.flags())
	b = h.Parent.append(appendText(b, h.Build))
	b = appendHalt(h.Package.append(appendEdits(b, h.Edits)), h.Halt)
	b = appendClaims(appendFaults(b, h.Faults), h.Claims)
	if h.Test != "" {
		b = appendText(b, h.Test)
	}
	return h.Keep.append(appendAgents(b, &h.Agents))
}

func (h *Header) flags() uint64 {
	return bit(h.Weak, flagWeak) | bit(h.FreeTimers, flagFreeTimers) | bit(h.KeepGoing, flagKeepGoing) |
		bit(h.Parent != nil, flagFork) | bit(h.Parent != nil && h.Parent.Reordered, flagReordered) |
		bit(len(h.Edits) > 0, flagEdits) | bit(h.Package.Path != "", flagPackage) | bit(h.Halt != nil, flagHalt) |
		bit(h.Lenient, flagLenient) | bit(h.Preempt, flagPreempt) | bit(h.Faults != kernel.Faults{}, flagFaults) |
		bit(len(h.Claims) > 0, flagClaims) | bit(h.Test != "", flagTest) |
		bit(h.Faults.Scoped(), flagScopes) | bit(!h.Agents.Usual(), flagAgents) |
		bit(h.Halt != nil && h.Halt.Snapshot, flagSnapshot) | bit(len(h.Faults.Probes()) > 0, flagProbes) |
		bit(!h.Keep.All(), flagKeep)
}

func bit(set bool, mask uint64) uint64 {
	if set {
		return mask
	}
	return 0
}

// readHeader reads what append has written; false if it is invalid.
func readHeader(payload []byte) (Header, bool) {
	r := reader{b: payload}
	h := Header{Program: r.text(), Args: map[string]string{}}
	for range r.count() {
		name := r.text()
		h.Args[name] = r.text()
	}
	h.Seed = r.uint64()
	h.Strategy = r.text()
	h.MaxSteps = r.uvarint()
	if h.StepTime = int64(r.uvarint()); h.StepTime == 0 {
		h.StepTime = kernel.Timeless
	}
	h.Limits = Limits{Loop: time.Duration(r.uvarint()), Memory: r.uvarint()}
	flags := r.uvarint()
	h.Weak, h.FreeTimers, h.KeepGoing = flags&flagWeak != 0, flags&flagFreeTimers != 0, flags&flagKeepGoing != 0
	h.Lenient, h.Preempt = flags&flagLenient != 0, flags&flagPreempt != 0
	h.Build = r.text()
	h.Parent = readParent(&r, flags)
	h.Edits = readEdits(&r, flags)
	h.Package = readPackage(&r, flags)
	h.Halt = readHalt(&r, flags)
	h.Faults = readFaults(&r, flags)
	h.Claims = readClaims(&r, flags)
	if flags&flagTest != 0 {
		h.Test = r.text()
	}
	h.Agents = readAgents(&r, flags)
	h.Keep = readKeep(&r, flags)
	return h, r.whole() && flags < flagsEnd && h.MaxSteps > 0 && h.StepTime >= kernel.Timeless &&
		h.StepTime < 1<<32 && h.Limits.Loop >= 0
}
