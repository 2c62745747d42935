package wire

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

var motionMethods = Group{"Motions", []Method{
	with("goto", "Goes to a position, in another run if it is one of that.", goTo),
	with("step", "Takes events of a thread, or undoes them; without a thread, events in recorded order.",
		stepping((*debugger.Debugger).Step)),
	with("next", "Goes from one communication of a thread to its next.", stepping((*debugger.Debugger).Next)),
	with("stepLine", "Lets a thread go on by lines of its program, or back. Needs a program with hooks.", stepLine),
	calls[struct {
		Back bool `doc:"it goes back"`
	}]("continue", "Goes on, or back, to where a breakpoint stops a thread or a stop is satisfied.",
		(*debugger.Debugger).Continue),
	with("joint", "Goes to where breakpoints stop their threads together.", joint),
	calls[none]("undo", "Goes to where the last motion in this run began.", (*debugger.Debugger).Undo),
	calls[ofName]("rollback", "Goes to a checkpoint.", (*debugger.Debugger).Rollback),
	calls[none]("mode", "Answers the mode of motions that name none.", (*debugger.Debugger).Mode),
	with("setMode", "Changes that mode.", setMode),
	calls[none]("servers", "Answers whether answers tell of name servers.", (*debugger.Debugger).Servers),
	calls[struct {
		On bool `doc:"whether"`
	}]("setServers", "Changes that.", (*debugger.Debugger).SetServers),
	calls[none]("focus", "Answers the thread in focus, and what it does next; null if it does not exist here.",
		(*debugger.Debugger).Focus),
	calls[ofThread]("setFocus", "Chooses the thread in focus.", (*debugger.Debugger).SetFocus),
	calls[ofThread]("findThreads",
		"Answers the whole names of the threads that a text means, of one or of a set: help name.",
		(*debugger.Debugger).FindThreads),
	calls[struct {
		ofThread
		ofName
	}]("nameThread", "Gives a thread a name that is good wherever a thread may stand.",
		(*debugger.Debugger).NameThread),
	list("threadNames", "Lists the names that were given to threads.", (*debugger.Debugger).ThreadNames),
	calls[ofName]("unnameThread", "Takes such a name back.", (*debugger.Debugger).UnnameThread),
	calls[ofThread]("findThread", "Answers the whole name of a thread.", (*debugger.Debugger).FindThread),
}}

func goTo(ctx context.Context, d *debugger.Debugger, p At) (*debugger.Motion, error) {
	at, err := d.Position(ctx, p.Position)
	if err != nil {
		return nil, err
	}
	return d.Goto(ctx, at)
}

// Step is how far a thread is to go.
type Step struct {
	Thread string `json:"thread" doc:"whose events are meant; a dot for the one in focus; of a set, each goes so far"`
	Back   bool   `json:"back" doc:"it goes back"`
	N      int    `json:"n" doc:"how many times; 0 for once"`
	Mode   string `json:"mode" doc:"what the others do: pessimistic or optimistic; \"\" for that of setMode"`
}

func (p Step) read(ctx context.Context, d *debugger.Debugger) (x debugger.Step, err error) {
	x = debugger.Step{Thread: p.Thread, Back: p.Back, N: p.N}
	x.Mode, err = mode(ctx, d, p.Mode)
	return x, err
}

// mode reads the name of a mode.
func mode(ctx context.Context, d *debugger.Debugger, name string) (debugger.Mode, error) {
	if name == "" {
		return d.Mode(ctx)
	}
	n, err := oneOf("mode", name, debugger.Modes)
	return debugger.Mode(n), err
}

// oneOf finds a word among those that there are.
func oneOf(what, word string, words []string) (int, error) {
	n := slices.Index(words, word)
	if n < 0 {
		return 0, fmt.Errorf("there is no %s %q; %s", what, word, text.Offer(word, words, what+"s"))
	}
	return n, nil
}

// stepping makes a function of a method that takes a step.
func stepping(f func(*debugger.Debugger, context.Context, debugger.Step) (*debugger.Motion, error)) func(
	context.Context, *debugger.Debugger, Step) (*debugger.Motion, error) {
	return func(ctx context.Context, d *debugger.Debugger, p Step) (*debugger.Motion, error) {
		x, err := p.read(ctx, d)
		if err != nil {
			return nil, err
		}
		return f(d, ctx, x)
	}
}

// LineStep is how far a thread is to go by lines.
type LineStep struct {
	Step
	Kind       string `json:"kind" doc:"into, over or out"`
	Statements bool   `json:"statements" doc:"each statement counts, and not only the first on its line"`
	Until      int    `json:"until" doc:"with over: the line of the same file to go on to; 0 for the next"`
}

var stepKinds = []string{debugger.Into: "into", debugger.Over: "over", debugger.Out: "out"}

func stepLine(ctx context.Context, d *debugger.Debugger, p LineStep) (*debugger.Motion, error) {
	kind, err := oneOf("kind", p.Kind, stepKinds)
	if err != nil {
		return nil, err
	}
	x, err := p.Step.read(ctx, d)
	if err != nil {
		return nil, err
	}
	return d.StepLine(ctx, debugger.LineStep{Thread: x.Thread, Kind: debugger.StepKind(kind), Back: x.Back, N: x.N,
		Statements: p.Statements, Until: p.Until, Mode: x.Mode})
}

// Joint says which breakpoints are to stop their threads together.
type Joint struct {
	Mode    string `json:"mode" doc:"how far the others go: pessimistic or optimistic; \"\" for that of setMode"`
	Back    bool   `json:"back" doc:"places before the position are meant"`
	Numbers []int  `json:"numbers" doc:"of the breakpoints; none stands for all that are enabled"`
}

func joint(ctx context.Context, d *debugger.Debugger, p Joint) (*debugger.Joint, error) {
	m, err := mode(ctx, d, p.Mode)
	if err != nil {
		return nil, err
	}
	return d.Joint(ctx, m, p.Back, p.Numbers...)
}

// Mode names a mode.
type Mode struct {
	Mode string `json:"mode" doc:"pessimistic or optimistic"`
}

func setMode(ctx context.Context, d *debugger.Debugger, p Mode) (none, error) {
	n, err := oneOf("mode", p.Mode, debugger.Modes)
	if err != nil {
		return none{}, err
	}
	return none{}, d.SetMode(ctx, debugger.Mode(n))
}
