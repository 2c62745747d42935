package study

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/run/runner"
)

// A program that calls os.Exit ends the process of a test, and Go has no hook for that. So another process watches it,
// with memory that both share: while runs are tried there stands in a part of it which test tries them, and in
// Footprints how far they have come. When the process has ended, the parts that are in use are those in whose midst
// it did, and the watcher says so.

// watched are the parts of the shared memory, nil if nobody watches.
type watched struct {
	mu    sync.Mutex
	parts []part
	pipe  *os.File // the watcher's other end. It is never closed: the end of the process does that
}

// part is memory about the runs that a test tries: a header, and Footprints.
//
//	byte 0      1 while it is used
//	bytes 2     length of the test's name, 2 bytes
//	bytes 4     length of the command that repeats the test, 2 bytes
//	bytes 8     the name, and the command
type part []byte

const (
	headerBytes  = 2048
	partBytes    = headerBytes + runner.FootprintBytes
	watchedBytes = 64 * partBytes
)

// partsOf divides the shared memory.
func partsOf(memory []byte) (all []part) {
	for p := range slices.Chunk(memory, partBytes) {
		all = append(all, p)
	}
	return all
}

// InTest is the Watcher of the runs of a test, until the function is called that it returns: a process that says in the
// midst of which of them this one has ended. The command repeats the test; before the flag for a seed it has no other.
func InTest(test, command string) (w Watcher, end func()) {
	x := supervised()
	p := x.free()
	if p == nil {
		return nil, func() {}
	}
	n := copy(p[8:headerBytes], test)
	binary.LittleEndian.PutUint16(p[2:], uint16(n))
	binary.LittleEndian.PutUint16(p[4:], uint16(copy(p[8+n:headerBytes], command)))
	return inTest{runner.NewFootprints(p[headerBytes:])}, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		p[0] = 0
	}
}

// inTest is a Watcher that wants footprints alone.
type inTest struct{ footprints *runner.Footprints }

func (inTest) Does(string, string, string)      {}
func (w inTest) Footprints() *runner.Footprints { return w.footprints }
func (inTest) Journals(*record.Recorder)        {}

// free finds a part and takes it; nil if there is none. A run that was given up may go on: then its part stays its own.
func (w *watched) free() part {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		if p[0] == 0 && len(runner.ReadFootprints(p[headerBytes:])) == 0 {
			p[0] = 1
			return p
		}
	}
	return nil
}

// EndTests notes that no runs are tried any more: the process is about to end, and has said why.
func EndTests() {
	w := supervised()
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		p[0] = 0
	}
}

// ended says how the process has ended, by what Go's runtime has reported of that.
func ended(crash string) string {
	if calls := watch.Overflow(crash); calls != "" {
		return "the program has overflown its stack, which ends the process: " + calls
	}
	return "the process of the tests has ended in the midst of a run, by os.Exit, log.Fatal, " +
		"a panic in a goroutine of the program or the like; th.Exit ends a thread, th.Check makes a run fail"
}

// pulse shows whether somebody still looks after the runs of the process whose memory it is.
func pulse(memory []byte) (all runner.Pulse) {
	for _, p := range partsOf(memory) {
		one := runner.ReadPulse(p[headerBytes:])
		all.Watchers, all.Looks = all.Watchers+one.Watchers, all.Looks+one.Looks
	}
	return all
}

// reportMidst says in the midst of which runs the process has ended that has left the memory, and how.
func reportMidst(to io.Writer, memory []byte, how string) {
	for _, p := range partsOf(memory) {
		if p[0] == 0 {
			continue
		}
		n := min(int(binary.LittleEndian.Uint16(p[2:])), headerBytes-8)
		m := min(int(binary.LittleEndian.Uint16(p[4:])), headerBytes-8-n)
		fmt.Fprintf(to, "--- FAIL: %s\n    %s\n    the other tests are not run\n", p[8:8+n], how)
		for _, f := range runner.ReadFootprints(p[headerBytes:]) {
			fmt.Fprintf(to, "      this was being tried: seed %d%s\n        %s\n        repeat it: %s\n",
				f.Seed, by(f), f.Place(), repeating(string(p[8+n:8+n+m]), f))
		}
	}
}

// by names the strategy of a run, if it is not the usual one.
func by(f Footprint) string {
	if f.Strategy == "" || f.Strategy == strategy.Usual() {
		return ""
	}
	return " of " + f.Strategy
}

// SeedFlag is in the command of a test the flag for one seed.
const SeedFlag = " -simtest.seed "

// repeating is the command of a test for one run; all of them, where a strategy has learnt from those before.
func repeating(command string, f Footprint) string {
	alone, _, _ := strings.Cut(command, SeedFlag)
	if Learns(f.Strategy) {
		return alone
	}
	return fmt.Sprint(alone, SeedFlag, f.Seed)
}
