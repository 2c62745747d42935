package app

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/report"
	"machsim/debugger/runner"
)

// ward is the side of the process that runs programs: it tells its guard what it does.
// A nil ward has no guard, and tells nobody.
type ward struct {
	guard *os.File // a socket
	marks *runner.Footprints

	journal []byte // for the recording of the run that is made; nil if there is none

	restore func() // the terminal, as it was

	mu   sync.Mutex
	stop func() // nil when nobody wants to hear of interrupts
}

// guarded is this process as a ward, nil if it is none.
var guarded *ward

// An interrupt comes over the socket as this byte.
const interruptByte = 'i'

// codeInterrupted is the exit code of a process that was interrupted while it was not
// prepared for it, as shells have it.
const codeInterrupted = 130

// begin lets the guard hear of crashes, and the ward of interrupts and the guard's end.
func (w *ward) begin() {
	_ = debug.SetCrashOutput(w.guard, debug.CrashOptions{})
	go w.listen()
}

// listen ends the process when its guard is gone: nobody waits for it any more.
func (w *ward) listen() {
	b := make([]byte, 1)
	for {
		if _, err := io.ReadFull(w.guard, b); err != nil {
			w.orphaned()
		}
		w.mu.Lock()
		stop := w.stop
		w.mu.Unlock()
		if stop == nil {
			w.restore()
			w.ends(codeInterrupted)
			os.Exit(codeInterrupted)
		}
		stop()
	}
}

// orphaned ends the process when its guard is gone. A run gets the time to come to rest, so that its
// recording is written.
func (w *ward) orphaned() {
	w.mu.Lock()
	stop := w.stop
	w.mu.Unlock()
	if stop != nil {
		stop()
		time.Sleep(rest)
	}
	w.restore()
	os.Exit(exitFailed)
}

// rest is how long a run may take to be interrupted and written down, when nobody waits for it.
const rest = time.Second

// onInterrupt sets what is to be done at an interrupt, nil for ending the process. If there
// was one before, it has done what it was to do.
func (w *ward) onInterrupt(stop func()) {
	w.mu.Lock()
	w.stop = stop
	w.mu.Unlock()
	w.says(saysTaken)
}

func (w *ward) says(format string, args ...any) {
	if w != nil {
		fmt.Fprintf(w.guard, format+"\n", args...)
	}
}

// tries says that many seeds are tried.
func (w *ward) tries(o *runner.Options) {
	w.runs(o)
	w.says("%s%q", saysSeeds, fmt.Sprintf("--seed %d", o.Seed))
}

// ends says that the process ends as it should.
func (w *ward) ends(code int) { w.says("%s%d", saysEnded, code) }

// runs says which run is made, and leaves the footprints of that to the guard.
func (w *ward) runs(o *runner.Options) {
	if w == nil {
		return
	}
	again := *o
	again.MaxSteps = 0 // the guard puts its own limit there
	command := report.Command("run", &again)
	if o.Replay != nil {
		command = report.Open("replay", o.Recording, o.Trust)
	}
	w.says("%s%q", saysCommand, command)
	if o.Record != nil {
		w.says("%s%q", saysFile, o.Recording)
	}
	o.Footprints = w.marks
}

// records shares with the guard what a recorder has not written yet.
func (w *ward) records(r *record.Recorder) {
	if w != nil && w.journal != nil {
		clear(w.journal)
		r.Mirror(w.journal)
	}
}

// debugs says that a recording is open, and that the runs from now on are the debugger's. Path
// is "" if it has no file.
func (w *ward) debugs(path string) {
	w.says("%s%q", saysCommand, report.Open("debug", path, elsewhere))
	w.says("%s%q", saysFile, "")
}
