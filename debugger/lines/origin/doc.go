// Package origin finds where a value of a program comes from: back through assignments, arguments, results of functions
// and messages between tasks, on any host, to where it was made.
//
//	t, err := origin.Of(run, origin.Question{Thread: id, Frame: serial, Expression: "account[0]", ...})
//	for _, l := range t.Links { ... l.From ... }
//
// It is a dynamic slice, by what data depends on: the sources of x = y + z are those of y and z. What a branch has
// picked, and by which index an element was found, are no sources. Each source is a Link: a statement of a thread, by
// its number, before which the assignment is next.
//
// The run of a task is made again once, and what its threads do is taken down (log): statements, accesses, the birth of
// variables, returns, arrivals at calls. All else is found when it is asked for. What wrote last to where a statement
// has read is found by the address of what it has read; what the source says of a statement (code) leads from what it
// writes to what it reads. Where nothing has been written since something was made, the expression leads on by which it
// was reached, with a path from its value to the part that is meant. A message leads to the call that sent it, in the
// log of another task.
//
// Nothing that can be a source is left out, as far as hooks tell of it; where it is not known which element is meant,
// all are sources. The end of a chain says why it ends there. Memory that only code without hooks has changed, such as
// a slice that was sorted, shows the sources from before.
package origin
