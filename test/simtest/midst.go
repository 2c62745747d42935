package simtest

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record/watch"
	"machsim/debugger/run/runner"
)

// A program that calls os.Exit ends the test process, and Go has no hook for that. So another process watches this one,
// with memory that both share: while runs are tried there stands in a part of it which test tries them, and in
// Footprints how far they have come. When the process has ended, the parts that are in use are those in whose midst
// it did, and the watcher says so.

// watched are the parts of the shared memory, nil if nobody watches.
type watched struct {
	mu    sync.Mutex
	parts []part
	pipe  *os.File // the watcher's other end. It is never closed: the end of the process does that
}

// part is memory about the runs that one call of Run, Fails or Explore tries: a header, and Footprints.
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

// begin notes that runs are tried for a test. The function that it returns notes that they are not tried any more.
func (w *watched) begin(test, command string) (f *runner.Footprints, end func()) {
	p := w.free()
	if p == nil {
		return nil, func() {}
	}
	n := copy(p[8:headerBytes], test)
	binary.LittleEndian.PutUint16(p[2:], uint16(n))
	binary.LittleEndian.PutUint16(p[4:], uint16(copy(p[8+n:headerBytes], command)))
	return runner.NewFootprints(p[headerBytes:]), func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		p[0] = 0
	}
}

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

// forget notes that no runs are tried any more: the process is about to end, and has said why.
func (w *watched) forget() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		p[0] = 0
	}
}

// tries notes that the runs of the plan are tried, until the function is called that it returns.
func (p *plan) tries(t testing.TB) (end func()) {
	p.options.Lines = true // footprints have them
	p.options.Footprints, end = supervised().begin(t.Name(), p.command(t.Name(), 0))
	return end
}

// ended says how the process has ended, by what Go's runtime has reported of that.
func ended(crash string) string {
	if calls := watch.Overflow(crash); calls != "" {
		return "the program has overflown its stack, which ends the process: " + calls
	}
	return "the process of the tests has ended in the midst of a run, by os.Exit, log.Fatal, " +
		"a panic in a goroutine of the program or the like; th.Exit ends a thread, th.Check makes a run fail"
}

// reportMidst says in the midst of which runs the process has ended that has left the memory, and how.
func reportMidst(to io.Writer, memory []byte, crash string) {
	for _, p := range partsOf(memory) {
		if p[0] == 0 {
			continue
		}
		n := min(int(binary.LittleEndian.Uint16(p[2:])), headerBytes-8)
		m := min(int(binary.LittleEndian.Uint16(p[4:])), headerBytes-8-n)
		fmt.Fprintf(to, "--- FAIL: %s\n    %s\n    the other tests are not run\n", p[8:8+n], ended(crash))
		for _, f := range runner.ReadFootprints(p[headerBytes:]) {
			fmt.Fprintf(to, "      this was being tried: seed %d%s\n        %s\n        repeat it: %s\n",
				f.Seed, by(f), f.Place(), repeating(string(p[8+n:8+n+m]), f))
		}
	}
}

// by names the strategy of a run, if it is not the usual one.
func by(f runner.Footprint) string {
	if f.Strategy == "" || f.Strategy == strategy.Usual() {
		return ""
	}
	return " of " + f.Strategy
}

// repeating is the command of a test for one run; all of them, where a strategy has learnt from those before.
func repeating(command string, f runner.Footprint) string {
	alone, _, _ := strings.Cut(command, seedFlag)
	if row := strategy.Named(f.Strategy); row == nil || row.Learns {
		return alone
	}
	return fmt.Sprint(alone, seedFlag, f.Seed)
}
