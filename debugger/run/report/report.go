package report

import (
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/event/trace"
	"machsim/debugger/event/waitfor"
	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Report describes how a run went. Each of its texts is one line of printable characters.
type Report struct {
	Program string
	Seed    uint64
	Events  uint64
	Time    int64 // virtual, in microseconds
	Verdict Verdict
	Summary string   // what the verdict means for this run, "" if nothing is to be added
	Why     []string // more of what was found wrong from outside; nil for nothing

	Thread string         // the thread that failed, "" if none did
	Call   string         // the kernel call that it was in
	Stack  []kernel.Frame // its stack, innermost call first
	Before string         // where it did before what it was not to do again, "" if it did not or nobody knows
	Notes  []string       // further remarks
	Limit  Limit          // the limit that ended the run, if one did

	Warnings []string // failures that did not stop the run

	Cycle   []waitfor.Explanation // threads of which each waits for the next, and the last for the first
	Repeats *cycle.Cycle          // what is done again and again in a run that was given up; nil if that is not known
	Doing   []waitfor.Explanation // what the first few of the other threads were doing
	More    int                   // the number of the rest
	Servers []waitfor.Explanation // what name servers were doing that are not at fault

	Console []Output // the last lines of output
	Earlier int      // the number of lines before them

	Hash string // of all events; the same run has the same

	Recording string // the file that the run is recorded in, "" if there is none

	Parent *record.Parent // the recording that the run followed at first, nil for none
}

// Output is a line that the program wrote.
type Output struct {
	Event  uint64
	Thread string
	Text   string
}

// The number of elements of each list that a report shows.
const (
	maxDoing   = 12
	maxWarned  = 12
	maxConsole = 5
	maxStack   = 6
)

// Of returns the report of a run.
func Of(r *runner.Run) *Report {
	rep := &Report{Program: r.Program.Name, Seed: r.Seed, Parent: r.Parent}
	ending := endingOf(r)
	rep.Verdict = ending.Verdict()
	if r.Record != nil && r.Lost == nil {
		rep.Recording = r.Setup.Recording
	}
	if r.State != nil {
		if !r.State.Settled() {
			r.State.Settle(nil, nil)
		}
		rep.Events, rep.Time = r.State.Steps, r.State.Now
		rep.Hash = fmt.Sprintf("%016x", r.State.Hash)
		rep.console(r.State)
		for _, n := range r.State.Notes {
			rep.Warnings = append(rep.Warnings, passed(r.State, n))
		}
	}
	switch rep.Verdict {
	case MachsimError:
		rep.broken(r)
	case Panic, CheckFailed, Misuse, Unhandled, Goexit:
		rep.failed(r, &ending)
	case Stuck, Deadlock:
		rep.stuck(r)
	case Loop, Blocked, Overflow:
		rep.loop(r, &ending)
	case Memory:
		rep.greedy(r)
	case Interrupted:
		rep.interrupted(r)
	case NoEnd:
		rep.noEnd(r)
	case Livelock:
		rep.Summary, rep.Repeats = ending.Text, r.Cycle
		rep.doing(r, waitfor.Of(r.State), all)
	case Halted:
		rep.Summary = halted(r)
	}
	switch {
	case r.State == nil:
	case rep.Verdict != OK:
		rep.faults("fault", trace.Past(r.State, false))
		rep.faults("probe", trace.Past(r.State, true))
	case deserted(r.State):
		rep.Notes = append(rep.Notes, "no host is up at the end: whatever tasks had still to do was not done")
	}
	if r.State != nil {
		for _, p := range r.State.Missed() {
			rep.Notes = append(rep.Notes, "the probe did nothing, "+p.Misses())
		}
	}
	if r.Outgrown != nil {
		rep.Notes = append(rep.Notes, r.Outgrown.String())
	}
	rep.Summary, rep.Notes = quote.Line(rep.Summary), quote.List(rep.Notes)
	rep.Warnings = quote.List(rep.Warnings)
	return rep
}

// halted says by what a run was halted.
func halted(r *runner.Run) string {
	if r.Setup.Halt != nil {
		return r.Setup.Halt.Predicate
	}
	return "its hosts stand by " + text.Plural(len(r.State.Standing()), "halt that was not resumed",
		"halts that were not resumed")
}

// deserted says whether all hosts have crashed: then nobody is left who could fail.
func deserted(s *kernel.State) bool {
	up := false
	for id := range s.Hosts.All {
		up = up || !s.Hosts.At(id).Down
	}
	return !up && s.Hosts.Has(1)
}

// maxFaults is how many faults, and how many sleeps of probes, a report lists.
const maxFaults = 6

// faults lists the faults of a run that has failed, or the sleeps of probes.
func (rep *Report) faults(sort string, all []string) {
	for _, text := range all[:min(len(all), maxFaults)] {
		rep.Notes = append(rep.Notes, sort+" at "+text)
	}
	if n := len(all) - maxFaults; n > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("and %d more %ss", n, sort))
	}
}

// Last returns the report of a run, and closes the run. A note says which of its threads did not
// end.
func Last(r *runner.Run) *Report {
	rep := Of(r)
	if text := r.Close(); text != "" {
		rep.Notes = append(rep.Notes, quote.Line(text))
	}
	return rep
}

// passed describes a failure that did not stop the run.
func passed(s *kernel.State, n kernel.Failure) string {
	text := fmt.Sprintf("event %d, %s: %s: %s", n.Step, s.ThreadName(n.Thread), n.Kind, n.Text)
	if n.Kind == kernel.Misuse {
		return text + "; it was let pass, and nothing was unlocked"
	}
	return text + "; it ended task " + s.TaskName(s.Threads.At(uint32(n.Thread)).Task)
}

func (rep *Report) console(s *kernel.State) {
	rep.Earlier = max(0, len(s.Console)-maxConsole)
	for _, l := range s.Console[rep.Earlier:] {
		for _, text := range quote.Lines(l.Text) {
			rep.Console = append(rep.Console, Output{l.Step, s.ThreadName(l.Thread), text})
		}
	}
	more := max(0, len(rep.Console)-maxConsole)
	rep.Earlier, rep.Console = rep.Earlier+more, rep.Console[more:]
}

// broken reports a fault of machsim itself.
func (rep *Report) broken(r *runner.Run) {
	if r.Broken == nil {
		rep.Summary = "when this was recorded, machsim came to a fault of its own here"
		return
	}
	rep.Summary = r.Broken.Text
	rep.Notes = append(rep.Notes, "the fault is machsim's, not the program's; please report it, with what repeats it")
}

// failed reports the failure of a thread, or of the program's Main.
func (rep *Report) failed(r *runner.Run, e *record.Ending) {
	if r.Main != nil {
		rep.Summary = r.Main.Text
		rep.Thread, rep.Call = "Main", ""
		rep.Stack = short(watch.ProgramFrames(r.Main.Stack))
		return
	}
	if e.Kind == record.Condition {
		rep.Summary = e.Text
		if r.Violation != nil {
			rep.Why = quote.List(r.Violation.Why)
		}
		if id := breaker(r); id != 0 {
			rep.thread(r, id)
		}
		return
	}
	f := r.State.Failure
	rep.Summary = f.Text
	rep.thread(r, f.Thread)
	if f.Earlier != 0 {
		rep.Before = kernel.FrameAt(f.Earlier).String()
	}
}

// breaker returns the thread whose step made a condition of a test false. It is 0 if a packet did,
// or if the condition was about the end.
func breaker(r *runner.Run) kernel.ThreadID {
	switch {
	case r.Violation != nil:
		return r.Violation.Thread
	case r.Replayed() != nil && r.Replayed().Broke():
		return r.Replayed().Last().Thread
	}
	return 0
}

// thread fills in the thread that failed, and its stack.
func (rep *Report) thread(r *runner.Run, id kernel.ThreadID) {
	t := r.State.Threads.At(uint32(id))
	rep.Thread = r.State.ThreadName(id)
	if t.Call.Op != kernel.OpFail && (rep.Verdict == Misuse || rep.Verdict == Unhandled) {
		rep.Call = t.Call.Op.String()
	}
	rep.Stack = short(r.Stack(id))
	if len(rep.Stack) == 0 && t.Call.PC != 0 {
		rep.Stack = []kernel.Frame{kernel.FrameAt(t.Call.PC)}
	}
}

func short(stack []kernel.Frame) []kernel.Frame { return stack[:min(len(stack), maxStack)] }

// stuck reports which threads wait for which. It leaves out idle servers.
func (rep *Report) stuck(r *runner.Run) {
	rows := waitfor.Of(r.State)
	cycle := waitfor.Cycle(rows)
	in := map[kernel.ThreadID]bool{}
	for _, id := range cycle {
		in[id] = true
		rep.Cycle = append(rep.Cycle, explain(r, find(rows, id)))
	}
	n := rep.doing(r, rows, func(row *waitfor.Row) bool { return !in[row.Thread] && !row.Idle })
	if len(cycle) > 0 {
		rep.Summary = text.Plural(len(cycle), "thread waits for itself", "threads wait in a cycle")
		return
	}
	rep.Summary = text.Plural(n, "thread waits for what can never come", "threads wait for what can never come")
}

// serves is 0 for a thread that a run waits for, and 1 for one of a server, which need not end.
func serves(s *kernel.State, r waitfor.Row) int {
	if s.Tasks.At(uint32(r.Task)).Server {
		return 1
	}
	return 0
}

func find(rows []waitfor.Row, id kernel.ThreadID) *waitfor.Row {
	for i := range rows {
		if rows[i].Thread == id {
			return &rows[i]
		}
	}
	return nil
}

// doing lists what the threads are doing for which which returns true, name servers apart. It returns their number.
func (rep *Report) doing(r *runner.Run, rows []waitfor.Row, which func(*waitfor.Row) bool) int {
	servers, n := Servers(r), 0
	for i := range rows {
		switch row := &rows[i]; {
		case !which(row):
		case servers[row.Task]:
			rep.Servers = append(rep.Servers, explain(r, row))
		default:
			if n++; n <= maxDoing {
				rep.Doing = append(rep.Doing, explain(r, row))
			}
		}
	}
	rep.More = max(0, n-maxDoing)
	return n
}

// explain puts a row into words. It takes the source line from the thread's stack if the call
// does not have it.
func explain(r *runner.Run, row *waitfor.Row) waitfor.Explanation {
	e := waitfor.Explain(r.State, row)
	if stack := r.Stack(row.Thread); e.Where == "" && len(stack) > 0 {
		e.Where = stack[0].String()
	}
	return e
}

func all(*waitfor.Row) bool { return true }

// loop reports a thread that stopped making kernel calls.
func (rep *Report) loop(r *runner.Run, e *record.Ending) {
	rep.giveUp(r)
	if r.Loop == nil {
		rep.Summary = e.Text
		return
	}
	rep.Summary = r.Subject() + " " + r.Loop.What()
	if text := r.ForeignUse(); text != "" {
		rep.Notes = append(rep.Notes, text)
	}
	switch rep.Verdict {
	case Blocked:
		rep.Notes = append(rep.Notes, "a program may wait in kernel calls only, not for Go's channels, locks or clock")
	case Loop:
		rep.Summary += " without a kernel call"
		rep.Limit = LoopLimit
	}
}

// greedy reports a run that took too much memory, and the thread that was running.
func (rep *Report) greedy(r *runner.Run) {
	most := r.MaxMemory
	if r.Replayed() != nil {
		most = r.Replayed().Recording().Limits.Memory
	}
	rep.Summary = runner.TookMemory(most)
	rep.Limit = MemoryLimit
	if r.Loop != nil || r.Computing() != 0 {
		rep.giveUp(r)
	} else if id := r.Running(); id != 0 && r.State != nil {
		rep.thread(r, id)
	}
}

// giveUp fills in the thread that was running when a run was given up. A replay that stopped there
// knows only the thread's last call.
func (rep *Report) giveUp(r *runner.Run) {
	if r.Loop == nil && r.Computing() != 0 && r.State != nil {
		rep.thread(r, r.Computing())
		return
	}
	rep.Thread = r.Whose()
	if r.Loop != nil {
		rep.Stack = short(r.Loop.Frames)
	}
}

// interrupted reports the state at an interruption.
func (rep *Report) interrupted(r *runner.Run) {
	switch {
	case r.Loop != nil && r.Loop.Input:
		rep.giveUp(r)
		rep.Summary = rep.Thread + " was waiting for a line of input"
	case r.Loop != nil:
		rep.giveUp(r)
		rep.Summary = rep.Thread + " was running program code"
	}
	if r.State != nil {
		running := func(row *waitfor.Row) bool { return r.Loop != nil && row.Thread == r.Loop.Thread }
		rep.doing(r, waitfor.Of(r.State), func(row *waitfor.Row) bool { return !running(row) })
	}
}

// noEnd reports what the threads were doing when the limit of events was reached.
func (rep *Report) noEnd(r *runner.Run) {
	rep.Summary = "given up after " + text.Counted(int(r.State.Steps), "event")
	rows := waitfor.Of(r.State)
	slices.SortStableFunc(rows, func(a, b waitfor.Row) int { return serves(r.State, a) - serves(r.State, b) })
	rep.doing(r, rows, all)
	rep.Limit = EventLimit
	if rep.Repeats = r.Cycle; rep.Repeats != nil {
		rep.Summary += "; " + rep.Repeats.String()
	}
}
