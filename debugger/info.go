package debugger

import (
	"context"
	"strings"

	"machsim/debugger/run/report"
)

// Info is what was recorded, and how it ended.
type Info struct {
	File     string // "" if the run is in no file
	Program  string
	Doc      string // of the program
	Args     map[string]string
	Faults   string // what might go wrong, as "crash=1,loss=2"
	Seed     uint64
	Strategy string
	Claims   []string // what it was held against: the flag of a kind of claims, and its text, and so on
	Fork     bool     // it is a fork of another recording
	// Of a fork: the file that it follows, up to which event, and whether these are not its first.
	Parent      string
	Follows     uint64
	Reordered   bool
	Changes     []Changed
	Events      int
	Threads     int
	Ended       string
	Culprit     string // the thread with which it ended so, "" for none
	Mode        Mode
	Package     string // import path of the package that declares the program; "" for machsim's own
	Truncated   bool   // the recording breaks off
	Fingerprint string // of the recording that was opened: it tells that from others
}

// Changed is a change that was made by the debugger.
type Changed struct {
	Event int
	Text  string
}

// Info tells what was recorded.
func (d *Debugger) Info(ctx context.Context) (*Info, error) {
	return look(ctx, d, "info", func(context.Context) (*Info, error) {
		s := d.s()
		x := &Info{
			File: d.on.known(), Program: s.Rec.Program, Doc: s.Program.Doc, Args: s.Rec.Args, Seed: s.Rec.Seed,
			Faults:   s.Rec.Faults.String(),
			Strategy: s.Rec.Strategy, Events: s.Len(), Threads: s.Final().Threads.Len(), Ended: d.on.ending(),
			Culprit: s.Report().Thread, Mode: d.mode, Package: s.Rec.Package.Path, Truncated: s.Rec.Truncated,
		}
		x.Claims, x.Fingerprint = s.Rec.Claims, d.fingerprint()
		if p := s.Rec.Parent; p != nil {
			x.Fork, x.Parent, x.Follows, x.Reordered = true, p.File, p.Event, p.Reordered
		}
		for _, c := range s.Changes() {
			x.Changes = append(x.Changes, Changed{c.Event + 1, c.Text})
		}
		return x, nil
	})
}

// End is how a run ended.
type End struct {
	Kind   string // in a word or two: OK, DEADLOCK, CHECK FAILED ...
	Text   string // what that means for this run; "" if nothing is to be added
	Thread string // that failed, or one of those that wait for each other; "" for none
	Failed bool   // the program did not do what it should
	Open   bool   // it goes on, or its recording breaks off: it has not ended
	Report string // all that there is to be said of it, in lines
}

// End tells how the present run ended.
func (d *Debugger) End(ctx context.Context) (End, error) {
	return look(ctx, d, "end", func(context.Context) (End, error) {
		s := d.s()
		rep := s.Report()
		var all strings.Builder
		rep.Print(&all, report.Style{})
		x := End{Kind: string(rep.Verdict), Text: rep.Summary, Failed: rep.Verdict.Failed(),
			Open: s.GoesOn() || s.Rec.Truncated, Report: all.String()}
		if id := s.Culprit(); x.Failed && id != 0 {
			x.Thread = s.ThreadName(id)
		}
		return x, nil
	})
}
