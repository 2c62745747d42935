package report

import (
	"fmt"
	"io"

	"machsim/debugger/event/text"
	"machsim/debugger/event/waitfor"
	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Style selects the form of a printed report.
type Style struct {
	Colour  bool
	Width   int  // columns to fold lines at; 0 for no folding
	Console bool // print the program's last lines, which were not shown during the run
	Servers bool // print what name servers were doing
	Advice  Advice
}

// Print writes a report as text.
func (rep *Report) Print(w io.Writer, style Style) {
	p := printer{w, style}
	p.line("%s", rep.header(p))
	p.parent(rep.Parent)
	if rep.Verdict == OK {
		p.console(rep)
		p.notes(rep)
		p.line("  hash %s", rep.Hash)
		p.recording(rep)
		p.warnings(rep)
		return
	}
	p.failing(rep)
	p.waits(rep.Cycle)
	p.doing(rep)
	p.servers(rep.Servers)
	p.repeats(rep.Repeats)
	p.notes(rep)
	p.console(rep)
	if rep.Hash != "" {
		p.line("  hash %s", rep.Hash)
	}
	p.advise("repeat", p.style.Advice.Repeat)
	p.recording(rep)
	p.warnings(rep)
	for _, line := range rep.Why {
		p.line("  %s", line)
	}
}

// warnings prints the first warnings: failures that did not stop the run.
func (p printer) warnings(rep *Report) {
	for _, warning := range rep.Warnings[:min(len(rep.Warnings), maxWarned)] {
		p.line("  %s %s", p.paint("33", "warning:"), warning)
	}
	if more := len(rep.Warnings) - maxWarned; more > 0 {
		p.line("  %s", text.Counted(more, "more warning"))
	}
}

// recording prints the file that the run is recorded in, and how to use it.
func (p printer) recording(rep *Report) {
	if rep.Recording == "" {
		return
	}
	p.line("  recorded in %s", quote.Line(rep.Recording))
	if rep.Verdict != OK && rep.Events > 0 {
		p.advise("debug", p.style.Advice.Debug)
		return
	}
	p.advise("replay", p.style.Advice.Replay)
}

// advise prints what a person can do, if the face has told it.
func (p printer) advise(what, how string) {
	if how != "" {
		p.line("  %s it: %s", what, p.bold(how))
	}
}

// header returns the first line: program, seed, number of events, verdict and summary.
func (rep *Report) header(p printer) string {
	verdict := p.verdict(rep.Verdict)
	if rep.Summary != "" {
		verdict += ": " + rep.Summary
	}
	return fmt.Sprintf("%s  seed %d  %s  %s", rep.Program, rep.Seed, text.Counted(int(rep.Events), "event"), verdict)
}

// parent prints the recording that a fork followed at first, and how far.
func (p printer) parent(of *record.Parent) {
	if of != nil {
		p.line("  a fork of %s, %s", quote.Line(of.File), Left(of))
	}
}

// Left describes the event at which a fork left its parent.
func Left(of *record.Parent) string {
	switch {
	case of.Reordered:
		return "with " + text.Counted(int(of.Event), "event") + " of it in another order"
	case of.Event == 0:
		return "from the start"
	}
	return fmt.Sprintf("after event %d", of.Event)
}

type printer struct {
	w     io.Writer
	style Style
}

func (p printer) line(format string, args ...any) {
	fmt.Fprintln(p.w, text.Fold(fmt.Sprintf(format, args...), p.style.Width))
}

func (p printer) paint(code, s string) string {
	if !p.style.Colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p printer) bold(s string) string { return p.paint("1", s) }
func (p printer) dim(s string) string  { return p.paint("2", s) }

func (p printer) verdict(v Verdict) string {
	switch v {
	case OK:
		return p.paint("32", string(v))
	case Interrupted, NoEnd:
		return p.paint("33", string(v))
	}
	return p.paint("1;31", string(v))
}

// failing prints the thread that failed, and its stack.
func (p printer) failing(rep *Report) {
	if rep.Thread == "" {
		return
	}
	who := "  " + rep.Thread
	if rep.Call != "" {
		who += " in " + rep.Call
	}
	p.line("%s", who)
	p.stack(rep.Stack)
	if rep.Before != "" {
		p.line("    the first time: %s", rep.Before)
	}
}

func (p printer) stack(stack []kernel.Frame) {
	width := 0
	for _, f := range stack {
		width = max(width, len(f.String()))
	}
	for _, f := range stack {
		p.line("    %-*s  %s", width, f, p.dim(f.Func))
	}
}

// waits prints a line for each thread: what it waits for.
func (p printer) waits(list []waitfor.Explanation) {
	width := 0
	for _, e := range list {
		width = max(width, len(e.Thread))
	}
	for _, e := range list {
		p.line("  %-*s  %s%s", width, e.Thread, e.Text, p.dim(e.Places()))
	}
}

// doing prints what the threads outside of the cycle are doing.
func (p printer) doing(rep *Report) {
	if len(rep.Doing) == 0 {
		return
	}
	if len(rep.Cycle) > 0 {
		p.line("  %s", also(rep))
	}
	p.waits(rep.Doing)
	if rep.More > 0 {
		p.line("  and %s", text.Counted(rep.More, "more thread"))
	}
}

// servers prints what name servers were doing or, unless that is wanted, how many of them do not stand here.
func (p printer) servers(list []waitfor.Explanation) {
	switch {
	case p.style.Servers:
		p.waits(list)
	case len(list) > 0:
		p.line("  %s left out", text.Plural(len(list), "name server is", "name servers are"))
	}
}

// repeats prints what is done again and again.
func (p printer) repeats(c *cycle.Cycle) {
	if c == nil {
		return
	}
	for _, text := range c.Lines() {
		p.line("  %s", quote.Line(text))
	}
}

func also(rep *Report) string {
	if len(rep.Doing)+rep.More == 1 {
		return "beside them 1 thread waits:"
	}
	return fmt.Sprintf("beside them %d threads wait:", len(rep.Doing)+rep.More)
}

func (p printer) notes(rep *Report) {
	for _, n := range rep.Notes {
		p.line("  note: %s", n)
	}
	if n := p.style.Advice.Limits.note(rep.Limit, rep.Repeats != nil); n != "" {
		p.line("  note: %s", n)
	}
}

// console prints the last lines of the program's output.
func (p printer) console(rep *Report) {
	if !p.style.Console || len(rep.Console) == 0 {
		return
	}
	p.line("  the last it wrote, of %s:", text.Counted(rep.Earlier+len(rep.Console), "line"))
	for _, l := range rep.Console {
		p.line("    %6d  %s: %s", l.Event, l.Thread, l.Text)
	}
}
