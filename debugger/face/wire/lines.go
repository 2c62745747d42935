package wire

import (
	"context"

	"machsim/debugger"
)

var lineMethods = Group{"Lines and variables", []Method{
	calls[none]("hasStatements", "Says whether the lines between kernel calls are known.",
		(*debugger.Debugger).HasStatements),
	calls[ofThread]("frames", "Lists the functions that a thread is in, the innermost first.",
		(*debugger.Debugger).Frames),
	calls[ofThread]("callStack",
		"Answers the stack of a thread through hosts: those that it calls, and those that it serves.",
		(*debugger.Debugger).CallStack),
	calls[ofNumber]("selectFrame", "Chooses the frame in which names are looked up.", (*debugger.Debugger).SelectFrame),
	calls[struct {
		By int `doc:"1 for the function that called this one, -1 for the one that it calls"`
	}]("moveFrame", "Chooses a frame by its distance from the chosen one.", (*debugger.Debugger).MoveFrame),
	calls[debugger.Scope]("locals", "Lists the variables that can be seen in a frame.", (*debugger.Debugger).Locals),
	list("globals", "Lists the variables of the program's packages.", (*debugger.Debugger).Globals),
	calls[Value]("value", "Answers the value of an expression of Go in a frame.", (*debugger.Debugger).Value),
	with("parts", "Lists the parts of the value of an expression of Go: fields, elements, or entries of a map.",
		func(ctx context.Context, d *debugger.Debugger, p ValueParts) ([]debugger.Local, error) {
			return d.Parts(ctx, p.Scope, p.Expression, max(p.From-1, 0), p.Most)
		}),
	calls[struct {
		ofExpression
		Page
	}]("changes", "Lists all changes in the run of a variable.", (*debugger.Debugger).Changes),
	calls[debugger.Origin]("origins",
		"Says where a value comes from: through assignments, arguments, results and messages.",
		(*debugger.Debugger).Origins),
	with("memory", "Answers what a task's memory holds, in base 64.",
		func(ctx context.Context, d *debugger.Debugger, p Memory) (*debugger.Memory, error) {
			return d.Memory(ctx, debugger.Scope{}, p.Address, p.Length)
		}),
	with("variables", "Lists what the programs show: all, or by the words that the command print takes.",
		func(ctx context.Context, d *debugger.Debugger, p Words) (*debugger.Variables, error) {
			return d.Variables(ctx, p.Format, p.Words...)
		}),
	with("evaluate", "Answers the value of an expression of predicates at the present position.",
		func(ctx context.Context, d *debugger.Debugger, p Evaluate) (string, error) {
			return d.Evaluate(ctx, p.Format, p.Expression)
		}),
	with("display", "Adds an expression to those whose values are shown after each motion.",
		func(ctx context.Context, d *debugger.Debugger, p Display) (debugger.Display, error) {
			return d.Display(ctx, p.Format, p.Expression)
		}),
	list("displays", "Lists these, with their values at the present position.", (*debugger.Debugger).Displays),
	calls[ofNumbers]("undisplay", "Has expressions no longer shown.", (*debugger.Debugger).Undisplay),
	calls[struct {
		Name string `doc:"letters, digits and _"`
		Value
	}]("let", "Keeps the value of an expression under a name: $NAME is that value in every expression.",
		(*debugger.Debugger).Let),
	list("lets", "Lists the values that are kept so.", (*debugger.Debugger).Lets),
	calls[debugger.Invoke]("returns",
		"Answers what a method returns that the change call of fork is to call, tried on a copy.",
		(*debugger.Debugger).Returns),
	list("shown", "Lists the variables that threads show at some time, with their threads.", (*debugger.Debugger).Shown),
}}

// ofFormat is how values are written.
type ofFormat struct {
	Format debugger.Format `json:"format" doc:"raw for values as Go has them, x for integers in hexadecimal; \"\" for the usual"`
}

// Display is what is to be shown after each motion.
type Display struct {
	Expression string `json:"expression" doc:"as the command print takes it"`
	ofFormat
}

// Value is an expression in a frame.
type Value struct {
	debugger.Scope
	Expression string `json:"expression" doc:"an expression of Go in that frame"`
}

// ValueParts says which parts of a value are wanted.
type ValueParts struct {
	Value
	Page
}

// Memory says which memory is meant, of the task of the thread in focus.
type Memory struct {
	Address string `json:"address" doc:"a number, or an expression of Go in the chosen frame"`
	Length  int    `json:"length" doc:"how many bytes"`
}

// Words are what print takes.
type Words struct {
	Words []string `json:"words" doc:"the name of a thread, of a variable, or of both; none stands for all"`
	ofFormat
}

// Evaluate is an expression of predicates.
type Evaluate struct {
	Expression string `json:"expression" doc:"as docs/PREDICATES.md has it: len(log)"`
	ofFormat
}
