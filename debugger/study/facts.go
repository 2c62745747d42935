package study

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/record"
	"machsim/debugger/replay/picture"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Fact is something that a recording says of itself: for people a text, which is not empty, for programs values.
type Fact struct {
	Name, Text string
	Values     map[string]any // nil for the text, under that name
}

// Facts returns what a recording says of itself.
func Facts(rec *record.Recording) []Fact {
	pictures, bytes := rec.Pictures()
	facts := []Fact{
		{"program", rec.Program, nil},
		{"package", packageOf(rec), map[string]any{"package": rec.Package.Path, "directory": rec.Package.Dir}},
		{"arguments", text.Arguments(rec.Args), map[string]any{"arguments": rec.Args}},
		{"seed", fmt.Sprintf("%d, strategy %s", rec.Seed, rec.Strategy),
			map[string]any{"seed": rec.Seed, "strategy": rec.Strategy}},
		{"config", configOf(rec), nil},
		{"build", buildOf(rec), nil},
		{"events", eventsOf(rec),
			map[string]any{"events": rec.Events, "dropped": rec.Dropped, "keep": rec.Keep.String()}},
		{"pictures", picturesOf(rec), map[string]any{"pictures": pictures, "picture_bytes": bytes}},
		{"programs", programsOf(rec), nil},
		{"choices", fmt.Sprint(rec.Choices), map[string]any{"choices": rec.Choices}},
		{"input", inputOf(rec),
			map[string]any{"input_bytes": rec.Inputs, "input_bytes_before": len(rec.Typed), "input_dropped": rec.LostInput}},
		{"size", sizeOf(rec), map[string]any{"bytes": rec.Bytes}},
		{"ended", endOf(rec), map[string]any{"truncated": rec.Truncated, "outcome": rec.Outcome, "kind": rec.Kind,
			"text": rec.Text, "hash": fmt.Sprintf("%016x", rec.Hash)}},
	}
	if rec.Parent != nil {
		facts = append(facts, Fact{"parent", ancestry(rec.Parent), map[string]any{"parent": rec.Parent.File}})
	}
	if len(rec.Edits) > 0 {
		after := text.Each(rec.Edits, func(e kernel.Edit) uint64 { return e.After })
		facts = append(facts, Fact{"changed", changes(rec), map[string]any{"changed_after": after}})
	}
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Text == "" })
}

// ValuesOf are all values of what a recording says of itself, by their names.
func ValuesOf(rec *record.Recording) map[string]any {
	all := map[string]any{}
	for _, f := range Facts(rec) {
		if f.Values == nil {
			all[f.Name] = f.Text
		}
		maps.Copy(all, f.Values)
	}
	return all
}

// eventsOf says how many events a run has, and which of them are in its recording.
func eventsOf(rec *record.Recording) string {
	switch {
	case rec.Keep.All():
		return fmt.Sprint(rec.Events)
	case rec.Dropped == 0:
		return fmt.Sprintf("%d, all of which are kept (--keep %s)", rec.Events, rec.Keep)
	}
	return fmt.Sprintf("%d, of which %d to %d are kept (--keep %s)", rec.Events, rec.Dropped+1, rec.Events, rec.Keep)
}

// inputOf says how much was typed, and when.
func inputOf(rec *record.Recording) string {
	switch {
	case rec.LostInput:
		return fmt.Sprintf("%d bytes from event %d on; what was typed before was dropped", rec.Inputs, rec.Dropped+1)
	case len(rec.Typed) > 0:
		return fmt.Sprintf("%d bytes, %d of them before event %d", rec.Inputs+len(rec.Typed), len(rec.Typed), rec.Dropped+1)
	}
	return fmt.Sprintf("%d bytes", rec.Inputs)
}

// picturesOf says with what a bounded recording is opened.
func picturesOf(rec *record.Recording) string {
	n, bytes := rec.Pictures()
	switch {
	case rec.Dropped == 0:
		return ""
	case rec.Picture == nil && rec.Remade() != nil:
		return "none where it begins, and " + rec.Remade().Error()
	case rec.Picture == nil:
		return "none where it begins: the run is made again from its seed up to there"
	}
	return fmt.Sprintf("%d, the first after event %d, %d bytes; %d bytes in all", n, rec.Dropped, len(rec.Picture), bytes)
}

// programsOf says by what the programs of the threads are brought to where a bounded recording begins.
func programsOf(rec *record.Recording) string {
	t := picture.Read(rec.Picture)
	if t == nil {
		return ""
	}
	var all []string
	for i := range t.Lanes {
		l := &t.Lanes[i]
		if l.Thread == 0 || t.Start.Threads.At(uint32(l.Thread)).Status == kernel.Ended {
			continue
		}
		how := fmt.Sprintf("%s by %d results", t.Start.ThreadName(l.Thread), l.Earlier())
		if l.Restarts() {
			how += " and what it remembers"
		}
		all = append(all, how)
	}
	return strings.Join(all, ", ")
}

// ancestry describes a fork's parent.
func ancestry(of *record.Parent) string {
	text := fmt.Sprintf("%s, left %s, fingerprint %016x", of.File, report.Left(of), of.Fingerprint)
	if info, err := os.Stat(of.File); err != nil || !info.Mode().IsRegular() { // a header may name anything
		return text + " (not there any more)"
	}
	switch rec := Peek(of.File); {
	case rec == nil:
		return text + " (not there any more)"
	case rec.Fingerprint() != of.Fingerprint:
		return text + " (another recording has its name now)"
	}
	return text
}

// packageOf returns the user's package that declares the program, "" if there is none.
func packageOf(rec *record.Recording) string {
	switch p := rec.Package; {
	case p.Path == "" || p.Dir == "":
		return p.Path
	default:
		return fmt.Sprintf("%s, in %s", p.Path, p.Dir)
	}
}

// changes says where something was changed at the debugger.
func changes(rec *record.Recording) string {
	events := text.Each(rec.Edits, func(e kernel.Edit) string { return fmt.Sprint(e.After) })
	said := "at the debugger, after event " + strings.Join(events, ", ")
	dropped := slices.DeleteFunc(slices.Clone(rec.Edits), func(e kernel.Edit) bool { return e.After >= rec.Dropped })
	if len(dropped) > 0 {
		said += fmt.Sprintf("; dropped with what was before are %d", len(dropped))
	}
	return said
}

func configOf(rec *record.Recording) string {
	events := fmt.Sprintf("at most %d events", rec.MaxSteps)
	if rec.MaxSteps == runner.Endless {
		events = "any number of events"
	}
	text := fmt.Sprintf("%s, %d us a step", events, max(rec.StepTime, 0))
	if rec.Weak {
		text += ", weak"
	}
	if rec.FreeTimers {
		text += ", free timers"
	}
	if rec.KeepGoing {
		text += ", goes on after a panic"
	}
	if rec.Lenient {
		text += ", lenient with C Threads"
	}
	if rec.Preempt {
		text += ", preempted at accesses to variables"
	}
	if rec.Faults != (kernel.Faults{}) {
		text += ", faults " + rec.Faults.String()
	}
	for claim := range slices.Chunk(rec.Claims, 2) {
		text += ", held against " + quote.Line(strings.Join(claim, " "))
	}
	return text
}

func buildOf(rec *record.Recording) string {
	if rec.Package.Path != "" {
		return rec.Build // of a machsim that was built with the package
	}
	this, guest := rec.Build == record.ThisBuild(), runtime.GOARCH == "wasm"
	switch {
	case this && guest:
		return rec.Build + " (this guest)"
	case guest: // whose build is never that of the machsim that it is a guest of
		return rec.Build
	case this:
		return rec.Build + " (this machsim)"
	}
	return rec.Build + " (another build than this machsim)"
}

func sizeOf(rec *record.Recording) string {
	if rec.Events == 0 {
		return fmt.Sprintf("%d bytes", rec.Bytes)
	}
	return fmt.Sprintf("%d bytes, %.2f an event", rec.Bytes, float64(rec.Bytes)/float64(rec.Events))
}

func endOf(rec *record.Recording) string {
	if rec.Truncated {
		return "not known: the recording is truncated"
	}
	return fmt.Sprintf("%s; hash %016x", rec.Ending, rec.Hash)
}
