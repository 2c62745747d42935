package input

import (
	"fmt"
	"slices"
	"strings"
)

// A habit is a command of another debugger, gdb or Delve, and what replaces it here.
type habit struct {
	words []string
	more  bool   // it is only meant when words follow: alone it is a command of machsim's
	is    string // the command that it is here, "" for none
	says  string // or else what to type
}

// habits are found by whole words only, unlike names and aliases of commands.
var habits = []habit{
	{words: []string{"i"}, is: "info"},
	{words: []string{"d", "clear", "clearall"}, is: "delete"},
	{words: []string{"bp"}, is: "breakpoints"},
	{words: []string{"previous", "prev"}, more: true, is: "reverse-next"},
	{words: []string{"select", "with", "sql"}, says: "a question in SQL is asked by: query SELECT ..."},
	{words: []string{"goroutines", "grs"}, is: "threads"},
	{words: []string{"back"}, says: "back may be two things: event back undoes an event, and backtrace, or bt, shows " +
		"the calls that a thread is in"},
	{words: []string{"r", "restart"}, says: "a recording is not started: start goes to before the first event, and run " +
		"goes on from here in another way, as a fork"},
	{words: []string{"source"}, says: "commands in a file are obeyed when machsim is started with it: machsim debug " +
		"FILE -x SCRIPT"},
	{words: []string{"handle", "signal"}, says: "the programs have no signals; break call and the name of a kernel " +
		"call stops at that, as break call exception_raise does"},
	{words: []string{"return"}, says: "no thread can be made to return: choose THREAD lets another one go next, and " +
		"kill thread THREAD ends one, each in a fork"},
	{words: []string{"si", "stepi", "ni", "nexti", "step-instruction"},
		says: "the smallest step is one statement: step statement; event goes over a kernel call"},
	{words: []string{"commands", "on"}, says: "a breakpoint has no commands of its own: trace EXPRESSION if PREDICATE " +
		"shows values on the way, and machsim debug FILE -x SCRIPT obeys commands one after the other"},
	{words: []string{"condition", "cond"}, more: true, says: "a condition stands with the breakpoint: delete it, and " +
		"type break SPEC if VARIABLE > 3, or another condition that help break has"},
	{words: []string{"ignore"}, says: "a number stands with the breakpoint: break SPEC count 4+ stops a thread from " +
		"its fourth time on"},
	{words: []string{"search", "find", "forward-search", "reverse-search"}, says: "events THREAD shows events, history " +
		"KIND OBJECT what happened to an object; break SPEC and continue, or continue back, go to one"},
	{words: []string{"x", "examine", "disassemble", "disas", "regs", "registers"},
		says: "what threads share and send is shown by print, message and port; there are no machine registers and no " +
			"instructions here"},
	{words: []string{"file", "load", "attach", "core", "target", "exec-file"},
		says: "one recording is open at a time: quit, and type machsim debug FILE"},
	{words: []string{"shell", "make", "pwd", "cd", "edit"}, says: "nothing but the commands of machsim is obeyed here; " +
		"type help to see which there are"},
	{words: []string{"jump", "j"}, says: "a thread cannot go on elsewhere in its program; goto POSITION goes to a " +
		"moment of the run"},
	{words: []string{"goroutine", "gr"}, says: "the threads of the program are those of the simulated kernel: threads " +
		"lists them, and thread THREAD chooses the one in focus"},
	{words: []string{"funcs", "types", "sources", "libraries"},
		says: "list shows the source around a thread's next call, list FILE.go:LINE that of a line"},
	{words: []string{"toggle"}, says: "disable N lets a breakpoint stop nobody, enable N lets it stop threads again"},
}

// Habitual translates a line for another debugger into machsim's words, or returns an error that says
// what to type instead.
func Habitual(words []Word) ([]Word, error) {
	name := strings.ToLower(words[0].Text)
	if strings.HasPrefix(name, "!") {
		return nil, fmt.Errorf("this prompt runs nothing of a shell; type quit to get back to yours, or use another window")
	}
	for _, h := range habits {
		switch {
		case !slices.Contains(h.words, name) || h.more && len(words) == 1:
		case h.is == "":
			return nil, fmt.Errorf("%s", h.says)
		default:
			is, err := Split(h.is)
			return append(is, words[1:]...), err
		}
	}
	return words, nil
}

// Piped returns the error for a line with a pipe in it, nil for any other line. Two strokes are no pipe:
// a condition may have them.
func Piped(words []Word) error {
	for _, w := range words {
		if w.Typed == "|" {
			return fmt.Errorf("answers cannot be given to other programs: set page N says how many lines are shown at once, " +
				"COMMAND > FILE writes an answer into a file")
		}
	}
	return nil
}
