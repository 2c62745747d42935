// Package debugger is all that one can do with a recorded run: look at it, go anywhere in it, stop where something
// happens, and let it go on in other ways. The prompt, the commands of machsim and whatever else shows a run to people
// are faces of it: they call its methods and show the rows that these return.
//
//	find := debugger.ByName(programs.Find)
//	d, err := debugger.Open(ctx, debugger.Source{File: "bank.rec"}, debugger.Options{Find: find})
//	d.Break(ctx, "send to port bank if item 1 > 100", false)
//	m, err := d.Continue(ctx, true)      // back to where it stops a thread
//	run, err := d.Fork(ctx, debugger.Fork{Seed: new(uint64(7))})
//
// A method takes values, and the text of a position, a breakpoint or a predicate; it prints nothing. [Debugger] lists
// the methods by subject, and each subject has a file.
//
// # Runs and positions
//
// There are several runs: the recording, and the forks that were made of it, a tree. One of them is the present one;
// each keeps its own position, checkpoints, notes, and thread in focus. Breakpoints and stops hold in all runs. A
// [Position] names its run, so that two runs can be looked at side by side, and stays good until its run is closed.
// Rows are values of their moment: nothing changes them later.
//
// # What is serialised
//
// Methods may be called from any goroutine, by several faces. They take turns: a gate lets one at a time in, and each
// sees what the ones before it have done. The opening is the first method. [Debugger.Do] makes several methods one
// command, with nothing between them; these get the context that Do hands out, or they would wait for themselves.
//
// A method runs in a goroutine of its own, which its caller waits for. Options.Progress is called meanwhile, also from
// others that work for the method. When nobody has called a method for a moment, the Debugger makes the present run
// ready for motions and questions; the next method ends that before it begins.
//
// Some do not wait for a turn, and may be called beside a method: [Debugger.Busy], [Debugger.Notices],
// [Debugger.Opening], [Debugger.Opened] and [Debugger.Write]. [Debugger.Close] does not wait either: while a method is
// at work it does no more than give an opening up. The methods of a Position read its run without a turn: ask them
// between methods, or within Do.
//
// # All or nothing
//
// A method that returns an error has changed nothing, and so has one whose context ends. The latter is back within a
// tenth of a second, whatever it does. Before a method begins, Do notes what methods may change: the Debugger's state,
// and the position and place in each run. That is small. If the method fails, Do goes back to it. A method that does
// not notice the end of its context is left behind: the next one waits for it, and when it returns it has not happened.
//
// # Errors
//
//   - *[Interrupted]: the context has ended. *[Busy]: it has ended while another method was at work that was given up.
//   - *[Mistake], *[SyntaxError]: what a person has written is wrong; they say where.
//   - *[Unfit], of Open: the program does not make the recorded run.
//   - A panic of machsim's own becomes an error with its stack. ErrOverflowing is one after which the process has to
//     end.
//   - All others say what cannot be done here. Where a person can do something about it, the error has a hint
//     (text.Hint), which each face puts into words of its own. [Debugger.Can] says beforehand which sorts of act
//     fail, by the same errors.
//
// # What may be missing
//
// The zero Options will do for a Source with a Program; otherwise Find is needed. Without Read, Write or Queries the
// methods that need them say so; without Keeper and Keep nothing is kept from one session to the next.
//
// With Options.Early, Open may return while the opening goes on: Opening is the recording until then. A long recording
// is open as soon as its end is known. Its log comes later, and until then the end is a Position without a cut: a
// method about the present state answers at once, and one that needs the log waits for it (look, list, ask).
//
// What is expensive is made when it is first asked for, and kept with its run: tables, tiles, the report, the cause.
//
// # Sources
//
// Krawczuk's thesis: what a debugger of this kind shows and does (3.1 to 3.5, figure 3.2, table 3.15). Miller and Choi,
// Breakpoints and Halting in Distributed Programs: linked predicates and halting (Check, Halt).
package debugger
