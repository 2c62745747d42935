package wire

import (
	"context"
	"encoding/json"

	"machsim/debugger"
)

// wholeMethods are a function because batch finds methods in the table that it is in.
func wholeMethods() Group {
	return Group{"The whole", []Method{
		free(method("version", "Says which protocol this is, and which machsim.", version)),
		method("here", "Says where the Debugger stands.", here),
		method("batch", "Makes several calls: those after a motion see where it has led. "+
			"The others are made though one fails.", batch),
		method("command", "Obeys a line of the prompt, and answers what that would print.", command),
		method("complete", "Completes a line of the prompt: answers what its last word may become.", complete),
		with("can", "Says for each command of the prompt whether it makes sense now and, if not, why.", can),
		free(method("cancel", "Gives up a call that is at work, or all: they fail, and have changed nothing.", cancel)),
	}}
}

// Version says what speaks here.
type Version struct {
	Protocol int
	Machsim  string
}

func version(_ context.Context, s *Service, _ none) (Version, error) {
	return Version{Protocol, s.o.Version}, nil
}

// State is where the Debugger stands.
type State struct {
	debugger.Here
	Describe string             // where the position lies, in words
	Whole    bool               // it is one of the recorded order
	Prefix   int                // the number of events up to the first that it lacks
	Holds    int                // the number of events that it holds
	Focus    *debugger.Standing // the thread in focus, and what it does next; null if it does not exist here
	Mode     debugger.Mode      // what the others do when one thread is stepped
}

func here(ctx context.Context, s *Service, _ none) (x State, err error) {
	d := s.debugger()
	if x.Here, err = d.Here(ctx); err != nil {
		return x, err
	}
	x.Describe = x.Position.Describe()
	x.Prefix, x.Whole = x.Position.Prefix()
	x.Holds = x.Position.Events()
	if x.Focus, err = d.Focus(ctx); err != nil {
		return x, err
	}
	x.Mode, err = d.Mode(ctx)
	return x, err
}

// Batch is several calls.
type Batch struct {
	Calls []Request `json:"calls" doc:"each with its method and params"`
}

// mostCalls is how many calls a batch may have.
const mostCalls = 100

func batch(ctx context.Context, s *Service, p Batch) (all []Reply, err error) {
	if len(p.Calls) > mostCalls {
		return nil, malformed("a batch has at most 100 calls")
	}
	for _, c := range p.Calls {
		a := s.one(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = append(all, a)
	}
	return all, nil
}

// one makes a call of a batch.
func (s *Service) one(ctx context.Context, r Request) Reply {
	m, err := named(r.Method)
	switch {
	case err != nil:
		return Reply{Error: malformed(err.Error())}
	case m.Name == "batch" || m.free:
		return Reply{Error: malformed(m.Name + " cannot be part of a batch")}
	}
	a, err := s.inTurn(ctx, m, r.Params)
	if err != nil {
		a = Reply{Serial: s.Serial(), Error: Described(err)}
	}
	return a
}

// Cancel says which call is given up.
type Cancel struct {
	ID json.RawMessage `json:"id" doc:"of the call; without it, all"`
}

// Cancelled says what was given up.
type Cancelled struct {
	Calls int // how many
}

func cancel(ctx context.Context, s *Service, p Cancel) (Cancelled, error) {
	return Cancelled{s.cancel(debugger.PersonOf(ctx).Name, p.ID)}, nil
}
