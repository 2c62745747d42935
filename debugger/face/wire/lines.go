package wire

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger"
)

var lineMethods = Group{"Lines and variables", []Method{
	of("hasStatements", "Says whether the lines between kernel calls are known.", (*debugger.Debugger).HasStatements),
	one[ofThread]("frames", "Lists the functions that a thread is in, the innermost first.",
		(*debugger.Debugger).Frames),
	one[ofThread]("callStack",
		"Answers the stack of a thread through hosts: those that it calls, and those that it serves.",
		(*debugger.Debugger).CallStack),
	one[ofNumber]("selectFrame", "Chooses the frame in which names are looked up.", (*debugger.Debugger).SelectFrame),
	one[By]("moveFrame", "Chooses a frame by its distance from the chosen one.", (*debugger.Debugger).MoveFrame),
	with("locals", "Lists the variables that can be seen in a frame.",
		func(ctx context.Context, d *debugger.Debugger, p Scope) (*debugger.Locals, error) {
			at, err := p.is()
			if err != nil {
				return nil, err
			}
			return d.Locals(ctx, at)
		}),
	list("globals", "Lists the variables of the program's packages.", (*debugger.Debugger).Globals),
	with("value", "Answers the value of an expression of Go in a frame.",
		func(ctx context.Context, d *debugger.Debugger, p Value) (debugger.Local, error) {
			at, err := p.is()
			if err != nil {
				return debugger.Local{}, err
			}
			return d.Value(ctx, at, p.Expression)
		}),
	with("parts", "Lists the parts of the value of an expression of Go: fields, elements, or entries of a map.",
		func(ctx context.Context, d *debugger.Debugger, p ValueParts) ([]debugger.Local, error) {
			at, err := p.is()
			if err != nil {
				return nil, err
			}
			return d.Parts(ctx, at, p.Expression, max(p.From-1, 0), p.Most)
		}),
	with("changes", "Lists all changes in the run of a variable.", changes),
	with("origins", "Says where a value comes from: through assignments, arguments, results and messages.", origins),
	with("memory", "Answers what a task's memory holds, in base 64.",
		func(ctx context.Context, d *debugger.Debugger, p Memory) (*debugger.Memory, error) {
			return d.Memory(ctx, debugger.Scope{}, p.Address, p.Length)
		}),
	with("variables", "Lists what the programs show: all, or by the words that the command print takes.",
		func(ctx context.Context, d *debugger.Debugger, p Words) (*debugger.Variables, error) {
			as, err := p.format()
			if err != nil {
				return nil, err
			}
			return d.Variables(ctx, as, p.Words...)
		}),
	with("evaluate", "Answers the value of an expression of predicates at the present position.",
		func(ctx context.Context, d *debugger.Debugger, p Evaluate) (string, error) {
			as, err := p.format()
			if err != nil {
				return "", err
			}
			return d.Evaluate(ctx, as, p.Expression)
		}),
	with("display", "Adds an expression to those whose values are shown after each motion.",
		func(ctx context.Context, d *debugger.Debugger, p Display) (debugger.Display, error) {
			as, err := p.format()
			if err != nil {
				return debugger.Display{}, err
			}
			return d.Display(ctx, as, p.Expression)
		}),
	list("displays", "Lists these, with their values at the present position.", (*debugger.Debugger).Displays),
	does("undisplay", "Has expressions no longer shown.",
		func(ctx context.Context, d *debugger.Debugger, p ofNumbers) error {
			return d.Undisplay(ctx, p.Numbers...)
		}),
	with("let", "Keeps the value of an expression under a name: $NAME is that value in every expression.",
		func(ctx context.Context, d *debugger.Debugger, p Let) (debugger.Kept, error) {
			at, err := p.is()
			if err != nil {
				return debugger.Kept{}, err
			}
			return d.Let(ctx, p.Name, p.Expression, at)
		}),
	list("lets", "Lists the values that are kept so.", (*debugger.Debugger).Lets),
	with("returns", "Answers what a method returns that the change call of fork is to call, tried on a copy.",
		func(ctx context.Context, d *debugger.Debugger, p Value) ([]string, error) {
			at, err := p.is()
			if err != nil {
				return nil, err
			}
			return d.Returns(ctx, debugger.Invoke{Expression: p.Expression, In: at})
		}),
	list("shown", "Lists the variables that threads show at some time, with their threads.", (*debugger.Debugger).Shown),
}}

// Scope is a frame in which names are looked up.
type Scope struct {
	Thread string `json:"thread" doc:"any part of its name that no other has; \"\" for the chosen frame"`
	Frame  int    `json:"frame" doc:"of the thread, counted from the innermost, 0"`
	Format
}

func (s Scope) is() (debugger.Scope, error) {
	as, err := s.format()
	return debugger.Scope{Thread: s.Thread, Frame: s.Frame, As: as}, err
}

// Format is how values are written.
type Format struct {
	Format string `json:"format" doc:"raw for values as Go has them, x for integers in hexadecimal; \"\" for the usual"`
}

func (f Format) format() (as debugger.Format, err error) {
	if as = debugger.Format(f.Format); as != debugger.Plain && !slices.Contains(debugger.Formats, as) {
		err = fmt.Errorf("there is no format %q: raw, x or none", f.Format)
	}
	return as, err
}

// Display is what is to be shown after each motion.
type Display struct {
	Expression string `json:"expression" doc:"as the command print takes it"`
	Format
}

// Value is an expression in a frame.
type Value struct {
	Scope
	Expression string `json:"expression" doc:"an expression of Go in that frame"`
}

// Let is a value that is to be kept.
type Let struct {
	Name string `json:"name" doc:"letters, digits and _"`
	Value
}

// ValueParts says which parts of a value are wanted.
type ValueParts struct {
	Value
	Page
}

// By is a distance.
type By struct {
	By int `json:"by" doc:"1 for the function that called this one, -1 for the one that it calls"`
}

// Changes says which changes are wanted.
type Changes struct {
	ofExpression
	Page
}

func changes(ctx context.Context, d *debugger.Debugger, p Changes) ([]debugger.VariableChange, error) {
	all, err := d.Changes(ctx, p.Expression)
	return page(all, p.Page), err
}

// Origin says where which value comes from.
type Origin struct {
	Scope
	Expression string `json:"expression" doc:"of Go in that frame; \"\" for the condition of the check that has failed there"`
	Depth      int    `json:"depth" doc:"how many sources a chain has at most; 0 for some"`
}

func origins(ctx context.Context, d *debugger.Debugger, p Origin) (*debugger.Sources, error) {
	in, err := p.is()
	if err != nil {
		return nil, err
	}
	return d.Origins(ctx, debugger.Origin{In: in, Expression: p.Expression, Depth: p.Depth})
}

// Memory says which memory is meant, of the task of the thread in focus.
type Memory struct {
	Address string `json:"address" doc:"a number, or an expression of Go in the chosen frame"`
	Length  int    `json:"length" doc:"how many bytes"`
}

// Words are what print takes.
type Words struct {
	Words []string `json:"words" doc:"the name of a thread, of a variable, or of both; none stands for all"`
	Format
}

// Evaluate is an expression of predicates.
type Evaluate struct {
	Expression string `json:"expression" doc:"as docs/PREDICATES.md has it: len(log)"`
	Format
}
