package wire

import (
	"context"

	"machsim/debugger"
)

var lineMethods = Group{"Lines and variables", []Method{
	of("hasStatements", "Says whether the lines between kernel calls are known.", (*debugger.Debugger).HasStatements),
	with("frames", "Lists the functions that a thread is in, the innermost first.",
		func(ctx context.Context, d *debugger.Debugger, p ofThread) ([]debugger.StackFrame, error) {
			return d.Frames(ctx, p.Thread)
		}),
	with("callStack", "Answers the stack of a thread through hosts: those that it calls, and those that it serves.",
		func(ctx context.Context, d *debugger.Debugger, p ofThread) (*debugger.CallStack, error) {
			return d.CallStack(ctx, p.Thread)
		}),
	with("selectFrame", "Chooses the frame in which names are looked up.",
		func(ctx context.Context, d *debugger.Debugger, p ofNumber) (debugger.StackFrame, error) {
			return d.SelectFrame(ctx, p.Number)
		}),
	with("moveFrame", "Chooses a frame by its distance from the chosen one.",
		func(ctx context.Context, d *debugger.Debugger, p By) (debugger.StackFrame, error) {
			return d.MoveFrame(ctx, p.By)
		}),
	of("locals", "Lists the variables that can be seen in the chosen frame.", (*debugger.Debugger).Locals),
	list("globals", "Lists the variables of the program's packages.", (*debugger.Debugger).Globals),
	with("value", "Answers the value of an expression of Go in the chosen frame.",
		func(ctx context.Context, d *debugger.Debugger, p ofExpression) (debugger.Local, error) {
			return d.Value(ctx, p.Expression)
		}),
	with("changes", "Lists all changes in the run of a variable.", changes),
	with("memory", "Answers what a task's memory holds, in base 64.",
		func(ctx context.Context, d *debugger.Debugger, p Memory) (*debugger.Memory, error) {
			return d.Memory(ctx, p.Address, p.Length)
		}),
	with("variables", "Lists what the programs show: all, or by the words that the command print takes.",
		func(ctx context.Context, d *debugger.Debugger, p Words) (*debugger.Variables, error) {
			return d.Variables(ctx, p.Words...)
		}),
	with("evaluate", "Answers the value of an expression of predicates at the present position.",
		func(ctx context.Context, d *debugger.Debugger, p Evaluate) (string, error) {
			return d.Evaluate(ctx, p.Expression)
		}),
	list("shown", "Lists the variables that threads show at some time, with their threads.", (*debugger.Debugger).Shown),
}}

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

// Memory says which memory is meant, of the task of the thread in focus.
type Memory struct {
	Address string `json:"address" doc:"a number, or an expression of Go in the chosen frame"`
	Length  int    `json:"length" doc:"how many bytes"`
}

// Words are what print takes.
type Words struct {
	Words []string `json:"words" doc:"the name of a thread, of a variable, or of both; none stands for all"`
}

// Evaluate is an expression of predicates.
type Evaluate struct {
	Expression string `json:"expression" doc:"as docs/PREDICATES.md has it: len(log)"`
}
