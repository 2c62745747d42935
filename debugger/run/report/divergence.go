package report

import (
	"fmt"
	"strings"

	"machsim/debugger/event/trace"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Divergence describes, in lines, how a run of p diverges from its recording, and the possible
// causes. If the recording does not say at which event, it makes two further runs: if these
// diverge from each other, they show the event.
func Divergence(p *kernel.Program, rec *record.Recording, d *record.Divergence) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the run departs from its recording %s\n", when(d))
	if d.Thread != "" && d.Exact() {
		fmt.Fprintf(&b, "  thread    %s%s\n", d.Thread, placed(d.Where))
	}
	fmt.Fprintf(&b, "  recorded  %s\n", quote.Line(d.Recorded))
	fmt.Fprintf(&b, "  now       %s\n", quote.Line(d.Actual))
	if !d.Exact() {
		if text := twice(p, rec); text != "" {
			return b.String() + text + Causes()
		}
	}
	if rec.Build != record.ThisBuild() {
		b.WriteString("  another build of machsim made the recording: the program, or machsim, has changed since\n")
		return b.String()
	}
	b.WriteString("  this same build of machsim made the recording: the program is not deterministic\n")
	return b.String() + Causes()
}

// twice makes two replays and describes how they differ, "" if they do not.
func twice(p *kernel.Program, rec *record.Recording) string {
	v := runner.Verify(runner.Replay(p, rec))
	defer v.Close()
	if v.Divergence == nil {
		return ""
	}
	return fmt.Sprintf("  two replays of it differ at event %d: the program is not deterministic\n",
		v.Divergence.Event) + Differs(v)
}

func when(d *record.Divergence) string {
	if d.Exact() {
		return fmt.Sprintf("at event %d", d.Event)
	}
	return fmt.Sprintf("between events %d and %d", d.Since+1, d.Event)
}

func placed(where string) string {
	if where == "" {
		return ""
	}
	return "  (" + where + ")"
}

// Causes lists, in indented lines, what makes a program not deterministic.
func Causes() string { return "  " + strings.ReplaceAll(record.Causes, "\n", "\n  ") + "\n" }

// Differs describes, in lines, what each of two runs did at the first event that differs.
func Differs(v runner.Verified) string {
	d := v.Divergence
	text := fmt.Sprintf("  first run   %s\n  second run  %s\n", did(d.First, v.First), did(d.Second, v.Second))
	if d.Hidden {
		text += "  they look alike, but differ in a value that the call hands over\n"
	}
	return text
}

// did describes what one run did at that event.
func did(r *trace.Row, run *runner.Run) string {
	if r == nil {
		return "had ended: " + string(Of(run).Verdict)
	}
	return r.Actor + "  " + r.Action + placed(r.Where)
}
