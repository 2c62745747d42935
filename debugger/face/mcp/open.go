package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger/face/dap"
	"machsim/debugger/face/wire"
)

// Open says which run is wanted.
type Open struct {
	Call
	Program   string         `json:"program,omitempty" jsonschema:"the name of a program, as bank, or the directory of a Go package, as ./lab, or ./lab:NAME"`
	Recording string         `json:"recording,omitempty" jsonschema:"in place of a program: the file of a recording"`
	Seed      *uint64        `json:"seed,omitempty" jsonschema:"says which run of the program it is; a random one if it is left out"`
	Args      map[string]any `json:"args,omitempty" jsonschema:"parameters of the program, by their names"`
	Faults    string         `json:"faults,omitempty" jsonschema:"what may go wrong in the run, such as crash=1,loss=30%"`
	Strategy  string         `json:"strategy,omitempty" jsonschema:"who chooses the order of events; random if it is left out"`
	Preempt   bool           `json:"preempt,omitempty" jsonschema:"threads of a task change places also at accesses to variables"`
	Weak      bool           `json:"weak,omitempty" jsonschema:"any waiter may be woken"`
	MaxEvents uint64         `json:"maxEvents,omitempty" jsonschema:"the run is given up after so many events"`
	Always    []string       `json:"always,omitempty" jsonschema:"predicates that have to be true after every step"`
	Never     []string       `json:"never,omitempty" jsonschema:"predicates that must not be true after any step"`
	Finally   []string       `json:"finally,omitempty" jsonschema:"predicates that have to be true at the end"`
}

// launch is that run in the words of a launch.
func (a Open) launch() dap.Launch {
	return dap.Launch{Program: a.Program, Recording: a.Recording, Seed: a.Seed, Args: a.Args, Faults: a.Faults,
		Strategy: a.Strategy, Preempt: a.Preempt, Weak: a.Weak, MaxEvents: a.MaxEvents, Always: a.Always, Never: a.Never,
		Finally: a.Finally}
}

var openTool = does("open", "Open a run",
	"Opens a run of a program, or a recording of one, in place of the one that is open, and says how it ended and where "+
		"each thread stands. Seed, parameters and faults say which run it is, so the same can be opened again. A run is "+
		"made in memory or, where forks may be made, recorded in a file. The program of a package is built first, which "+
		"may take a minute.",
	func(ctx context.Context, s *Session, a Open) (*sdk.CallToolResult, any, error) {
		if a.Program == "" && a.Recording == "" {
			return nil, nil, errNothing
		}
		x, err := dap.Within(ctx, s.o.Opener, a.launch(), s.told())
		if err != nil {
			return nil, nil, worded(err)
		}
		if x.Other != nil {
			return s.hands(ctx, a, x.Other)
		}
		s.close()
		s.opened, s.claims = x, claims(a)
		return s.shows(ctx)
	})

// shows says what is open, and where one stands.
func (s *Session) shows(ctx context.Context) (*sdk.CallToolResult, any, error) {
	parts, err := s.obey(ctx, "info", "where")
	if err != nil {
		return nil, nil, err
	}
	return s.answered(parts.Text(0), nil)
}

// hands lets another process open a run, and serve the client.
func (s *Session) hands(ctx context.Context, a Open, to *dap.Other) (*sdk.CallToolResult, any, error) {
	y, err := s.relays(ctx, to)
	if err != nil {
		return nil, nil, err
	}
	if to.Program != "" {
		a.Program = to.Program
	}
	x, data, err := y.ask(ctx, "open", a)
	if err != nil || x.IsError {
		y.close()
		return x, data, err
	}
	s.close()
	s.to = y
	return x, data, nil
}

// claims are what a run was held against.
func claims(a Open) (all []wire.Claim) {
	for _, x := range []struct {
		kind  string
		texts []string
	}{{"always", a.Always}, {"never", a.Never}, {"finally", a.Finally}} {
		for _, t := range x.texts {
			all = append(all, wire.Claim{Kind: x.kind, Text: t})
		}
	}
	return all
}
