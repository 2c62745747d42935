package mcp

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools is the table of the tools, in the order in which a client lists them.
var Tools []Tool

func init() {
	Tools = []Tool{
		openTool,
		says("info", "What was recorded", "Says what is open: program, seed, parameters, faults, claims, and how the run "+
			"ended.", func(Call) []string { return one("info") }),
		withRows(says("where", "Where one stands", "The position, and where each thread stands there: how many of its "+
			"events are done, what keeps it from going on, its next call and the source line of that.",
			func(Call) []string { return one("where") })),
		says("events", "List events", "Lists events in recorded order with thread, call and source line: around the "+
			"position, or from one event to another, of all threads or of one.",
			func(a Events) []string { return one("events", quoted(a.Thread), a.From, a.To) }),
		says("source", "Show source", "Shows the source around a thread's next call, or around a line.",
			func(a Source) []string { return one("list", a.Of) }),
		says("output", "What the programs wrote", "What the programs have written up to the position.",
			func(Call) []string { return one("output") }),

		moves(says("goto", "Go to a position", "Goes to a position: start, end, the number of an event (after it, in "+
			"recorded order), past N (event N and what came before it in the causal order), without N, or a position as an "+
			"answer has it, such as 95@bank.1:36.", func(a Position) []string { return one("goto", a.Position) })),
		moves(says("step", "Step a thread, or back", "Lets a thread go on, or back: by lines (into or over the functions "+
			"that are called, or out of the one that it is in), by statements, by events (its kernel calls), or by "+
			"communications (its messages, locks, signals, forks). The others do only what it needs.",
			func(a Step) []string { return one(a.words()...) })),
		moves(says("continue", "Go on to a breakpoint, or back", "Goes on, or back, to where a breakpoint stops a thread "+
			"or a stop is satisfied; else to the end, or the start.",
			func(a Continue) []string { return one("continue", back(a.Back), times(a.N)) })),
		moves(says("undo", "Undo the last motion", "Goes back to where the last motion began.",
			func(Call) []string { return one("undo") })),

		withRows(says("threads", "List threads", "The threads at the position, with the state of each.",
			func(Call) []string { return one("threads") })),
		says("stack", "Show a stack", "The calls of the program that a thread is in, innermost first; where it waits for "+
			"a remote call, or serves one, the stack goes on through the other threads and hosts.",
			func(a OfThread) []string { return one("backtrace", a.Thread) }),
		withRows(says("locals", "Show local variables", "The variables of a function that a thread is in, with arguments "+
			"and results. The thread stays in focus.", func(a OfFrame) []string { return append(a.chosen(), "locals") })),
		says("print", "Evaluate an expression", "The value of an expression of Go in a function that a thread is in, such "+
			"as account[2] or len(queue); or of a variable by the function that has it, such as work.x. Without an "+
			"expression: the variables that the programs show.",
			func(a Print) []string { return append(a.chosen(), line("print", a.Expression)) }),
		withRows(says("history", "History of a variable or an object", "All changes of a variable (balance[0], p.next.n, "+
			"work.x), with thread, line, old and new value, and the position of each; or what happened to an object, by the "+
			"kind of history and its name: dequeue bank, rpc bank, entries fork1. Without a word: the kinds there are.",
			func(a History) []string { return one("history", a.Of) })),
		withRows(says("query", "Ask in SQL", "Asks the events of the run a question in SQL, which only reads. The tool "+
			"tables lists the tables and columns. before(a, b), concurrent(a, b), least(a), clock(a) tell the causal order of "+
			"events, field(fields, 'Amount') a field of a message, local('work.x') is the assignments to a variable.",
			func(a Query) []string { return one("query", a.SQL) })),
		withRows(says("tables", "List tables for SQL", "The tables of the run, or the columns of one.",
			func(a Table) []string { return one("tables", a.Table) })),

		says("check", "Check a predicate", "Holds a condition on several processes against the whole run, in every order "+
			"of its events that the causal order allows: the first position that satisfies it, and why. Such as sum of "+
			"balance != 600, kant.holding = 2 and hume.holding = 0, always (x >= 0), send to port a by client -> task-exit "+
			"of server. help stop (tool prompt) says what there is.",
			func(a Predicate) []string { return one("check", all(a.All), a.Predicate) }),
		says("why", "Why a thread does not go on", "Why a thread does not go on: the chain, or cycle, of those that could "+
			"end its wait; or of a remote call, as rpc N, what has become of it.",
			func(a OfThread) []string { return one("why", a.Thread) }),
		forks(says("cause", "From where the failure was certain", "Finds from which event on the failure of the run was "+
			"certain, and what decided it, by many runs that begin as this one. A run that ends well becomes a fork.",
			func(a Cause) []string { return one("cause", times(a.Samples)) })),
		compareTool, shrinkTool, exploreTool,
		withRows(says("races", "Find data races", "Pairs of accesses to a variable by threads of one task, one of them a "+
			"write, of which neither happened before the other.", func(Call) []string { return one("races") })),
		withRows(says("messages", "Messages on their way", "The messages that are queued, held, in hand or on a wire at "+
			"the position; or one, by the event that sent it.",
			func(a Message) []string { return one("message", times(a.Sent)) })),
		withRows(says("rpcs", "Remote calls", "Remote calls, and what became of each: of a thread, of a port, or those "+
			"that are failed, orphans or doubled.", func(a Which) []string { return one("rpcs", a.Of) })),
		diagramTool,

		moves(says("break", "Set a breakpoint", "Stops a thread that is about to do something, such as bank.go:81, lock "+
			"fork1 by kant, send to bank if Account = 2, or before a line only if a condition holds: bank.go:81 if r.Account "+
			"= 2. help break (tool prompt) has all forms. continue goes there.",
			func(a Break) []string { return one(verb(a.Once, "tbreak", "break"), a.At) })),
		moves(says("watch", "Watch a variable", "Stops who has changed a variable of the chosen function (change), is "+
			"about to change it (write), reads it (read), or either (access).",
			func(a Watch) []string { return one(a.verb(), a.Expression) })),
		moves(says("stop", "Stop where a predicate holds", "Lets continue stop at the first position at which a condition "+
			"on several processes holds, as check takes it.",
			func(a Predicate) []string { return one("stop if", a.Predicate) })),
		withRows(says("breakpoints", "List breakpoints", "The breakpoints, and how often each is reached.",
			func(Call) []string { return one("breakpoints") })),
		moves(says("delete", "Delete a breakpoint or note", "Forgets breakpoints and stops by their numbers, a checkpoint "+
			"by its name, or a note, as note 2.", func(a Which) []string { return one("delete", a.Of) })),
		moves(says("note", "Write a note", "Writes a line down about the position. It is kept beside the recording only "+
			"where forks may be made; else until another run is opened.",
			func(a Text) []string { return one("note", a.Text) })),
		withRows(says("notes", "List notes", "The notes, and the positions they are about.",
			func(Call) []string { return one("notes") })),

		forks(says("run", "Run on in another way", "Makes a fork: a run that is as this one up to the position, and goes "+
			"on as a seed chooses. It is entered, at its end. enter 0 goes back.",
			func(a OfSeed) []string { return one("run", number(a.Seed)) })),
		forks(says("choose", "Let a thread go next", "Makes a fork in which a thread goes next at the position. Without a "+
			"thread: lists who can go.", func(a Choose) []string { return one("choose", quoted(a.Thread), number(a.Seed)) })),
		forks(says("set", "Give a variable another value", "Makes a fork in which a variable has another value from the "+
			"position on, such as balance[2] and balance[0] + 1.",
			func(a Set) []string { return one("set", a.Variable, a.Value, after("in", a.Thread)) })),
		forks(says("drop", "Lose a message", "Makes a fork in which the message that an event sent is lost: it has to be "+
			"queued or on a wire at the position.", func(a Message) []string { return one("drop", times(a.Sent)) })),
		says("runs", "List forks", "The forks that were made, and how they ended.",
			func(Call) []string { return one("forks") }),
		moves(says("enter", "Enter a fork, or leave it", "Goes to a fork, by its number, where it was left; 0 is the run "+
			"from which the present one was made.", func(a Number) []string { return one(a.entered()...) })),
		forks(says("save", "Save a fork", "Writes the recording of the present fork into a file, whose name ends in .rec, "+
			"below the directory that machsim was started in.", func(a File) []string { return one("save", a.File) })),

		moves(says("prompt", "Obey a line of the prompt", "Obeys a line as a person types it at machsim's prompt, such as "+
			"mutexes, ports, timers, stats, disk. help lists the commands, help COMMAND describes one.",
			func(a Line) []string { return one(a.Line) })),
		does("more", "The rest of a long answer", "Tells the next lines of the last answer, where that said that there "+
			"are more.", more),
	}
}

// more tells what was not told of the last answer.
func more(_ context.Context, s *Session, _ Call) (*sdk.CallToolResult, any, error) {
	if len(s.rest) == 0 {
		return nil, nil, errors.New("there is nothing more to tell: the last answer was complete")
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s.page()}}}, nil, nil
}

// Words of the lines.
func back(is bool) string { return verb(is, "back", "") }
func all(is bool) string  { return verb(is, "--all", "") }

func verb(is bool, one, other string) string {
	if is {
		return one
	}
	return other
}

// times is a number, "" for 0.
func times(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// number is one that may be missing.
func number(n *uint64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// after is a word with another one before it, "" without it.
func after(before, word string) string {
	if word == "" {
		return ""
	}
	return before + " " + word
}
