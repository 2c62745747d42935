package app

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/record"
	"machsim/debugger/report"
	"machsim/debugger/runner"
	"machsim/debugger/watch"
	"machsim/kernel"
)

// A program may end the process that it runs in: with os.Exit, with log.Fatal, with a
// crash that Go does not let anybody recover from. Go has no hook for the first, so it
// cannot be noticed from inside. Therefore a command that runs programs does so in a
// child, the ward: the same executable with the same arguments, which inherits the
// standard streams, belongs to the same terminal, and says over a socket how it ended.
// The parent, the guard, does nothing but wait, and passes the exit code on. When the
// ward is gone without that word, the guard says what must have happened, and where.
//
// It costs one more start of the executable, some 4 ms. A guard that is killed takes its
// ward with it: the ward ends when the socket does.

// guardEnv marks the ward: it has the guard's process id. The value alone keeps a command
// from being guarded, for a debugger of Go programs.
const (
	guardEnv = "MACHSIM_GUARD"
	alone    = "none"
)

// runsPrograms are the commands that run programs.
var runsPrograms = []string{"run", "debug", "replay", "verify", "log", "diagram", "check"}

// guard runs a command that runs programs in a child. It is cobra's hook after the flags
// were read: help, and mistakes in the flags, need no child.
func guard(c *cobra.Command, _ []string) error {
	words := strings.Fields(c.CommandPath())
	if guarded != nil || len(words) < 2 || !slices.Contains(runsPrograms, words[1]) || !inherits(c) {
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		exe = os.Args[0]
	}
	w, ok := startWard(exe, os.Args)
	if !ok {
		return nil
	}
	return w.end()
}

// end waits for the end of the ward, and is what this command ends with.
func (w *child) end() error {
	code, err := w.wait()
	return exit{code, err}
}

// last is what a ward has said: what it runs, and how it ends.
type last struct {
	command string // that makes the run again, "" when it runs nothing yet
	file    string // the run's recording
	seeds   string // many seeds are tried, beginning with this flag; "" for a single run
	ended   bool
	code    int
	crash   string // what Go said of a crash
}

// The words of a ward, each a line. What comes after them is Go's report of a crash.
const (
	saysCommand = "command "
	saysFile    = "file "
	saysSeeds   = "seeds "
	saysEnded   = "ended "
	saysTaken   = "taken" // an interrupt has done what it was to do: the next one is not the second
)

// hear reads what a ward says, to its end, and calls taken when an interrupt was.
func hear(r io.Reader, taken func()) (l last) {
	said := bufio.NewReader(io.LimitReader(r, 1<<20))
	for {
		line, err := said.ReadString('\n')
		switch word := strings.TrimSuffix(line, "\n"); {
		case word == saysTaken:
			taken()
		case line != "" && !l.line(word):
			rest, _ := io.ReadAll(said)
			l.crash = strings.TrimSpace(line + string(rest))
		}
		if err != nil || l.crash != "" {
			_, _ = io.Copy(io.Discard, r)
			return l
		}
	}
}

// line takes in a line; false if it is none of a ward's.
func (l *last) line(s string) bool {
	for _, word := range []struct {
		begin string
		to    *string
	}{{saysCommand, &l.command}, {saysFile, &l.file}, {saysSeeds, &l.seeds}} {
		if quoted, ok := strings.CutPrefix(s, word.begin); ok {
			text, err := strconv.Unquote(quoted)
			*word.to = text
			return err == nil
		}
	}
	n, ok := strings.CutPrefix(s, saysEnded)
	if !ok {
		return false
	}
	code, err := strconv.Atoi(n)
	l.ended, l.code = true, code
	return err == nil
}

// death is the end of a process that nobody had asked for.
type death struct {
	last
	how    string // the exit code, or the signal
	signal doing  // "" if it was no signal
	asked  bool   // the signal came to the guard as well
	report string // of Go's runtime
	at     []runner.Footprint
	lost   error // why the recording could not be completed
}

// doing is what a signal does to a process.
type doing string

const (
	ends  doing = "ends"
	kills doing = "kills" // as the system does too
	stops doing = "stops"
)

// String says what has happened, and where, and what can be done.
func (d death) String() string {
	var b strings.Builder
	b.WriteString(d.what())
	d.where(&b)
	d.recorded(&b)
	return b.String()
}

// what is the sentence that says the most.
func (d death) what() string {
	switch {
	case strings.HasPrefix(d.crash, panicked):
		return "the program ended the whole process by a panic in a goroutine of its own: " + d.crashed()
	case d.asked, strings.HasPrefix(d.crash, "SIGQUIT") && !sentSignal.MatchString(d.crash):
		return "the process that ran the program was ended by a signal (quit)"
	case d.overflown():
		return "the program has overflown its stack: " + d.recursion()
	case d.starved():
		return "the program asked for more memory at once than there is: out of memory" + d.crashedAt()
	case sentSignal.MatchString(d.crash):
		name, _, _ := strings.Cut(d.crash, "\n")
		return "the program ended the whole process by a signal (" + name + "), " + bySignal + d.crashedAt()
	case d.crash != "":
		return "the program ended the whole process by a crash of Go's runtime: " + d.crashed()
	}
	return d.silent()
}

// silent is what is to be said of an end without a report of Go's.
func (d death) silent() string {
	switch d.signal {
	case stops:
		return fmt.Sprintf("the program stopped the whole process by a signal (%s), %s; it was ended", d.how, bySignal)
	case kills:
		return fmt.Sprintf("the program ended the whole process by a signal (%s), %s, unless the system was short of memory", d.how, bySignal)
	case ends:
		return fmt.Sprintf("the program ended the whole process by a signal (%s), %s", d.how, bySignal)
	}
	return fmt.Sprintf("the program ended the whole process with %s, by os.Exit, log.Fatal or the like; "+
		"th.Exit ends a thread, th.Check makes a run fail", d.how)
}

// bySignal is what is known of a signal that did not come to the guard.
const bySignal = "which did not come through machsim: by syscall.Kill, os.Process.Signal or the like"

// sentSignal is Go's report of a signal that a process has sent.
var sentSignal = regexp.MustCompile(`^SIG[A-Z]+: .*\nPC=.* sigcode=(0|-6)\b`)

// What Go's report of a crash begins with. What it says of a fatal error has gone to
// standard error only.
const (
	panicked    = "panic: "
	onGoroutine = "goroutine "
	onRuntime   = "runtime stack:"
)

// debugs is how the command of a ward begins that has opened a recording.
const debugs = "machsim debug "

// crashed is the first line of Go's report, with the program's line if there is one.
func (d death) crashed() string {
	text, _, _ := strings.Cut(strings.TrimPrefix(d.crash, panicked), "\n")
	if strings.HasPrefix(text, onGoroutine) || strings.HasPrefix(text, onRuntime) {
		text = d.fatal()
	}
	return text + d.crashedAt()
}

var fatalError = regexp.MustCompile(`(?m)^fatal error: (.*)$`)

// fatal is the error that Go's report names.
func (d death) fatal() string {
	if m := fatalError.FindStringSubmatch(d.report); m != nil {
		return m[1]
	}
	return "see its report above"
}

// told says that what says the most leaves nothing to be read in Go's report.
func (d death) told() bool {
	return !d.asked && (d.overflown() || d.starved() || sentSignal.MatchString(d.crash))
}

// overflown says that a stack has become larger than Go lets it.
func (d death) overflown() bool {
	return strings.HasPrefix(d.crash, onRuntime) && strings.Contains(d.crash, "\nruntime.newstack(")
}

// recursion says which calls have overflown the stack.
func (d death) recursion() string {
	for part := range strings.SplitSeq(d.crash, "\n\n") {
		if strings.HasPrefix(part, onGoroutine) {
			return watch.Recursion(part)
		}
	}
	return "there is no telling which calls"
}

// starved says that Go's runtime could not get the memory for an allocation. Its word for
// that goes to standard error alone; what is told here begins with the runtime's own stack.
func (d death) starved() bool {
	return strings.HasPrefix(d.crash, onRuntime) && strings.Contains(d.crash, "\nruntime.sysMap")
}

// crashedAt is the program's line in Go's report, in brackets; "" if it names none.
func (d death) crashedAt() string {
	for part := range strings.SplitSeq(d.crash, "\n\n") {
		if !strings.HasPrefix(part, onGoroutine) {
			continue
		}
		if frames := watch.ProgramFrames(part); len(frames) > 0 {
			return fmt.Sprintf(" (%s)", frames[0])
		}
		break
	}
	return ""
}

// where says how far the runs were that had not ended.
func (d death) where(b *strings.Builder) {
	if f, ok := d.place(); ok && d.seeds == "" {
		fmt.Fprintf(b, "\n  %s", place(f))
	}
}

// place is where the run was. Of two that are compared it is the one that got further.
func (d death) place() (f runner.Footprint, ok bool) {
	for _, other := range d.at {
		if !ok || other.Event > f.Event {
			f, ok = other, true
		}
	}
	return f, ok
}

func place(f runner.Footprint) string {
	switch {
	case f.Thread == "":
		return "the program's Main was running, before the first event"
	case f.Where == (kernel.Frame{}):
		return fmt.Sprintf("%s was running then, after event %d", f.Thread, f.Event)
	}
	return fmt.Sprintf("%s was running then, after its call at %s, event %d", f.Thread, f.Where, f.Event)
}

// recorded says what there is of the run, and how to look at it. A run that is ended an
// event earlier does not get to where the program ends it.
func (d death) recorded(b *strings.Builder) {
	if d.file != "" {
		fmt.Fprintf(b, "\n  %s has %s", d.file, held(d.file))
	}
	if d.lost != nil {
		fmt.Fprintf(b, "; what was not yet written is lost: %v", d.lost)
	}
	switch {
	case d.seeds != "":
		d.tried(b)
		return
	case strings.HasPrefix(d.command, debugs):
		fmt.Fprintf(b, "\n  that was while debugging: the recording is as it was, and forks that were not saved are gone; open it again with: %s", d.command)
		return
	}
	if f, ok := d.place(); ok && f.Event > 1 && strings.HasPrefix(d.command, "machsim run ") {
		fmt.Fprintf(b, "\n  look at the run up to there with: %s --max-events %d --trace", d.command, f.Event-1)
	}
}

// tried says which seeds were being tried.
func (d death) tried(b *strings.Builder) {
	for _, f := range d.at {
		seed := fmt.Sprintf("--seed %d", f.Seed)
		fmt.Fprintf(b, "\n  this was being tried: %s", strings.Replace(d.command, d.seeds, seed, 1))
	}
}

// held is how much of a run that did not end is in its recording.
func held(path string) string {
	rec, err := record.Open(path)
	switch {
	case err != nil:
		return "nothing that can be read"
	case rec.Events == 0:
		return "nothing of it"
	}
	return fmt.Sprintf("it up to event %d; %s --trace shows that", rec.Events, report.Open("replay", path, elsewhere))
}

// completed has the recording of a run in a file have all that its process had not written yet
// when that ended.
func completed(file string, journal []byte) error {
	if file == "" {
		return nil
	}
	return record.Recover(file, journal)
}

// inherits says that a command works on the standard streams, which a child can inherit.
func inherits(c *cobra.Command) bool {
	return c.InOrStdin() == os.Stdin && term.File(c.OutOrStdout()) == os.Stdout && c.ErrOrStderr() == os.Stderr
}
