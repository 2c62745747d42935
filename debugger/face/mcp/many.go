package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
	"machsim/debugger/face/wire"
)

// Compare names another recording.
type Compare struct {
	Call
	Recording string `json:"recording" jsonschema:"the file of another recording of the same program"`
}

var compareTool = does("compare", "Compare with another recording",
	"Compares the run that is open with another recording of the same program: with how many events both begin, what "+
		"comes then in each, and what each thread does first that it does not do in the other.",
	func(ctx context.Context, s *Session, a Compare) (*sdk.CallToolResult, any, error) {
		d := s.debugger()
		if d == nil {
			return nil, nil, errNothing
		}
		var x *debugger.Comparison
		err := d.Do(ctx, "compare", func(ctx context.Context) error {
			r, err := d.Beside(ctx, a.Recording)
			if err == nil {
				x, err = d.Compare(ctx, 0, r.Number)
			}
			if err == nil {
				_, err = d.CloseRun(ctx, r.Number)
			}
			return err
		})
		if err != nil {
			return nil, nil, worded(err)
		}
		return s.answered(compared(x), wire.Encode(x))
	})

// compared is a comparison in words.
func compared(x *debugger.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the first %d events are the same\n", x.Same)
	for _, side := range []struct {
		of   string
		run  debugger.Run
		rows []debugger.ComparedEvent
	}{{"the run that is open", x.One, x.OneRows}, {"the other", x.Other, x.OtherRows}} {
		fmt.Fprintf(&b, "%s, seed %d, of %d events:\n", side.of, side.run.Seed, side.run.Events)
		for _, e := range side.rows {
			fmt.Fprintf(&b, "  %4d  %-12s %s\n", e.Event, e.Actor, e.Action)
		}
	}
	for _, t := range x.Threads {
		fmt.Fprintf(&b, "%s, after %d events alike: %s / %s\n", t.Thread, t.Same, orNothing(t.One), orNothing(t.Other))
	}
	return b.String()
}

func orNothing(what string) string {
	if what == "" {
		return "nothing more"
	}
	return what
}

// OfRuns says how many runs are made.
type OfRuns struct {
	Call
	Runs int `json:"runs,omitempty" jsonschema:"how many runs are made at most; the usual number if it is left out"`
}

var shrinkTool = forks(does("shrink", "Make the failing run smaller",
	"Makes a smaller run that fails in the same way, by many tries: fewer events, switches, faults, smaller parameters. "+
		"It is recorded in a file, which open takes. If the time is over, it is the smallest so far.",
	func(ctx context.Context, s *Session, a OfRuns) (*sdk.CallToolResult, any, error) {
		info, err := s.recorded(ctx)
		if err != nil {
			return nil, nil, err
		}
		x, err := s.o.Shelf.Shrink(ctx, info.File, false, wire.Shrink{Runs: a.Runs}, func(m wire.Made) {
			s.says(fmt.Sprintf("%d of %d runs; %s", m.Runs, m.Of, m.Best))
		})
		if err != nil {
			return nil, nil, worded(err)
		}
		return s.answered(shrunk(x), wire.Encode(x))
	}))

// recorded is what is known of the run that is open, which has to be in a file.
func (s *Session) recorded(ctx context.Context) (*debugger.Info, error) {
	d := s.debugger()
	if d == nil {
		return nil, errNothing
	}
	info, err := d.Info(ctx)
	if err == nil && info.File == "" {
		err = errors.New("this run is in no file: call save first, of a fork, or open a recording")
	}
	return info, err
}

// shrunk is a smaller run in words.
func shrunk(x *wire.Shrunk) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", x.Failure)
	for _, z := range x.Sizes {
		fmt.Fprintf(&b, "  %s: %s, now %s\n", z.Of, z.Before, z.After)
	}
	fmt.Fprintf(&b, "%s\n", x.Ends)
	for _, p := range x.Segments {
		fmt.Fprintf(&b, "  %4d  %s: %s\n", p.Event, p.Who, strings.Join(p.Does, "; "))
	}
	if x.More > 0 {
		fmt.Fprintf(&b, "  ... and %d more\n", x.More)
	}
	if x.File != "" {
		fmt.Fprintf(&b, "recorded in %s\n", x.File)
	}
	return b.String()
}

// Explore says how a program is explored.
type Explore struct {
	OfRuns
	Strategy string `json:"strategy,omitempty" jsonschema:"who chooses in all runs; random runs with exhaustive ones beside them if it is left out"`
	Receipts bool   `json:"by_receipt,omitempty" jsonschema:"runs are of one class if every receive gets the same message: for programs whose threads share nothing but messages"`
	Past     bool   `json:"past,omitempty" jsonschema:"a failing run does not end the search"`
}

var exploreTool = forks(does("explore", "Explore other runs of the program",
	"Makes many runs of the program that is open, with its parameters, faults and claims, and says how they ended, and "+
		"what is proven if all orders have been run. The first that fails is recorded in a file, which open takes.",
	func(ctx context.Context, s *Session, a Explore) (*sdk.CallToolResult, any, error) {
		d := s.debugger()
		if d == nil {
			return nil, nil, errNothing
		}
		info, err := d.Info(ctx)
		if err != nil {
			return nil, nil, worded(err)
		}
		x, err := s.o.Shelf.Explore(ctx, wire.Exploration{Program: info.Program, Args: info.Args, Faults: info.Faults,
			Strategy: a.Strategy, Runs: a.Runs, Past: a.Past, Receipts: a.Receipts,
			Claims: s.claims}, func(e wire.Exploring) {
			s.says(fmt.Sprintf("%d of %d runs, %d failed", e.Runs, e.Of, e.Failed))
		})
		if err != nil {
			return nil, nil, worded(err)
		}
		all := append([]string{x.Summary}, x.Lines...)
		if x.File != "" {
			all = append(all, "the first that failed is recorded in "+x.File)
		}
		return s.answered(strings.Join(all, "\n"), wire.Encode(x))
	}))
